// How the groups were used on the ways to a profile: for each use that occurs, the number of ways.
//
// A use of groups is one word, a code: a counter for each group (see sweep_plan.hpp). A list of uses is two
// arrays, so that many codes are tested at once; the same code may stand in it several times until the list
// is merged. Where a problem has no groups there is only one use, and a list is a number.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "piecework/cover/filter.hpp"
#include "piecework/cover/pages.hpp"

namespace piecework::cover {

// Taking an option is possible for a code that has the `wanted` bits of all that are `asked`, and is no
// larger than `most`. It adds `gain` to the code, and multiplies the ways by the number of options that look
// like it.
template <class Code>
struct UseStep {
    Code asked = 0, wanted = 0, most = 0, gain = 0;
    std::uint64_t alike = 1;

    bool possible(Code code) const { return (code & asked) == wanted && code <= most; }
};

// Which bits are set in all codes of a list, and which in any.
struct CodeBits {
    std::uint64_t in_all = 0, in_any = 0;
};

// The code of problems that have no groups.
struct NoGroups {};

template <>
struct UseStep<NoGroups> {
    std::uint64_t alike = 1;
};

// Uses on their way to another thread, one list after the other.
template <class Code, class Number>
struct UseBox {
    std::vector<Code> codes;
    std::vector<Number> ways;

    void clear() {
        codes.clear();
        ways.clear();
    }
};

// Makes lists of uses, and all that is done with them. One thread's. Operations that calculate are false
// where a number does not fit, and throw std::bad_alloc where the memory does not suffice.
template <class Code, class Number>
class UsePool {
  public:
    struct List {
        std::byte* block = nullptr;
        std::uint32_t size = 0;
        std::uint32_t room : 31 = 0;
        std::uint32_t merged : 1 = 1;  // no code stands in it twice

        bool empty() const { return size == 0; }
        void prefetch() const { __builtin_prefetch(block); }
    };
    using Box = UseBox<Code, Number>;

    explicit UsePool(MemoryBudget& memory) : memory_(memory), blocks_(memory) {}

    // The use that a sweep begins with.
    void start(List& list, std::uint64_t code) {
        make_room(list, 1);
        codes(list)[0] = static_cast<Code>(code);
        std::construct_at(ways(list), Number::one());
        list.size = 1;
    }
    static std::size_t size(const List& list) { return list.size; }
    template <class Take>
    static void for_each(const List& list, const Take& take) {
        for (std::size_t i = 0; i < list.size; ++i) take(codes(list)[i], ways(list)[i]);
    }

    static CodeBits bits(const List& list) {
        Code in_all = ~Code{0}, in_any = 0;
        for (std::size_t i = 0; i < list.size; ++i) {
            in_all &= codes(list)[i];
            in_any |= codes(list)[i];
        }
        return {in_all, in_any};
    }

    // Finds the uses of a list that a step is possible for, and keeps them in mind; how many are there?
    std::size_t select(const List& list, const UseStep<Code>& step) {
        const std::size_t eights = (list.size + 7) / 8;
        if (passed_.size() < eights) widen(passed_, std::bit_ceil(eights));
        std::size_t number = 0;
        for (std::size_t i = 0; i < eights; ++i) {
            const unsigned in_list = 0xffu >> (8 - std::min<std::size_t>(8, list.size - 8 * i));
            const unsigned passed = test_eight(codes(list) + 8 * i, step, in_list);
            passed_[i] = static_cast<std::uint8_t>(passed);
            number += static_cast<std::size_t>(std::popcount(passed));
        }
        return number;
    }

    // Adds those that were selected, as the step makes them, to another list.
    bool append_selected(List& to, const List& from, std::size_t number, const UseStep<Code>& step) {
        const bool fits = make_room(to, number);
        Code* code = codes(to) + to.size;
        Number* const way = ways(to) + to.size;
        Number* next = way;
        for_each_selected(from, [&code, &next, gain = step.gain](Code from_code, const Number& from_way) {
            *code++ = from_code + gain;
            std::construct_at(next++, from_way);
        });
        to.merged = to.size == 0;
        to.size += static_cast<std::uint32_t>(number);
        return multiply(way, number, step.alike) && fits;
    }
    bool send_selected(Box& box, const List& from, std::size_t number, const UseStep<Code>& step) {
        const std::size_t before = box.ways.size();
        reserve(box.codes, number, memory_);
        reserve(box.ways, number, memory_);
        for_each_selected(from, [&](Code code, const Number& way) {
            box.codes.push_back(code + step.gain);
            box.ways.push_back(way);
        });
        return multiply(box.ways.data() + before, number, step.alike);
    }
    // Takes some uses out of a box.
    bool receive(List& to, Box& box, std::size_t begin, std::size_t number) {
        const bool fits = make_room(to, number);
        std::copy_n(box.codes.begin() + static_cast<std::ptrdiff_t>(begin), number, codes(to) + to.size);
        std::uninitialized_move_n(box.ways.begin() + static_cast<std::ptrdiff_t>(begin), number,
                                  ways(to) + to.size);
        to.merged = to.size == 0;
        to.size += static_cast<std::uint32_t>(number);
        return fits;
    }

    // Adds up what belongs to the same code.
    bool merge(List& list) {
        if (list.merged) return true;
        Code* code = codes(list);
        Number* way = ways(list);
        const std::size_t few = 6;
        if (list.size > few) clear_places(list.size);
        std::uint32_t kept = 0;
        std::size_t before = 0, after = 0;  // bytes elsewhere, of the numbers that changed
        bool fits = true;
        for (std::uint32_t i = 0; i < list.size; ++i) {
            const std::uint32_t place = list.size > few ? place_of(code, i, kept) : find(code, code[i], kept);
            if (place < kept) {
                Number& sum = way[place];
                before += sum.bytes() + way[i].bytes();
                fits &= sum.add(way[i]);
                after += sum.bytes();
                std::destroy_at(way + i);
                continue;
            }
            if (kept != i) {
                code[kept] = code[i];
                std::construct_at(way + kept, std::move(way[i]));
                std::destroy_at(way + i);
            }
            ++kept;
        }
        list.size = kept;
        list.merged = true;
        memory_.give_back(before);
        memory_.take(after);
        return fits;
    }

    // A list that nobody will need, in a pool of which that is true, too: that goes faster.
    void abandon(List& list) {
        std::destroy_n(ways(list), list.size);
        if (list.block) blocks_.abandon(list.block, room(list) * entry);
    }
    void release(List& list) {
        std::size_t elsewhere = 0;
        for (std::size_t i = 0; i < list.size; ++i) elsewhere += ways(list)[i].bytes();
        memory_.give_back(elsewhere);
        std::destroy_n(ways(list), list.size);
        if (list.block) blocks_.give_back(list.block, room(list) * entry);
        list = {};
    }

  private:
    static constexpr std::size_t entry = sizeof(Code) + sizeof(Number);
    static constexpr std::uint32_t nowhere = 0xffffffff, most_room = 0x7fffffff;

    static Number* ways(const List& list) { return reinterpret_cast<Number*>(list.block); }
    static Code* codes(const List& list) {
        return reinterpret_cast<Code*>(list.block + room(list) * sizeof(Number));
    }
    static std::size_t room(const List& list) { return list.room; }

    // Which of eight codes a step is possible for, as bits; what stands behind the end of the list does not
    // count.
    static unsigned test_eight(const Code* code, const UseStep<Code>& step, unsigned in_list) {
#if PIECEWORK_AVX2
        if constexpr (sizeof(Code) == 4) {
            const auto all = [](Code word) { return _mm256_set1_epi32(static_cast<int>(word)); };
            const __m256i eight = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(code));
            const __m256i fits =
                _mm256_cmpeq_epi32(_mm256_and_si256(eight, all(step.asked)), all(step.wanted));
            const __m256i small = _mm256_cmpeq_epi32(_mm256_min_epu32(eight, all(step.most)), eight);
            const __m256 both = _mm256_castsi256_ps(_mm256_and_si256(fits, small));
            return static_cast<unsigned>(_mm256_movemask_ps(both)) & in_list;
        }
#endif
        unsigned passed = 0;
        for (unsigned i = 0; in_list >> i; ++i) passed |= unsigned{step.possible(code[i])} << i;
        return passed;
    }
    template <class Take>
    void for_each_selected(const List& list, const Take& take) const {
        const Code* code = codes(list);
        const Number* way = ways(list);
        const std::uint8_t* eight = passed_.data();
        for (const Code* end = code + list.size; code < end; code += 8, way += 8)
            for (unsigned passed = *eight++; passed; passed &= passed - 1)
                take(code[std::countr_zero(passed)], way[std::countr_zero(passed)]);
    }

    // Where a code stands among the first ones of a list that is being merged; their number if it does not.
    static std::uint32_t find(const Code* codes, Code code, std::uint32_t number) {
        std::uint32_t place = 0;
        while (place < number && codes[place] != code) ++place;
        return place;
    }
    // The same for the code `at` a place, which is about to be the next of the first ones if it is new.
    std::uint32_t place_of(const Code* codes, std::uint32_t at, std::uint32_t number) {
        const std::size_t last = places_size_ - 1;
        std::size_t place = (codes[at] * 0x9e3779b97f4a7c15ull) >> (64 - std::countr_zero(places_size_));
        while (places_[place] != nowhere && codes[places_[place]] != codes[at]) place = (place + 1) & last;
        if (places_[place] == nowhere) places_[place] = number;
        return places_[place];
    }
    void clear_places(std::size_t codes) {
        places_size_ = 2 * std::bit_ceil(codes);
        if (places_.size() < places_size_) widen(places_, places_size_);
        std::fill_n(places_.begin(), places_size_, nowhere);
    }

    // Makes a working space larger; what was in it is lost.
    template <class T>
    void widen(std::vector<T>& space, std::size_t size) {
        memory_.take(size * sizeof(T));
        memory_.give_back(space.size() * sizeof(T));
        std::vector<T>(size).swap(space);
    }

    bool make_room(List& list, std::size_t more) {
        if (list.size + more <= room(list)) return true;
        constexpr std::size_t worth_merging = 16;
        const bool fits = list.size < worth_merging || merge(list);
        if (list.size < worth_merging || list.size + more > room(list) / 4 * 3) grow(list, more);
        return fits;
    }

    // The first block is as small as can be, since many lists stay so. Small lists are doubled; large ones,
    // which most of the memory goes into, grow by half.
    void grow(List& list, std::size_t more) {
        const std::size_t factor = room(list) < 1u << 16 ? 4 : 3;
        const std::size_t needed = std::max(list.size + more, room(list) * factor / 2) * entry;
        const std::size_t bytes = list.block ? std::max<std::size_t>(needed, 128) : needed;
        const std::size_t room_there = BlockPool::size_of(bytes) / entry;
        if (room_there > most_room) throw std::bad_alloc();
        List larger = list;
        larger.block = blocks_.take(bytes);
        larger.room = static_cast<std::uint32_t>(room_there) & most_room;
        if (list.block) {
            std::copy_n(codes(list), list.size, codes(larger));
            std::uninitialized_move_n(ways(list), list.size, ways(larger));
            std::destroy_n(ways(list), list.size);
            blocks_.give_back(list.block, room(list) * entry);
        }
        list = larger;
    }

    bool multiply(Number* numbers, std::size_t count, std::uint64_t factor) {
        if (factor == 1 && std::is_trivially_copyable_v<Number>) return true;
        bool fits = true;
        std::size_t elsewhere = 0;
        for (std::size_t i = 0; i < count; ++i) {
            if (factor != 1) fits &= numbers[i].multiply(factor);
            elsewhere += numbers[i].bytes();
        }
        memory_.take(elsewhere);
        return fits;
    }

    MemoryBudget& memory_;
    BlockPool blocks_;
    std::vector<std::uint8_t> passed_;   // what was selected, eight to each
    std::vector<std::uint32_t> places_;  // of codes, by hash, while a list is merged
    std::size_t places_size_ = 0;        // so many of them are in use
};

template <class Number>
class UsePool<NoGroups, Number> {
  public:
    struct List {
        Number ways{};

        bool empty() const { return ways.zero(); }
        void prefetch() const {}
    };
    using Box = UseBox<NoGroups, Number>;

    explicit UsePool(MemoryBudget& memory) : memory_(memory) {}

    void start(List& list, std::uint64_t) { list.ways = Number::one(); }
    static std::size_t size(const List&) { return 1; }
    template <class Take>
    static void for_each(const List& list, const Take& take) {
        take(std::uint64_t{0}, list.ways);
    }
    static CodeBits bits(const List&) { return {}; }

    std::size_t select(const List&, const UseStep<NoGroups>&) { return 1; }
    bool append_selected(List& to, const List& from, std::size_t, const UseStep<NoGroups>& step) {
        Number ways = from.ways;
        const bool fits = step.alike == 1 || ways.multiply(step.alike);
        return add(to, std::move(ways)) && fits;
    }
    bool send_selected(Box& box, const List& from, std::size_t, const UseStep<NoGroups>& step) {
        reserve(box.ways, 1, memory_);
        Number& ways = box.ways.emplace_back(from.ways);
        const bool fits = step.alike == 1 || ways.multiply(step.alike);
        memory_.take(ways.bytes());
        return fits;
    }
    bool receive(List& to, Box& box, std::size_t begin, std::size_t) {
        memory_.give_back(box.ways[begin].bytes());
        return add(to, std::move(box.ways[begin]));
    }
    bool merge(List&) { return true; }
    void abandon(List&) {}
    void release(List& list) {
        memory_.give_back(list.ways.bytes());
        list = {};
    }

  private:
    bool add(List& to, Number&& ways) {
        const std::size_t before = to.ways.bytes();
        const bool fits = to.empty() ? (to.ways = std::move(ways), true) : to.ways.add(ways);
        memory_.take(to.ways.bytes() - before);
        return fits;
    }

    MemoryBudget& memory_;
};

}  // namespace piecework::cover

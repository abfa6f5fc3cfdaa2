// The inner loop of the dense kernel: from the options still alive, keep those that a chosen option leaves
// possible, and count on the way how many of them hold each bit.
//
// Counting is bit-sliced: a few words ("planes") hold, for 64 items at once, the low bits of each item's
// count and a sticky mark for "eight or more", so adding an option to all its items' counts is a handful of
// logic operations. That is all that choosing the most constrained item needs: 0 is a dead end, 1 is forced,
// small numbers are good branches, and only where everything has eight or more must one look closer.
//
// Cost: about one instruction cycle an option and word with AVX2, which tests four options at a time and
// packs the survivors by a shuffle; the portable path does the same one option at a time.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

#include "piecework/cover/mask.hpp"

#if defined(__AVX2__) && defined(__BMI2__)
#include <immintrin.h>
#define PIECEWORK_AVX2 1
#else
#define PIECEWORK_AVX2 0
#endif

namespace piecework::cover {

// Bit-sliced counts: bits 0 to 2 of every item's count, and a mark that sticks from 8 on.
template <int W>
struct Planes {
    Mask<W> ones{}, twos{}, fours{}, many{};
};

// Options stored by word, in group order, with room for `padding` more: whole vectors are read and written at
// the end. Before the groups and behind their room there is as much again, which holds no group: who looks
// for the end of a group finds it there at the latest.
template <int W>
struct OptionList {
    static constexpr std::size_t padding = 32;

    std::array<std::uint64_t*, W> words{};
    std::uint8_t* groups = nullptr;
    std::uint32_t size = 0;
};

// Some of the options of a list, from the first to before the last.
struct OptionStretch {
    std::uint32_t begin, end;
};

// What lies between some stretches of a list, which come in order.
class Gaps {
  public:
    Gaps(std::span<const OptionStretch> stretches, std::uint32_t size) : stretches_(stretches), size_(size) {}

    // Moves on to the next gap, which may be empty; false where there is none.
    bool next() {
        if (next_ > stretches_.size()) return false;
        begin = next_ == 0 ? 0 : std::max(begin, stretches_[next_ - 1].end);
        end = std::max(begin, next_ == stretches_.size() ? size_ : stretches_[next_].begin);
        ++next_;
        return true;
    }

    std::uint32_t begin = 0, end = 0;

  private:
    std::span<const OptionStretch> stretches_;
    std::uint32_t size_;
    std::size_t next_ = 0;
};

// Counts with more planes, for the nodes at which three tell too little: plane p holds bit p of every item's
// count, and the last one is sticky, so that counts of 2^(planes - 1) and above look alike.
template <int W, int planes>
class Tally {
  public:
    static constexpr std::uint32_t limit = 1u << (planes - 1);

    explicit Tally(const OptionList<W>& list) {
        constexpr std::uint32_t lanes = 4;  // counted apart, so that the compiler can use vectors
        for (int k = 0; k < W; ++k) {
            std::uint64_t sum[planes][lanes] = {};
            std::uint32_t i = 0;
            for (; i + 2 * lanes <= list.size; i += 2 * lanes) {
                std::uint64_t added[lanes];  // what two options carry together
                for (std::uint32_t lane = 0; lane < lanes; ++lane) {
                    const std::uint64_t a = list.words[k][i + lane], b = list.words[k][i + lanes + lane];
                    added[lane] = (a & b) | (sum[0][lane] & (a ^ b));
                    sum[0][lane] ^= a ^ b;
                }
                for (int p = 1; p < planes - 1; ++p) {
                    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
                        const std::uint64_t carry = sum[p][lane] & added[lane];
                        sum[p][lane] ^= added[lane];
                        added[lane] = carry;
                    }
                }
                for (std::uint32_t lane = 0; lane < lanes; ++lane) sum[planes - 1][lane] |= added[lane];
            }
            for (; i < list.size; ++i) {
                std::uint64_t added = list.words[k][i];
                for (int p = 0; p < planes - 1 && added; ++p) {
                    const std::uint64_t carry = sum[p][0] & added;
                    sum[p][0] ^= added;
                    added = carry;
                }
                sum[planes - 1][0] |= added;
            }
            for (std::uint32_t lane = 1; lane < lanes; ++lane) {
                std::uint64_t carry = 0;
                for (int p = 0; p < planes - 1; ++p) {
                    const std::uint64_t a = sum[p][0], b = sum[p][lane];
                    sum[p][0] = a ^ b ^ carry;
                    carry = (a & b) | (carry & (a ^ b));
                }
                sum[planes - 1][0] |= sum[planes - 1][lane] | carry;
            }
            for (int p = 0; p < planes; ++p) bits_[p][k] = sum[p][0];
        }
    }

    // Leaves in `items` only those with the least count, and returns it; from `limit` on it is no longer
    // exact.
    std::uint32_t narrow_to_least(Mask<W>& items) const {
        std::uint32_t least = 0;
        for (int p = planes; p-- > 0;) {
            Mask<W> without;
            std::uint64_t some = 0;
            for (int k = 0; k < W; ++k) some |= without[k] = items[k] & ~bits_[p][k];
            if (some)
                items = without;
            else
                least |= 1u << p;
        }
        return least;
    }

  private:
    Mask<W> bits_[planes];
};

#if PIECEWORK_AVX2

namespace detail {

struct PackTables {
    alignas(32) std::uint32_t lanes[16][8];
    std::uint32_t bytes[16];
    alignas(32) std::uint64_t first[4][4];  // first[n]: all ones in the first n lanes
};

constexpr PackTables make_pack_tables() {
    PackTables tables{};
    for (unsigned keep = 0; keep < 16; ++keep) {
        unsigned out = 0;
        for (unsigned lane = 0; lane < 4; ++lane) {
            if (!(keep >> lane & 1)) continue;
            tables.lanes[keep][2 * out] = 2 * lane;
            tables.lanes[keep][2 * out + 1] = 2 * lane + 1;
            tables.bytes[keep] |= 0xffu << (8 * lane);
            ++out;
        }
    }
    for (unsigned n = 0; n < 4; ++n)
        for (unsigned lane = 0; lane < n; ++lane) tables.first[n][lane] = ~0ull;
    return tables;
}

inline constexpr PackTables pack_tables = make_pack_tables();

}  // namespace detail

// Where the options of one group begin and end around one of them, in a list that is in group order.
template <int W>
OptionStretch find_group(const OptionList<W>& list, std::uint32_t position) {
    const __m256i wanted = _mm256_set1_epi8(static_cast<char>(list.groups[position]));
    const auto unlike = [&](const std::uint8_t* groups) {
        const __m256i some = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(groups));
        return ~static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(some, wanted)));
    };
    const std::uint8_t *begin = list.groups + position, *end = begin;
    std::uint32_t before, after;
    while (!(before = unlike(begin - 32))) begin -= 32;
    begin -= std::countl_zero(before);
    while (!(after = unlike(end))) end += 32;
    end += std::countr_zero(after);
    return {static_cast<std::uint32_t>(begin - list.groups),
            std::min(static_cast<std::uint32_t>(end - list.groups), list.size)};
}

namespace detail {

// Writes the positions that pass a test, which is made on four at a time, and returns how many there are.
// First all tests of up to 64, without a branch, and then what passed them.
template <class Test>
inline std::uint32_t find_positions(std::uint32_t size, std::uint32_t* positions, const Test& test) {
    std::uint32_t found = 0;
    for (std::uint32_t begin = 0; begin < size; begin += 64) {
        const std::uint32_t end = std::min(begin + 64, size);
        std::uint64_t passed = 0;
        for (std::uint32_t i = begin; i < end; i += 4) {
            const auto four = static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(test(i))));
            passed |= std::uint64_t{four} << (i - begin);
        }
        if (end - begin < 64) passed &= (1ull << (end - begin)) - 1;
        for (; passed; passed &= passed - 1)
            positions[found++] = begin + static_cast<std::uint32_t>(std::countr_zero(passed));
    }
    return found;
}

}  // namespace detail

// Writes the positions of the words that hold the bit, and returns how many there are.
inline std::uint32_t find_holders(const std::uint64_t* words, std::uint32_t size, int bit,
                                  std::uint32_t* positions) {
    const __m128i to_sign = _mm_cvtsi32_si128(63 - bit);
    return detail::find_positions(size, positions, [&](std::uint32_t i) {
        return _mm256_sll_epi64(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(words + i)), to_sign);
    });
}

// The same for options that hold any of several bits.
template <int W>
std::uint32_t find_holders(const OptionList<W>& list, const Mask<W>& bits, std::uint32_t* positions) {
    __m256i wanted[W];
    for (int k = 0; k < W; ++k) wanted[k] = _mm256_set1_epi64x(static_cast<long long>(bits[k]));
    return detail::find_positions(list.size, positions, [&](std::uint32_t i) {
        __m256i held = _mm256_setzero_si256();
        for (int k = 0; k < W; ++k) {
            const __m256i some = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(list.words[k] + i));
            held = _mm256_or_si256(held, _mm256_and_si256(some, wanted[k]));
        }
        const __m256i none = _mm256_cmpeq_epi64(held, _mm256_setzero_si256());
        return _mm256_xor_si256(none, _mm256_set1_epi64x(-1));
    });
}

// Bit-sliced counts of options that come four at a time, each lane counting its own.
template <int W>
class FourPlanes {
  public:
    FourPlanes() {
        for (int k = 0; k < W; ++k) ones_[k] = twos_[k] = fours_[k] = many_[k] = _mm256_setzero_si256();
    }

    void add(const __m256i (&options)[W]) {
        for (int k = 0; k < W; ++k) {
            add_twos(k, _mm256_and_si256(ones_[k], options[k]));
            ones_[k] = _mm256_xor_si256(ones_[k], options[k]);
        }
    }

    // Two at once have one carry together, which saves a third of the work.
    void add(const __m256i (&options)[W], const __m256i (&more)[W]) {
        for (int k = 0; k < W; ++k) {
            const __m256i unlike = _mm256_xor_si256(options[k], more[k]);
            add_twos(k, _mm256_or_si256(_mm256_and_si256(options[k], more[k]),
                                        _mm256_and_si256(ones_[k], unlike)));
            ones_[k] = _mm256_xor_si256(ones_[k], unlike);
        }
    }

    Planes<W> sum() const {
        Planes<W> sum;
        for (int k = 0; k < W; ++k) {
            __m256i ones = ones_[k], twos = twos_[k], fours = fours_[k], many = many_[k];
            add_lanes<0b01'00'11'10>(ones, twos, fours, many);
            add_lanes<0b10'11'00'01>(ones, twos, fours, many);
            sum.ones[k] = first_lane(ones);
            sum.twos[k] = first_lane(twos);
            sum.fours[k] = first_lane(fours);
            sum.many[k] = first_lane(many);
        }
        return sum;
    }

  private:
    void add_twos(int k, __m256i carry) {
        const __m256i second_carry = _mm256_and_si256(twos_[k], carry);
        twos_[k] = _mm256_xor_si256(twos_[k], carry);
        many_[k] = _mm256_or_si256(many_[k], _mm256_and_si256(fours_[k], second_carry));
        fours_[k] = _mm256_xor_si256(fours_[k], second_carry);
    }

    // Adds to each lane the one that comes in its place in another order.
    template <int order>
    static void add_lanes(__m256i& ones, __m256i& twos, __m256i& fours, __m256i& many) {
        const __m256i more_ones = _mm256_permute4x64_epi64(ones, order);
        const __m256i more_twos = _mm256_permute4x64_epi64(twos, order);
        const __m256i more_fours = _mm256_permute4x64_epi64(fours, order);
        const __m256i more_many = _mm256_permute4x64_epi64(many, order);
        const __m256i to_twos = _mm256_and_si256(ones, more_ones);
        ones = _mm256_xor_si256(ones, more_ones);
        __m256i unlike = _mm256_xor_si256(twos, more_twos);
        const __m256i to_fours =
            _mm256_or_si256(_mm256_and_si256(twos, more_twos), _mm256_and_si256(unlike, to_twos));
        twos = _mm256_xor_si256(unlike, to_twos);
        unlike = _mm256_xor_si256(fours, more_fours);
        const __m256i to_many =
            _mm256_or_si256(_mm256_and_si256(fours, more_fours), _mm256_and_si256(unlike, to_fours));
        fours = _mm256_xor_si256(unlike, to_fours);
        many = _mm256_or_si256(_mm256_or_si256(many, more_many), to_many);
    }

    static std::uint64_t first_lane(__m256i lanes) {
        return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm256_castsi256_si128(lanes)));
    }

    __m256i ones_[W], twos_[W], fours_[W], many_[W];
};

namespace detail {

// Copies options, four at a time, leaving out those that clash with the chosen one.
template <int W, bool grouped>
class Copier {
  public:
    Copier(const OptionList<W>& from, OptionList<W>& to, const Mask<W>& chosen)
        : from_groups_(from.groups), to_groups_(to.groups) {
        for (int k = 0; k < W; ++k) {
            from_words_[k] = from.words[k];
            to_words_[k] = to.words[k];
            chosen_[k] = _mm256_set1_epi64x(static_cast<long long>(chosen[k]));
        }
    }

    // Leaves in `kept` those that were copied, and nothing in the lanes of the others.
    [[gnu::always_inline]] void operator()(std::size_t i, __m256i eligible, __m256i (&kept)[W]) {
        __m256i value[W];
        __m256i clash = _mm256_setzero_si256();
        for (int k = 0; k < W; ++k) {
            value[k] = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from_words_[k] + i));
            clash = _mm256_or_si256(clash, _mm256_and_si256(value[k], chosen_[k]));
        }
        const __m256i stays = _mm256_and_si256(_mm256_cmpeq_epi64(clash, _mm256_setzero_si256()), eligible);
        const auto lanes = static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(stays)));
        const __m256i pack = _mm256_load_si256(reinterpret_cast<const __m256i*>(pack_tables.lanes[lanes]));
        for (int k = 0; k < W; ++k) {
            kept[k] = _mm256_and_si256(value[k], stays);
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(to_words_[k] + size_),
                                _mm256_permutevar8x32_epi32(value[k], pack));
        }
        if constexpr (grouped) {
            std::uint32_t groups;
            std::memcpy(&groups, from_groups_ + i, 4);
            groups = _pext_u32(groups, pack_tables.bytes[lanes]);
            std::memcpy(to_groups_ + size_, &groups, 4);
        }
        size_ += static_cast<std::size_t>(std::popcount(lanes));
    }

    std::size_t size() const { return size_; }

  private:
    const std::uint64_t* from_words_[W];
    std::uint64_t* to_words_[W];
    const std::uint8_t* from_groups_;
    std::uint8_t* to_groups_;
    __m256i chosen_[W];
    std::size_t size_ = 0;
};

}  // namespace detail

template <int W, bool grouped>
Planes<W> filter(const OptionList<W>& from, OptionList<W>& to, const Mask<W>& chosen,
                 std::span<const OptionStretch> excluded) {
    FourPlanes<W> planes;
    detail::Copier<W, grouped> copy(from, to, chosen);
    const __m256i all = _mm256_set1_epi64x(-1);
    for (Gaps gaps(excluded, from.size); gaps.next();) {
        std::size_t i = gaps.begin;
        const std::size_t end = gaps.end;
        __m256i kept[W], more[W];
        for (; i + 8 <= end; i += 8) {
            copy(i, all, kept);
            copy(i + 4, all, more);
            planes.add(kept, more);
        }
        if (i + 4 <= end) {
            copy(i, all, kept);
            planes.add(kept);
            i += 4;
        }
        if (i < end) {
            const auto* rest = reinterpret_cast<const __m256i*>(detail::pack_tables.first[end - i]);
            copy(i, _mm256_load_si256(rest), kept);
            planes.add(kept);
        }
    }
    to.size = static_cast<std::uint32_t>(copy.size());
    return planes.sum();
}

#else

inline std::uint32_t find_holders(const std::uint64_t* words, std::uint32_t size, int bit,
                                  std::uint32_t* positions) {
    std::uint32_t found = 0;
    for (std::uint32_t i = 0; i < size; ++i)
        if (words[i] >> bit & 1) positions[found++] = i;
    return found;
}

template <int W>
std::uint32_t find_holders(const OptionList<W>& list, const Mask<W>& bits, std::uint32_t* positions) {
    std::uint32_t found = 0;
    for (std::uint32_t i = 0; i < list.size; ++i) {
        std::uint64_t held = 0;
        for (int k = 0; k < W; ++k) held |= list.words[k][i] & bits[k];
        if (held) positions[found++] = i;
    }
    return found;
}

template <int W>
OptionStretch find_group(const OptionList<W>& list, std::uint32_t position) {
    const auto range = std::equal_range(list.groups, list.groups + list.size, list.groups[position]);
    return {static_cast<std::uint32_t>(range.first - list.groups),
            static_cast<std::uint32_t>(range.second - list.groups)};
}

template <int W, bool grouped>
Planes<W> filter(const OptionList<W>& from, OptionList<W>& to, const Mask<W>& chosen,
                 std::span<const OptionStretch> excluded) {
    Planes<W> sum;
    to.size = 0;
    for (Gaps gaps(excluded, from.size); gaps.next();) {
        for (std::size_t i = gaps.begin; i < gaps.end; ++i) {
            std::uint64_t clash = 0;
            for (int k = 0; k < W; ++k) clash |= from.words[k][i] & chosen[k];
            if (clash) continue;
            for (int k = 0; k < W; ++k) {
                const std::uint64_t added = from.words[k][i];
                const std::uint64_t carry = sum.ones[k] & added;
                sum.ones[k] ^= added;
                const std::uint64_t second_carry = sum.twos[k] & carry;
                sum.twos[k] ^= carry;
                sum.many[k] |= sum.fours[k] & second_carry;
                sum.fours[k] ^= second_carry;
                to.words[k][to.size] = added;
            }
            if constexpr (grouped) to.groups[to.size] = from.groups[i];
            ++to.size;
        }
    }
    return sum;
}

#endif

}  // namespace piecework::cover

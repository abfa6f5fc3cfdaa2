// The partial states of a sweep with the same first open position, by profile: a hash table with linear
// probing.
//
// A profile is which positions are covered, as a window of bits that begins at the first open one. States
// that have it in common differ in how they used the groups, which a list of uses tells (uses.hpp).
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "piecework/cover/mask.hpp"
#include "piecework/cover/pages.hpp"
#include "piecework/cover/ways.hpp"

namespace piecework::cover {

template <int W, class List>
class ProfileTable {
  public:
    struct Slot {
        Mask<W> window{};
        List uses;  // empty in a slot that is free

        bool free() const { return uses.empty(); }
    };
    using Slots = std::vector<Slot, PageAllocator<Slot>>;

    static std::uint64_t hash(const Mask<W>& window) {
        // Twice: after one multiplication, windows of a few far bits would still fall together.
        const std::uint64_t mixed = mix<W>(0, window);
        return (mixed ^ mixed >> 32) * 0xd6e8feb86659fd93ull;
    }

    // The uses of a profile; an empty list, which must be filled at once, where it is new.
    List& at(const Mask<W>& window, std::uint64_t hash, MemoryBudget& memory) {
        if (5 * (size_ + 1) > 4 * slots_.size()) grow(memory);
        for (std::size_t at = home(hash);; at = after(at)) {
            Slot& slot = slots_[at];
            if (slot.free()) {
                slot.window = window;
                ++size_;
                return slot.uses;
            }
            if (same<W>(slot.window, window)) return slot.uses;
        }
    }
    void prefetch(std::uint64_t hash) const {
        if (!slots_.empty()) __builtin_prefetch(&slots_[home(hash)], 1);
    }
    std::size_t size() const { return slots_.size(); }  // with the free ones
    // Calls `take` with each slot that is taken, of those from one to before another, until it says that this
    // is enough. Where is one to go on?
    template <class Take>
    std::size_t visit(std::size_t begin, std::size_t end, const Take& take) {
        while (begin < end) {
            // Which of up to 64 it is, without a branch: that would be predicted badly.
            const std::size_t some = std::min<std::size_t>(64, end - begin);
            std::uint64_t taken = 0;
            for (std::size_t i = 0; i < some; ++i) taken |= std::uint64_t{!slots_[begin + i].free()} << i;
            for (; taken; taken &= taken - 1) {
                const std::size_t at = begin + static_cast<std::size_t>(std::countr_zero(taken));
                const std::uint64_t later = taken & (taken - 1);
                if (later) slots_[begin + static_cast<std::size_t>(std::countr_zero(later))].uses.prefetch();
                if (!take(slots_[at])) return at + 1;
            }
            begin += some;
        }
        return end;
    }
    template <class Take>
    void for_each(std::size_t begin, std::size_t end, const Take& take) {
        visit(begin, end, [&](Slot& slot) {
            take(slot);
            return true;
        });
    }
    // When no list is left in it.
    void clear(MemoryBudget& memory) {
        memory.give_back(slots_.size() * sizeof(Slot));
        Slots().swap(slots_);  // an assignment would keep the memory
        size_ = 0;
    }

  private:
    std::size_t home(std::uint64_t hash) const {
        return static_cast<std::size_t>(static_cast<Wide>(hash) * slots_.size() >> 64);
    }
    std::size_t after(std::size_t at) const { return at + 1 == slots_.size() ? 0 : at + 1; }

    // Doubles while it is small; then by half, since the largest tables are what the memory goes into.
    void grow(MemoryBudget& memory) {
        constexpr std::size_t small = 1 << 18;
        const std::size_t size = slots_.size();
        const std::size_t larger = size < small ? std::max<std::size_t>(64, 4 * size) : size + size / 2;
        memory.take(larger * sizeof(Slot));
        Slots old(larger);
        old.swap(slots_);
        for (Slot& slot : old) {
            if (slot.free()) continue;
            std::size_t at = home(hash(slot.window));
            while (!slots_[at].free()) at = after(at);
            slots_[at] = std::move(slot);
        }
        memory.give_back(old.size() * sizeof(Slot));
    }

    Slots slots_;
    std::size_t size_ = 0;
};

}  // namespace piecework::cover

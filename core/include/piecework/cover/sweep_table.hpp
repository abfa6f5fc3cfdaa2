// The sweep's tables: states packed as keys, the number of ways to reach each, and a hash table that holds
// both.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

#include "piecework/cover/bigcount.hpp"

namespace piecework::cover {

__extension__ typedef unsigned __int128 Wide;

// A number of ways, of L words; operations tell when it does not fit.
template <int L>
struct Ways {
    std::uint64_t limbs[L]{};

    static Ways one() { return {{1}}; }
    BigCount value() const { return {limbs, L}; }
    static constexpr std::size_t bytes() { return 0; }  // that lie elsewhere
    bool zero() const {
        std::uint64_t all = 0;
        for (int i = 0; i < L; ++i) all |= limbs[i];
        return all == 0;
    }
    [[nodiscard]] bool add(const Ways& other) {
        std::uint64_t carry = 0;
        for (int i = 0; i < L; ++i) {
            const Wide sum = static_cast<Wide>(limbs[i]) + other.limbs[i] + carry;
            limbs[i] = static_cast<std::uint64_t>(sum);
            carry = static_cast<std::uint64_t>(sum >> 64);
        }
        return carry == 0;
    }
    [[nodiscard]] bool multiply(std::uint64_t factor) {
        std::uint64_t carry = 0;
        for (int i = 0; i < L; ++i) {
            const Wide product = static_cast<Wide>(limbs[i]) * factor + carry;
            limbs[i] = static_cast<std::uint64_t>(product);
            carry = static_cast<std::uint64_t>(product >> 64);
        }
        return carry == 0;
    }
};

// The same without a limit, for the few counts that need it.
struct AnyWays {
    BigCount number;

    static AnyWays one() { return {1}; }
    const BigCount& value() const { return number; }
    std::size_t bytes() const { return number.bytes(); }
    bool zero() const { return number.zero(); }
    [[nodiscard]] bool add(const AnyWays& other) {
        number += other.number;
        return true;
    }
    [[nodiscard]] bool multiply(std::uint64_t factor) {
        number *= factor;
        return true;
    }
};

// Which positions are covered and how often each group was used.
template <int W>
struct State {
    std::uint64_t window[W]{};  // bit 0 is the first open position, and so 0
    std::uint64_t groups = 0;
};

inline std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0xd6e8feb86659fd93ull;
    return hash ^ (hash >> 32);
}

// States as they lie in tables. Where the window and the groups fit into one word together, they share it.
struct PackedKey {
    std::uint64_t word = 0;

    PackedKey() = default;
    PackedKey(const State<1>& state, int shift) : word(state.window[0] | state.groups << shift) {}
    State<1> state(int shift) const { return {{word & ((1ull << shift) - 1)}, word >> shift}; }
    bool operator==(const PackedKey&) const = default;
    std::uint64_t hash() const { return mix(0x9e3779b97f4a7c15ull, word); }
};

template <int W>
struct WideKey {
    State<W> whole;

    WideKey() = default;
    WideKey(const State<W>& state, int) : whole(state) {}
    const State<W>& state(int) const { return whole; }
    bool operator==(const WideKey& other) const {
        std::uint64_t unlike = whole.groups ^ other.whole.groups;
        for (int k = 0; k < W; ++k) unlike |= whole.window[k] ^ other.whole.window[k];
        return unlike == 0;
    }
    std::uint64_t hash() const {
        std::uint64_t hash = mix(0x9e3779b97f4a7c15ull, whole.groups);
        for (int k = 0; k < W; ++k) hash = mix(hash, whole.window[k]);
        return hash;
    }
};

// Large tables come straight from the system and go straight back, so that the memory in use is the memory
// counted; huge pages keep the processor's translation of addresses from being the bottleneck. Small ones are
// left to the heap, which hands the pages of the last one on to the next.
template <class T>
struct PageAllocator {
    using value_type = T;
    static constexpr std::size_t large = 1 << 23;

    PageAllocator() = default;
    template <class U>
    PageAllocator(const PageAllocator<U>&) {}

    T* allocate(std::size_t count) {
        const std::size_t bytes = count * sizeof(T);
        if (bytes < large) return static_cast<T*>(::operator new(bytes));
        void* pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED) throw std::bad_alloc();
        madvise(pages, bytes, MADV_HUGEPAGE);
        return static_cast<T*>(pages);
    }
    void deallocate(T* pointer, std::size_t count) {
        const std::size_t bytes = count * sizeof(T);
        if (bytes < large)
            ::operator delete(pointer);
        else
            munmap(pointer, bytes);
    }
    bool operator==(const PageAllocator&) const { return true; }
};

// The memory that the tables of a sweep may take together. It is asked before it is used: a table that grows
// needs the old and the new place at once, and large ones would go far beyond a limit that is looked at
// later.
class MemoryBudget {
  public:
    explicit MemoryBudget(std::uint64_t limit) : limit_(limit) {}

    // Throws std::bad_alloc where that is more than is left.
    void take(std::uint64_t bytes) {
        if (bytes == 0) return;  // threads shall not meet here for nothing
        const std::uint64_t used = used_.fetch_add(bytes) + bytes;
        if (used > limit_) {
            used_ -= bytes;
            throw std::bad_alloc();
        }
        std::uint64_t peak = peak_;
        while (used > peak && !peak_.compare_exchange_weak(peak, used)) {
        }
    }
    void give_back(std::uint64_t bytes) {
        if (bytes > 0) used_ -= bytes;
    }
    std::uint64_t peak() const { return peak_; }

  private:
    std::uint64_t limit_;
    std::atomic<std::uint64_t> used_{0}, peak_{0};
};

template <class Key, class Number>
struct Entry {
    Key key;
    Number ways;  // never 0 in a slot that is taken
};

// States with the same first open position: a hash table with linear probing. It doubles while it is small;
// then it grows by half, since the largest tables are what the memory goes into.
template <class Key, class Number>
class Table {
  public:
    using Slot = Entry<Key, Number>;
    using Slots = std::vector<Slot, PageAllocator<Slot>>;

    // Adds to what is known of the state; false if the number of ways does not fit.
    bool add(const Slot& entry, std::uint64_t hash, MemoryBudget& memory) {
        if (5 * (size_ + 1) > 4 * slots_.size()) grow(memory);
        for (std::size_t at = home(hash);; at = after(at)) {
            Slot& slot = slots_[at];
            const bool free = slot.ways.zero();
            if (!free && slot.key != entry.key) continue;
            const std::size_t before = slot.ways.bytes();
            bool fits = true;
            if (free) {
                slot = entry;
                ++size_;
            } else {
                fits = slot.ways.add(entry.ways);
            }
            count_change(before, slot.ways.bytes(), memory);
            return fits;
        }
    }
    void prefetch(std::uint64_t hash) const {
        if (!slots_.empty()) __builtin_prefetch(&slots_[home(hash)], 1);
    }
    const Slots& slots() const { return slots_; }
    void clear(MemoryBudget& memory) {
        memory.give_back(slots_.size() * sizeof(Slot) + numbers_);
        Slots().swap(slots_);  // an assignment would keep the memory
        size_ = numbers_ = 0;
    }

  private:
    std::size_t home(std::uint64_t hash) const {
        return static_cast<std::size_t>(static_cast<Wide>(hash) * slots_.size() >> 64);
    }
    std::size_t after(std::size_t at) const { return at + 1 == slots_.size() ? 0 : at + 1; }

    void grow(MemoryBudget& memory) {
        constexpr std::size_t small = 1 << 18;
        const std::size_t size = slots_.size();
        const std::size_t larger = size < small ? std::max<std::size_t>(64, 2 * size) : size + size / 2;
        memory.take(larger * sizeof(Slot));
        Slots old(larger);
        old.swap(slots_);
        for (Slot& entry : old) {
            if (entry.ways.zero()) continue;
            std::size_t at = home(entry.key.hash());
            while (!slots_[at].ways.zero()) at = after(at);
            slots_[at] = std::move(entry);
        }
        memory.give_back(old.size() * sizeof(Slot));
    }

    // Of the memory that a number takes beside its slot.
    void count_change(std::size_t before, std::size_t after, MemoryBudget& memory) {
        numbers_ += after - before;
        memory.take(after - before);
    }

    Slots slots_;
    std::size_t size_ = 0;
    std::size_t numbers_ = 0;  // bytes that numbers take beside their slots
};

}  // namespace piecework::cover

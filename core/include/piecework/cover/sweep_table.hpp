// The sweep's tables: states packed as keys, the number of ways to reach each, and a hash table that holds
// both.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <new>
#include <vector>

namespace piecework::cover {

__extension__ typedef unsigned __int128 Wide;

// A number of ways, of L words; operations tell when it does not fit.
template <int L>
struct Ways {
    std::uint64_t limbs[L]{};

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
// counted.
template <class T>
struct PageAllocator {
    using value_type = T;
    static constexpr std::size_t large = 1 << 18;

    PageAllocator() = default;
    template <class U>
    PageAllocator(const PageAllocator<U>&) {}

    T* allocate(std::size_t count) {
        const std::size_t bytes = count * sizeof(T);
        if (bytes < large) return static_cast<T*>(::operator new(bytes));
        // All pages will be touched, and in no order: small tables get theirs in one go, and for large ones
        // huge pages keep the processor's translation of addresses from being the bottleneck.
        const bool huge = bytes >= (std::size_t{1} << 23);
        const int flags = MAP_PRIVATE | MAP_ANONYMOUS | (huge ? 0 : MAP_POPULATE);
        void* pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
        if (pages == MAP_FAILED) throw std::bad_alloc();
        if (huge) madvise(pages, bytes, MADV_HUGEPAGE);
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

template <class Key, int L>
struct Entry {
    Key key;
    Ways<L> ways;  // never 0 in a slot that is taken
};

// States with the same first open position: a hash table with linear probing. It doubles while it is small;
// then it grows by half, since the largest tables are what the memory goes into.
template <class Key, int L>
class Table {
  public:
    using Slot = Entry<Key, L>;
    using Slots = std::vector<Slot, PageAllocator<Slot>>;

    // Adds to what is known of the state; false if the number of ways does not fit.
    bool add(const Slot& entry, std::uint64_t hash, std::atomic<std::uint64_t>& memory) {
        if (5 * (size_ + 1) > 4 * slots_.size()) grow(memory);
        for (std::size_t at = home(hash);; at = after(at)) {
            Slot& slot = slots_[at];
            if (slot.ways.zero()) {
                slot = entry;
                ++size_;
                return true;
            }
            if (slot.key == entry.key) return slot.ways.add(entry.ways);
        }
    }
    void prefetch(std::uint64_t hash) const {
        if (!slots_.empty()) __builtin_prefetch(&slots_[home(hash)], 1);
    }
    const Slots& slots() const { return slots_; }
    void clear(std::atomic<std::uint64_t>& memory) {
        memory -= slots_.size() * sizeof(Slot);
        slots_ = {};
        size_ = 0;
    }

  private:
    std::size_t home(std::uint64_t hash) const {
        return static_cast<std::size_t>(static_cast<Wide>(hash) * slots_.size() >> 64);
    }
    std::size_t after(std::size_t at) const { return at + 1 == slots_.size() ? 0 : at + 1; }

    void grow(std::atomic<std::uint64_t>& memory) {
        constexpr std::size_t small = 1 << 18;
        const std::size_t size = slots_.size();
        Slots old(size < small ? std::max<std::size_t>(64, 2 * size) : size + size / 2);
        memory += old.size() * sizeof(Slot);
        old.swap(slots_);
        for (const Slot& entry : old) {
            if (entry.ways.zero()) continue;
            std::size_t at = home(entry.key.hash());
            while (!slots_[at].ways.zero()) at = after(at);
            slots_[at] = entry;
        }
        memory -= old.size() * sizeof(Slot);
    }

    Slots slots_;
    std::size_t size_ = 0;
};

}  // namespace piecework::cover

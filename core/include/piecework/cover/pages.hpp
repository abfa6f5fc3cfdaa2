// Memory that is counted: a budget that several tables share, pages straight from the system, and blocks of
// many sizes that are handed out and taken back.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

namespace piecework::cover {

// Large tables come straight from the system and go straight back, so that the memory in use is the memory
// counted; huge pages keep the processor's translation of addresses from being the bottleneck. Small ones are
// left to the heap, which hands the pages of the last one on to the next.
template <class T>
struct PageAllocator {
    using value_type = T;
    static constexpr std::size_t large = 1 << 23;

    PageAllocator() = default;
    template <class U>
    PageAllocator(const PageAllocator<U>&) {}  // NOLINT: containers convert allocators

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

// Makes room for more in a vector that counts.
template <class T>
void reserve(std::vector<T>& vector, std::size_t more, MemoryBudget& memory) {
    const std::size_t before = vector.capacity();
    if (vector.size() + more <= before) return;
    const std::size_t larger = std::max(vector.size() + more, 2 * before);
    memory.take(larger * sizeof(T));
    vector.reserve(larger);
    memory.give_back(before * sizeof(T));
}

// Blocks of memory for lists that grow. Small ones have a power of two of bytes, are cut from larger pieces,
// and wait for the next list of their size when they are given back; large ones come from the system. A whole
// vector may be read behind the end of each. One thread's.
class BlockPool {
  public:
    explicit BlockPool(MemoryBudget& memory) : memory_(memory) {}
    BlockPool(const BlockPool&) = delete;
    BlockPool& operator=(const BlockPool&) = delete;
    ~BlockPool() {
        for (const auto& [pieces, size] : chunks_) pages_.deallocate(pieces, size);
    }

    // How much one gets who asks for so many bytes.
    static std::size_t size_of(std::size_t least) {
        return least > largest_small ? least : std::bit_ceil(std::max(least, smallest));
    }
    // Throws std::bad_alloc where the budget does not suffice.
    std::byte* take(std::size_t least) {
        const std::size_t size = size_of(least);
        if (size > largest_small) {
            memory_.take(size);
            return pages_.allocate(size + vector);
        }
        std::byte*& free = waiting(size);
        if (free) return std::exchange(free, *reinterpret_cast<std::byte**>(free));
        if (left_ < size) add_chunk(size);
        left_ -= size;
        return next_ + left_;  // from the end, so that all stay aligned
    }
    // The same before the end of the pool, with which small blocks go anyway.
    void abandon(std::byte* block, std::size_t least) {
        if (least > largest_small) give_back(block, least);
    }
    void give_back(std::byte* block, std::size_t least) {
        const std::size_t size = size_of(least);
        if (size > largest_small) {
            pages_.deallocate(block, size + vector);
            memory_.give_back(size);
        } else {
            *reinterpret_cast<std::byte**>(block) = std::exchange(waiting(size), block);
        }
    }

  private:
    static constexpr std::size_t smallest = 16, largest_small = 1 << 20, vector = 32;

    // The first of the blocks of a size that were given back; each holds the place of the next.
    std::byte*& waiting(std::size_t size) {
        return waiting_[static_cast<std::size_t>(std::countr_zero(size))];
    }

    void add_chunk(std::size_t least) {
        // Ever larger ones: there are few of them, and little is taken in vain.
        const std::size_t size = std::max(least, std::clamp<std::size_t>(all_ / 4, 1 << 12, 1 << 24));
        memory_.take(size);
        auto& [bytes, bytes_size] = chunks_.emplace_back(nullptr, 0);
        bytes_size = size + vector;
        next_ = bytes = pages_.allocate(bytes_size);
        left_ = size;
        all_ += size;
    }

    MemoryBudget& memory_;
    PageAllocator<std::byte> pages_;
    std::vector<std::pair<std::byte*, std::size_t>> chunks_;
    std::byte* next_ = nullptr;  // what is left of the last chunk
    std::size_t left_ = 0, all_ = 0;
    std::array<std::byte*, 21> waiting_{};  // by the logarithm of the size
};

}  // namespace piecework::cover

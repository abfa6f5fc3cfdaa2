// A set of compact shapes that several threads fill, at four bytes a slot.
//
// A shape of b bits (both planes side by side) is scrambled by a function that can be undone, its upper bits
// choose one of many small hash tables, and only the lower bits, at most 32, are stored there: 251 million
// shapes of Quad5 (40 bits) take 2.1 GB, half full, instead of 4.3 GB in a table of 64-bit words.
#pragma once

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "piecework/shapez/board.hpp"

namespace piecework::shapez {

struct OutOfMemory : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class ShapeSet {
  public:
    // Throws OutOfMemory rather than grow beyond `most_bytes` (0: no limit).
    explicit ShapeSet(const Board& board, std::uint64_t most_bytes = 0);

    // Whether it was new. Safe to call from several threads.
    bool insert(Shape shape);
    bool contains(Shape shape) const;  // not while others insert
    std::uint64_t size() const { return size_.load(std::memory_order_relaxed); }
    std::uint64_t bytes() const { return bytes_.load(std::memory_order_relaxed); }
    int parts() const { return static_cast<int>(tables_.size()); }

    template <class Visit>
    void for_each_in(int part, Visit&& visit) const {
        const Table& table = tables_[static_cast<std::size_t>(part)];
        if (table.has_zero) visit(restore(static_cast<std::uint64_t>(part), 0));
        for (const std::uint32_t slot : table.slots)
            if (slot != 0) visit(restore(static_cast<std::uint64_t>(part), slot));
    }
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (int part = 0; part < parts(); ++part) for_each_in(part, visit);
    }

    // Both planes side by side without the gap between them, and back.
    static std::uint64_t dense(const Board& board, Shape shape) {
        return low(shape) | static_cast<std::uint64_t>(high(shape)) << board.cells;
    }
    static Shape sparse(const Board& board, std::uint64_t key) {
        return pack(static_cast<Plane>(key) & board.all, static_cast<Plane>(key >> board.cells));
    }

  private:
    struct Table {
        std::vector<std::uint32_t> slots;
        std::uint32_t used = 0;
        bool has_zero = false;
        std::atomic_flag busy{};
    };
    std::uint64_t scramble(std::uint64_t key) const;
    std::uint64_t unscramble(std::uint64_t key) const;
    Shape restore(std::uint64_t part, std::uint32_t rest) const {
        return sparse(board_, unscramble(part << rest_bits_ | rest));
    }
    bool insert_rest(Table& table, std::uint32_t rest);
    void grow(Table& table);

    Board board_;
    int bits_;
    int rest_bits_;
    std::uint64_t mask_;
    std::uint64_t most_bytes_;
    std::vector<Table> tables_;
    std::atomic<std::uint64_t> size_{0};
    std::atomic<std::uint64_t> bytes_{0};
};

}  // namespace piecework::shapez

// The rows that can be added to a shape at one height, looked up instead of computed.
//
// Stacking builds from the bottom up. At each height some columns are *free* (nothing at or above this
// height) and some of those are *footed* (something directly below, or the ground). A pin needs its own
// foot. An arc of normal parts needs one footed column, or a neighbour beyond the edge that holds it: in a
// half, columns 0 and last may lean on the other side of the cut (bits 0 and 1 of `sides`).
//
// In a half that was put together from two at the line before column `joint`, a row is called *leaning* when
// it could not have been stacked on the two parts separately.
#pragma once

#include <cstdint>
#include <vector>

#include "piecework/shapez/board.hpp"

namespace piecework::shapez {

struct Row {
    std::uint16_t normals;
    std::uint16_t pins;
    bool leaning;
};

class RowTable {
  public:
    // Columns in a ring (a full shape), or in a line (a half) that may lean on either end.
    static RowTable ring(int columns);
    static RowTable line(int columns, int joint);

    struct Span {
        const Row* first;
        const Row* last;
        const Row* begin() const { return first; }
        const Row* end() const { return last; }
    };
    Span rows(unsigned free, unsigned footed, unsigned sides = 0) const {
        const std::size_t at = index(free, footed, sides);
        return {rows_.data() + starts_[at], rows_.data() + starts_[at + 1]};
    }

  private:
    std::size_t index(unsigned free, unsigned footed, unsigned sides) const {
        return ((static_cast<std::size_t>(free) << columns_ | footed) << side_bits_) | sides;
    }
    RowTable(int columns, int joint, bool closed);

    int columns_;
    int side_bits_;
    std::vector<std::uint32_t> starts_;
    std::vector<Row> rows_;
};

}  // namespace piecework::shapez

#include "piecework/shapez/rows.hpp"

namespace piecework::shapez {

namespace {

// The arc that holds the lowest bit of `row`, among columns in a line or a ring, not crossing `joint`.
unsigned arc_of(unsigned row, int columns, bool closed, int joint) {
    unsigned arc = row & (~row + 1);
    const unsigned all = (1u << columns) - 1;
    for (unsigned grown = 0; grown != arc;) {
        grown = arc;
        unsigned up = (arc << 1) & all;
        unsigned down = arc >> 1;
        if (joint > 0) {
            up &= ~(1u << joint);
            down &= ~(1u << (joint - 1));
        }
        if (closed) {
            up |= (arc >> (columns - 1)) & 1;
            down |= (arc & 1) << (columns - 1);
        }
        arc |= (up | down) & row;
    }
    return arc;
}

bool every_arc_anchored(unsigned normals, unsigned anchors, int columns, bool closed, int joint) {
    while (normals != 0) {
        const unsigned arc = arc_of(normals, columns, closed, joint);
        if ((arc & anchors) == 0) return false;
        normals &= ~arc;
    }
    return true;
}

}  // namespace

RowTable RowTable::ring(int columns) { return RowTable(columns, 0, true); }
RowTable RowTable::line(int columns, int joint) { return RowTable(columns, joint, false); }

RowTable::RowTable(int columns, int joint, bool closed) : columns_(columns), side_bits_(closed ? 0 : 2) {
    const unsigned count = 1u << columns;
    const unsigned side_count = 1u << side_bits_;
    starts_.push_back(0);
    for (unsigned free = 0; free < count; ++free)
        for (unsigned footed = 0; footed < count; ++footed)
            for (unsigned sides = 0; sides < side_count; ++sides) {
                const unsigned anchors =
                    footed | (sides & 1 ? 1u : 0u) | (sides & 2 ? 1u << (columns - 1) : 0u);
                for (unsigned normals = 0; (footed & ~free) == 0 && normals < count; ++normals) {
                    if (normals & ~free) continue;
                    if (!every_arc_anchored(normals, anchors, columns, closed, 0)) continue;
                    const bool leaning = !every_arc_anchored(normals, footed, columns, closed, joint);
                    const unsigned open = footed & ~normals;
                    for (unsigned pins = open;; pins = (pins - 1) & open) {
                        rows_.push_back(
                            {static_cast<std::uint16_t>(normals), static_cast<std::uint16_t>(pins), leaning});
                        if (pins == 0) break;
                    }
                }
                starts_.push_back(static_cast<std::uint32_t>(rows_.size()));
            }
}

}  // namespace piecework::shapez

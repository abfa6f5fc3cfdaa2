// Every shape that can be built and that no swapper puts out directly: the full set.
//
// A shape is *swappable* when some rotation splits it into two known halves; those are counted by matrices
// (count.hpp) and never listed. The others are found by applying the stacker (one arc or pin at a time) and
// the pin pusher to swappable shapes, and again to everything found.
//
// Most swappable shapes lead nowhere new, and are not even looked at:
//   - a row within one half gives a half, so the result is swappable again. So does an arc across the cut
//     that lands at the same height on both sides. What remains are arcs where one side would hang in the
//     air, and the half with the hanging arc is not a known half: those halves are listed by arc and height,
//     and paired with the halves on which the arc's other side lands at that height.
//   - the pin pusher acts on each half alone, unless crystals of the top layer break.
// By symmetry, the hanging or breaking half is east, and it is the lesser of itself and its mirror image.
//
// Cost: Quad5 has 135,074 halves, 4.7e8 pairs with a hanging arc, 2.5e9 pairs where the pin pusher may break
// something (a bit test each), and 251,172,538 shapes to go through.
#pragma once

#include "piecework/shapez/halves.hpp"
#include "piecework/shapez/shape_set.hpp"

namespace piecework::shapez {

// The arcs of a ring of columns, from single columns to the whole ring, as rows of bits.
std::vector<Plane> ring_arcs(int columns);

// Adds the canonical non-swappable shapes to an empty set.
void search_full(const Board& board, const HalfSet& halves, Progress& progress, int threads, ShapeSet& found);

// In how many orientations the shapes of a set exist, all together.
std::uint64_t count_oriented(const Board& board, const ShapeSet& shapes);

}  // namespace piecework::shapez

// How many shapes are swappable, without listing them.
//
// Number the columns that occur in halves; let M[a, b] be 1 where columns a, b side by side are a known half
// of a quad. Turned the other way round it is one too, so M is symmetric. A ring a b c d is swappable when
// M[a,b] M[c,d] or M[b,c] M[d,a]; by inclusion and exclusion there are 2 |M|^2 - trace(M^4) of them.
//
// For hexes M[a, b, c] has three indices and a ring a b c d e f three ways to be split. Each way holds for
// |M|^2 rings, two ways together for sum over a, d of U[a,d]^2 with U[a,d] = sum over b, c of
// M[a,b,c] M[b,c,d], and all three for the sum over a, b, d, e of N[a,b,d,e] N[d,e,a,b], where
// N[a,b,d,e] = sum over c of M[a,b,c] M[b,c,d] M[c,d,e]. Rows of M are kept as bits, so the innermost sum is
// a few ANDs and a population count.
//
// Rings of eight columns go the same way, with four splits; rings of ten are gone through, most columns at a
// time.
//
// Shapes up to rotation and mirroring follow by Burnside: the mean, over all 2 P motions of the ring, of the
// number of swappable rings that the motion leaves as they are. Those have half as many free columns.
//
// Worked example: Quad2 has 181 halves and 35,017 swappable shapes in all orientations. Hex4 takes sums over
// 2e9 quadruples of columns where listing all 6.2e11 shapes takes hours.
#pragma once

#include <cstdint>

#include "piecework/shapez/halves.hpp"

namespace piecework::shapez {

struct SwappableCount {
    std::uint64_t oriented;   // every orientation counts
    std::uint64_t canonical;  // up to rotation and mirroring
};

// Throws std::invalid_argument for Dec3, which has too many columns for this.
SwappableCount count_swappable(const Board& board, const HalfSet& halves, Progress& progress, int threads);

// The oriented count for 8 or 10 parts by going through the rings, as a check: small sizes only.
std::uint64_t list_swappable(const Board& board, const HalfSet& halves, Progress& progress);

}  // namespace piecework::shapez

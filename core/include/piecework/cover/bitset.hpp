// The bitset kernel: backtracking on the most constrained item, with the set of options still possible as
// bits.
//
// The dense kernel writes the options that are left down anew at every node. Where a choice excludes only a
// few others, as with many pieces of one kind in space, that is wasteful. Here the options that exclude each
// other are known beforehand, a row of bits for each, so what a choice takes away is one AND, and only that
// is counted, to be subtracted from how many options every item had.
//
// Cost: a row of bits a choice, and about ten instructions for each option that goes. The rows are as long as
// there are options, and must fit into the processor's caches.
#pragma once

#include <memory>

#include "piecework/cover/kernel.hpp"
#include "piecework/cover/layout.hpp"

namespace piecework::cover {

// Whether this kernel can search the problem, and is likely to be faster than the dense one: measured, that
// is so where options take two words or more and exclude no more than three tenths of the others.
bool fits_bitsets(const Layout& layout);
bool prefers_bitsets(const Layout& layout);

std::unique_ptr<Kernel> make_bitset_kernel(std::shared_ptr<const Layout> layout);

}  // namespace piecework::cover

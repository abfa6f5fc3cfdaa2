// Which items belong together: a graph, found from the options alone, in which every option is connected.
//
// Each option's items are joined by a tree of the pairs that are most alike: that stand together in the
// greatest part of the options that hold either of them. In a puzzle these are neighbouring cells, though
// nobody said so. (By number alone, cells two apart in the middle would come before neighbours at the edge.)
// What is left uncovered then falls into parts of
// this graph, every option lies within one part, and so the size of each part must be a sum of option sizes.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "piecework/cover/lists.hpp"

namespace piecework::cover {

using ItemPair = std::pair<std::uint32_t, std::uint32_t>;

// The graph's edges, sorted, for options given as lists of numbers below `items`.
std::vector<ItemPair> link_items(std::size_t items, const Lists& options);

// For each size up to `most`, whether it is a sum of the options' sizes; empty where too few sizes are
// impossible for the question to be worth asking.
std::vector<bool> sums_of_sizes(std::size_t most, const Lists& options);

}  // namespace piecework::cover

// In which order a sweep decides the items.
#pragma once

#include <cstdint>
#include <vector>

#include "piecework/cover/links.hpp"
#include "piecework/cover/lists.hpp"
#include "piecework/watch.hpp"

namespace piecework::cover {

// The options as cells and groups; both have one entry for each.
struct SweepMembers {
    Lists cells;
    std::vector<std::uint32_t> groups;  // one more than the group's number; 0 for none
    std::size_t group_count = 0;
};

// The cells in the order in which they are to be swept. Throws Cancelled.
std::vector<std::uint32_t> best_sweep_order(std::size_t cells, const SweepMembers& members,
                                            const std::vector<ItemPair>& edges, const Watch& watch);

// Where each cell stands in an order.
std::vector<std::uint32_t> inverse_order(const std::vector<std::uint32_t>& order);

}  // namespace piecework::cover

// An exact-cover problem, checked and compact: items with a multiplicity range, options as sets of items.
//
// A solution is a set of options in which every item lies within its range. Cells of a puzzle are items
// needed once, optional cells are items covered at most once, n identical pieces are one item needed n times.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "piecework/cover/lists.hpp"

namespace piecework::cover {

struct Range {
    std::uint32_t lo = 1;
    std::uint32_t hi = 1;

    // At most one option may hold the item: any two options that share it exclude each other.
    bool exclusive() const { return hi == 1; }
    bool required() const { return lo >= 1; }
};

class Problem {
  public:
    Problem() = default;

    // Throws std::invalid_argument where a range is empty, an option is empty, or an item is unknown or
    // repeated.
    Problem(std::vector<Range> items, const std::vector<std::vector<std::uint32_t>>& options);

    std::size_t item_count() const { return items_.size(); }
    std::size_t option_count() const { return options_.size(); }
    const Range& item(std::size_t index) const { return items_[index]; }
    std::span<const std::uint32_t> option(std::size_t index) const { return options_[index]; }

    // Identifies the problem, so that a resume point is not applied to another one.
    std::uint64_t fingerprint() const;

  private:
    std::vector<Range> items_;
    Lists options_;  // their items, ascending
};

}  // namespace piecework::cover

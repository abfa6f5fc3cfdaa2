// A depth-first walk over part of the search tree, which can stop between any two nodes and say what is left.
//
// A stretch names some children of one node: the path to the node and a range of child numbers. A walk begins
// with one stretch; wherever it stands, what it has not visited is again a list of stretches, at most one a
// level. So a resume point, and work given to another thread, are the same thing: stretches.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "piecework/cover/kernel.hpp"

namespace piecework::cover {

struct Stretch {
    std::vector<std::uint32_t> path;
    std::uint32_t first = 0;
    std::uint32_t last = 0;  // one past the last child
    double weight = 0;       // the share of the whole tree, for showing progress
};

class Walk {
  public:
    explicit Walk(Kernel& kernel) : kernel_(kernel) {}

    // Throws std::invalid_argument where the stretch names no node of this tree.
    void begin(const Stretch& stretch);

    // Visits nodes until the stretch is done (true) or `pause` says to stop (false). `found` is called on
    // every solution, while the kernel can tell which options it has; `pause` is asked between nodes and may
    // give work away.
    template <class Found, class Pause>
    bool go_on(Found&& found, Pause&& pause);

    std::uint64_t nodes() const { return nodes_; }
    std::vector<Stretch> rest() const;
    double rest_weight() const;
    // Gives away about half of what is left nearest to the root, or nothing where too little is left.
    std::optional<Stretch> give_away();

  private:
    struct Level {
        std::uint32_t next;
        std::uint32_t end;
        double weight;  // of each child
    };

    Stretch stretch_at(std::size_t level, std::uint32_t first, std::uint32_t last) const;

    Kernel& kernel_;
    std::vector<std::uint32_t> base_;  // the path to the first level
    std::vector<Level> levels_;
    std::uint64_t nodes_ = 0;
};

template <class Found, class Pause>
bool Walk::go_on(Found&& found, Pause&& pause) {
    while (!levels_.empty()) {
        if (pause()) return false;
        Level& level = levels_.back();
        if (level.next == level.end) {
            levels_.pop_back();
            if (!levels_.empty()) kernel_.leave();
            continue;
        }
        ++nodes_;
        switch (kernel_.enter(level.next++)) {
            case Entered::dead:
                break;
            case Entered::solution:
                found();
                break;
            case Entered::open: {
                if (kernel_.solved()) found();
                const std::uint32_t children = kernel_.children();
                levels_.push_back({0, children, children ? level.weight / children : 0});
                break;
            }
        }
    }
    return true;
}

}  // namespace piecework::cover

// A depth-first walk over part of the search tree, which can stop between any two nodes and say what is left.
//
// A stretch of the walk is where it begins and where it ends: for each level, from the root down, the child
// to visit next and the one to stop before. All levels but the last have been entered, through the child
// before the next one. A walk begins with one stretch; wherever it stands, what it has not visited is again a
// stretch, and so is what it gives to another thread. A resume point is a few of them, each as long as the
// tree is deep.
//
// Example: {{1, 3}, {4, 4}, {0, 2}} is the first two children below child 3 of child 0 of the root, and then
// children 1 and 2 of the root, with all that lies below them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "piecework/cover/kernel.hpp"

namespace piecework::cover {

struct Children {
    std::uint32_t next = 0;
    std::uint32_t end = 0;  // one past the last
};

using Stretch = std::vector<Children>;

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
    Stretch rest() const;        // empty where nothing is left
    double rest_weight() const;  // its share of the whole tree, for showing progress
    // Gives away about half of what is left nearest to the root, or nothing where too little is left.
    std::optional<Stretch> give_away();

  private:
    struct Level : Children {
        double weight;  // of each child
        bool barren;    // so far, all below the node is visited by this walk, and holds no solution
    };

    // Stands on a new level, of which these children are to be visited.
    void descend(const Children& visit, bool barren);

    Kernel& kernel_;
    std::optional<bool> possible_;  // whether the root is worth a visit, once that was asked
    std::vector<Level> levels_;
    std::uint64_t nodes_ = 0;
};

template <class Found, class Pause>
bool Walk::go_on(Found&& found, Pause&& pause) {
    while (!levels_.empty()) {
        if (pause()) return false;
        Level& level = levels_.back();
        if (level.next == level.end) {
            const bool barren = level.barren;
            levels_.pop_back();
            if (!levels_.empty()) {
                levels_.back().barren &= barren;
                kernel_.leave(barren);
            }
            continue;
        }
        ++nodes_;
        switch (kernel_.enter(level.next++)) {
            case Entered::dead:
                break;
            case Entered::solution:
                level.barren = false;
                found();
                break;
            case Entered::open: {
                const bool solved = kernel_.solved();
                if (solved) found();
                descend({0, kernel_.children()}, !solved);
                break;
            }
        }
    }
    return true;
}

inline void Walk::descend(const Children& visit, bool barren) {
    const double whole = levels_.empty() ? 1.0 : levels_.back().weight;
    const std::uint32_t children = kernel_.children();
    levels_.push_back({visit, children ? whole / children : 0, barren});
}

}  // namespace piecework::cover

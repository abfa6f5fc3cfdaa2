#include "piecework/cover/walk.hpp"

#include <stdexcept>

namespace piecework::cover {

void Walk::begin(const Stretch& stretch) {
    const auto refuse = [] {
        throw std::invalid_argument("the resume point does not belong to this problem");
    };
    base_ = stretch.path;
    levels_.clear();
    if (!kernel_.restart()) return;
    for (std::uint32_t child : stretch.path) {
        if (child >= kernel_.children()) refuse();
        switch (kernel_.enter(child)) {
            case Entered::open:
                break;
            case Entered::dead:
                return;  // a kernel may see sooner than another that nothing lies below
            case Entered::solution:
                refuse();
        }
    }
    if (stretch.first > stretch.last || stretch.last > kernel_.children()) refuse();
    const std::uint32_t children = stretch.last - stretch.first;
    levels_ = {{stretch.first, stretch.last, children ? stretch.weight / children : 0}};
}

Stretch Walk::stretch_at(std::size_t level, std::uint32_t first, std::uint32_t last) const {
    Stretch stretch{base_, first, last, (last - first) * levels_[level].weight};
    for (std::size_t above = 0; above < level; ++above) stretch.path.push_back(levels_[above].next - 1);
    return stretch;
}

std::vector<Stretch> Walk::rest() const {
    std::vector<Stretch> left;
    for (std::size_t level = levels_.size();
         level-- > 0;)  // deepest first: the order in which the walk would go on
        if (levels_[level].next < levels_[level].end)
            left.push_back(stretch_at(level, levels_[level].next, levels_[level].end));
    return left;
}

double Walk::rest_weight() const {
    double left = 0;
    for (const Level& level : levels_) left += (level.end - level.next) * level.weight;
    return left;
}

std::optional<Stretch> Walk::give_away() {
    for (std::size_t level = 0; level < levels_.size(); ++level) {
        Level& here = levels_[level];
        if (here.next == here.end) continue;
        const std::uint32_t middle = here.next + (here.end - here.next) / 2;
        Stretch gift = stretch_at(level, middle, here.end);
        here.end = middle;
        return gift;
    }
    return std::nullopt;
}

}  // namespace piecework::cover

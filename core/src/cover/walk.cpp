#include "piecework/cover/walk.hpp"

#include <stdexcept>

namespace piecework::cover {

void Walk::begin(const Stretch& stretch) {
    const auto refuse = [] {
        throw std::invalid_argument("the resume point does not belong to this problem");
    };
    for (; levels_.size() > 1; levels_.pop_back()) kernel_.leave(false);
    levels_.clear();
    if (!possible_) possible_ = kernel_.restart();
    if (!*possible_) return;
    for (const Children& visit : stretch) {
        if (!levels_.empty()) {
            const std::uint32_t next = levels_.back().next;
            if (next == 0) refuse();
            switch (kernel_.enter(next - 1)) {
                case Entered::open:
                    break;
                case Entered::dead:
                    return;  // a kernel may see sooner than another that nothing lies below
                case Entered::solution:
                    refuse();
            }
        }
        if (visit.next > visit.end || visit.end > kernel_.children()) refuse();
        descend(visit, false);
    }
}

Stretch Walk::rest() const {
    std::size_t size = levels_.size();
    while (size > 0 && levels_[size - 1].next == levels_[size - 1].end) --size;
    return {levels_.begin(), levels_.begin() + static_cast<std::ptrdiff_t>(size)};
}

double Walk::rest_weight() const {
    double left = 0;
    for (const Level& level : levels_) left += (level.end - level.next) * level.weight;
    return left;
}

std::optional<Stretch> Walk::give_away() {
    Stretch gift;
    for (Level& level : levels_) {
        if (level.next < level.end) {
            const std::uint32_t middle = level.next + (level.end - level.next) / 2;
            gift.push_back({middle, level.end});
            level.end = middle;
            level.barren = false;
            return gift;
        }
        gift.push_back({level.next, level.next});
    }
    return std::nullopt;
}

}  // namespace piecework::cover

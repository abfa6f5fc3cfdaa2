#include "piecework/cover/closed_parts.hpp"

#include <algorithm>

namespace piecework::cover {

std::optional<NeighbourSteps> NeighbourSteps::find(const Layout& layout) {
    NeighbourSteps steps;
    for (std::size_t low = 0; low < layout.links.size(); ++low) {
        const std::uint64_t higher = layout.links[low][0] & ~((2ull << low) - 1);
        for (std::uint64_t bits = higher; bits; bits &= bits - 1) {
            const int distance = std::countr_zero(bits) - static_cast<int>(low);
            const auto end = steps.steps_.begin() + steps.count_;
            const auto place = std::find_if(steps.steps_.begin(), end,
                                            [&](const Step& step) { return step.distance == distance; });
            if (place == steps.steps_.end()) return std::nullopt;
            if (place == end) {
                place->distance = distance;
                ++steps.count_;
            }
            place->from |= 1ull << low;
        }
    }
    return steps;
}

}  // namespace piecework::cover

#include "piecework/cover/closed_parts.hpp"

#include <algorithm>

namespace piecework::cover {

std::optional<WordSteps> WordSteps::find(const Layout& layout) {
    WordSteps steps;
    for (std::size_t low = 0; low < layout.links.size(); ++low) {
        const std::uint64_t higher = layout.links[low][0] & ~((2ull << low) - 1);
        for (std::uint64_t bits = higher; bits; bits &= bits - 1) {
            const int distance = std::countr_zero(bits) - static_cast<int>(low);
            const auto begin = steps.distances.begin();
            const auto step = static_cast<std::size_t>(
                std::find(begin, begin + static_cast<std::ptrdiff_t>(steps.count), distance) - begin);
            if (step == most_steps) return std::nullopt;
            if (step == steps.count) steps.distances[steps.count++] = distance;
            steps.from[step] |= 1ull << low;
        }
    }
    return steps;
}

}  // namespace piecework::cover

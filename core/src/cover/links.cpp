#include "piecework/cover/links.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace piecework::cover {

std::vector<ItemPair> link_items(std::size_t items, const std::vector<std::vector<std::uint32_t>>& options) {
    std::unordered_map<std::uint64_t, std::uint32_t> together;
    const auto key = [items](std::uint32_t a, std::uint32_t b) {
        return std::uint64_t{std::min(a, b)} * items + std::max(a, b);
    };
    for (const auto& option : options)
        for (std::size_t i = 0; i < option.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) ++together[key(option[i], option[j])];

    std::set<ItemPair> edges;
    for (std::vector<std::uint32_t> rest : options) {
        // Prim's algorithm; the first `joined` entries are in the tree.
        for (std::size_t joined = 1; joined < rest.size(); ++joined) {
            std::size_t from = 0, to = joined;
            std::uint32_t most = 0;
            for (std::size_t i = 0; i < joined; ++i) {
                for (std::size_t j = joined; j < rest.size(); ++j) {
                    const std::uint32_t times = together[key(rest[i], rest[j])];
                    if (times > most) most = times, from = i, to = j;
                }
            }
            edges.insert({std::min(rest[from], rest[to]), std::max(rest[from], rest[to])});
            std::swap(rest[joined], rest[to]);
        }
    }
    return {edges.begin(), edges.end()};
}

std::vector<bool> sums_of_sizes(std::size_t most, const std::vector<std::vector<std::uint32_t>>& options) {
    std::set<std::size_t> sizes;
    for (const auto& option : options) sizes.insert(option.size());
    std::vector<bool> possible(most + 1);
    possible[0] = true;
    for (std::size_t total = 1; total <= most; ++total)
        for (std::size_t size : sizes)
            if (size && size <= total && possible[total - size]) possible[total] = true;
    const auto impossible = static_cast<std::size_t>(std::count(possible.begin(), possible.end(), false));
    if (impossible * 2 < most) return {};
    return possible;
}

}  // namespace piecework::cover

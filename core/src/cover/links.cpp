#include "piecework/cover/links.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace piecework::cover {

namespace {

struct Pair {
    std::uint32_t options = 0;  // that hold both
    float likeness = -1;        // how many these are of those that hold either; negative if not known yet
    bool linked = false;
};

// Something known of each pair of items: in a square while that is small, which is much faster.
class Pairs {
  public:
    explicit Pairs(std::size_t items) : items_(items) {
        if (items <= 512) square_.resize(items * items);
    }
    Pair& operator()(std::uint32_t a, std::uint32_t b) {
        const std::uint64_t key = std::uint64_t{std::min(a, b)} * items_ + std::max(a, b);
        return square_.empty() ? others_[key] : square_[key];
    }

  private:
    std::size_t items_;
    std::vector<Pair> square_;
    std::unordered_map<std::uint64_t, Pair> others_;
};

}  // namespace

std::vector<ItemPair> link_items(std::size_t items, const std::vector<std::vector<std::uint32_t>>& options) {
    std::vector<std::uint32_t> holders(items);
    Pairs pairs(items);
    for (const auto& option : options) {
        for (std::size_t i = 0; i < option.size(); ++i) {
            ++holders[option[i]];
            for (std::size_t j = 0; j < i; ++j) ++pairs(option[i], option[j]).options;
        }
    }
    const auto likeness = [&](std::uint32_t a, std::uint32_t b) {
        Pair& pair = pairs(a, b);
        if (pair.likeness < 0) {
            const std::uint32_t either = holders[a] + holders[b] - pair.options;
            pair.likeness = static_cast<float>(pair.options) / static_cast<float>(either);
        }
        return pair.likeness;
    };

    std::vector<ItemPair> edges;
    std::vector<std::uint32_t> rest;
    for (const std::vector<std::uint32_t>& option : options) {
        rest = option;
        // Prim's algorithm; the first `joined` entries are in the tree.
        for (std::size_t joined = 1; joined < rest.size(); ++joined) {
            std::size_t from = 0, to = joined;
            float most = 0;
            for (std::size_t i = 0; i < joined; ++i) {
                for (std::size_t j = joined; j < rest.size(); ++j) {
                    const float like = likeness(rest[i], rest[j]);
                    if (like > most) most = like, from = i, to = j;
                }
            }
            bool& linked = pairs(rest[from], rest[to]).linked;
            if (!linked) edges.emplace_back(std::min(rest[from], rest[to]), std::max(rest[from], rest[to]));
            linked = true;
            std::swap(rest[joined], rest[to]);
        }
    }
    std::sort(edges.begin(), edges.end());
    return edges;
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

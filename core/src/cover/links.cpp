#include "piecework/cover/links.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace piecework::cover {

namespace {

// A value for each pair of items: in a square while that is small, which is much faster.
template <class Value>
class Pairs {
  public:
    explicit Pairs(std::size_t items) : items_(items) {
        if (items <= 512) square_.resize(items * items);
    }
    Value& operator()(std::uint32_t a, std::uint32_t b) {
        const std::uint64_t key = std::uint64_t{std::min(a, b)} * items_ + std::max(a, b);
        return square_.empty() ? others_[key] : square_[key];
    }

  private:
    std::size_t items_;
    std::vector<Value> square_;
    std::unordered_map<std::uint64_t, Value> others_;
};

}  // namespace

std::vector<ItemPair> link_items(std::size_t items, const std::vector<std::vector<std::uint32_t>>& options) {
    std::vector<std::uint32_t> holders(items);
    Pairs<std::uint32_t> both(items);  // how many options hold both
    for (const auto& option : options) {
        for (std::size_t i = 0; i < option.size(); ++i) {
            ++holders[option[i]];
            for (std::size_t j = 0; j < i; ++j) ++both(option[i], option[j]);
        }
    }
    // How many options hold both, of those that hold either.
    const auto likeness = [&](std::uint32_t a, std::uint32_t b) {
        const std::uint32_t together = both(a, b);
        return static_cast<float>(together) / static_cast<float>(holders[a] + holders[b] - together);
    };

    std::vector<ItemPair> edges;
    Pairs<char> linked(items);
    struct Leaf {
        std::uint32_t item, nearest;  // the most like it of those in the tree
        float likeness;
    };
    std::vector<Leaf> rest;
    for (const std::vector<std::uint32_t>& option : options) {
        // Prim's algorithm.
        std::uint32_t joined = option.front();
        rest.clear();
        for (std::size_t i = 1; i < option.size(); ++i) rest.push_back({option[i], joined, 0});
        while (!rest.empty()) {
            std::size_t next = 0;
            for (std::size_t i = 0; i < rest.size(); ++i) {
                const float like = likeness(joined, rest[i].item);
                const bool nearer = like > rest[i].likeness;
                rest[i].likeness = nearer ? like : rest[i].likeness;
                rest[i].nearest = nearer ? joined : rest[i].nearest;
                next = rest[i].likeness > rest[next].likeness ? i : next;
            }
            joined = rest[next].item;
            char& known = linked(joined, rest[next].nearest);
            if (!known) edges.emplace_back(std::minmax(joined, rest[next].nearest));
            known = 1;
            rest[next] = rest.back();
            rest.pop_back();
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

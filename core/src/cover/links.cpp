#include "piecework/cover/links.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace piecework::cover {

namespace {

struct Pair {
    std::uint32_t both = 0;  // options that hold both
    bool linked = false;
    float likeness = 0;  // how many these are of those that hold either
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
    // Once all is counted.
    void find_likeness(const std::vector<std::uint32_t>& holders) {
        const auto find = [&](std::uint64_t key, Pair& pair) {
            if (pair.both == 0) return;
            const std::uint32_t either = holders[key / items_] + holders[key % items_] - pair.both;
            pair.likeness = static_cast<float>(pair.both) / static_cast<float>(either);
        };
        for (std::uint64_t key = 0; key < square_.size(); ++key) find(key, square_[key]);
        for (auto& [key, pair] : others_) find(key, pair);
    }

  private:
    std::size_t items_;
    std::vector<Pair> square_;
    std::unordered_map<std::uint64_t, Pair> others_;
};

}  // namespace

std::vector<ItemPair> link_items(std::size_t items, const Lists& options) {
    std::vector<std::uint32_t> holders(items);
    Pairs pairs(items);
    for (std::size_t number = 0; number < options.size(); ++number) {
        const auto option = options[number];
        for (std::size_t i = 0; i < option.size(); ++i) {
            ++holders[option[i]];
            for (std::size_t j = 0; j < i; ++j) ++pairs(option[i], option[j]).both;
        }
    }
    pairs.find_likeness(holders);

    std::vector<ItemPair> edges;
    struct Leaf {
        std::uint32_t item, nearest;  // the most like it of those in the tree
        float likeness;
    };
    std::vector<Leaf> rest;
    for (std::size_t number = 0; number < options.size(); ++number) {
        // Prim's algorithm.
        const auto option = options[number];
        std::uint32_t joined = option.front();
        rest.clear();
        for (std::size_t i = 1; i < option.size(); ++i) rest.push_back({option[i], joined, 0});
        while (!rest.empty()) {
            std::size_t next = 0;
            for (std::size_t i = 0; i < rest.size(); ++i) {
                const float like = pairs(joined, rest[i].item).likeness;
                const bool nearer = like > rest[i].likeness;
                rest[i].likeness = nearer ? like : rest[i].likeness;
                rest[i].nearest = nearer ? joined : rest[i].nearest;
                next = rest[i].likeness > rest[next].likeness ? i : next;
            }
            joined = rest[next].item;
            bool& linked = pairs(joined, rest[next].nearest).linked;
            if (!linked) edges.emplace_back(std::minmax(joined, rest[next].nearest));
            linked = true;
            rest[next] = rest.back();
            rest.pop_back();
        }
    }
    std::sort(edges.begin(), edges.end());
    return edges;
}

std::vector<bool> sums_of_sizes(std::size_t most, const Lists& options) {
    std::set<std::size_t> sizes;
    for (std::size_t i = 0; i < options.size(); ++i) sizes.insert(options[i].size());
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

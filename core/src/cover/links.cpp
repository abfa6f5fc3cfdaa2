#include "piecework/cover/links.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace piecework::cover {

namespace {

struct Pair {
    std::uint32_t both = 0;      // options that hold both
    std::uint32_t likeness = 0;  // how many these are, of 2^24 for all that hold either
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
    // Once all is counted.
    void find_likeness(const std::vector<std::uint32_t>& holders) {
        const auto find = [&](std::uint64_t key, Pair& pair) {
            if (pair.both == 0) return;
            const std::uint64_t either = holders[key / items_] + holders[key % items_] - pair.both;
            pair.likeness = static_cast<std::uint32_t>((std::uint64_t{pair.both} << 24) / either);
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
    // Of an item that is not yet in the tree: how alike the most similar one in it is, and which that is. As
    // one number, since what comes out of a comparison is hard to predict.
    const auto link = [&](std::uint32_t item, std::uint32_t joined) {
        return std::uint64_t{pairs(item, joined).likeness} << 32 | joined;
    };
    std::vector<std::uint32_t> rest;
    std::vector<std::uint64_t> best;
    for (std::size_t number = 0; number < options.size(); ++number) {
        // Prim's algorithm.
        const auto option = options[number];
        rest.assign(option.begin() + 1, option.end());
        best.assign(rest.size(), 0);
        for (std::uint32_t joined = option.front(); !rest.empty();) {
            std::uint64_t most = 0;
            std::size_t next = 0;
            for (std::size_t i = 0; i < rest.size(); ++i) {
                best[i] = std::max(best[i], link(rest[i], joined));
                next = best[i] > most ? i : next;
                most = std::max(most, best[i]);
            }
            const auto nearest = static_cast<std::uint32_t>(best[next]);
            joined = rest[next];
            bool& linked = pairs(joined, nearest).linked;
            if (!linked) edges.emplace_back(std::minmax(joined, nearest));
            linked = true;
            rest[next] = rest.back();
            best[next] = best.back();
            rest.pop_back();
            best.pop_back();
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

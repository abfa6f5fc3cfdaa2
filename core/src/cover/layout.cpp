#include "piecework/cover/layout.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <utility>

namespace piecework::cover {

namespace {

using Words = std::array<std::uint64_t, most_words>;

constexpr std::uint32_t nowhere = 0xffffffff;

// An exclusive item may serve as a group when no option holds two of the chosen items; a full set of them
// parts the options. Returns such a set, or nothing if the greedy attempt finds none that is worth it.
std::vector<std::uint32_t> parting_items(const Problem& problem) {
    const std::size_t items = problem.item_count(), options = problem.option_count();
    std::vector<std::vector<std::uint32_t>> holders(items);
    for (std::uint32_t i = 0; i < options; ++i)
        for (std::uint32_t item : problem.option(i)) holders[item].push_back(i);

    std::vector<std::uint32_t> by_size(items);
    std::iota(by_size.begin(), by_size.end(), 0u);
    std::stable_sort(by_size.begin(), by_size.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return holders[a].size() > holders[b].size(); });
    const std::size_t exclusive = static_cast<std::size_t>(std::count_if(
        by_size.begin(), by_size.end(), [&](std::uint32_t item) { return problem.item(item).exclusive(); }));

    // Items that must be groups: their multiplicity fits no bit.
    std::vector<std::uint32_t> forced;
    for (std::uint32_t item = 0; item < items; ++item)
        if (!problem.item(item).exclusive()) forced.push_back(item);

    std::size_t memberships = 1;
    for (const auto& list : holders) memberships += list.size();
    const std::size_t most_attempts = std::clamp<std::size_t>(20'000'000 / memberships, 4, 200);
    std::vector<bool> taken(options);
    std::size_t attempts = 0;
    for (std::uint32_t start : by_size) {
        if (!problem.item(start).exclusive() || holders[start].empty()) continue;
        if (++attempts > most_attempts) break;
        std::fill(taken.begin(), taken.end(), false);
        std::vector<std::uint32_t> chosen;
        std::size_t covered = 0;
        const auto add = [&](std::uint32_t item) {
            for (std::uint32_t option : holders[item])
                if (taken[option]) return;
            for (std::uint32_t option : holders[item]) taken[option] = true;
            covered += holders[item].size();
            chosen.push_back(item);
        };
        for (std::uint32_t item : forced) add(item);
        if (chosen.size() < forced.size()) return {};
        add(start);
        for (std::uint32_t item : by_size)
            if (problem.item(item).exclusive() && item != start && !holders[item].empty()) add(item);
        const std::size_t saved = chosen.size() - forced.size();
        if (covered == options && saved * 4 < exclusive && chosen.size() <= most_groups &&
            (exclusive - saved + 63) / 64 < (exclusive + 63) / 64)
            return chosen;
    }
    return forced;
}

bool impossible(const Problem& problem, std::size_t option) {
    const auto members = problem.option(option);
    return std::any_of(members.begin(), members.end(),
                       [&](std::uint32_t item) { return problem.item(item).hi == 0; });
}

// Joins each option's bits by a tree of the pairs that stand together most often in all options: in a puzzle
// these are neighbouring cells, though nobody said so.
void link(Layout& layout) {
    const std::size_t cells = layout.cells;
    std::vector<std::uint32_t> together(cells * cells);
    std::vector<std::vector<std::uint32_t>> members;
    for (const DenseOption& option : layout.options) {
        std::vector<std::uint32_t> bits;
        for (std::size_t word = 0; word < layout.words; ++word)
            for (std::uint64_t rest = option.cells[word]; rest; rest &= rest - 1)
                bits.push_back(static_cast<std::uint32_t>(word * 64 + std::countr_zero(rest)));
        if (bits.size() > 16) return;
        for (std::uint32_t a : bits)
            for (std::uint32_t b : bits) ++together[a * cells + b];
        members.push_back(std::move(bits));
    }

    std::size_t largest = 0;
    std::vector<bool> sizes(cells + 1);
    for (const auto& bits : members) {
        if (bits.empty()) return;
        sizes[bits.size()] = true;
        largest = std::max(largest, bits.size());
    }
    std::vector<bool> possible(cells + 1);
    possible[0] = true;
    for (std::size_t total = 1; total <= cells; ++total)
        for (std::size_t size = 1; size <= std::min(largest, total); ++size)
            if (sizes[size] && possible[total - size]) possible[total] = true;
    if (std::count(possible.begin(), possible.end(), false) * 2 < static_cast<std::ptrdiff_t>(cells)) return;

    layout.links.assign(cells, Words{});
    for (auto& bits : members) {
        for (std::size_t joined = 1; joined < bits.size(); ++joined) {
            std::size_t best_from = 0, best_to = joined;
            for (std::size_t from = 0; from < joined; ++from)
                for (std::size_t to = joined; to < bits.size(); ++to)
                    if (together[bits[from] * cells + bits[to]] >
                        together[bits[best_from] * cells + bits[best_to]])
                        best_from = from, best_to = to;
            const std::uint32_t a = bits[best_from], b = bits[best_to];
            layout.links[a][b / 64] |= 1ull << (b % 64);
            layout.links[b][a / 64] |= 1ull << (a % 64);
            std::swap(bits[joined], bits[best_to]);
        }
    }
    layout.possible_part_sizes = std::move(possible);
}

}  // namespace

std::optional<Layout> lay_out(const Problem& problem) {
    const std::vector<std::uint32_t> grouping = parting_items(problem);
    std::vector<std::uint32_t> group_of(problem.item_count(), nowhere), bit_of(problem.item_count(), nowhere);
    Layout layout;
    for (std::uint32_t item : grouping) {
        group_of[item] = static_cast<std::uint32_t>(layout.groups.size());
        layout.groups.push_back({problem.item(item).lo, problem.item(item).hi});
    }
    if (layout.groups.size() > most_groups) return std::nullopt;
    bool optional_cells = false;
    for (std::size_t item = 0; item < problem.item_count(); ++item) {
        if (group_of[item] != nowhere) continue;
        if (!problem.item(item).exclusive() || layout.cells == most_words * 64) return std::nullopt;
        const std::size_t bit = layout.cells++;
        bit_of[item] = static_cast<std::uint32_t>(bit);
        if (problem.item(item).required())
            layout.required[bit / 64] |= 1ull << (bit % 64);
        else
            optional_cells = true;
    }
    layout.words = std::max<std::size_t>(1, (layout.cells + 63) / 64);

    std::map<std::pair<std::uint8_t, Words>, std::size_t> seen;
    for (std::uint32_t i = 0; i < problem.option_count(); ++i) {
        if (impossible(problem, i)) continue;
        DenseOption option;
        bool exclusive = false;
        for (std::uint32_t item : problem.option(i)) {
            exclusive |= problem.item(item).exclusive();
            if (group_of[item] != nowhere) {
                if (option.group != no_group) return std::nullopt;
                option.group = static_cast<std::uint8_t>(group_of[item]);
            } else {
                option.cells[bit_of[item] / 64] |= 1ull << (bit_of[item] % 64);
            }
        }
        option.originals = {i};
        // Two copies of an option without exclusive items may both be taken, so they stay apart.
        const auto [place, fresh] = seen.try_emplace({option.group, option.cells}, layout.options.size());
        if (fresh) {
            layout.options.push_back(std::move(option));
        } else if (exclusive) {
            layout.options[place->second].originals.push_back(i);
            layout.has_duplicates = true;
        } else {
            return std::nullopt;
        }
    }
    std::stable_sort(layout.options.begin(), layout.options.end(),
                     [](const DenseOption& a, const DenseOption& b) { return a.group < b.group; });

    layout.smallest = nowhere;
    for (const DenseOption& option : layout.options) {
        std::uint32_t size = 0;
        for (std::size_t word = 0; word < layout.words; ++word)
            size += static_cast<std::uint32_t>(std::popcount(option.cells[word] & layout.required[word]));
        layout.has_free_options |= size == 0;
        layout.smallest = std::min(layout.smallest, size);
    }
    if (!optional_cells && !layout.options.empty()) link(layout);
    return layout;
}

}  // namespace piecework::cover

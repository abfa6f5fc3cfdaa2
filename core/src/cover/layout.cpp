#include "piecework/cover/layout.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "piecework/cover/closed_parts.hpp"
#include "piecework/cover/links.hpp"
#include "piecework/cover/parting.hpp"

namespace piecework::cover {

namespace {

using Words = std::array<std::uint64_t, most_words>;

constexpr std::uint32_t nowhere = 0xffffffff;

void link(Layout& layout) {
    constexpr std::size_t largest = 16;  // finding the trees is quadratic in an option's size
    Lists members;
    for (const DenseOption& option : layout.options) {
        for (std::size_t word = 0; word < layout.words; ++word)
            for (std::uint64_t rest = option.cells[word]; rest; rest &= rest - 1)
                members.add(static_cast<std::uint32_t>(word * 64 + std::countr_zero(rest)));
        members.end_list();
        const std::size_t size = members[members.size() - 1].size();
        if (size == 0 || size > largest) return;
    }
    layout.possible_part_sizes = sums_of_sizes(layout.cells, members);
    if (layout.possible_part_sizes.empty()) return;
    layout.links.assign(layout.cells, Words{});
    for (const auto& [a, b] : link_items(layout.cells, members)) {
        layout.links[a][b / 64] |= 1ull << (b % 64);
        layout.links[b][a / 64] |= 1ull << (a % 64);
    }
}

// Leaves out options that close off an impossible part by themselves.
template <int W>
void drop_impossible(Layout& layout) {
    const ClosedParts<W> parts(layout);
    std::erase_if(layout.options, [&](const DenseOption& option) {
        Mask<W> taken, rest;
        for (int k = 0; k < W; ++k) {
            taken[k] = option.cells[k];
            rest[k] = layout.required[k] & ~taken[k];
        }
        return !parts.possible(rest, taken);
    });
}

}  // namespace

std::optional<Layout> lay_out(const Problem& problem) {
    const Parting parting = part_options(problem);
    const auto words_without = [&problem](const std::vector<std::uint32_t>& grouped) {
        return (problem.item_count() - grouped.size() + 63) / 64;
    };
    const bool worth_it = words_without(parting.all) < words_without(parting.multiple);
    const std::vector<std::uint32_t>& grouping = worth_it ? parting.all : parting.multiple;
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
    layout.words == 1 ? drop_impossible<1>(layout) : drop_impossible<most_words>(layout);
    return layout;
}

}  // namespace piecework::cover

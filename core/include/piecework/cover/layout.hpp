// How a problem is laid out for the dense kernel: exclusive items become bits of a few machine words, and
// every option carries the number of one group.
//
// The problem: most of the work of a search is testing options against a chosen one. With exclusive items as
// bits, "these two options exclude each other" is one AND; the fewer words the bits need, the faster.
//
// The idea: pieces need no bits. Every option of a puzzle holds exactly one piece, so the pieces part the
// options into groups; kept in group order, a used-up piece's options are one stretch to leap over. The same
// stretch, with a count of how often the group may still be used, serves items of higher multiplicity
// (identical pieces), which no bit can hold.
//
// Example: 12 pentominoes on 6x10 have 72 items; as 60 bits and 12 groups an option is one 64-bit word.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "piecework/cover/problem.hpp"

namespace piecework::cover {

inline constexpr std::uint8_t no_group = 0xff;
inline constexpr std::size_t most_groups = 255;
inline constexpr std::size_t most_words = 8;

struct Group {
    std::uint32_t lo = 0;
    std::uint32_t hi = 0;
};

struct DenseOption {
    std::array<std::uint64_t, most_words> cells{};  // the words beyond Layout::words are zero
    std::uint8_t group = no_group;
    std::vector<std::uint32_t> originals;  // the problem's options that look like this one
};

struct Layout {
    std::size_t words = 1;
    std::size_t cells = 0;                             // bits in use
    std::array<std::uint64_t, most_words> required{};  // bits that must be covered
    std::vector<Group> groups;
    std::vector<DenseOption> options;  // in group order
    bool has_duplicates = false;       // some option stands for several of the problem's
    bool has_free_options = false;     // some option holds no required bit, so it may be taken or left
    std::uint32_t smallest = 0;        // the least number of required bits in any option

    // For each bit, the bits it is linked to: a graph in which every option is connected (empty where it
    // would not help). What is left uncovered falls into parts of this graph, and each part must be a sum of
    // option sizes.
    std::vector<std::array<std::uint64_t, most_words>> links;
    std::vector<bool> possible_part_sizes;
};

// Nothing where the problem does not fit: too many exclusive items, or an option with several multiple items.
std::optional<Layout> lay_out(const Problem& problem);

}  // namespace piecework::cover

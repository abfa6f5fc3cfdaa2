// A problem laid out for the sweep: items in order, options by the item they begin at.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include "piecework/cover/problem.hpp"
#include "piecework/watch.hpp"

namespace piecework::cover {

inline constexpr std::size_t most_window_words = 4;

// Group counters are packed into one word. Each has a field that starts at 2^(bits-1) - hi, so that its top
// bit says "used up" after hi uses, and taking an option is one addition.
struct SweepGroup {
    std::uint64_t unit = 0;
    std::uint64_t start = 0;
    std::uint64_t full = 0;   // the top bit
    std::uint64_t field = 0;  // all bits
    std::uint32_t lo = 0;
    std::uint32_t least_size = 0;  // cells of its smallest option
};

struct SweepOption {
    std::array<std::uint64_t, most_window_words> window{};  // bit 0 is the position at which it begins
    std::uint64_t full = 0;                                 // groups that must not be used up
    std::uint64_t unit = 0;
    std::uint32_t relief = 0;  // what taking it saves of the cells its group still needs
    std::uint64_t alike = 1;   // how many options of the problem look like this
};

// What a window that begins at some position shows of the neighbours (see links.hpp). Neighbours lie at a few
// distances in the order: one step down a column, one step to the next column.
struct SweepNeighbours {
    static constexpr std::size_t most_steps = 6;  // beyond, looking at them takes longer than it saves

    std::array<std::uint64_t, most_steps>
        from{};                   // by step: bit i where bits i and i + distance are neighbours
    std::uint64_t leads_out = 0;  // bits that have a neighbour beyond the window
};

// The options that begin at a position, as they are tried on packed states: one word each. An option may be
// taken where the state has the `wanted` value in all the bits of `asked`: 0 where they would clash, and 1
// where nothing that can follow the option would make good what is missing.
struct PackedOptions {
    std::vector<std::uint64_t> asked, wanted;
    std::vector<std::uint64_t> gain;  // what is added to the state
};

struct SweepPlan {
    std::size_t positions = 0;
    std::size_t words = 1;  // of the window: no option reaches further
    std::vector<bool> optional;
    std::vector<std::vector<SweepOption>> options;  // by the position at which they begin
    std::vector<SweepGroup> groups;
    std::uint64_t groups_start = 0;
    bool packed = false;  // the window and the groups fit into one word, the groups from bit `group_shift` on
    int group_shift = 0;
    std::vector<PackedOptions> packed_options;  // the same as `options`, if packed
    bool any_optional = false;
    bool any_alike = false;

    // From each position on, the `full` bits of groups that must be used up by now, because no option of
    // theirs begins here or later.
    std::vector<std::uint64_t> due;

    // The distances of neighbours, which they are for each position, and for each size of a part that is
    // closed off, how many of its cells must stay uncovered at least; empty where looking at parts is of no
    // use.
    std::vector<int> steps;
    std::vector<SweepNeighbours> neighbours;
    std::vector<std::uint32_t> waste;

    std::size_t width =
        0;  // the most positions that lie open behind a covered one: what the states grow with
};

// The reason is in the exception's text.
struct CannotSweep : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// Nothing if it is cancelled: problems of very many options take a while. Throws CannotSweep.
std::optional<SweepPlan> plan_sweep(const Problem& problem, const Watch& watch);

}  // namespace piecework::cover

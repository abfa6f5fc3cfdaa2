// A problem laid out for the sweep: items in order, options by the item they begin at.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include "piecework/cover/neighbour_steps.hpp"
#include "piecework/cover/problem.hpp"
#include "piecework/watch.hpp"

namespace piecework::cover {

inline constexpr std::size_t most_window_words = 4;

// How often groups were used is one word, a code, with a counter for each. The counter's field starts at
// 2^(bits-1) - hi, so that its top bit says "used up" after hi uses, and taking an option is one addition.
struct SweepGroup {
    std::uint64_t unit = 0;
    std::uint64_t start = 0;
    std::uint64_t full = 0;   // the top bit
    std::uint64_t field = 0;  // all bits
    std::uint32_t lo = 0, hi = 0;
    std::uint32_t least_size = 0;  // cells of its smallest option

    bool must_be_used_up() const { return lo == hi; }
};

struct SweepOption {
    std::array<std::uint64_t, most_window_words> window{};  // bit 0 is the position at which it begins
    std::uint64_t full = 0;                                 // groups that must not be used up
    std::uint64_t used_up = 0;                              // groups that must be
    std::uint64_t gain = 0;                                 // what it adds to the code
    std::uint32_t relief = 0;  // what taking it saves of the cells that groups still need
    std::uint64_t alike = 1;   // how many options of the problem look like this
};

// What a window that begins at some position shows of the neighbours (see links.hpp). Neighbours lie at a few
// distances in the order: one step down a column, one step to the next column.
struct SweepNeighbours {
    StepOrigins from{};
    std::uint64_t leads_out = 0;  // bits that have a neighbour beyond the window
};

// The options that begin at a position, as they are tried on windows of one word, four at a time. An option
// may be taken where the window has the `wanted` value in all the bits of `asked`: 0 where they would clash,
// and 1 where nothing that can follow the option would cover what is still open. The groups are those of
// SweepOption.
class WindowTests {
  public:
    static constexpr std::size_t at_once = 4;
    struct Four {
        std::array<std::uint64_t, at_once> asked{}, wanted = {1, 1, 1, 1}, full{}, used_up{};  // never passes
    };

    void push_back(std::uint64_t asked, std::uint64_t wanted, std::uint64_t full, std::uint64_t used_up) {
        const std::size_t i = size_++ % at_once;
        if (i == 0) fours_.emplace_back();
        Four& last = fours_.back();
        last.asked[i] = asked;
        last.wanted[i] = wanted;
        last.full[i] = full;
        last.used_up[i] = used_up;
    }
    const std::vector<Four>& fours() const { return fours_; }

  private:
    std::vector<Four> fours_;
    std::size_t size_ = 0;
};

struct SweepPlan {
    std::size_t positions = 0;
    std::size_t words = 1;                          // of the window: no option reaches further
    std::vector<bool> optional;                     // positions that may stay open; that is an option, too
    std::vector<std::vector<SweepOption>> options;  // by the position at which they begin
    std::vector<WindowTests> tests;                 // the same, where the window is one word
    bool any_optional = false;

    std::vector<SweepGroup> groups;
    std::uint64_t code_start = 0;
    int code_bits = 0;
    // Where positions may stay open, the code has above the counters how many cells the groups that must be
    // used up still need; otherwise this is the number of bits.
    int need_shift = 0;

    // From each position on, the `full` bits of groups that must be used up by now, because no option of
    // theirs begins here or later.
    std::vector<std::uint64_t> due;

    // The distances of neighbours, which they are for each position, and for each size of a part that is
    // closed off, how many of its cells must stay uncovered at least; no steps where looking at parts is of
    // no use.
    StepDistances steps{};
    std::size_t step_count = 0;
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

// Dead ends that a sweep sees from a profile: open positions that are closed off, and no sum of option sizes.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>

#include "piecework/cover/sweep_plan.hpp"

namespace piecework::cover {

class SweepHoles {
  public:
    explicit SweepHoles(const SweepPlan& plan) : plan_(plan) {}

    // How many positions of closed parts stay uncovered at least, where the window is one word; nothing if
    // that cannot be, as only optional ones may. Open positions below the last covered one may be closed off
    // from the rest.
    std::optional<std::uint32_t> waste(std::uint64_t window, std::size_t position) const {
        if (!window || plan_.step_count == 0) return 0;
        return with_steps(plan_.step_count, [&](auto steps) { return waste<steps>(window, position); });
    }

  private:
    template <std::size_t steps>
    std::optional<std::uint32_t> waste(std::uint64_t window, std::size_t position) const {
        const std::uint64_t open = ~window;
        // Everything beyond the last covered position hangs together with the rest, and so does what leads
        // out of the window.
        const SweepNeighbours& neighbours = plan_.neighbours[position];
        const std::uint64_t outside = ~0ull << (std::bit_width(window) - 1) | neighbours.leads_out;
        std::uint64_t onward = 0;
        for (std::size_t i = 0; i < steps; ++i) onward |= open >> plan_.steps[i] & neighbours.from[i];
        // From a hole one can go on to later and later positions, unless that ends in a dead end. Only a
        // closed part has nothing but dead ends.
        std::uint64_t dead_ends = open & ~outside & ~onward;
        std::uint32_t all = 0;
        while (dead_ends) {
            const std::uint64_t part =
                part_around<steps>(dead_ends & -dead_ends, open, outside, neighbours.from);
            dead_ends &= ~part;
            if (part & outside) continue;
            const std::uint32_t waste = plan_.waste[static_cast<std::size_t>(std::popcount(part))];
            if (waste == 0) continue;
            if (!plan_.any_optional) return std::nullopt;
            std::uint32_t may_stay = 0;
            for (std::uint64_t bits = part; bits; bits &= bits - 1)
                may_stay += plan_.optional[position + static_cast<std::size_t>(std::countr_zero(bits))];
            if (waste > may_stay) return std::nullopt;
            all += waste;
        }
        return all;
    }

    // The open positions that hang together with some of them: all, or at least one that is outside.
    template <std::size_t steps>
    std::uint64_t part_around(std::uint64_t some, std::uint64_t open, std::uint64_t outside,
                              const StepOrigins& from) const {
        for (;;) {
            const std::uint64_t more = some | (neighbours_of<steps>(some, plan_.steps, from) & open);
            if (more == some || more & outside) return more;
            some = more;
        }
    }

    const SweepPlan& plan_;
};

}  // namespace piecework::cover

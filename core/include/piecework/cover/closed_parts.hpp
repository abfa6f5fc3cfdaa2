// Dead ends that are seen from the shape of what is left: it falls into parts, and one of them is no sum of
// option sizes.
//
// Which items are neighbours is known from the options (links.hpp). Taking an option may cut what was one
// part into several, each next to the option; they are followed from its neighbours until all of these turn
// out to be joined. That pays on flat boards and hardly in space, so it stays only where it proves useful.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "piecework/cover/layout.hpp"
#include "piecework/cover/mask.hpp"
#include "piecework/cover/neighbour_steps.hpp"

namespace piecework::cover {

// The neighbours in a single word.
struct WordSteps {
    StepDistances distances{};
    StepOrigins from{};
    std::size_t count = 0;

    // Nothing where there are too many distances.
    static std::optional<WordSteps> find(const Layout& layout);
};

template <int W>
class ClosedParts {
  public:
    explicit ClosedParts(const Layout& layout) : layout_(layout) {
        if (W == 1 && !layout.links.empty()) steps_ = WordSteps::find(layout);
        restart();
    }

    void restart() {
        worth_it_ = !layout_.links.empty();
        looks_ = refusals_ = 0;
    }

    // Whether the rest may still be covered, after some of it was taken.
    bool possible(const Mask<W>& rest, const Mask<W>& taken) const {
        if (layout_.links.empty()) return true;
        if constexpr (W == 1) {
            if (steps_)
                return with_steps(steps_->count, [&](auto steps) {
                    return possible(rest, taken, [&](const Mask<1>& cells) {
                        return Mask<1>{neighbours_of<steps>(cells[0], steps_->distances, steps_->from)};
                    });
                });
        }
        return possible(rest, taken, [&](const Mask<W>& cells) { return linked_with(cells); });
    }

    // The same, but yes without a look where looking has rarely been worth it.
    bool ask(const Mask<W>& rest, const Mask<W>& taken) {
        constexpr std::uint32_t trial = 2048;
        if (!worth_it_) return true;
        const bool answer = possible(rest, taken);
        refusals_ += !answer;
        if (++looks_ == trial) worth_it_ = refusals_ * 3 >= trial;
        return answer;
    }

  private:
    template <class Around>
    [[gnu::noinline]] bool possible(const Mask<W>& rest, const Mask<W>& taken, const Around& around) const {
        Mask<W> apart =
            around(taken);  // what may have been cut off from each other, and was not followed yet
        for (int k = 0; k < W; ++k) apart[k] &= rest[k];
        while (any<W>(apart)) {
            Mask<W> part{}, missed;
            const std::uint32_t first = lowest<W>(apart);
            part[first / 64] = 1ull << (first % 64);
            for (bool grows = true; grows;) {
                const Mask<W> before = part;
                for (int twice = 0; twice < 2; ++twice) {  // asks half as often
                    const Mask<W> reached = around(part);
                    for (int k = 0; k < W; ++k) part[k] |= reached[k] & rest[k];
                }
                for (int k = 0; k < W; ++k) missed[k] = apart[k] & ~part[k];
                if (!any<W>(missed)) return true;
                grows = part != before;
            }
            if (!layout_.possible_part_sizes[count<W>(part)]) return false;
            apart = missed;
        }
        return true;
    }

    Mask<W> linked_with(const Mask<W>& cells) const {
        Mask<W> reached{};
        for (int k = 0; k < W; ++k) {
            for (std::uint64_t bits = cells[k]; bits; bits &= bits - 1) {
                const auto& links = layout_.links[static_cast<std::size_t>(k * 64 + std::countr_zero(bits))];
                for (int j = 0; j < W; ++j) reached[j] |= links[j];
            }
        }
        return reached;
    }

    const Layout& layout_;
    std::optional<WordSteps> steps_;
    bool worth_it_ = false;
    std::uint32_t looks_ = 0, refusals_ = 0;
};

}  // namespace piecework::cover

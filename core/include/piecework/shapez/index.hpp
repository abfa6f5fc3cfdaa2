// What an atlas knows, in memory and ready to be asked: the class of a shape, and from what it is made.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "piecework/shapez/halves.hpp"
#include "piecework/shapez/pins.hpp"

namespace piecework::shapez {

class AtlasIndex {
  public:
    AtlasIndex(const Board& board, HalfSet halves, std::vector<PinEssential> pin_essential)
        : board_(board), halves_(std::move(halves)), pins_(std::move(pin_essential)) {
        std::sort(pins_.begin(), pins_.end(),
                  [](const PinEssential& a, const PinEssential& b) { return a.shape < b.shape; });
    }
    const Board& board() const { return board_; }
    const HalfSet& halves() const { return halves_; }
    bool has_half(HalfKey key) const { return halves_.contains(key); }
    bool is_swappable(Shape shape) const { return swappable(board_, halves_, shape); }

    // The record of a pin-essential shape in any orientation; its `before` in an orientation of its own.
    std::optional<PinEssential> pin_essential(Shape shape) const {
        const Shape canonical = board_.canonical(shape);
        const auto at =
            std::lower_bound(pins_.begin(), pins_.end(), canonical,
                             [](const PinEssential& one, Shape value) { return one.shape < value; });
        if (at == pins_.end() || at->shape != canonical) return std::nullopt;
        return *at;
    }

    // A shape that this one is stacked on: swappable, or pin-essential of a batch before `below_batch`.
    std::optional<Shape> stack_base(Shape shape, std::uint32_t below_batch) const {
        std::optional<Shape> found;
        stacked_on(board_, shape, [&](Shape base) {
            bool known = is_swappable(base);
            if (!known && (pins(base) & board_.ground)) {
                const std::optional<PinEssential> record = pin_essential(base);
                known = record && record->batch < below_batch;
            }
            if (known) found = base;
            return known;
        });
        return found;
    }

    // Non-swappable, and pin-essential or stacked on something known.
    bool explains(Shape shape) const {
        return !is_swappable(shape) && (pin_essential(shape) || stack_base(shape, ~std::uint32_t{0}));
    }
    // Every cut, in any rotation, gives two known halves.
    bool cuts_known(Shape shape) const {
        for (int turn = 0; turn < board_.half; ++turn) {
            const Board::Halves cut = board_.cut(shape);
            if (!has_half(board_.east_key(cut.east)) || !has_half(board_.west_key(cut.west))) return false;
            shape = board_.rotate(shape);
        }
        return true;
    }

  private:
    const Board board_;
    const HalfSet halves_;
    std::vector<PinEssential> pins_;
};

}  // namespace piecework::shapez

// What the pin pusher needs to know about a half before it sees the other one.
//
// When the top layer holds crystals they break, with all that they touch, perhaps across the cut. Two halves
// stay independent under the pin pusher when nothing that breaks touches a crystal of the other half and
// nothing falls. That is one AND of two words: `as_east` of one half and `as_west` of the other.
#pragma once

#include "piecework/shapez/board.hpp"

namespace piecework::shapez {

struct PushProfile {
    std::uint64_t as_east = 0;
    std::uint64_t as_west = 0;
};

// `enumerating`: also treat as dependent a half where something that is stacked later could come to rest on a
// crystal that breaks.
inline PushProfile push_profile(const Board& board, Shape half, bool enumerating) {
    const Plane crystal = crystals(half);
    const Plane gone = board.shattered(crystal, crystal & board.top_layer);
    const Shape rest = half & ~both(gone);
    const Shape pushed = board.raised(rest) | pack(0, occupied(half) & board.ground);
    bool alone = board.supported(pushed) == occupied(pushed);
    for (int column = 0; enumerating && alone && column < board.half; ++column) {
        const int height = board.height(occupied(half), Plane{1} << column);
        if (height > 0 && height + 1 < board.layers && (gone >> ((height - 1) * board.parts + column) & 1))
            alone = false;
    }
    const auto edge = [&](Plane plane, int column) { return gather_bits(plane, board.column(column)); };
    const int last = board.half - 1;
    const std::uint64_t gone_first = edge(gone, 0), gone_last = edge(gone, last);
    const std::uint64_t left_first = edge(crystals(rest), 0), left_last = edge(crystals(rest), last);
    constexpr std::uint64_t kEastFails = std::uint64_t{1} << 32, kWestFails = std::uint64_t{1} << 33;
    PushProfile profile;
    profile.as_east = gone_first | gone_last << 8 | left_first << 16 | left_last << 24 | kWestFails;
    profile.as_west = left_last | left_first << 8 | gone_last << 16 | gone_first << 24 | kEastFails;
    if (!alone) {
        profile.as_east |= kEastFails;
        profile.as_west |= kWestFails;
    }
    return profile;
}

}  // namespace piecework::shapez

// From some bits of a word to their neighbours, where neighbours lie at a few distances, as on a board: a
// shift for each of the distances.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace piecework::cover {

inline constexpr std::size_t most_steps = 6;  // beyond, this takes longer than to go bit by bit

using StepDistances = std::array<int, most_steps>;
// For each step the bits that have a neighbour so much higher; no bits where there are fewer steps.
using StepOrigins = std::array<std::uint64_t, most_steps>;

template <std::size_t steps>
inline std::uint64_t neighbours_of(std::uint64_t bits, const StepDistances& distances,
                                   const StepOrigins& from) {
    std::uint64_t reached = 0;
    for (std::size_t i = 0; i < steps; ++i)
        reached |= (bits & from[i]) << distances[i] | (bits >> distances[i] & from[i]);
    return reached;
}

// Does some work with the number of steps as a constant, so that the compiler needs no loops.
template <class Work>
inline auto with_steps(std::size_t number, const Work& work) {
    static_assert(most_steps == 6);
    switch (number) {
        case 1:
            return work(std::integral_constant<std::size_t, 1>());
        case 2:
            return work(std::integral_constant<std::size_t, 2>());
        case 3:
            return work(std::integral_constant<std::size_t, 3>());
        case 4:
            return work(std::integral_constant<std::size_t, 4>());
        case 5:
            return work(std::integral_constant<std::size_t, 5>());
        default:
            return work(std::integral_constant<std::size_t, 6>());
    }
}

}  // namespace piecework::cover

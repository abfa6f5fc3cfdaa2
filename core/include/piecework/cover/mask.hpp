// Sets of up to 64 W items, as W words.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace piecework::cover {

template <int W>
using Mask = std::array<std::uint64_t, W>;

template <int W>
inline bool any(const Mask<W>& mask) {
    std::uint64_t all = 0;
    for (int k = 0; k < W; ++k) all |= mask[k];
    return all != 0;
}

// Inline, other than std::array's own comparison, which is a call.
template <int W>
inline bool same(const Mask<W>& a, const Mask<W>& b) {
    std::uint64_t unlike = 0;
    for (int k = 0; k < W; ++k) unlike |= a[k] ^ b[k];
    return unlike == 0;
}

// A number in which all words have a say.
template <int W>
inline std::uint64_t mix(std::uint64_t start, const Mask<W>& mask) {
    for (int k = 0; k < W; ++k) start = (std::rotl(start, 23) ^ mask[k]) * 0x9e3779b97f4a7c15ull;
    return start;
}

template <int W>
inline std::uint32_t count(const Mask<W>& mask) {
    std::uint32_t bits = 0;
    for (int k = 0; k < W; ++k) bits += static_cast<std::uint32_t>(std::popcount(mask[k]));
    return bits;
}

// The first bits, up to a number of them.
template <int W>
inline Mask<W> all_bits(std::size_t number) {
    Mask<W> mask{};
    for (std::size_t bit = 0; bit < number; ++bit) mask[bit / 64] |= 1ull << (bit % 64);
    return mask;
}

// The number of the first bit that is set, or of the last; there must be one.
template <int W>
inline std::uint32_t lowest(const Mask<W>& mask) {
    int k = 0;
    while (k + 1 < W && !mask[k]) ++k;
    return static_cast<std::uint32_t>(k * 64 + std::countr_zero(mask[k]));
}

template <int W>
inline std::uint32_t highest(const Mask<W>& mask) {
    int k = W - 1;
    while (k > 0 && !mask[k]) --k;
    return static_cast<std::uint32_t>(k * 64 + 63 - std::countl_zero(mask[k]));
}

}  // namespace piecework::cover

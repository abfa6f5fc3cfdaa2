// Numbers of ways: what a sweep counts with. Small ones of a fixed size tell when they do not suffice.
#pragma once

#include <cstddef>
#include <cstdint>

#include "piecework/cover/bigcount.hpp"

namespace piecework::cover {

__extension__ typedef unsigned __int128 Wide;

// A number of L words; operations tell when it does not fit.
template <int L>
struct Ways {
    std::uint64_t limbs[L]{};

    static Ways one() { return {{1}}; }
    BigCount value() const { return {limbs, L}; }
    static constexpr std::size_t bytes() { return 0; }  // that lie elsewhere
    bool zero() const {
        std::uint64_t all = 0;
        for (int i = 0; i < L; ++i) all |= limbs[i];
        return all == 0;
    }
    [[nodiscard]] bool add(const Ways& other) {
        std::uint64_t carry = 0;
        for (int i = 0; i < L; ++i) {
            const Wide sum = static_cast<Wide>(limbs[i]) + other.limbs[i] + carry;
            limbs[i] = static_cast<std::uint64_t>(sum);
            carry = static_cast<std::uint64_t>(sum >> 64);
        }
        return carry == 0;
    }
    [[nodiscard]] bool multiply(std::uint64_t factor) {
        std::uint64_t carry = 0;
        for (int i = 0; i < L; ++i) {
            const Wide product = static_cast<Wide>(limbs[i]) * factor + carry;
            limbs[i] = static_cast<std::uint64_t>(product);
            carry = static_cast<std::uint64_t>(product >> 64);
        }
        return carry == 0;
    }
};

// The same without a limit, for the few counts that need it.
struct AnyWays {
    BigCount number;

    static AnyWays one() { return {1}; }
    const BigCount& value() const { return number; }
    std::size_t bytes() const { return number.bytes(); }
    bool zero() const { return number.zero(); }
    [[nodiscard]] bool add(const AnyWays& other) {
        number += other.number;
        return true;
    }
    [[nodiscard]] bool multiply(std::uint64_t factor) {
        number *= factor;
        return true;
    }
};

}  // namespace piecework::cover

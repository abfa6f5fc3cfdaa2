// A count of any size: an unsigned integer that grows, with the few operations that counting needs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace piecework::cover {

class BigCount {
  public:
    BigCount() = default;
    BigCount(std::uint64_t value) {  // NOLINT: a count is a number
        if (value) limbs_.push_back(value);
    }
    // The value of little-endian 64-bit limbs.
    BigCount(const std::uint64_t* limbs, std::size_t size);

    BigCount& operator+=(const BigCount& other);
    BigCount& operator*=(std::uint64_t factor);
    bool operator==(const BigCount& other) const = default;

    bool zero() const { return limbs_.empty(); }
    std::size_t bytes() const { return limbs_.capacity() * sizeof(std::uint64_t); }
    double approximate() const;
    // Hexadecimal without a prefix; "0" for zero.
    std::string hex() const;
    static BigCount from_hex(const std::string& text);

  private:
    void trim();

    std::vector<std::uint64_t> limbs_;  // least significant first, no zero at the end
};

}  // namespace piecework::cover

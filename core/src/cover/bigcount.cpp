#include "piecework/cover/bigcount.hpp"

#include <cstdio>
#include <stdexcept>

namespace piecework::cover {

__extension__ typedef unsigned __int128 Wide;

BigCount::BigCount(const std::uint64_t* limbs, std::size_t size) : limbs_(limbs, limbs + size) { trim(); }

void BigCount::trim() {
    while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
}

BigCount& BigCount::operator+=(const BigCount& other) {
    if (limbs_.size() < other.limbs_.size()) limbs_.resize(other.limbs_.size());
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < limbs_.size(); ++i) {
        const Wide sum =
            static_cast<Wide>(limbs_[i]) + (i < other.limbs_.size() ? other.limbs_[i] : 0) + carry;
        limbs_[i] = static_cast<std::uint64_t>(sum);
        carry = static_cast<std::uint64_t>(sum >> 64);
    }
    if (carry) limbs_.push_back(carry);
    return *this;
}

BigCount& BigCount::operator*=(std::uint64_t factor) {
    std::uint64_t carry = 0;
    for (std::uint64_t& limb : limbs_) {
        const Wide product = static_cast<Wide>(limb) * factor + carry;
        limb = static_cast<std::uint64_t>(product);
        carry = static_cast<std::uint64_t>(product >> 64);
    }
    if (carry) limbs_.push_back(carry);
    trim();
    return *this;
}

double BigCount::approximate() const {
    double value = 0;
    for (std::size_t i = limbs_.size(); i-- > 0;)
        value = value * 18446744073709551616.0 + static_cast<double>(limbs_[i]);
    return value;
}

std::string BigCount::hex() const {
    if (limbs_.empty()) return "0";
    char digits[17];
    std::snprintf(digits, sizeof digits, "%llx", static_cast<unsigned long long>(limbs_.back()));
    std::string text = digits;
    for (std::size_t i = limbs_.size() - 1; i-- > 0;) {
        std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(limbs_[i]));
        text += digits;
    }
    return text;
}

BigCount BigCount::from_hex(const std::string& text) {
    BigCount value;
    if (text.empty()) throw std::invalid_argument("a count needs at least one digit");
    for (char digit : text) {
        std::uint64_t number;
        if (digit >= '0' && digit <= '9')
            number = static_cast<std::uint64_t>(digit - '0');
        else if (digit >= 'a' && digit <= 'f')
            number = static_cast<std::uint64_t>(digit - 'a' + 10);
        else
            throw std::invalid_argument("a count is written in hexadecimal digits");
        value *= 16;
        value += BigCount(number);
    }
    return value;
}

}  // namespace piecework::cover

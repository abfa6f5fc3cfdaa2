#include "piecework/cover/problem.hpp"

#include <algorithm>
#include <stdexcept>

namespace piecework::cover {

Problem::Problem(std::vector<Range> items, const std::vector<std::vector<std::uint32_t>>& options)
    : items_(std::move(items)) {
    for (std::size_t i = 0; i < items_.size(); ++i) {
        if (items_[i].lo > items_[i].hi)
            throw std::invalid_argument("item " + std::to_string(i) + " has an empty range");
    }
    for (std::size_t i = 0; i < options.size(); ++i) {
        if (options[i].empty()) throw std::invalid_argument("option " + std::to_string(i) + " is empty");
        std::vector<std::uint32_t> sorted = options[i];
        std::sort(sorted.begin(), sorted.end());
        if (sorted.back() >= items_.size())
            throw std::invalid_argument("option " + std::to_string(i) + " names an unknown item");
        if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
            throw std::invalid_argument("option " + std::to_string(i) + " repeats an item");
        for (std::uint32_t item : sorted) options_.add(item);
        options_.end_list();
    }
}

std::uint64_t Problem::fingerprint() const {
    std::uint64_t hash = 0xcbf29ce484222325ull;  // FNV-1a
    const auto mix = [&hash](std::uint64_t value) {
        for (int shift = 0; shift < 64; shift += 8) {
            hash ^= (value >> shift) & 0xff;
            hash *= 0x100000001b3ull;
        }
    };
    for (const Range& range : items_) {
        mix(range.lo);
        mix(range.hi);
    }
    for (std::size_t i = 0; i < option_count(); ++i) {
        mix(option(i).size());
        for (std::uint32_t item : option(i)) mix(item);
    }
    return hash;
}

}  // namespace piecework::cover

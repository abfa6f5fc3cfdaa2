#include "piecework/shapez/shape_set.hpp"

#include <algorithm>
#include <string>

namespace piecework::shapez {

namespace {

constexpr std::uint64_t kFirst = 0x9E3779B97F4A7C15u;  // odd, so multiplication can be undone
constexpr std::uint64_t kSecond = 0xD6E8FEB86659FD93u;

constexpr std::uint64_t inverse(std::uint64_t odd) {
    std::uint64_t result = odd;  // right in three bits; each step doubles that
    for (int step = 0; step < 5; ++step) result *= 2 - odd * result;
    return result;
}
static_assert(kFirst * inverse(kFirst) == 1 && kSecond * inverse(kSecond) == 1);

std::size_t home(std::uint32_t rest, std::size_t size) {
    return (rest * std::uint32_t{0x9E3779B1}) & (size - 1);
}

}  // namespace

ShapeSet::ShapeSet(const Board& board, std::uint64_t most_bytes)
    : board_(board),
      bits_(2 * board.cells),
      rest_bits_(std::min(32, bits_ - 6)),
      mask_((std::uint64_t{1} << bits_) - 1),
      most_bytes_(most_bytes),
      tables_(std::size_t{1} << (bits_ - rest_bits_)) {}

std::uint64_t ShapeSet::scramble(std::uint64_t key) const {
    key = (key * kFirst) & mask_;
    key ^= key >> ((bits_ + 1) / 2);
    return (key * kSecond) & mask_;
}

std::uint64_t ShapeSet::unscramble(std::uint64_t key) const {
    key = (key * inverse(kSecond)) & mask_;
    key ^= key >> ((bits_ + 1) / 2);
    return (key * inverse(kFirst)) & mask_;
}

bool ShapeSet::insert(Shape shape) {
    const std::uint64_t key = scramble(dense(board_, shape));
    Table& table = tables_[key >> rest_bits_];
    const auto rest = static_cast<std::uint32_t>(key & ((std::uint64_t{1} << rest_bits_) - 1));
    while (table.busy.test_and_set(std::memory_order_acquire)) {
    }
    struct Release {
        std::atomic_flag& flag;
        ~Release() { flag.clear(std::memory_order_release); }
    } release{table.busy};
    const bool fresh = insert_rest(table, rest);
    if (fresh) size_.fetch_add(1, std::memory_order_relaxed);
    return fresh;
}

bool ShapeSet::insert_rest(Table& table, std::uint32_t rest) {
    if (rest == 0) {
        const bool fresh = !table.has_zero;
        table.has_zero = true;
        return fresh;
    }
    if (table.slots.empty() || table.used >= table.slots.size() / 4 * 3) grow(table);
    const std::size_t last = table.slots.size() - 1;
    std::size_t at = home(rest, table.slots.size());
    while (table.slots[at] != 0) {
        if (table.slots[at] == rest) return false;
        at = (at + 1) & last;
    }
    table.slots[at] = rest;
    ++table.used;
    return true;
}

bool ShapeSet::contains(Shape shape) const {
    const std::uint64_t key = scramble(dense(board_, shape));
    const Table& table = tables_[key >> rest_bits_];
    const auto rest = static_cast<std::uint32_t>(key & ((std::uint64_t{1} << rest_bits_) - 1));
    if (rest == 0) return table.has_zero;
    if (table.slots.empty()) return false;
    const std::size_t last = table.slots.size() - 1;
    for (std::size_t at = home(rest, table.slots.size()); table.slots[at] != 0; at = (at + 1) & last)
        if (table.slots[at] == rest) return true;
    return false;
}

void ShapeSet::grow(Table& table) {
    const std::size_t size = table.slots.empty() ? 16 : table.slots.size() * 2;
    const std::uint64_t total = bytes_.fetch_add((size - table.slots.size()) * 4) + size * 4;
    if (most_bytes_ != 0 && total > most_bytes_)
        throw OutOfMemory("the set of shapes needs more than the " + std::to_string(most_bytes_ >> 20) +
                          " MiB that it may take");
    std::vector<std::uint32_t> old(size);
    old.swap(table.slots);
    for (const std::uint32_t rest : old) {
        if (rest == 0) continue;
        std::size_t at = home(rest, size);
        while (table.slots[at] != 0) at = (at + 1) & (size - 1);
        table.slots[at] = rest;
    }
}

}  // namespace piecework::shapez

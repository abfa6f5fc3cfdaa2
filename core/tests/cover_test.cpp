// The cover engine from C++: all kernels, the sweep, threads, and stopping, on problems whose answers are
// known.
#include <algorithm>
#include <chrono>
#include <set>
#include <thread>
#include <tuple>

#include "check.hpp"
#include "piecework/cover/search.hpp"
#include "piecework/cover/sweep.hpp"

using namespace piecework::cover;

namespace {

// Dominoes on a board, with the dominoes as one item of higher multiplicity if wanted.
Problem dominoes(std::uint32_t rows, std::uint32_t columns, bool counted) {
    std::vector<Range> items(rows * columns);
    if (counted) items.push_back({rows * columns / 2, rows * columns / 2});
    std::vector<std::vector<std::uint32_t>> options;
    const auto add = [&](std::uint32_t a, std::uint32_t b) {
        options.push_back({a, b});
        if (counted) options.back().push_back(rows * columns);
    };
    for (std::uint32_t row = 0; row < rows; ++row) {
        for (std::uint32_t column = 0; column < columns; ++column) {
            const std::uint32_t cell = row * columns + column;
            if (column + 1 < columns) add(cell, cell + 1);
            if (row + 1 < rows) add(cell, cell + columns);
        }
    }
    return {items, options};
}

// Queens that do not attack each other; the diagonals are optional.
Problem queens(std::uint32_t size) {
    std::vector<Range> items(2 * size);
    items.resize(2 * size + 2 * (2 * size - 1), {0, 1});
    std::vector<std::vector<std::uint32_t>> options;
    for (std::uint32_t row = 0; row < size; ++row)
        for (std::uint32_t column = 0; column < size; ++column)
            options.push_back({row, size + column, 2 * size + row + column,
                               2 * size + 2 * size - 1 + row + size - 1 - column});
    return {items, options};
}

constexpr KernelKind every_kind[] = {KernelKind::sparse, KernelKind::dense, KernelKind::bitset};

std::shared_ptr<KernelMaker> maker(Problem problem, std::optional<KernelKind> kind = {}) {
    return std::make_shared<KernelMaker>(std::make_shared<Problem>(std::move(problem)), kind);
}

std::string counted(const std::shared_ptr<KernelMaker>& kernels, unsigned threads) {
    Search search(kernels, Search::Aim::count, threads);
    while (!search.wait(1.0)) {
    }
    return search.solutions().hex();
}

std::uint64_t choose(std::uint64_t all, std::uint64_t some) {
    std::uint64_t ways = 1;
    for (std::uint64_t i = 0; i < some; ++i) ways = ways * (all - i) / (i + 1);
    return ways;
}

// Words of a length over some letters, each of which stands in it at most so many times.
std::uint64_t words_of(std::uint32_t letters, std::uint32_t most, std::uint32_t length) {
    if (letters == 0) return length == 0;
    std::uint64_t words = 0;
    for (std::uint32_t times = 0; times <= std::min(most, length); ++times)
        words += choose(length, times) * words_of(letters - 1, most, length - times);
    return words;
}

// Each letter, as an item behind the cells, in each cell.
std::vector<std::vector<std::uint32_t>> places_for_letters(std::uint32_t cells, std::uint32_t letters) {
    std::vector<std::vector<std::uint32_t>> options;
    for (std::uint32_t cell = 0; cell < cells; ++cell)
        for (std::uint32_t letter = 0; letter < letters; ++letter) options.push_back({cell, cells + letter});
    return options;
}

std::string swept(const std::shared_ptr<const Problem>& problem, unsigned threads) {
    Sweep sweep(problem, threads, 1u << 28);
    return sweep.run() == Sweep::End::complete ? sweep.count().hex() : sweep.obstacle();
}

}  // namespace

TEST("every kernel counts queens, with any number of threads") {
    for (KernelKind kind : every_kind) {
        const auto kernels = maker(queens(8), kind);
        CHECK(kernels->kind() == kind);
        for (unsigned threads : {1u, 2u, 5u}) CHECK_EQUAL(counted(kernels, threads), BigCount(92).hex());
    }
}

TEST("identical dominoes do not multiply the count") {
    for (KernelKind kind : every_kind)
        CHECK_EQUAL(counted(maker(dominoes(4, 6, true), kind), 2), BigCount(281).hex());
}

TEST("a kernel that a problem does not fit is refused, and many small pieces get bitsets") {
    const auto refused = [](Problem problem, KernelKind kind) {
        try {
            maker(std::move(problem), kind);
            return false;
        } catch (const std::invalid_argument&) {
            return true;
        }
    };
    CHECK(refused(dominoes(2, 400, false), KernelKind::dense));
    CHECK(refused(dominoes(2, 400, false), KernelKind::bitset));
    CHECK(maker(dominoes(2, 400, false))->kind() == KernelKind::sparse);
    CHECK(maker(dominoes(4, 6, true))->kind() == KernelKind::dense);
    CHECK(maker(dominoes(10, 10, true))->kind() == KernelKind::bitset);
}

TEST("the sweep counts dominoes beyond 64 bits") {
    for (unsigned threads : {1u, 3u}) {
        Sweep sweep(std::make_shared<Problem>(dominoes(16, 16, false)), threads, 1u << 28);
        CHECK(sweep.run() == Sweep::End::complete);
        CHECK_EQUAL(sweep.count().hex(), std::string("1edbdc973192520f63accb9100"));
    }
}

TEST("the sweep counts beyond any fixed size") {
    std::vector<std::vector<std::uint32_t>> options;  // 3000 separate squares of two dominoes
    for (std::uint32_t cell = 0; cell < 12000; cell += 4)
        for (std::uint32_t step : {1u, 2u}) {
            options.push_back({cell, cell + step});
            options.push_back({cell + 3 - step, cell + 3});
        }
    const auto problem = std::make_shared<Problem>(std::vector<Range>(12000, {1, 1}), options);
    for (unsigned threads : {1u, 3u}) {
        Sweep sweep(problem, threads, 1u << 28);
        CHECK(sweep.run() == Sweep::End::complete);
        CHECK_EQUAL(sweep.count().hex(), "1" + std::string(750, '0'));
    }
}

TEST("the sweep counts words in which each letter may stand so many times") {
    // Cells in a row, each with a letter; states that have covered the same cells differ in thousands of
    // ways.
    for (const auto& [letters, most, length] : {std::tuple{10u, 2u, 12u}, {16u, 1u, 12u}, {18u, 2u, 7u}}) {
        std::vector<Range> items(length, {1, 1});
        items.resize(length + letters, {0, most});
        const auto problem = std::make_shared<Problem>(std::move(items), places_for_letters(length, letters));
        const std::string words = BigCount(words_of(letters, most, length)).hex();
        for (unsigned threads : {1u, 2u, 3u}) CHECK_EQUAL(swept(problem, threads), words);
    }
}

TEST("the sweep counts words with gaps in which each letter must stand so many times") {
    for (const auto& [letters, times, length] : {std::tuple{7u, 1u, 11u}, {4u, 2u, 11u}, {3u, 3u, 11u}}) {
        std::vector<Range> items(length, {0, 1});
        items.resize(length + letters, {times, times});
        const auto problem = std::make_shared<Problem>(std::move(items), places_for_letters(length, letters));
        std::uint64_t words = 1;
        for (std::uint32_t letter = 0; letter < letters; ++letter)
            words *= choose(length - letter * times, times);
        for (unsigned threads : {1u, 2u}) CHECK_EQUAL(swept(problem, threads), BigCount(words).hex());
    }
}

TEST("the sweep looks as far as an option reaches") {
    // One option takes all cells; or each is taken alone, in two ways, of which one may be used three times.
    for (std::uint32_t cells : {40u, 64u, 65u, 100u, 128u, 129u, 250u}) {
        std::vector<Range> items(cells, {1, 1});
        items.push_back({0, 3});
        std::vector<std::vector<std::uint32_t>> options(1);
        for (std::uint32_t cell = 0; cell < cells; ++cell) {
            options[0].push_back(cell);
            options.push_back({cell});
            options.push_back({cell, cells});
        }
        const auto problem = std::make_shared<Problem>(std::move(items), options);
        const std::uint64_t covers = 2 + cells + choose(cells, 2) + choose(cells, 3);
        for (unsigned threads : {1u, 2u}) CHECK_EQUAL(swept(problem, threads), BigCount(covers).hex());
    }
}

TEST("a sweep that does not fit gives up") {
    Sweep sweep(std::make_shared<Problem>(dominoes(12, 12, true)), 2, 10'000);
    CHECK(sweep.run() == Sweep::End::out_of_memory);
}

TEST("a sweep can be cancelled before it starts") {
    Sweep sweep(std::make_shared<Problem>(dominoes(8, 8, false)), 2, 1u << 28);
    sweep.cancel();
    CHECK(sweep.run() == Sweep::End::cancelled);
}

TEST("solutions are listed once each, by several threads") {
    const auto kernels = maker(queens(8));
    Search search(kernels, Search::Aim::list, 3);
    std::set<Solution> seen;
    std::size_t taken = 0;
    while (true) {
        const bool ended = search.ended();
        const std::vector<Solution> some = search.take(7, 1.0);
        taken += some.size();
        seen.insert(some.begin(), some.end());
        if (ended && some.empty()) break;
    }
    CHECK_EQUAL(taken, 92u);
    CHECK_EQUAL(seen.size(), 92u);
}

TEST("a search interrupted again and again ends at the same total") {
    for (KernelKind kind : every_kind) {
        const auto kernels = maker(queens(8), kind);
        auto search = std::make_unique<Search>(kernels, Search::Aim::count, 2);
        int stops = 0;
        while (!search->complete()) {
            std::this_thread::sleep_for(std::chrono::microseconds(200));
            search->cancel();
            ResumePoint point = search->resume_point();
            search = std::make_unique<Search>(kernels, Search::Aim::count, 3, std::move(point));
            if (++stops == 20) search->wait(60.0);
        }
        CHECK_EQUAL(search->solutions().hex(), BigCount(92).hex());
    }
}

TEST("resume points are taken while the search goes on") {
    const auto kernels = maker(queens(9));
    Search search(kernels, Search::Aim::count, 2);
    double before = 0;
    for (int i = 0; i < 10; ++i) {
        const ResumePoint point = search.resume_point();
        CHECK(point.fraction >= before);
        before = point.fraction;
    }
    search.wait(60.0);
    CHECK_EQUAL(search.solutions().hex(), BigCount(352).hex());
}

TEST("big counts add, multiply and print") {
    BigCount value = 1;
    for (int i = 0; i < 20; ++i) value *= 1'000'000'007;
    value += BigCount(5);
    CHECK_EQUAL(BigCount::from_hex(value.hex()).hex(), value.hex());
    BigCount carry = BigCount::from_hex("ffffffffffffffffffffffffffffffff");
    carry += BigCount(1);
    CHECK_EQUAL(carry.hex(), std::string("100000000000000000000000000000000"));
    CHECK_EQUAL(BigCount().hex(), std::string("0"));
}

TEST("bad problems are refused") {
    const auto refused = [](std::vector<Range> items,
                            const std::vector<std::vector<std::uint32_t>>& options) {
        try {
            Problem(std::move(items), options);
            return false;
        } catch (const std::invalid_argument&) {
            return true;
        }
    };
    CHECK(refused({{2, 1}}, {}));
    CHECK(refused({{1, 1}}, {{}}));
    CHECK(refused({{1, 1}}, {{1}}));
    CHECK(refused({{1, 1}}, {{0, 0}}));
    CHECK(!refused({{1, 1}}, {{0}}));
}

int main() { return check::run_tests(); }

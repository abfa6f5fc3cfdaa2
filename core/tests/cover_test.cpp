// The cover engine from C++: all kernels, the sweep, threads, and stopping, on problems whose answers are
// known.
#include <chrono>
#include <set>
#include <thread>

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

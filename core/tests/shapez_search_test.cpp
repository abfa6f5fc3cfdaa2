// The searches against published counts, and against what must hold among them.
#include <algorithm>
#include <utility>

#include "check.hpp"
#include "piecework/shapez/count.hpp"
#include "piecework/shapez/full.hpp"
#include "piecework/shapez/halves.hpp"
#include "piecework/shapez/index.hpp"
#include "piecework/shapez/pins.hpp"

using namespace piecework::shapez;

namespace {

struct Published {
    int parts, layers;
    std::uint64_t halves, canonical, total, non_swappable, pin_essential;
};
// Published for three and four layers; for two layers see the closure test.
constexpr Published kRows[] = {
    {4, 3, 1796, 917, 502906, 11627, 7},
    {4, 4, 16193, 8148, 44233241, 2002457, 504},
};

std::vector<PinEssential> all_pin_essential(const Board& board, const HalfSet& halves, int threads) {
    Progress progress;
    PinSearch search(board, halves, progress, threads);
    while (search.run_batch() > 0) {
    }
    CHECK(search.superseded().empty());
    return search.result();
}

}  // namespace

TEST("published counts, with one thread and with two") {
    for (const Published& row : kRows) {
        const Board board(row.parts, row.layers);
        Progress progress;
        const Halves halves = search_halves(board, progress);
        CHECK_EQUAL(halves.set.count(), row.halves);
        CHECK_EQUAL(halves.canonical.size(), row.canonical);
        for (const int threads : {1, 2}) {
            ShapeSet full(board);
            search_full(board, halves.set, progress, threads, full);
            CHECK_EQUAL(full.size(), row.non_swappable);
            CHECK_EQUAL(all_pin_essential(board, halves.set, threads).size(), row.pin_essential);
        }
        CHECK_EQUAL(count_swappable(board, halves.set, progress, 1).canonical, row.total - row.non_swappable);
    }
}

TEST("half counts of other sizes") {
    const struct {
        int parts, layers;
        std::uint64_t halves, canonical;
    } rows[] = {{4, 5, 135074, 67669}, {6, 3, 81352, 41574}};
    for (const auto& row : rows) {
        const Board board(row.parts, row.layers);
        Progress progress;
        const Halves halves = search_halves(board, progress);
        CHECK_EQUAL(halves.set.count(), row.halves);
        CHECK_EQUAL(halves.canonical.size(), row.canonical);
    }
}

TEST("stacking across the cut makes up for stacking on halves") {
    for (const auto& [parts, layers] : {std::pair{4, 2}, {4, 3}, {4, 4}, {6, 2}}) {
        const Board board(parts, layers);
        Progress progress;
        const Halves whole = search_halves(board, progress);
        const Halves without = search_halves(board, progress, {.stack = false, .lean = true});
        CHECK_EQUAL(without.found_by[static_cast<int>(HalfOp::stack)], 0u);
        CHECK(without.set.words() == whole.set.words());
        const Halves neither = search_halves(board, progress, {.stack = false, .lean = false});
        CHECK(neither.set.count() < whole.set.count());
    }
}

TEST("rings of eight and ten columns are counted like they are listed") {
    // With one layer every ring of four kinds of parts can be swapped together: bracelets of 4 colours.
    const struct {
        int parts, layers;
        std::uint64_t oriented, canonical;
    } rows[] = {{8, 1, 65536, 4435}, {10, 1, 1048576, 53764}, {8, 2, 1262995153, 79065091}};
    for (const auto& row : rows) {
        const Board board(row.parts, row.layers);
        Progress progress;
        const Halves halves = search_halves(board, progress);
        const SwappableCount count = count_swappable(board, halves.set, progress, 2);
        CHECK_EQUAL(count.oriented, list_swappable(board, halves.set, progress));
        CHECK_EQUAL(count.oriented, row.oriented);
        CHECK_EQUAL(count.canonical, row.canonical);
    }
}

TEST("what algorithm A lists is what the pin-essential shapes explain") {
    const Board board(4, 3);
    Progress progress;
    const Halves halves = search_halves(board, progress);
    const AtlasIndex index(board, halves.set, all_pin_essential(board, halves.set, 1));
    ShapeSet full(board);
    search_full(board, halves.set, progress, 1, full);
    std::uint64_t essential = 0;
    full.for_each([&](Shape shape) {
        CHECK(board.canonical(shape) == shape);
        CHECK(index.explains(shape));
        CHECK(index.cuts_known(shape));
        essential += index.pin_essential(shape).has_value();
    });
    CHECK_EQUAL(essential, 7u);
}

TEST("a set of shapes gives back what went in") {
    const Board board(6, 3);
    ShapeSet set(board);
    std::uint64_t state = 1;
    std::vector<Shape> all;
    for (int step = 0; step < 20000; ++step) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const Shape shape = (state >> 3) & board.all_both;
        if (set.insert(shape)) all.push_back(shape);
        CHECK(!set.insert(shape));
    }
    CHECK(set.insert(0));
    CHECK(set.contains(0));
    all.push_back(0);
    std::vector<Shape> back;
    set.for_each([&](Shape shape) { back.push_back(shape); });
    std::sort(all.begin(), all.end());
    std::sort(back.begin(), back.end());
    CHECK(all == back);
    CHECK_EQUAL(set.size(), all.size());
}

TEST("a set of shapes refuses to grow beyond its limit") {
    const Board board(4, 4);
    ShapeSet set(board, 1 << 16);
    bool refused = false;
    try {
        for (Shape shape = 0; shape < 100000; ++shape) set.insert(shape);
    } catch (const OutOfMemory&) {
        refused = true;
    }
    CHECK(refused);
}

TEST("a search that is cancelled stops") {
    const Board board(4, 5);
    Progress progress;
    progress.cancel();
    bool stopped = false;
    try {
        search_halves(board, progress);
    } catch (const piecework::Cancelled&) {
        stopped = true;
    }
    CHECK(stopped);
}

int main() { return check::run_tests(); }

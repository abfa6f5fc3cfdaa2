// Everything that can be built, by brute force: one mined layer, every machine, until nothing is new. No half
// search, no algorithm A or B; they are then held against it.
#include <algorithm>
#include <unordered_set>
#include <vector>

#include "check.hpp"
#include "piecework/shapez/count.hpp"
#include "piecework/shapez/full.hpp"
#include "piecework/shapez/halves.hpp"
#include "piecework/shapez/pins.hpp"

using namespace piecework::shapez;

namespace {

class Closure {
  public:
    // `whole_tops`: stack any known shape on any other, not arcs and pins alone.
    Closure(const Board& board, bool whole_tops) : board_(board), whole_tops_(whole_tops) {
        add(board.ground);  // one layer of normal parts, as it comes out of a mine
        while (next_ < shapes_.size()) expand(shapes_[next_++]);
    }

    const std::unordered_set<Shape>& known() const { return known_; }
    const std::unordered_set<HalfKey>& halves() const { return half_set_; }
    bool is_stacked(Shape canonical) const { return stacked_.count(canonical) != 0; }

  private:
    Shape add(Shape shape) {
        const Shape canonical = board_.canonical(shape);
        if (known_.insert(canonical).second) shapes_.push_back(canonical);
        return canonical;
    }
    void add_half(HalfKey key) {
        if (!half_set_.insert(key).second) return;
        halves_.push_back(key);
        for (std::size_t at = 0; at < halves_.size(); ++at) {
            add(board_.join(key, halves_[at]));
            add(board_.join(halves_[at], key));
        }
    }
    void stack(Shape bottom, Shape top) {
        const Shape result = board_.stack(bottom, top);
        if (result != bottom) stacked_.insert(add(result));
    }
    void expand(Shape shape) {
        add(board_.pin_push(shape));
        add(board_.crystal_generator(shape));
        for (const Shape start : {shape, board_.mirror(shape)})
            for (int turn = 0; turn < board_.parts; ++turn) {
                const Board::Halves cut = board_.cut(board_.rotate(start, turn));
                add_half(board_.east_key(cut.east));
                add_half(board_.west_key(cut.west));
            }
        if (whole_tops_) {
            // Crystals of the top break, so tops that differ in crystals alone are one top.
            for (const Shape start : {shape, board_.mirror(shape)})
                for (int turn = 0; turn < board_.parts; ++turn) {
                    const Shape top =
                        board_.rotate(start, turn) & ~both(crystals(board_.rotate(start, turn)));
                    if (!top_set_.insert(top).second) continue;
                    tops_.push_back(top);
                    for (std::size_t at = 0; at + 1 < next_; ++at) stack(shapes_[at], top);
                }
            for (const Shape top : tops_) stack(shape, top);
            return;
        }
        for (const Plane arc : ring_arcs(board_.parts)) stack(shape, arc);
        for (int column = 0; column < board_.parts; ++column) stack(shape, pack(0, Plane{1} << column));
    }

    const Board& board_;
    const bool whole_tops_;
    std::vector<Shape> shapes_;
    std::size_t next_ = 0;
    std::unordered_set<Shape> known_;
    std::unordered_set<Shape> stacked_;
    std::unordered_set<HalfKey> half_set_;
    std::vector<HalfKey> halves_;
    std::unordered_set<Shape> top_set_;
    std::vector<Shape> tops_;
};

void compare(int parts, int layers, bool whole_tops, std::uint64_t total, std::uint64_t pin_essential) {
    const Board board(parts, layers);
    const Closure closure(board, whole_tops);
    Progress progress;
    const Halves halves = search_halves(board, progress);

    // The half search finds the halves of the closure, no more and no less.
    CHECK_EQUAL(halves.set.count(), closure.halves().size());
    for (const HalfKey key : halves.set.keys()) CHECK(closure.halves().count(key) == 1);

    // Algorithm A and the count by matrices give its shapes.
    ShapeSet full(board);
    search_full(board, halves.set, progress, 1, full);
    std::uint64_t non_swappable = 0, essential = 0;
    PinSearch pins(board, halves.set, progress, 1);
    while (pins.run_batch() > 0) {
    }
    std::unordered_set<Shape> found;
    for (const PinEssential& one : pins.result()) found.insert(one.shape);
    for (const Shape shape : closure.known()) {
        if (swappable(board, halves.set, shape)) continue;
        ++non_swappable;
        CHECK(full.contains(shape));
        // Algorithm B gives those that nothing can be stacked on to make.
        CHECK_EQUAL(found.count(shape), closure.is_stacked(shape) ? 0u : 1u);
        essential += !closure.is_stacked(shape);
    }
    CHECK_EQUAL(full.size(), non_swappable);
    CHECK_EQUAL(count_swappable(board, halves.set, progress, 1).canonical + full.size(),
                closure.known().size());
    CHECK_EQUAL(closure.known().size(), total);
    CHECK_EQUAL(found.size(), essential);
    CHECK_EQUAL(essential, pin_essential);
}

}  // namespace

TEST("Quad1, whole shapes stacked") { compare(4, 1, true, Closure(Board(4, 1), false).known().size(), 0); }
TEST("Quad2, whole shapes stacked") { compare(4, 2, true, 5092, 0); }
TEST("Quad3") { compare(4, 3, false, 502906, 7); }
TEST("Hex2") { compare(6, 2, false, 567318, 0); }

int main() { return check::run_tests(); }

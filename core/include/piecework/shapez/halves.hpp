// Which halves can be built: every east half that some cutter can put out.
//
// The search starts from halves whose columns are solid towers of normal parts and crystals (each is stacked
// or grown by the crystal generator beside scaffolding, then swapped together) and closes them under
//
//   1  pin push                      the half alone through the pin pusher
//   2  stack                         one arc of normal parts, or one pin, dropped on the half
//   3  break at the cut              swapped with a half whose crystals touch, then cut again
//   4  swap, turn, cut               columns of two halves side by side (projections, see below)
//   5  swap, pin push, turn, cut     for quads: a full crystal column that overflows
//   6  swap, turn, stack, cut        stacked arcs that lean on the other side of the cut
//
// 1 to 5 run as a breadth-first search in rounds; 6 runs when they find nothing more, and starts them again
// when it finds something. A half and its mirror image (turned half round, so that it stays east) are built
// alike: only the lesser key of the two is kept in the queue.
//
// Example: Quad3 has 225 seeds and 1,796 halves, Quad5 3,969 and 135,074.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "piecework/shapez/board.hpp"
#include "piecework/shapez/progress.hpp"

namespace piecework::shapez {

// A set of half keys, one bit a key.
class HalfSet {
  public:
    explicit HalfSet(int key_bits = 0)
        : words_(std::max<std::uint64_t>((std::uint64_t{1} << key_bits) / 64, 1)) {}
    explicit HalfSet(std::vector<std::uint64_t> words) : words_(std::move(words)) {}
    bool contains(HalfKey key) const { return words_[key >> 6] >> (key & 63) & 1; }
    void insert(HalfKey key) { words_[key >> 6] |= std::uint64_t{1} << (key & 63); }
    std::uint64_t count() const;
    std::vector<HalfKey> keys() const;
    const std::vector<std::uint64_t>& words() const { return words_; }

  private:
    std::vector<std::uint64_t> words_;
};

enum class HalfOp : std::uint8_t {
    seed,            // columns of normal parts and crystals
    pin_push,        // of `first`
    stack,           // the row with half key `second` dropped on `first`
    swap_cut,        // `first` beside `second`, turned, cut
    swap_pin_cut,    // `first` beside `second`, pin pushed, turned, cut
    swap_stack_cut,  // record number `second` of Halves::leaning
};

struct HalfParent {
    HalfKey first = 0;
    HalfKey second = 0;
    HalfOp op = HalfOp::seed;
};

// join(first, second) turned by `turn`, then the rows of `stacked` dropped from the bottom up, then cut.
struct LeaningParent {
    HalfKey first;
    HalfKey second;
    std::int32_t turn;
    Shape stacked;
};

struct Halves {
    HalfSet set;                      // with mirror images
    std::vector<HalfKey> canonical;   // in the order of discovery: parents come first
    std::vector<HalfParent> parents;  // one for each of `canonical`
    std::vector<LeaningParent> leaning;
    std::uint64_t found_by[6] = {};  // by HalfOp
};

struct HalfOptions {
    bool stack = true;  // operation 2; switched off to prove operation 6
    bool lean = true;   // operation 6
};

Halves search_halves(const Board& board, Progress& progress, const HalfOptions& options = {});

// Some rotation splits the shape into two known halves.
inline bool swappable(const Board& board, const HalfSet& halves, Shape shape) {
    for (int turn = 0; turn < board.half; ++turn) {
        if (halves.contains(board.east_key(shape)) && halves.contains(board.west_key(shape))) return true;
        shape = board.rotate(shape);
    }
    return false;
}

// Whether every cut, in any rotation, of anything stacked on the shape gives a known half.
bool stacked_cuts_known(const Board& board, const HalfSet& halves, Shape shape);

// Halves that no known half becomes by stacking one row: every half is one of them with rows stacked on it.
std::vector<HalfKey> base_halves(const Board& board, const HalfSet& halves);

}  // namespace piecework::shapez

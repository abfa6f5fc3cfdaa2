// The shapes whose last machine must be a pin pusher.
//
// Everything that can be built is swappable, or stacked row by row on something swappable or on one of these
// *pin-essential* shapes, or is one of them. So the half set and this small set decide what can be built,
// without listing all of it: Quad5 has 3,378,515,280 shapes, of which 39,296 are pin-essential.
//
// The search goes in batches. The first takes pairs of base halves, the next ones the shapes that the batch
// before found. From each start it stacks rows in every possible way, from the bottom up, pushes pins under
// each result, and keeps what is neither swappable nor stacked on something known. Then those of the batch
// that turn out to be stacked on one found later are dropped again. When a batch finds nothing, all is known.
//
// Three things keep it short. Pairs of halves that the pin pusher treats independently are skipped with one
// AND (push.hpp). A branch ends when nothing falls in the pushed shape and no row that is still to come can
// rest on a crystal that breaks: then whatever is stacked before the push could as well be stacked after it.
// And so could any arc or pin with nothing above it that touches nothing sideways: it holds nothing, so all
// else behaves as if it were not there, and it ends on top of its columns whether it stays or falls. Hence
// only shapes matter where every topmost arc stands beside a part of the start that is neither a pin nor
// about to break. That leaves a tenth of the shapes that could be stacked.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "piecework/shapez/halves.hpp"
#include "piecework/shapez/rows.hpp"

namespace piecework::shapez {

struct PinEssential {
    Shape shape;   // canonical
    Shape before;  // pin pushed, it gives an orientation of `shape`
    std::uint32_t batch;
};

// From canonical shapes to what is known about them; several threads may use it at once.
class PinMap {
  public:
    PinMap();
    // Keeps the least (batch, before) of those offered; whether the shape was new.
    bool insert(const PinEssential& entry);
    // The batch of the shape, 0 if it is not there.
    std::uint32_t batch(Shape canonical) const;
    void erase(Shape canonical);
    std::uint64_t size() const { return size_.load(std::memory_order_relaxed); }
    std::vector<PinEssential> sorted() const;

  private:
    struct Shard {
        std::vector<PinEssential> slots;  // batch 0: never used
        std::size_t used = 0;
        mutable std::atomic_flag busy{};
    };
    static std::size_t home(Shape shape);
    Shard& shard(Shape shape) const { return shards_[home(shape) >> 58]; }
    static PinEssential* find(Shard& shard, Shape shape);

    std::unique_ptr<Shard[]> shards_;
    std::atomic<std::uint64_t> size_{0};
};

// Calls `accept` with every shape from which `shape` arises by stacking at least one row, until it says yes.
bool stacked_on(const Board& board, Shape shape, const std::function<bool(Shape)>& accept);

class PinSearch {
  public:
    PinSearch(const Board& board, const HalfSet& halves, Progress& progress, int threads);

    // Takes up a search that was stopped after a batch.
    void restore(const std::vector<PinEssential>& known, std::uint32_t batches);

    // Runs the next batch; returns how many shapes it found that stay.
    std::uint64_t run_batch();
    std::uint32_t batches() const { return batches_; }
    std::vector<PinEssential> result() const { return map_.sorted(); }

    // Of the shapes kept, those that are stacked on another one that a later batch found. They stay, because
    // parents refer to them, but they are not essential.
    std::vector<Shape> superseded() const;

  private:
    struct Start;
    struct Worker;
    void start_from_pairs();
    void start_from_shapes(const std::vector<PinEssential>& shapes);
    void enumerate(Worker& worker, const Start& start);
    void grow(Worker& worker, const Start& start, int layer, Shape added, Plane held, bool wanted);
    bool every_arc_touches(Plane row, Plane contact) const;
    bool exposed(const Start& start, int layer, Plane added) const;
    void classify(Worker& worker, Shape pushed, Shape before);
    bool stacked(Shape shape) const;
    bool known_base(Shape base) const;

    const Board board_;
    const HalfSet& halves_;
    Progress& progress_;
    const int threads_;
    const RowTable rows_;
    PinMap map_;
    std::uint32_t batches_ = 0;
};

}  // namespace piecework::shapez

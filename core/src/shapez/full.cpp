#include "piecework/shapez/full.hpp"

#include <algorithm>

#include "piecework/shapez/parallel.hpp"
#include "piecework/shapez/push.hpp"

namespace piecework::shapez {

std::vector<Plane> ring_arcs(int columns) {
    std::vector<Plane> arcs;
    for (int length = 1; length < columns; ++length)
        for (int start = 0; start < columns; ++start) {
            Plane arc = 0;
            for (int step = 0; step < length; ++step) arc |= Plane{1} << ((start + step) % columns);
            arcs.push_back(arc);
        }
    arcs.push_back((Plane{1} << columns) - 1);
    return arcs;
}

namespace {

constexpr std::size_t kChunk = 64;

class FullSearch {
  public:
    FullSearch(const Board& board, const HalfSet& halves, Progress& progress, int threads, ShapeSet& found)
        : board_(board),
          halves_(halves),
          progress_(progress),
          threads_(threads),
          found_(found),
          keys_(halves.keys()),
          arcs_(ring_arcs(board.parts)),
          stacks_(static_cast<std::size_t>(threads)) {}

    void run() {
        hanging_arcs();
        breaking_pushes();
    }

  private:
    // A row at a height, on one half.
    struct Perch {
        Plane row;
        int layer;
    };

    void hanging_arcs() {
        struct Job {
            std::vector<Shape> hanging;  // east halves with the row in the air
            std::vector<Shape> landed;   // halves the rest of the arc landed on, as west halves
        };
        std::vector<Job> jobs;
        for (const Plane arc : arcs_) {
            const Plane east_row = arc & ((Plane{1} << board_.half) - 1);
            const Plane west_row = arc >> board_.half;
            if (east_row == 0 || west_row == 0) continue;
            for (int layer = 0; layer < board_.layers; ++layer) {
                Job job{hanging_at({east_row, layer}), landed_at({west_row, layer})};
                if (!job.hanging.empty() && !job.landed.empty()) jobs.push_back(std::move(job));
            }
        }
        std::uint64_t total = 0;
        for (const Job& job : jobs) total += job.hanging.size();
        progress_.begin(0);
        progress_.expect(total);
        for (const Job& job : jobs) {
            parallel_for(threads_, (job.hanging.size() + kChunk - 1) / kChunk,
                         [&](int thread, std::size_t chunk) {
                             const std::size_t end = std::min(job.hanging.size(), (chunk + 1) * kChunk);
                             for (std::size_t at = chunk * kChunk; at < end; ++at) {
                                 progress_.check();
                                 for (const Shape west : job.landed) offer(thread, job.hanging[at] | west);
                             }
                             progress_.step(end - chunk * kChunk);
                             progress_.set_found(found_.size());
                         });
        }
    }
    std::vector<Shape> hanging_at(Perch perch) const {
        std::vector<Shape> result;
        const Shape row = static_cast<Shape>(perch.row) << (perch.layer * board_.parts);
        for (const HalfKey key : keys_) {
            const Shape half = board_.from_key(key);
            if (board_.height(occupied(half), perch.row) >= perch.layer) continue;
            if (halves_.contains(board_.east_key(half | row)) || board_.half_mirror_key(key) < key) continue;
            result.push_back(half | row);
        }
        return result;
    }
    std::vector<Shape> landed_at(Perch perch) const {
        std::vector<Shape> result;
        const Shape row = static_cast<Shape>(perch.row) << (perch.layer * board_.parts);
        for (const HalfKey key : keys_) {
            const Shape half = board_.from_key(key);
            if (board_.height(occupied(half), perch.row) == perch.layer)
                result.push_back((half | row) << board_.half);
        }
        return result;
    }

    void breaking_pushes() {
        std::vector<PushProfile> profiles;
        std::vector<HalfKey> easts;
        for (const HalfKey key : keys_) {
            const Shape half = board_.from_key(key);
            profiles.push_back(push_profile(board_, half, false));
            if ((crystals(half) & board_.top_layer) && board_.half_mirror_key(key) >= key)
                easts.push_back(key);
        }
        progress_.begin(1);
        progress_.expect(easts.size());
        parallel_for(threads_, easts.size(), [&](int thread, std::size_t index) {
            progress_.check();
            const Shape east = board_.from_key(easts[index]);
            const std::uint64_t profile = push_profile(board_, east, false).as_east;
            for (std::size_t at = 0; at < keys_.size(); ++at)
                if (profile & profiles[at].as_west)
                    offer(thread, board_.pin_push(east | scatter_bits(keys_[at], board_.west_both)));
            progress_.step();
            progress_.set_found(found_.size());
        });
    }

    void offer(int thread, Shape shape) {
        std::vector<Shape>& stack = stacks_[static_cast<std::size_t>(thread)];
        consider(stack, shape);
        while (!stack.empty()) {
            const Shape next = stack.back();
            stack.pop_back();
            consider(stack, board_.pin_push(next));
            for (const Plane arc : arcs_) consider_stacked(stack, next, arc, false);
            for (int column = 0; column < board_.parts; ++column)
                consider_stacked(stack, next, Plane{1} << column, true);
        }
    }
    void consider_stacked(std::vector<Shape>& stack, Shape shape, Plane row, bool pin) {
        const Shape stacked = board_.stack_row(shape, row, pin);
        if (stacked != shape) consider(stack, stacked);
    }
    void consider(std::vector<Shape>& stack, Shape shape) {
        if (swappable(board_, halves_, shape)) return;
        const Shape canonical = board_.canonical(shape);
        if (found_.insert(canonical)) stack.push_back(canonical);
    }

    const Board& board_;
    const HalfSet& halves_;
    Progress& progress_;
    const int threads_;
    ShapeSet& found_;
    const std::vector<HalfKey> keys_;
    const std::vector<Plane> arcs_;
    std::vector<std::vector<Shape>> stacks_;
};

}  // namespace

void search_full(const Board& board, const HalfSet& halves, Progress& progress, int threads,
                 ShapeSet& found) {
    FullSearch(board, halves, progress, threads, found).run();
}

std::uint64_t count_oriented(const Board& board, const ShapeSet& shapes) {
    std::uint64_t total = 0;
    shapes.for_each(
        [&](Shape shape) { total += static_cast<std::uint64_t>(2 * board.parts / board.stabilizer(shape)); });
    return total;
}

}  // namespace piecework::shapez

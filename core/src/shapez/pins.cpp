#include "piecework/shapez/pins.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

#include "piecework/shapez/parallel.hpp"
#include "piecework/shapez/push.hpp"

namespace piecework::shapez {

// ---- the map ---------------------------------------------------------------------------------------------

namespace {

class Locked {
  public:
    explicit Locked(std::atomic_flag& flag) : flag_(flag) {
        while (flag_.test_and_set(std::memory_order_acquire)) {
        }
    }
    ~Locked() { flag_.clear(std::memory_order_release); }

  private:
    std::atomic_flag& flag_;
};

constexpr std::size_t kShards = 64;
constexpr std::uint32_t kErased = 0xFFFFFFFF;

}  // namespace

PinMap::PinMap() : shards_(std::make_unique<Shard[]>(kShards)) {}

std::size_t PinMap::home(Shape shape) {
    shape *= 0x9E3779B97F4A7C15u;
    return (shape ^ shape >> 32) * 0xD6E8FEB86659FD93u;
}

PinEssential* PinMap::find(Shard& shard, Shape shape) {
    if (shard.slots.empty()) return nullptr;
    const std::size_t last = shard.slots.size() - 1;
    std::size_t at = home(shape) & last;
    while (shard.slots[at].batch != 0 && shard.slots[at].shape != shape) at = (at + 1) & last;
    return &shard.slots[at];
}

bool PinMap::insert(const PinEssential& entry) {
    Shard& home_shard = shard(entry.shape);
    const Locked lock(home_shard.busy);
    if (home_shard.used + 1 > home_shard.slots.size() / 2) {
        std::vector<PinEssential> old(std::max<std::size_t>(64, home_shard.slots.size() * 2));
        old.swap(home_shard.slots);
        home_shard.used = 0;
        for (const PinEssential& one : old)
            if (one.batch != 0 && one.batch != kErased) {
                *find(home_shard, one.shape) = one;
                ++home_shard.used;
            }
    }
    PinEssential* slot = find(home_shard, entry.shape);
    if (slot->batch == 0 || slot->batch == kErased) {
        if (slot->batch == 0) ++home_shard.used;
        *slot = entry;
        size_.fetch_add(1, std::memory_order_relaxed);
        return true;
    }
    if (std::tie(entry.batch, entry.before) < std::tie(slot->batch, slot->before)) *slot = entry;
    return false;
}

std::uint32_t PinMap::batch(Shape canonical) const {
    Shard& home_shard = shard(canonical);
    const Locked lock(home_shard.busy);
    const PinEssential* slot = find(home_shard, canonical);
    return slot == nullptr || slot->batch == kErased ? 0 : slot->batch;
}

void PinMap::erase(Shape canonical) {
    Shard& home_shard = shard(canonical);
    const Locked lock(home_shard.busy);
    PinEssential* slot = find(home_shard, canonical);
    if (slot == nullptr || slot->batch == 0 || slot->batch == kErased) return;
    slot->batch = kErased;
    size_.fetch_sub(1, std::memory_order_relaxed);
}

std::vector<PinEssential> PinMap::sorted() const {
    std::vector<PinEssential> all;
    for (std::size_t at = 0; at < kShards; ++at)
        for (const PinEssential& one : shards_[at].slots)
            if (one.batch != 0 && one.batch != kErased) all.push_back(one);
    std::sort(all.begin(), all.end(),
              [](const PinEssential& a, const PinEssential& b) { return a.shape < b.shape; });
    return all;
}

// ---- what a shape is stacked on --------------------------------------------------------------------------

namespace {

class Unstacker {
  public:
    template <class Accept>
    static bool any(const Board& board, Shape shape, Accept&& accept) {
        Unstacker self(board, shape);
        return self.split(0, 0, accept);
    }

  private:
    Unstacker(const Board& board, Shape shape) : board_(board), shape_(shape), taken_(occupied(shape)) {
        footed_ = (taken_ << board.parts | board.ground) & taken_;
        const Plane crystal = crystals(shape);
        const Plane loose_pins = pins(shape) & ~footed_;
        for (int column = 0; column < board.parts; ++column) {
            // From the deepest split to none: what is taken off grows from nothing downwards.
            Plane off = 0;
            count_[column] = 0;
            splits_[column][count_[column]++] = 0;
            for (int layer = board.layers - 1; layer >= 0; --layer) {
                const Plane cell = Plane{1} << (layer * board.parts + column);
                if (!(taken_ & cell)) continue;
                if ((crystal | loose_pins) & cell) break;
                off |= cell;
                splits_[column][count_[column]++] = off;
            }
        }
    }

    template <class Accept>
    bool split(int column, Plane off, Accept& accept) const {
        if (column == board_.parts) {
            if (off == 0 || !stackable(off)) return false;
            return accept(shape_ & ~both(off));
        }
        for (int at = count_[column] - 1; at >= 0; --at)
            if (split(column + 1, off | splits_[column][at], accept)) return true;
        return false;
    }
    // Every arc of what is taken off has a column with something directly below.
    bool stackable(Plane off) const {
        const Plane rows = off & normals(shape_);
        Plane held = rows & footed_;
        for (;;) {
            const Plane grown = held | (board_.beside(held) & rows);
            if (grown == held) return held == rows;
            held = grown;
        }
    }

    const Board& board_;
    const Shape shape_;
    const Plane taken_;
    Plane footed_;
    Plane splits_[10][8];
    int count_[10];
};

}  // namespace

bool stacked_on(const Board& board, Shape shape, const std::function<bool(Shape)>& accept) {
    return Unstacker::any(board, shape, accept);
}

// ---- the search ------------------------------------------------------------------------------------------

// A shape to stack on, as the pin pusher will leave it. Those of two halves add up, but for what breaks.
struct PinSearch::Start {
    Shape shape;
    Shape rest;        // without what breaks
    Plane breaking;    // crystals
    Plane free;        // cells with nothing at or above them in their column
    Plane contact;     // free cells beside something that neither breaks nor is a pin
    int last_contact;  // the highest layer with such a cell that the push does not lose, or -1

    Start(const Board& board, Shape shape)
        : shape(shape), breaking(board.shattered(crystals(shape), crystals(shape) & board.top_layer)) {
        rest = shape & ~both(breaking);
        Plane taken = occupied(shape);
        for (int layer = 1; layer < board.layers; ++layer) taken |= taken >> board.parts;
        free = board.all & ~taken;
        find_contact(board);
    }
    Start(const Board& board, const Start& east, const Start& west)
        : shape(east.shape | west.shape << board.half),
          breaking(east.breaking | west.breaking << board.half),
          free((east.free & board.east) | (west.free & board.east) << board.half) {
        const Plane crystal = crystals(shape);
        if (board.beside(breaking) & crystal & ~breaking) breaking = board.shattered(crystal, breaking);
        rest = shape & ~both(breaking);
        find_contact(board);
    }
    void find_contact(const Board& board) {
        contact = board.beside(low(rest)) & free & ~board.top_layer;
        last_contact = contact == 0 ? -1 : (31 - std::countl_zero(contact)) / board.parts;
    }
    unsigned contact_in(const Board& board, int layer) const {
        return (contact >> (layer * board.parts)) & board.ground;
    }
    unsigned free_in(const Board& board, int layer) const {
        return (free >> (layer * board.parts)) & board.ground;
    }
};

// Per thread: direct-mapped memories of starts already taken and of results already classified. The first is
// asked for every start and must stay in the cache nearby: with a million entries the search took twice as
// long.
struct PinSearch::Worker {
    static constexpr std::size_t kStarts = std::size_t{1} << 12;
    static constexpr std::size_t kResults = std::size_t{1} << 20;
    struct StartKey {
        Shape rest = ~Shape{0};
        std::uint64_t outline = 0;
    };
    std::vector<StartKey> starts = std::vector<StartKey>(kStarts);
    std::vector<Shape> results = std::vector<Shape>(kResults, ~Shape{0});

    static std::size_t mixed(std::uint64_t value) {
        value *= 0x9E3779B97F4A7C15u;
        return value ^ value >> 31;
    }
};

PinSearch::PinSearch(const Board& board, const HalfSet& halves, Progress& progress, int threads)
    : board_(board),
      halves_(halves),
      progress_(progress),
      threads_(std::max(threads, 1)),
      rows_(RowTable::ring(board.parts)) {}

void PinSearch::restore(const std::vector<PinEssential>& known, std::uint32_t batches) {
    for (const PinEssential& one : known) map_.insert(one);
    batches_ = batches;
}

std::uint64_t PinSearch::run_batch() {
    const std::uint32_t batch = ++batches_;
    progress_.begin(static_cast<int>(batch));
    if (batch == 1) {
        start_from_pairs();
    } else {
        std::vector<PinEssential> last;
        for (const PinEssential& one : map_.sorted())
            if (one.batch == batch - 1) last.push_back(one);
        start_from_shapes(last);
    }
    std::vector<Shape> fresh;
    for (const PinEssential& one : map_.sorted())
        if (one.batch == batch) fresh.push_back(one.shape);
    std::vector<char> gone(fresh.size());
    parallel_for(threads_, fresh.size(), [&](int, std::size_t at) { gone[at] = stacked(fresh[at]); });
    std::uint64_t kept = 0;
    for (std::size_t at = 0; at < fresh.size(); ++at) {
        if (gone[at])
            map_.erase(fresh[at]);
        else
            ++kept;
    }
    progress_.set_found(map_.size());
    return kept;
}

void PinSearch::start_from_pairs() {
    // Canonical base halves, each followed by its mirror image.
    std::vector<Start> halves;
    std::vector<std::uint64_t> west_profiles;
    for (const HalfKey key : base_halves(board_, halves_)) {
        const Shape half = board_.from_key(key);
        const Shape mirrored = board_.half_mirror(half);
        if (board_.east_key(mirrored) < key) continue;
        for (const Shape one : {half, mirrored}) {
            halves.emplace_back(board_, one);
            west_profiles.push_back(push_profile(board_, one, true).as_west);
        }
    }
    std::vector<Worker> workers(static_cast<std::size_t>(threads_));
    const std::size_t count = halves.size() / 2;
    progress_.expect(count * (count + 1) / 2);
    parallel_for(threads_, count, [&](int thread, std::size_t turn) {
        progress_.check();
        const std::size_t index = count - 1 - turn;  // the long rows first, so that threads end together
        const Start& east = halves[2 * index];
        const std::uint64_t profile = push_profile(board_, east.shape, true).as_east;
        Worker& worker = workers[static_cast<std::size_t>(thread)];
        for (std::size_t at = 0; at < 2 * (index + 1); ++at)
            if (profile & west_profiles[at]) enumerate(worker, Start(board_, east, halves[at]));
        progress_.step(index + 1);
        progress_.set_found(map_.size());
    });
}

void PinSearch::start_from_shapes(const std::vector<PinEssential>& shapes) {
    std::vector<Worker> workers(static_cast<std::size_t>(threads_));
    progress_.expect(shapes.size());
    parallel_for(threads_, shapes.size(), [&](int thread, std::size_t at) {
        progress_.check();
        enumerate(workers[static_cast<std::size_t>(thread)], Start(board_, shapes[at].shape));
        progress_.step();
        progress_.set_found(map_.size());
    });
}

// What is left, the heights of the columns and what stands on the ground decide all that follows.
void PinSearch::enumerate(Worker& worker, const Start& start) {
    const std::uint64_t outline =
        start.free | static_cast<std::uint64_t>(occupied(start.shape) & board_.ground) << 32;
    const std::size_t place = Worker::mixed(start.rest ^ outline * 0xD6E8FEB86659FD93u) % Worker::kStarts;
    Worker::StartKey& memory = worker.starts[place];
    if (memory.rest == start.rest && memory.outline == outline) return;
    memory = {start.rest, outline};
    grow(worker, start, 0, 0, 0, true);
}

// Rows are added at `layer` or above; `held` is supported in what was pushed before the last row came, and
// `wanted` tells whether the push of what there is now may be essential.
void PinSearch::grow(Worker& worker, const Start& start, int layer, Shape added, Plane held, bool wanted) {
    const int last = start.last_contact;
    if (!wanted && layer > last) return;
    const Shape before = start.shape | added;
    const Plane taken = occupied(before);
    const Shape pushed = board_.raised(start.rest | added) | pack(0, taken & board_.ground);
    held = board_.supported(pushed, held);
    const Plane loose = occupied(pushed) & ~held;
    if (wanted) classify(worker, loose == 0 ? pushed : board_.fall(pushed, loose), before);
    for (; layer <= last; ++layer) {
        if (loose == 0 && !exposed(start, layer, occupied(added))) return;
        const unsigned free = start.free_in(board_, layer);
        const unsigned below = layer == 0 ? board_.ground : taken >> ((layer - 1) * board_.parts);
        const unsigned contact = start.contact_in(board_, layer);
        for (const Row& row : rows_.rows(free, free & below)) {
            if ((row.normals | row.pins) == 0) continue;
            const bool touching = row.pins == 0 && every_arc_touches(row.normals, contact);
            if (touching || layer < last)
                grow(worker, start, layer + 1, added | pack(row.normals, row.pins) << (layer * board_.parts),
                     held, touching);
        }
    }
}

bool PinSearch::every_arc_touches(Plane row, Plane contact) const {
    Plane reached = row & contact;
    while (reached != row) {
        const Plane grown = reached | (board_.ring_beside(reached) & row);
        if (grown == reached) return false;
        reached = grown;
    }
    return true;
}

// Whether a row still to come, at `layer` or above, can rest on a crystal that breaks. Rows of the top layer
// do not count: the push loses them.
bool PinSearch::exposed(const Start& start, int layer, Plane added) const {
    for (int at = std::max(layer - 1, 0); at < board_.layers - 2; ++at) {
        const Plane tops = (start.breaking >> (at * board_.parts)) & start.free_in(board_, at + 1);
        if (tops & ~(added >> ((at + 1) * board_.parts))) return true;
    }
    return false;
}

void PinSearch::classify(Worker& worker, Shape pushed, Shape before) {
    if (swappable(board_, halves_, pushed)) return;
    const Shape canonical = board_.canonical(pushed);
    Shape& memory = worker.results[Worker::mixed(canonical) % Worker::kResults];
    if (memory == canonical) return;
    memory = canonical;
    if (map_.batch(canonical) != 0 || !stacked(canonical)) map_.insert({canonical, before, batches_});
}

bool PinSearch::known_base(Shape base) const {
    if (swappable(board_, halves_, base)) return true;
    // Whatever a pin pusher put out stands on a pin somewhere.
    return (pins(base) & board_.ground) != 0 && map_.batch(board_.canonical(base)) != 0;
}

bool PinSearch::stacked(Shape shape) const {
    return Unstacker::any(board_, shape, [this](Shape base) { return known_base(base); });
}

std::vector<Shape> PinSearch::superseded() const {
    std::vector<Shape> result;
    for (const PinEssential& one : map_.sorted())
        if (stacked(one.shape)) result.push_back(one.shape);
    return result;
}

}  // namespace piecework::shapez

#include "piecework/shapez/halves.hpp"

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <unordered_set>

#include "piecework/shapez/rows.hpp"

namespace piecework::shapez {

std::uint64_t HalfSet::count() const {
    std::uint64_t total = 0;
    for (const std::uint64_t word : words_) total += static_cast<std::uint64_t>(std::popcount(word));
    return total;
}

std::vector<HalfKey> HalfSet::keys() const {
    std::vector<HalfKey> result;
    for (std::size_t at = 0; at < words_.size(); ++at)
        for (std::uint64_t word = words_[at]; word != 0; word &= word - 1)
            result.push_back(static_cast<HalfKey>(at * 64 + static_cast<unsigned>(std::countr_zero(word))));
    return result;
}

namespace {

// Bits of one column of a plane, one a layer.
unsigned column_bits(const Board& board, Plane plane, int column) {
    return static_cast<unsigned>(gather_bits(plane, board.column(column)));
}
Plane column_plane(const Board& board, unsigned bits, int column) {
    return static_cast<Plane>(scatter_bits(bits, board.column(column)));
}
int column_height(const Board& board, Shape shape, int column) {
    return 32 - std::countl_zero(column_bits(board, occupied(shape), column));
}

std::uint32_t column_heights(const Board& board, Shape shape, int columns) {
    std::uint32_t heights = 0;
    for (int column = 0; column < columns; ++column)
        heights |= static_cast<std::uint32_t>(column_height(board, shape, column)) << (3 * column);
    return heights;
}

// The first columns of a half, as the cut after them leaves them: what broke is gone, and `broken` tells in
// which layers of column 0 something broke, since that side will touch the other projection's column 0.
struct Projection {
    Shape content;
    std::uint32_t broken;
    std::uint32_t heights;    // 3 bits a column, before anything broke (used by operation 6)
    std::uint32_t neighbour;  // height of the first column left out (used by operation 6)
    HalfKey source;
};

Projection project(const Board& board, Shape half, int columns, HalfKey source) {
    Plane kept = 0;
    for (int column = 0; column < columns; ++column) kept |= board.column(column);
    const Plane crystal = crystals(half);
    const Plane touching = board.turn_back(crystal & board.column(columns)) & crystal;
    Shape content = half & both(kept);
    std::uint32_t broken = 0;
    if (touching) {
        const Plane gone = board.shattered(crystal & kept, touching);
        content &= ~both(gone);
        broken = column_bits(board, gone, 0);
    }
    return {content, broken, column_heights(board, half, columns),
            static_cast<std::uint32_t>(column_height(board, half, columns)), source};
}

struct PairHash {
    std::size_t operator()(const std::pair<std::uint64_t, std::uint64_t>& pair) const {
        std::uint64_t mixed = (pair.first ^ (pair.second * 0x9E3779B97F4A7C15u)) * 0xD6E8FEB86659FD93u;
        return mixed ^ (mixed >> 29);
    }
};
using PairSet = std::unordered_set<std::pair<std::uint64_t, std::uint64_t>, PairHash>;

// Connected crystals of a half that reach one of its two cut edges.
struct EdgeCluster {
    Plane cells;
    int lowest[2];  // lowest layer at column 0 and at the last column; -1 where it does not reach
};

std::vector<EdgeCluster> edge_clusters(const Board& board, Shape half) {
    std::vector<EdgeCluster> clusters;
    const Plane crystal = crystals(half);
    const int edges[2] = {0, board.half - 1};
    Plane left = crystal & (board.column(edges[0]) | board.column(edges[1]));
    while (left != 0) {
        EdgeCluster cluster{board.shattered(crystal, left & (~left + 1)), {-1, -1}};
        for (int side = 0; side < 2; ++side) {
            const unsigned bits = column_bits(board, cluster.cells, edges[side]);
            if (bits) cluster.lowest[side] = std::countr_zero(bits);
        }
        left &= ~cluster.cells;
        clusters.push_back(cluster);
    }
    return clusters;
}

// An east half about to get rows stacked on it: what remains of it after the cut, how high its columns stood
// before, and from which height on the west column beyond each edge can hold a row.
struct Ledge {
    Shape content;
    std::uint32_t heights;
    int sides[2];
    int joint;  // 0: one half; else the column before which two halves were joined
    HalfKey first;
    HalfKey second;
};

// Adds rows from the bottom up in every way, and visits each result; `below` are the columns of the row added
// one layer down. The west is taken to be filled with normal parts wherever it can be: that holds most.
template <class Visit>
void stack_rows(const Board& board, const Ledge& ledge, const RowTable& table, int layer, Shape added,
                unsigned below, bool leaning, const Visit& visit) {
    if (layer == board.layers) return visit(added, leaning);
    unsigned free = 0;
    unsigned footed = below;
    for (int column = 0; column < board.half; ++column) {
        const int height = static_cast<int>(ledge.heights >> (3 * column) & 7);
        if (layer >= height) free |= 1u << column;
        if (layer == height) footed |= 1u << column;
    }
    const unsigned sides = (layer >= ledge.sides[0] ? 1u : 0u) | (layer >= ledge.sides[1] ? 2u : 0u);
    for (const Row& row : table.rows(free, footed, sides)) {
        const Shape more = pack(row.normals, row.pins) << (layer * board.parts);
        stack_rows(board, ledge, table, layer + 1, added | more, row.normals | row.pins,
                   leaning || row.leaning, visit);
    }
}

class HalfSearch {
  public:
    HalfSearch(const Board& board, Progress& progress, const HalfOptions& options)
        : board_(board),
          progress_(progress),
          options_(options),
          halves_{HalfSet(board.half_bits()), {}, {}, {}, {}} {
        projections_.resize(static_cast<std::size_t>(board.half));
        seen_.resize(static_cast<std::size_t>(board.half));
    }

    Halves run() {
        progress_.begin(0);
        seeds();
        do {
            rounds();
        } while (options_.lean && lean());
        return std::move(halves_);
    }

  private:
    // Keeps the half if it is new.
    void offer(Shape half, HalfParent parent) {
        const HalfKey key = board_.east_key(half);
        if (halves_.set.contains(key)) return;
        const HalfKey other = board_.east_key(board_.half_mirror(half));
        halves_.set.insert(key);
        halves_.set.insert(other);
        halves_.canonical.push_back(std::min(key, other));
        halves_.parents.push_back(parent);
        ++halves_.found_by[static_cast<int>(parent.op)];
    }

    void seeds() {
        std::vector<Shape> towers;
        for (int height = 0; height <= board_.layers; ++height)
            for (unsigned bits = 0; bits < 1u << height; ++bits)
                towers.push_back(
                    pack(column_plane(board_, (1u << height) - 1, 0), column_plane(board_, bits, 0)));
        add_tower(towers, 0, 0);
    }
    void add_tower(const std::vector<Shape>& towers, Shape so_far, int column) {
        if (column == board_.half) return offer(so_far, {});
        for (const Shape tower : towers) add_tower(towers, so_far | tower << column, column + 1);
    }

    void rounds() {
        while (next_ < halves_.canonical.size()) {
            progress_.check();
            const std::size_t first = next_;
            progress_.expect(halves_.canonical.size());
            for (; next_ < halves_.canonical.size(); ++next_) {
                if ((next_ & 4095) == 0) {
                    progress_.check();
                    progress_.expect(halves_.canonical.size());
                    progress_.set_found(halves_.canonical.size());
                    progress_.step(4096);
                }
                const HalfKey key = halves_.canonical[next_];
                const Shape half = board_.from_key(key);
                offer(board_.pin_push(half), {key, 0, HalfOp::pin_push});
                if (options_.stack) stack(half, key);
                break_at_cut(half, key);
            }
            turn_and_cut(first);
            if (board_.parts == 4) crystal_column(first);
        }
    }

    void stack(Shape half, HalfKey key) {
        for (int start = 0; start < board_.half; ++start) {
            for (int last = start; last < board_.half; ++last) {
                const Plane row = (Plane{2} << last) - (Plane{1} << start);
                offer(board_.stack_row(half, row, false), {key, board_.east_key(row), HalfOp::stack});
            }
            const Plane pin = Plane{1} << start;
            offer(board_.stack_row(half, pin, true), {key, board_.east_key(pack(0, pin)), HalfOp::stack});
        }
    }

    // The lowest west half whose crystals touch exactly these edge crystals: normal parts below them.
    HalfKey touching_half(Plane chosen) const {
        Shape west = 0;
        const int edges[2] = {board_.half - 1, 0};  // west column 0 touches the last east column
        for (int side = 0; side < 2; ++side) {
            const unsigned crystal = column_bits(board_, chosen, edges[side]);
            const unsigned tower = std::bit_ceil(crystal + 1) - 1;
            const int column = side == 0 ? 0 : board_.half - 1;
            west |= pack(column_plane(board_, tower, column), column_plane(board_, crystal, column));
        }
        return board_.east_key(west);
    }

    void break_at_cut(Shape half, HalfKey key) {
        const std::vector<EdgeCluster> clusters = edge_clusters(board_, half);
        const Plane edges = board_.column(0) | board_.column(board_.half - 1);
        for (unsigned subset = 1; subset < 1u << clusters.size(); ++subset) {
            Plane gone = 0;
            for (std::size_t at = 0; at < clusters.size(); ++at)
                if (subset >> at & 1) gone |= clusters[at].cells;
            offer(board_.settle(half & ~both(gone)), {key, touching_half(gone & edges), HalfOp::swap_cut});
        }
    }

    // Operation 4. Both projections are joined at their column 0, so one of them is reversed.
    void turn_and_cut(std::size_t first) {
        std::vector<std::size_t> old(projections_.size());
        for (std::size_t columns = 1; columns < projections_.size(); ++columns) {
            std::vector<Projection>& list = projections_[columns];
            old[columns] = list.size();
            for (std::size_t at = first; at < halves_.canonical.size(); ++at) {
                const HalfKey key = halves_.canonical[at];
                const Shape half = board_.from_key(key);
                for (const Shape side : {half, board_.half_mirror(half)}) {
                    const Projection one = project(board_, side, static_cast<int>(columns), key);
                    if (seen_[columns].emplace(one.content, one.broken).second) list.push_back(one);
                }
            }
        }
        for (int left = 1; 2 * left <= board_.half; ++left) {
            const auto a = static_cast<std::size_t>(left);
            const auto b = static_cast<std::size_t>(board_.half - left);
            const std::vector<Projection>& lefts = projections_[a];
            const std::vector<Projection>& rights = projections_[b];
            for (std::size_t i = 0; i < lefts.size(); ++i) {
                if ((i & 63) == 0) {
                    progress_.check();
                    progress_.set_found(halves_.canonical.size());
                }
                Projection reversed = lefts[i];
                reversed.content = reverse(reversed.content, left);
                // Pairs of which at least one is new; where both lists are the same, each pair once.
                std::size_t j = i < old[a] ? old[b] : 0;
                if (a == b && i >= old[a]) j = 0;
                const std::size_t end = a == b && i >= old[a] ? i + 1 : rights.size();
                for (; j < end; ++j)
                    offer(board_.settle(side_by_side(reversed, rights[j], left)),
                          {reversed.source, rights[j].source, HalfOp::swap_cut});
            }
        }
    }
    Shape reverse(Shape content, int columns) const {
        Shape result = 0;
        for (int column = 0; column < columns; ++column)
            result |= ((content >> column) & board_.first_column_both) << (columns - 1 - column);
        return result;
    }
    // What the cut leaves of two projections, not yet settled.
    Shape side_by_side(const Projection& reversed, const Projection& right, int left) const {
        const Shape whole = reversed.content | right.content << left;
        const std::uint32_t either = reversed.broken | right.broken;
        if (either == 0) return whole;
        const Plane crystal = crystals(whole);
        const Plane seeds =
            (column_plane(board_, reversed.broken, left) | column_plane(board_, right.broken, left - 1)) &
            crystal;
        return seeds == 0 ? whole : whole & ~both(board_.shattered(crystal, seeds));
    }

    // Operation 5. West: a column of crystal up to the limit, beside it parts and pins without crystal. East:
    // crystal in every column, the top layer empty. The crystal column overflows and breaks with all that it
    // touches: every crystal of east column 1, and what hangs on them. So easts that look alike after that,
    // with the same feet, give the same results and are tried once.
    void crystal_column(std::size_t first) {
        const std::size_t old_wests = wests_.size();
        const std::size_t old_easts = easts_.size();
        for (std::size_t at = first; at < halves_.canonical.size(); ++at) {
            const HalfKey key = halves_.canonical[at];
            const Shape half = board_.from_key(key);
            const Shape mirrored = board_.half_mirror(half);
            for (const Shape side : {half, mirrored}) {
                if (is_crystal_column(side)) wests_.push_back(board_.east_key(side));
                const Plane crystal = crystals(side);
                if ((occupied(side) & board_.top_layer) || !(crystal & board_.column(0)) ||
                    !(crystal & board_.column(1)))
                    continue;
                const Plane gone = board_.shattered(crystal, crystal & board_.column(1));
                const Shape rest = side & ~both(gone);
                if (east_seen_.emplace(rest, occupied(side) & board_.ground).second)
                    easts_.push_back(board_.east_key(side));
            }
        }
        for (std::size_t i = 0; i < wests_.size(); ++i) {
            progress_.check();
            for (std::size_t j = i < old_wests ? old_easts : 0; j < easts_.size(); ++j) {
                Shape pushed = board_.pin_push(board_.join(easts_[j], wests_[i]));
                for (int turn = 0; turn < board_.parts; ++turn) {
                    offer(board_.cut_east(pushed), {easts_[j], wests_[i], HalfOp::swap_pin_cut});
                    pushed = board_.rotate(pushed);
                }
            }
        }
    }
    bool is_crystal_column(Shape half) const {
        const Plane second = board_.column(1);
        if ((crystals(half) & board_.column(0)) != board_.column(0)) return false;
        if ((occupied(half) & board_.top_layer & second) || (crystals(half) & second)) return false;
        const unsigned pin_bits = column_bits(board_, pins(half), 1);
        const unsigned taken = column_bits(board_, occupied(half), 1);
        return pin_bits != 0 && std::bit_floor(taken) != std::bit_floor(pin_bits);
    }

    // ---- operation 6 ---------------------------------------------------------------------------------

    bool lean() {
        const std::size_t before = halves_.canonical.size();
        progress_.begin(1);
        std::vector<RowTable> tables;
        for (int joint = 0; joint < board_.half; ++joint)
            tables.push_back(RowTable::line(board_.half, joint));
        const std::vector<HalfKey> bases = base_halves(board_, halves_.set);
        for (std::size_t at = 0; at < bases.size(); ++at) {
            if ((at & 1023) == 0) progress_.check();
            const Shape half = board_.from_key(bases[at]);
            if (board_.east_key(board_.half_mirror(half)) >= bases[at])
                lean_unturned(half, bases[at], tables[0]);
        }
        for (int left = 1; 2 * left <= board_.half; ++left)
            lean_turned(bases, left, tables[static_cast<std::size_t>(left)]);
        progress_.begin(0);
        return halves_.canonical.size() != before;
    }

    void lean_unturned(Shape half, HalfKey key, const RowTable& table) {
        const std::vector<EdgeCluster> clusters = edge_clusters(board_, half);
        const std::uint32_t heights = column_heights(board_, half, board_.half);
        for (unsigned subset = 0; subset < 1u << clusters.size(); ++subset) {
            Plane gone = 0;
            for (std::size_t at = 0; at < clusters.size(); ++at)
                if (subset >> at & 1) gone |= clusters[at].cells;
            // Each chosen cluster is touched from one side or the other, as low as it can be.
            int least = board_.layers + 1;
            for (int first = 0; first <= board_.layers; ++first) {
                int second = 0;
                Plane touched = 0;
                bool exact = first == 0;
                for (std::size_t at = 0; at < clusters.size(); ++at) {
                    if (!(subset >> at & 1)) continue;
                    const int* lowest = clusters[at].lowest;
                    if (lowest[0] >= 0 && lowest[0] < first) {
                        exact |= lowest[0] + 1 == first;
                        touched |= Plane{1} << (lowest[0] * board_.parts);
                    } else if (lowest[1] >= 0) {
                        second = std::max(second, lowest[1] + 1);
                        touched |= Plane{1} << (lowest[1] * board_.parts + board_.half - 1);
                    } else {
                        second = board_.layers + 1;
                    }
                }
                if (!exact || second >= least) continue;
                least = second;
                const Ledge ledge{half & ~both(gone),    heights, {first, second}, 0, key,
                                  touching_half(touched)};
                grow(ledge, table);
            }
        }
    }

    void lean_turned(const std::vector<HalfKey>& bases, int left, const RowTable& table) {
        const std::vector<Projection> lefts = ledge_projections(bases, left);
        const std::vector<Projection> rights = ledge_projections(bases, board_.half - left);
        const bool same = 2 * left == board_.half;
        for (std::size_t i = 0; i < lefts.size(); ++i) {
            progress_.check();
            Projection reversed = lefts[i];
            reversed.content = reverse(reversed.content, left);
            std::uint32_t heights = 0;
            for (int column = 0; column < left; ++column)
                heights |= (reversed.heights >> (3 * column) & 7) << (3 * (left - 1 - column));
            for (std::size_t j = 0; j < (same ? i + 1 : rights.size()); ++j) {
                const Projection& right = rights[j];
                const Ledge ledge{side_by_side(reversed, right, left),
                                  heights | right.heights << (3 * left),
                                  {static_cast<int>(reversed.neighbour), static_cast<int>(right.neighbour)},
                                  left,
                                  reversed.source,
                                  right.source};
                grow(ledge, table);
            }
        }
    }
    // Of projections that differ in the height beyond the edge alone, the lowest holds most.
    std::vector<Projection> ledge_projections(const std::vector<HalfKey>& bases, int columns) const {
        std::vector<Projection> result;
        std::unordered_map<std::pair<std::uint64_t, std::uint64_t>, std::size_t, PairHash> place;
        for (const HalfKey key : bases) {
            const Projection one = project(board_, board_.from_key(key), columns, key);
            const auto [at, fresh] = place.try_emplace(
                {one.content, std::uint64_t{one.broken} << 32 | one.heights}, result.size());
            if (fresh)
                result.push_back(one);
            else if (one.neighbour < result[at->second].neighbour)
                result[at->second] = one;
        }
        return result;
    }
    void grow(const Ledge& ledge, const RowTable& table) {
        stack_rows(board_, ledge, table, 0, 0, 0, false, [&](Shape added, bool leaning) {
            if (leaning || !options_.stack) keep_leaning(ledge, added);
        });
    }
    void keep_leaning(const Ledge& ledge, Shape added) {
        const Shape half = board_.settle(ledge.content | added);
        if (halves_.set.contains(board_.east_key(half))) return;
        const auto record = static_cast<HalfKey>(halves_.leaning.size());
        halves_.leaning.push_back(leaning_parent(ledge, added));
        offer(half, {ledge.first, record, HalfOp::swap_stack_cut});
    }
    // The whole story: which orientation of the two halves it was, and the rows with what they leant on.
    LeaningParent leaning_parent(const Ledge& ledge, Shape added) const {
        Shape full;
        int turn = 0;
        HalfKey east = ledge.first;
        HalfKey west = ledge.second;
        if (ledge.joint == 0) {
            full = board_.join(east, west);
        } else {
            // The left projection shows column 0 of `first` at column joint - 1, so `first` lies mirrored in
            // the west, ending there, and `second` in the east from column `joint` on.
            east = ledge.second;
            west = board_.half_mirror_key(ledge.first);
            turn = ledge.joint;
            full = board_.rotate(board_.join(east, west), turn);
        }
        Shape leant = 0;
        for (const int column : {board_.half, board_.parts - 1})
            for (int layer = column_height(board_, full, column); layer < board_.layers; ++layer)
                leant |= Shape{1} << (layer * board_.parts + column);
        return {east, west, turn, added | leant};
    }

    const Board& board_;
    Progress& progress_;
    const HalfOptions options_;
    Halves halves_;
    std::size_t next_ = 0;
    std::vector<std::vector<Projection>> projections_;
    std::vector<PairSet> seen_;
    std::vector<HalfKey> wests_;
    std::vector<HalfKey> easts_;
    PairSet east_seen_;
};

}  // namespace

Halves search_halves(const Board& board, Progress& progress, const HalfOptions& options) {
    return HalfSearch(board, progress, options).run();
}

bool stacked_cuts_known(const Board& board, const HalfSet& halves, Shape shape) {
    const RowTable table = RowTable::line(board.half, 0);
    bool known = true;
    for (int turn = 0; turn < board.parts && known; ++turn) {
        const Shape left = shape & ~both(board.broken_by_cut(shape));
        const Ledge ledge{
            left & board.east_both,
            column_heights(board, shape, board.half),
            {column_height(board, shape, board.parts - 1), column_height(board, shape, board.half)},
            0,
            0,
            0};
        stack_rows(board, ledge, table, 0, 0, 0, false, [&](Shape added, bool) {
            known = known && halves.contains(board.east_key(board.settle(ledge.content | added)));
        });
        shape = board.rotate(shape);
    }
    return known;
}

std::vector<HalfKey> base_halves(const Board& board, const HalfSet& halves) {
    std::vector<HalfKey> bases;
    for (const HalfKey key : halves.keys()) {
        const Shape half = board.from_key(key);
        bool stacked = false;
        for (int column = 0; column < board.half && !stacked; ++column) {
            const int height = column_height(board, half, column);
            if (height == 0) continue;
            const Plane cell = Plane{1} << ((height - 1) * board.parts + column);
            if (crystals(half) & cell) continue;
            const Shape rest = half & ~both(cell);
            if (pins(half) & cell) {
                stacked = board.stack_row(rest, Plane{1} << column, true) == half &&
                          halves.contains(board.east_key(rest));
                continue;
            }
            // Arcs that start in this column and end further on, at the same height, all on top.
            Plane row = 0;
            Shape left = half;
            for (int last = column; last < board.half; ++last) {
                const Plane next = Plane{1} << ((height - 1) * board.parts + last);
                if (!(normals(half) & next) || column_height(board, half, last) != height) break;
                row |= Plane{1} << last;
                left &= ~both(next);
                if (board.stack_row(left, row, false) == half && halves.contains(board.east_key(left))) {
                    stacked = true;
                    break;
                }
            }
        }
        if (!stacked) bases.push_back(key);
    }
    return bases;
}

}  // namespace piecework::shapez

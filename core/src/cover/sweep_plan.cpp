#include "piecework/cover/sweep_plan.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>

#include "piecework/cover/links.hpp"
#include "piecework/cover/parting.hpp"

namespace piecework::cover {

namespace {

using Cells = std::vector<std::uint32_t>;

// The options as cells and groups; both have one entry for each.
struct Members {
    std::vector<Cells> cells;
    std::vector<std::uint32_t> groups;  // one more than the group's number; 0 for none
};

constexpr std::uint32_t nowhere = 0xffffffff;

struct Cancelled {};

void go_on(const Watch& watch) {
    if (watch.cancelled()) throw Cancelled();
}

// What makes an order good, the more important first: how far options reach (the sum over all options of the
// distance between their first and last positions), and how late groups can still be used (the sum over all
// groups of the last position at which an option of theirs begins: from there on, only states that have used
// it are left).
using OrderCost = std::pair<std::uint64_t, std::uint64_t>;

// The cost of an order, and of the same order from its end; not exact where options reach further than
// `most`.
std::pair<OrderCost, OrderCost> costs_of_order(const Members& members,
                                               const std::vector<std::uint32_t>& position_of,
                                               std::uint64_t most) {
    std::uint64_t reach = 0;
    std::vector<std::uint32_t> latest, earliest;
    for (std::size_t i = 0; i < members.cells.size() && reach <= most; ++i) {
        std::uint32_t first = nowhere, last = 0;
        for (std::uint32_t cell : members.cells[i]) {
            const std::uint32_t position = position_of[cell];
            first = std::min(first, position);
            last = std::max(last, position);
        }
        reach += last - first;
        const std::uint32_t group = members.groups[i];
        if (latest.size() <= group) {
            latest.resize(group + 1, 0);
            earliest.resize(group + 1, static_cast<std::uint32_t>(position_of.size()));
        }
        latest[group] = std::max(latest[group], first);
        earliest[group] = std::min(earliest[group], last);
    }
    std::uint64_t forwards = 0, backwards = 0;
    for (std::uint32_t position : latest) forwards += position;
    for (std::uint32_t position : earliest) backwards += position_of.size() - position;
    return {{reach, forwards}, {reach, backwards}};
}

// Breadth first from a cell: each cell comes after the neighbours that are nearer to the start.
std::vector<std::uint32_t> breadth_first(std::uint32_t start, const std::vector<Cells>& neighbours) {
    std::vector<std::uint32_t> order;
    std::vector<bool> seen(neighbours.size());
    const auto visit_from = [&](std::uint32_t cell) {
        if (seen[cell]) return;
        seen[cell] = true;
        order.push_back(cell);
        for (std::size_t next = order.size() - 1; next < order.size(); ++next) {
            Cells around = neighbours[order[next]];
            std::stable_sort(around.begin(), around.end(), [&](std::uint32_t a, std::uint32_t b) {
                return neighbours[a].size() < neighbours[b].size();
            });
            for (std::uint32_t cell_around : around) {
                if (seen[cell_around]) continue;
                seen[cell_around] = true;
                order.push_back(cell_around);
            }
        }
    };
    visit_from(start);
    for (std::uint32_t cell = 0; cell < neighbours.size(); ++cell) visit_from(cell);
    return order;
}

std::vector<std::uint32_t> inverse(const std::vector<std::uint32_t>& order) {
    std::vector<std::uint32_t> position_of(order.size());
    for (std::uint32_t position = 0; position < order.size(); ++position)
        position_of[order[position]] = position;
    return position_of;
}

// A grid is best swept along its shorter side. The cells' numbers do not say which that is, but reading them
// column by column for every plausible row length, and breadth first from far corners, gives orders to
// compare, each of them from both ends.
std::vector<std::uint32_t> best_order(std::size_t cells, const Members& members,
                                      const std::vector<ItemPair>& edges, const Watch& watch) {
    std::vector<std::uint32_t> given(cells);
    std::iota(given.begin(), given.end(), 0u);
    std::vector<std::uint32_t> best = given;
    OrderCost least{~0ull, 0};
    const auto consider = [&](const std::vector<std::uint32_t>& order) {
        go_on(watch);
        const auto [forwards, backwards] = costs_of_order(members, inverse(order), least.first);
        if (std::min(forwards, backwards) >= least) return;
        least = std::min(forwards, backwards);
        best = order;
        if (backwards < forwards) std::reverse(best.begin(), best.end());
    };
    consider(given);
    for (std::size_t row = 2; row < cells && row <= 128; ++row) {
        if (cells % row) continue;
        std::vector<std::uint32_t> order;
        for (std::size_t column = 0; column < row; ++column)
            for (std::size_t cell = column; cell < cells; cell += row)
                order.push_back(static_cast<std::uint32_t>(cell));
        consider(order);
        for (auto column = order.begin(); column != order.end(); column += static_cast<long>(cells / row))
            std::reverse(column, column + static_cast<long>(cells / row));
        consider(order);
    }
    std::vector<Cells> neighbours(cells);
    for (const auto& [a, b] : edges) {
        neighbours[a].push_back(b);
        neighbours[b].push_back(a);
    }
    if (cells == 0) return best;
    std::uint32_t start = breadth_first(0, neighbours).back();
    for (int turn = 0; turn < 4; ++turn) {
        const std::vector<std::uint32_t> order = breadth_first(start, neighbours);
        consider(order);
        start = order.back();
    }
    return best;
}

// Prepares the question whether what is closed off can be covered; leaves the plan as it is where that is not
// worth asking.
void look_at_parts(SweepPlan& plan, const std::vector<Cells>& options, const std::vector<ItemPair>& edges,
                   const std::vector<std::uint32_t>& position_of) {
    const std::vector<bool> possible = sums_of_sizes(plan.positions, options);
    if (possible.empty()) return;
    std::vector<int> steps;
    std::vector<SweepNeighbours> neighbours(plan.positions + 1);
    for (const auto& [a, b] : edges) {
        const auto [low, high] = std::minmax(position_of[a], position_of[b]);
        const int distance = static_cast<int>(high - low);
        if (distance > 31) return;
        const auto step =
            static_cast<std::size_t>(std::find(steps.begin(), steps.end(), distance) - steps.begin());
        if (step == SweepNeighbours::most_steps) return;
        if (step == steps.size()) steps.push_back(distance);
        for (std::uint32_t back = 0; back < 64 && back <= low; ++back) {
            SweepNeighbours& seen = neighbours[low - back];
            seen.from[step] |= 1ull << back;
            if (back + high - low >= 64) seen.leads_out |= 1ull << back;
        }
    }
    plan.steps = std::move(steps);
    plan.neighbours = std::move(neighbours);
    plan.waste.assign(plan.positions + 1, 0);
    for (std::size_t size = 1; size <= plan.positions; ++size)
        plan.waste[size] = possible[size] ? 0 : plan.waste[size - 1] + 1;
}

// Leaves one of options that look alike to stand for all.
void merge_alike(std::vector<SweepOption>& options) {
    const auto looks = [](const SweepOption& option) { return std::tie(option.window, option.full); };
    std::sort(options.begin(), options.end(),
              [&](const SweepOption& a, const SweepOption& b) { return looks(a) < looks(b); });
    const std::size_t all = options.size();
    std::size_t kept = 0;
    for (std::size_t i = 0; i < all; ++i) {
        if (kept > 0 && looks(options[kept - 1]) == looks(options[i]))
            options[kept - 1].alike += options[i].alike;
        else
            options[kept++] = options[i];
    }
    options.resize(kept);
}

// Finds out what the state must have dealt with before an option is taken, where the window is one word.
//
// Taking an option can be the end of a cell that is still open, because all that could cover it clashes with
// the option or begins before it; and of a group that is still to be used, because none of its options begin
// after it. To ask for that later costs nothing: it is part of the same comparison that asks for clashes. To
// find it out takes a look at all pairs of options, which is left out where they are too many.
void look_ahead(SweepPlan& plan, const Watch& watch) {
    // A state covers at most `width` positions beyond its first open one.
    const std::uint64_t whole_window = ~0ull >> (63 - plan.width);
    std::uint64_t to_use_up = 0, once_only = 0;
    for (const SweepGroup& group : plan.groups) {
        if (group.must_be_used_up()) to_use_up |= group.full;
        if (group.hi == 1) once_only |= group.full;
    }
    std::vector<std::uint64_t> far_groups(plan.positions);  // that have options beyond the window
    std::uint64_t far = 0;
    for (std::size_t position = plan.positions; position-- > plan.width + 1;) {
        for (const SweepOption& option : plan.options[position]) far |= option.full;
        far_groups[position - plan.width - 1] = far;
    }
    constexpr std::size_t most_pairs = 1 << 24;  // at one position: a few milliseconds
    // Of options that begin later: what they cover, and their groups; one by one, and all of those that begin
    // at some distance or beyond, of which the first is so much further on.
    std::vector<std::uint64_t> later_windows, later_groups;
    std::array<std::uint64_t, 65> windows_beyond{}, groups_beyond{};
    std::array<std::size_t, 65> first_beyond{};
    for (std::size_t position = 0; position < plan.positions; ++position) {
        go_on(watch);
        std::uint64_t required = 0;
        later_windows.clear();
        later_groups.clear();
        const std::size_t visible = std::min(plan.width + 1, plan.positions - position);
        for (std::size_t ahead = 0; ahead < visible; ++ahead) {
            required |= std::uint64_t{!plan.optional[position + ahead]} << ahead;
            first_beyond[ahead] = later_windows.size();
            if (ahead == 0) continue;
            for (const SweepOption& option : plan.options[position + ahead]) {
                later_windows.push_back(option.window[0] << ahead & whole_window);
                later_groups.push_back(option.full);
            }
        }
        first_beyond[visible] = later_windows.size();
        windows_beyond[visible] = 0;
        groups_beyond[visible] = far_groups[position];
        for (std::size_t ahead = visible; ahead-- > 1;) {
            windows_beyond[ahead] = windows_beyond[ahead + 1];
            groups_beyond[ahead] = groups_beyond[ahead + 1];
            for (std::size_t i = first_beyond[ahead]; i < first_beyond[ahead + 1]; ++i) {
                windows_beyond[ahead] |= later_windows[i];
                groups_beyond[ahead] |= later_groups[i];
            }
        }
        std::vector<SweepOption>& options = plan.options[position];
        const bool worth_it = options.size() * later_windows.size() <= most_pairs;
        WindowTests& tests = plan.tests.emplace_back();
        for (SweepOption& option : options) {
            const std::uint64_t covered = option.window[0];
            std::uint64_t coverable = ~0ull;
            if (worth_it) {
                const std::uint64_t last_use = option.full & once_only;
                const std::uint64_t open = required & ~covered, lacking = to_use_up & ~option.full;
                // Options that begin behind this one do not clash with it.
                const std::size_t behind = std::min<std::size_t>(std::bit_width(covered), visible);
                std::uint64_t usable = groups_beyond[behind];
                coverable = windows_beyond[behind];
                for (std::size_t i = 0; i < first_beyond[behind];) {
                    if (((open & ~coverable) | (lacking & ~usable)) == 0) break;
                    constexpr std::size_t some = 32;  // and then look again whether that is enough
                    for (const std::size_t end = std::min(i + some, first_beyond[behind]); i < end; ++i) {
                        const std::uint64_t excluded =
                            (later_windows[i] & covered) | (later_groups[i] & last_use);
                        coverable |= excluded ? 0 : later_windows[i];
                        usable |= excluded ? 0 : later_groups[i];
                    }
                }
                option.used_up = lacking & ~usable;
            }
            const std::uint64_t wanted = required & ~covered & ~coverable;
            tests.asked.push_back(covered | wanted);
            tests.wanted.push_back(wanted);
            tests.full.push_back(option.full);
            tests.used_up.push_back(option.used_up);
        }
    }
}

// The items to count in groups: all that part the options, unless an option would then have nothing left to
// sweep.
std::vector<std::uint32_t> grouping_that_leaves_cells(const Problem& problem) {
    Parting parting = part_options(problem);
    std::vector<bool> grouped(problem.item_count());
    for (std::uint32_t item : parting.all) grouped[item] = true;
    for (std::size_t i = 0; i < problem.option_count(); ++i) {
        const auto members = problem.option(i);
        if (std::all_of(members.begin(), members.end(), [&](std::uint32_t item) { return grouped[item]; }))
            return parting.multiple;
    }
    return parting.all;
}

// Makes room in the code for the number of cells that groups still need, if it can be had.
void count_needs(SweepPlan& plan) {
    std::uint64_t need = 0;
    for (const SweepGroup& group : plan.groups) {
        if (!group.must_be_used_up() || group.least_size == nowhere) continue;
        if (group.lo > plan.positions) return;  // far too many
        need += std::uint64_t{group.lo} * group.least_size;
    }
    const int bits = std::bit_width(need);
    if (plan.need_shift + bits > 64) return;
    plan.code_bits += bits;
    if (bits > 0) plan.code_start |= need << plan.need_shift;
}

SweepPlan make_plan(const Problem& problem, const Watch& watch) {
    const std::vector<std::uint32_t> grouping = grouping_that_leaves_cells(problem);
    std::vector<std::uint32_t> group_of(problem.item_count(), 0), cell_of(problem.item_count(), nowhere);
    SweepPlan plan;
    int shift = 0;
    for (std::uint32_t item : grouping) {
        const Range& range = problem.item(item);
        if (range.hi == 0) continue;  // its options are impossible
        const int bits =
            std::bit_width(range.hi - 1) + 1;  // of a field that counts hi uses and then shows its top bit
        if (shift + bits > 64) throw CannotSweep("its items of higher multiplicity need too many counters");
        SweepGroup group;
        group.unit = 1ull << shift;
        group.full = 1ull << (shift + bits - 1);
        group.field = (group.full << 1) - group.unit;
        group.start = group.full - range.hi * group.unit;
        group.lo = range.lo;
        group.hi = range.hi;
        group.least_size = nowhere;
        plan.groups.push_back(group);
        plan.code_start += group.start;
        group_of[item] = static_cast<std::uint32_t>(plan.groups.size());
        shift += bits;
    }
    std::vector<std::uint32_t> item_of;
    for (std::uint32_t item = 0; item < problem.item_count(); ++item) {
        if (group_of[item] || problem.item(item).hi == 0) continue;
        if (!problem.item(item).exclusive())
            throw CannotSweep("an option holds several items of higher multiplicity");
        cell_of[item] = static_cast<std::uint32_t>(item_of.size());
        item_of.push_back(item);
    }
    plan.positions = item_of.size();

    Members members;
    for (std::size_t i = 0; i < problem.option_count(); ++i) {
        if (impossible(problem, i)) continue;
        Cells& cells = members.cells.emplace_back();
        std::uint32_t& group = members.groups.emplace_back(0);
        cells.reserve(problem.option(i).size());
        for (std::uint32_t item : problem.option(i)) {
            if (!group_of[item]) {
                cells.push_back(cell_of[item]);
            } else if (group) {
                throw CannotSweep("an option holds several items of higher multiplicity");
            } else {
                group = group_of[item];
            }
        }
        if (cells.empty()) throw CannotSweep("an option holds no item that is covered once at most");
        if (group) {
            std::uint32_t& least = plan.groups[group - 1].least_size;
            least = std::min(least, static_cast<std::uint32_t>(cells.size()));
        }
    }

    go_on(watch);
    constexpr std::size_t largest = 16;  // finding links is quadratic in an option's size
    const bool small = std::all_of(members.cells.begin(), members.cells.end(),
                                   [](const Cells& some) { return some.size() <= largest; });
    const std::vector<ItemPair> edges =
        small ? link_items(plan.positions, members.cells) : std::vector<ItemPair>();
    const std::vector<std::uint32_t> order = best_order(plan.positions, members, edges, watch);
    const std::vector<std::uint32_t> position_of = inverse(order);

    plan.optional.resize(plan.positions);
    for (std::size_t position = 0; position < plan.positions; ++position) {
        plan.optional[position] = !problem.item(item_of[order[position]]).required();
        plan.any_optional |= plan.optional[position];
    }
    plan.code_bits = plan.need_shift = shift;
    if (plan.any_optional) count_needs(plan);

    go_on(watch);
    plan.options.resize(plan.positions);
    for (std::size_t i = 0; i < members.cells.size(); ++i) {
        std::uint32_t first = nowhere;
        for (std::uint32_t cell : members.cells[i]) first = std::min(first, position_of[cell]);
        SweepOption option;
        for (std::uint32_t cell : members.cells[i]) {
            const std::uint32_t distance = position_of[cell] - first;
            if (distance >= 64 * most_window_words)
                throw CannotSweep("its options reach too far in any order tried");
            plan.words = std::max<std::size_t>(plan.words, distance / 64 + 1);
            plan.width = std::max<std::size_t>(plan.width, distance);
            option.window[distance / 64] |= 1ull << (distance % 64);
        }
        if (const std::uint32_t number = members.groups[i]) {
            const SweepGroup& group = plan.groups[number - 1];
            option.full = group.full;
            option.gain = group.unit;
            if (group.must_be_used_up() && plan.need_shift < plan.code_bits) {
                option.relief = group.least_size;
                option.gain -= static_cast<std::uint64_t>(group.least_size) << plan.need_shift;
            }
        }
        plan.options[first].push_back(option);
    }
    for (std::vector<SweepOption>& options : plan.options) merge_alike(options);
    for (std::size_t position = 0; position < plan.positions; ++position) {
        if (!plan.optional[position]) continue;
        SweepOption nothing;
        nothing.window[0] = 1;
        plan.options[position].push_back(nothing);
    }

    plan.due.assign(plan.positions + 1, 0);
    for (const SweepGroup& group : plan.groups) {
        if (!group.must_be_used_up()) continue;
        std::size_t last = 0;  // one past the last position at which an option of the group begins
        for (std::size_t position = 0; position < plan.positions; ++position)
            for (const SweepOption& option : plan.options[position])
                if (option.full == group.full) last = position + 1;
        for (std::size_t position = last; position <= plan.positions; ++position)
            plan.due[position] |= group.full;
    }

    if (plan.words == 1) look_ahead(plan, watch);
    if (plan.words == 1 && small) look_at_parts(plan, members.cells, edges, position_of);
    return plan;
}

}  // namespace

std::optional<SweepPlan> plan_sweep(const Problem& problem, const Watch& watch) {
    try {
        return make_plan(problem, watch);
    } catch (const Cancelled&) {
        return std::nullopt;
    }
}

}  // namespace piecework::cover

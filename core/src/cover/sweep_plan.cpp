#include "piecework/cover/sweep_plan.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <tuple>

#include "piecework/cover/filter.hpp"
#include "piecework/cover/links.hpp"
#include "piecework/cover/parting.hpp"
#include "piecework/cover/sweep_order.hpp"

namespace piecework::cover {

namespace {

constexpr std::uint32_t nowhere = 0xffffffff;

// Prepares the question whether what is closed off can be covered; leaves the plan as it is where that is not
// worth asking.
void look_at_parts(SweepPlan& plan, const Lists& options, const std::vector<ItemPair>& edges,
                   const std::vector<std::uint32_t>& position_of) {
    const std::vector<bool> possible = sums_of_sizes(plan.positions, options);
    if (possible.empty()) return;
    StepDistances steps{};
    std::size_t count = 0;
    std::vector<SweepNeighbours> neighbours(plan.positions + 1);
    for (const auto& [a, b] : edges) {
        const auto [low, high] = std::minmax(position_of[a], position_of[b]);
        const int distance = static_cast<int>(high - low);
        if (distance > 31) return;
        const auto step = static_cast<std::size_t>(
            std::find(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(count), distance) -
            steps.begin());
        if (step == most_steps) return;
        if (step == count) steps[count++] = distance;
        for (std::uint32_t back = 0; back < 64 && back <= low; ++back) {
            SweepNeighbours& seen = neighbours[low - back];
            seen.from[step] |= 1ull << back;
            if (back + high - low >= 64) seen.leads_out |= 1ull << back;
        }
    }
    plan.steps = steps;
    plan.step_count = count;
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

// What all options that begin at a position cover, and their groups; one by one, and together. Behind them
// come some that cover nothing, up to a whole number of lanes.
struct Beginning {
    static constexpr std::size_t lanes = 4;

    std::vector<std::uint64_t> windows, groups;
    std::uint64_t all_windows = 0, all_groups = 0;

    explicit Beginning(const std::vector<SweepOption>& options) {
        const std::size_t size = (options.size() + lanes - 1) / lanes * lanes;
        windows.resize(size);
        groups.resize(size);
        for (std::size_t i = 0; i < options.size(); ++i) {
            all_windows |= windows[i] = options[i].window[0];
            all_groups |= groups[i] = options[i].full;
        }
    }
};

// What can still be covered, and which groups can still be used, after an option is taken.
struct Prospect {
    std::uint64_t coverable = 0, usable = 0;

    bool covers(const Prospect& all) const {
        return ((all.coverable & ~coverable) | (all.usable & ~usable)) == 0;
    }
};

// By options that begin so far ahead of the one that was taken and may clash with it.
void add(Prospect& prospect, const Beginning& ahead, std::size_t distance, std::uint64_t covered,
         std::uint64_t used_up) {
    covered >>= distance;
#if PIECEWORK_AVX2
    const __m256i clashing = _mm256_set1_epi64x(static_cast<long long>(covered));
    const __m256i too_often = _mm256_set1_epi64x(static_cast<long long>(used_up));
    __m256i coverable = _mm256_setzero_si256(), usable = coverable;
    for (std::size_t i = 0; i < ahead.windows.size(); i += Beginning::lanes) {
        const __m256i windows = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(&ahead.windows[i]));
        const __m256i groups = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(&ahead.groups[i]));
        const __m256i excluded =
            _mm256_or_si256(_mm256_and_si256(windows, clashing), _mm256_and_si256(groups, too_often));
        const __m256i possible = _mm256_cmpeq_epi64(excluded, _mm256_setzero_si256());
        coverable = _mm256_or_si256(coverable, _mm256_and_si256(windows, possible));
        usable = _mm256_or_si256(usable, _mm256_and_si256(groups, possible));
    }
    std::array<std::uint64_t, Beginning::lanes> lanes;
    std::memcpy(&lanes, &coverable, sizeof lanes);
    for (std::uint64_t lane : lanes) prospect.coverable |= lane << distance;
    std::memcpy(&lanes, &usable, sizeof lanes);
    for (std::uint64_t lane : lanes) prospect.usable |= lane;
#else
    for (std::size_t i = 0; i < ahead.windows.size(); ++i) {
        if ((ahead.windows[i] & covered) | (ahead.groups[i] & used_up)) continue;
        prospect.coverable |= ahead.windows[i] << distance;
        prospect.usable |= ahead.groups[i];
    }
#endif
}

// Finds out what the state must have dealt with before an option is taken, where the window is one word.
//
// Taking an option can be the end of a cell that is still open, because all that could cover it clashes with
// the option or begins before it; and of a group that is still to be used, because none of its options begin
// after it. To ask for that later costs nothing: it is part of the same comparison that asks for clashes. To
// find it out takes a look at all pairs of options that may clash, which is left out where they are too many.
void look_ahead(SweepPlan& plan, const Watch& watch) {
    std::uint64_t to_use_up = 0, once_only = 0;
    for (const SweepGroup& group : plan.groups) {
        if (group.must_be_used_up()) to_use_up |= group.full;
        if (group.hi == 1) once_only |= group.full;
    }
    std::vector<Beginning> beginnings(plan.options.begin(), plan.options.end());
    std::uint64_t far_groups = 0;                // those of options that begin beyond the window
    constexpr std::size_t most_pairs = 1 << 24;  // at one position: a few milliseconds
    plan.tests.resize(plan.positions);
    for (std::size_t position = plan.positions; position-- > 0;) {
        watch.check();
        // A state covers at most `width` positions beyond its first open one.
        const std::size_t visible = std::min(plan.width + 1, plan.positions - position);
        if (position + visible < plan.positions) far_groups |= beginnings[position + visible].all_groups;
        std::array<Prospect, 65> beyond{};  // by options that begin at some distance, or further away
        beyond[visible].usable = far_groups;
        std::uint64_t required = 0;
        std::size_t pairs = plan.options[position].size();
        for (std::size_t ahead = visible; ahead-- > 0;) {
            const Beginning& there = beginnings[position + ahead];
            beyond[ahead] = {beyond[ahead + 1].coverable | there.all_windows << ahead,
                             beyond[ahead + 1].usable | there.all_groups};
            required |= std::uint64_t{!plan.optional[position + ahead]} << ahead;
            pairs += plan.options[position].size() * there.windows.size();
        }
        for (std::size_t i = 0; i < plan.options[position].size(); ++i) {
            SweepOption& option = plan.options[position][i];
            const std::uint64_t covered = option.window[0];
            const Prospect all{required & ~covered, to_use_up & ~option.full};
            Prospect prospect = all;
            if (pairs <= most_pairs) {
                // Options that begin behind this one do not clash with it.
                const std::size_t behind = std::min<std::size_t>(std::bit_width(covered), visible);
                prospect = beyond[behind];
                std::uint64_t starts = ~covered & ((1ull << (behind - 1)) - 1);
                for (; starts && !prospect.covers(all); starts &= starts - 1) {
                    const auto ahead = static_cast<std::size_t>(std::countr_zero(starts));
                    add(prospect, beginnings[position + ahead], ahead, covered, option.full & once_only);
                }
            }
            option.used_up = all.usable & ~prospect.usable;
            const std::uint64_t wanted = all.coverable & ~prospect.coverable;
            plan.tests[position].push_back(covered | wanted, wanted, option.full, option.used_up);
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

    SweepMembers members;
    members.group_count = plan.groups.size();
    std::size_t largest = 0;
    for (std::size_t i = 0; i < problem.option_count(); ++i) {
        if (impossible(problem, i)) continue;
        std::uint32_t& group = members.groups.emplace_back(0);
        for (std::uint32_t item : problem.option(i)) {
            if (!group_of[item]) {
                members.cells.add(cell_of[item]);
            } else if (group) {
                throw CannotSweep("an option holds several items of higher multiplicity");
            } else {
                group = group_of[item];
            }
        }
        members.cells.end_list();
        const std::size_t size = members.cells[members.cells.size() - 1].size();
        if (size == 0) throw CannotSweep("an option holds no item that is covered once at most");
        largest = std::max(largest, size);
        if (group) {
            std::uint32_t& least = plan.groups[group - 1].least_size;
            least = std::min(least, static_cast<std::uint32_t>(size));
        }
    }

    watch.check();
    const bool small = largest <= 16;  // finding links is quadratic in an option's size
    const std::vector<ItemPair> edges =
        small ? link_items(plan.positions, members.cells) : std::vector<ItemPair>();
    const std::vector<std::uint32_t> order = best_sweep_order(plan.positions, members, edges, watch);
    const std::vector<std::uint32_t> position_of = inverse_order(order);

    plan.optional.resize(plan.positions);
    for (std::size_t position = 0; position < plan.positions; ++position) {
        plan.optional[position] = !problem.item(item_of[order[position]]).required();
        plan.any_optional |= plan.optional[position];
    }
    plan.code_bits = plan.need_shift = shift;
    if (plan.any_optional) count_needs(plan);

    watch.check();
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

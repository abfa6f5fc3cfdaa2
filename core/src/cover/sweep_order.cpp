#include "piecework/cover/sweep_order.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace piecework::cover {

namespace {

using Cells = std::vector<std::uint32_t>;

// What makes an order good, the more important first: how far options reach (the sum over all options of the
// distance between their first and last positions), and how late groups can still be used (the sum over all
// groups of the last position at which an option of theirs begins: from there on, only states that have used
// it are left).
using OrderCost = std::pair<std::uint64_t, std::uint64_t>;

// The cost of an order, and of the same order from its end; not exact where options reach further than
// `most`.
std::pair<OrderCost, OrderCost> costs_of_order(const SweepMembers& members,
                                               const std::vector<std::uint32_t>& position_of,
                                               std::uint64_t most) {
    std::uint64_t reach = 0;
    const auto positions = static_cast<std::uint32_t>(position_of.size());
    std::vector<std::uint32_t> latest(members.group_count + 1), earliest(members.group_count + 1, positions);
    for (std::size_t i = 0; i < members.cells.size() && reach <= most; ++i) {
        std::uint32_t first = positions, last = 0;
        for (std::uint32_t cell : members.cells[i]) {
            const std::uint32_t position = position_of[cell];
            first = std::min(first, position);
            last = std::max(last, position);
        }
        reach += last - first;
        const std::uint32_t group = members.groups[i];
        latest[group] = std::max(latest[group], first);
        earliest[group] = std::min(earliest[group], last);
    }
    std::uint64_t forwards = 0, backwards = 0;
    for (std::uint32_t position : latest) forwards += position;
    for (std::uint32_t position : earliest) backwards += positions - position;
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

}  // namespace

std::vector<std::uint32_t> inverse_order(const std::vector<std::uint32_t>& order) {
    std::vector<std::uint32_t> position_of(order.size());
    for (std::uint32_t position = 0; position < order.size(); ++position)
        position_of[order[position]] = position;
    return position_of;
}

// A grid is best swept along its shorter side. The cells' numbers do not say which that is; but where they go
// through a grid row by row, neighbours are a row's length apart. Reading the cells column by column for the
// lengths that occur, and breadth first from far corners, gives orders to compare, each of them from both
// ends.
std::vector<std::uint32_t> best_sweep_order(std::size_t cells, const SweepMembers& members,
                                            const std::vector<ItemPair>& edges, const Watch& watch) {
    std::vector<std::uint32_t> given(cells);
    std::iota(given.begin(), given.end(), 0u);
    std::vector<std::uint32_t> best = given;
    OrderCost least{~0ull, 0};
    const auto consider = [&](const std::vector<std::uint32_t>& order) {
        watch.check();
        const auto [forwards, backwards] = costs_of_order(members, inverse_order(order), least.first);
        if (std::min(forwards, backwards) >= least) return;
        least = std::min(forwards, backwards);
        best = order;
        if (backwards < forwards) std::reverse(best.begin(), best.end());
    };
    if (cells == 0) return best;
    consider(given);
    std::vector<Cells> neighbours(cells);
    std::vector<bool> apart(cells);  // the distances of their numbers
    for (const auto& [a, b] : edges) {
        neighbours[a].push_back(b);
        neighbours[b].push_back(a);
        apart[b - a] = true;
    }
    std::uint32_t start = breadth_first(0, neighbours).back();
    for (int turn = 0; turn < 4; ++turn) {
        const std::vector<std::uint32_t> order = breadth_first(start, neighbours);
        consider(order);
        start = order.back();
    }
    for (std::size_t row = 2; row < cells && row <= 128; ++row) {
        if (cells % row || !(edges.empty() || apart[row])) continue;
        std::vector<std::uint32_t> order;
        for (std::size_t column = 0; column < row; ++column)
            for (std::size_t cell = column; cell < cells; cell += row)
                order.push_back(static_cast<std::uint32_t>(cell));
        consider(order);
        for (auto column = order.begin(); column != order.end(); column += static_cast<long>(cells / row))
            std::reverse(column, column + static_cast<long>(cells / row));
        consider(order);
    }
    return best;
}

}  // namespace piecework::cover

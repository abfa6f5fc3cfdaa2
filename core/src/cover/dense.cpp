#include "piecework/cover/dense.hpp"

#include <bit>
#include <stdexcept>

namespace piecework::cover {

template <int W>
DenseKernel<W>::DenseKernel(std::shared_ptr<const Layout> layout)
    : layout_(std::move(layout)), groups_(layout_->groups), parts_(*layout_) {
    for (int k = 0; k < W; ++k) required_[k] = layout_->required[k];
}

template <int W>
auto DenseKernel<W>::room_for(std::size_t depth, std::uint32_t size) -> Node& {
    if (nodes_.size() <= depth) nodes_.resize(depth + 1);
    Node& node = nodes_[depth];
    const std::size_t stride = size + OptionList<W>::padding;
    if (node.candidates.size() < stride) {
        node.store.assign(stride * W, 0);
        node.group_store.assign(stride + 2 * OptionList<W>::padding, no_group);
        for (int k = 0; k < W; ++k)
            node.list.words[k] = node.store.data() + stride * static_cast<std::size_t>(k);
        node.list.groups = node.group_store.data() + OptionList<W>::padding;
        node.candidates.resize(stride);
    }
    return node;
}

template <int W>
bool DenseKernel<W>::restart() {
    depth_ = 0;
    path_.clear();
    groups_.restart();
    parts_.restart();

    const auto size = static_cast<std::uint32_t>(layout_->options.size());
    room_for(1, size);  // a source for the first filter; node 1 is overwritten when it is entered
    Node& root = room_for(0, size);
    OptionList<W>& all = nodes_[1].list;
    for (std::uint32_t i = 0; i < size; ++i) {
        for (int k = 0; k < W; ++k) all.words[k][i] = layout_->options[i].cells[k];
        all.groups[i] = layout_->options[i].group;
    }
    all.size = size;
    root.planes = filter<W, true>(all, root.list, Mask<W>{}, {});
    root.open = all_bits<W>(layout_->cells);
    root.needed = required_;
    root.path_size = 0;
    return open_node();
}

// Decides what to branch on at the top node; false if nothing can come of it.
template <int W>
bool DenseKernel<W>::open_node() {
    Node& node = top();
    node.solved = false;
    node.candidate_count = 0;
    if (any<W>(node.needed)) {
        const Planes<W>& planes = node.planes;
        Mask<W> least;
        std::uint64_t dead = 0, few = 0;
        for (int k = 0; k < W; ++k) {
            least[k] = node.needed[k] & ~planes.many[k];
            few |= least[k];
            dead |= least[k] & ~(planes.ones[k] | planes.twos[k] | planes.fours[k]);
        }
        if (dead) return false;
        if (few) {
            Mask<W> without;
            const auto keep_those_without = [&](const Mask<W>& plane) {
                std::uint64_t some = 0;
                for (int k = 0; k < W; ++k) some |= without[k] = least[k] & ~plane[k];
                if (some) least = without;
                return some != 0;
            };
            const bool below_four = keep_those_without(planes.fours);
            const bool below_two = keep_those_without(planes.twos);
            if (below_four && below_two) return branch_on_forced(node, least);
            keep_those_without(planes.ones);
            branch_on_bit(node, lowest<W>(least));
            return true;
        }
        return branch_on_fewest(node);
    }
    if (groups_.lacking() > 0) return branch_on_group(node);
    node.solved = true;
    node.branch = Branch::free;
    for (std::uint32_t i = 0; i < node.list.size; ++i) node.candidates[node.candidate_count++] = i;
    return true;
}

template <int W>
void DenseKernel<W>::branch_on_bit(Node& node, std::uint32_t bit) {
    node.branch = Branch::bit;
    node.candidate_count = find_holders(node.list.words[bit / 64], node.list.size, static_cast<int>(bit % 64),
                                        node.candidates.data());
}

// Each of these bits has one option left. All of them must be taken, so they must not exclude each other.
template <int W>
bool DenseKernel<W>::branch_on_forced(Node& node, const Mask<W>& bits) {
    node.branch = Branch::forced;
    node.candidate_count = find_holders<W>(node.list, bits, node.candidates.data());
    Mask<W> taken{};
    std::uint32_t of_group = 0;  // options of one group follow each other
    for (std::uint32_t i = 0; i < node.candidate_count; ++i) {
        const std::uint32_t position = node.candidates[i];
        std::uint64_t clash = 0;
        for (int k = 0; k < W; ++k) {
            clash |= taken[k] & node.list.words[k][position];
            taken[k] |= node.list.words[k][position];
        }
        if (clash) return false;
        const std::uint8_t group = node.list.groups[position];
        if (group == no_group) continue;
        const bool same = i > 0 && node.list.groups[node.candidates[i - 1]] == group;
        of_group = same ? of_group + 1 : 1;
        if (of_group > groups_.left(group)) return false;
    }
    return true;
}

// Everything has eight options or more: count exactly. Near the root, groups that must be used exactly once
// count as well: there they may be the most constrained by far, as when one piece is held to a few placements
// to break symmetries.
template <int W>
bool DenseKernel<W>::branch_on_fewest(Node& node) {
    Mask<W> least = node.needed;
    std::uint32_t fewest = Tally<W, 5>(node.list).narrow_to_least(least);
    if (fewest >= Tally<W, 5>::limit) {
        least = node.needed;
        fewest = Tally<W, 12>(node.list).narrow_to_least(least);
    }
    std::uint32_t group = no_group;
    if (depth_ < 2) {
        std::array<std::uint32_t, 256> members{};
        for (std::uint32_t i = 0; i < node.list.size; ++i) ++members[node.list.groups[i]];
        for (std::uint32_t g = 0; g < layout_->groups.size(); ++g) {
            const auto number = static_cast<std::uint8_t>(g);
            if (layout_->groups[g].hi != 1 || !groups_.lacking(number) || members[g] >= fewest) continue;
            fewest = members[g];
            group = g;
        }
        if (fewest == 0) return false;
    }
    if (group == no_group) {
        branch_on_bit(node, lowest<W>(least));
        return true;
    }
    node.branch = Branch::group;
    for (std::uint32_t i = 0; i < node.list.size; ++i)
        if (node.list.groups[i] == group) node.candidates[node.candidate_count++] = i;
    return true;
}

// All bits are covered, but groups lack uses: branch on the lacking group with the fewest options, each child
// being the first of the group that is taken.
template <int W>
bool DenseKernel<W>::branch_on_group(Node& node) {
    std::array<std::uint32_t, 256> members{};
    for (std::uint32_t i = 0; i < node.list.size; ++i) ++members[node.list.groups[i]];
    std::uint32_t best = no_group;
    for (std::uint32_t g = 0; g < layout_->groups.size(); ++g) {
        const std::uint32_t lacking = groups_.lacking(static_cast<std::uint8_t>(g));
        if (!lacking) continue;
        if (members[g] < lacking) return false;
        if (best == no_group || members[g] < members[best]) best = g;
    }
    const std::uint32_t spare = members[best] - groups_.lacking(static_cast<std::uint8_t>(best));
    node.branch = Branch::group;
    for (std::uint32_t i = 0; i < node.list.size && node.candidate_count <= spare; ++i)
        if (node.list.groups[i] == best) node.candidates[node.candidate_count++] = i;
    return true;
}

template <int W>
Entered DenseKernel<W>::enter(std::uint32_t child) {
    const std::size_t before = top().path_size;
    Mask<W> taken{}, open, needed;
    {
        const Node& node = top();
        const bool all = node.branch == Branch::forced;
        const std::uint32_t first = all ? 0 : child, end = all ? node.candidate_count : child + 1;
        path_.resize(before);
        for (std::uint32_t i = first; i < end; ++i) {
            const std::uint32_t position = node.candidates[i];
            Choice choice{{}, node.list.groups[position]};
            for (int k = 0; k < W; ++k) taken[k] |= choice.cells[k] = node.list.words[k][position];
            path_.push_back(choice);
        }
        for (int k = 0; k < W; ++k) open[k] = node.open[k] & ~taken[k];
        for (int k = 0; k < W; ++k) needed[k] = open[k] & required_[k];
    }
    const std::size_t after = path_.size();

    const std::uint32_t left = count<W>(needed);
    if (!layout_->has_free_options) {
        if (left == 0) {
            use_groups(before, after);
            const bool enough = groups_.lacking() == 0;
            release_groups(before, after);
            return enough ? Entered::solution : Entered::dead;
        }
        if (left < layout_->smallest) return Entered::dead;
        if (!parts_.ask(needed, taken)) return Entered::dead;
    }

    use_groups(before, after);
    const bool memorable = groups_.has_code() && left > 2 * layout_->smallest;
    if (memorable && dead_.contains(after, open, groups_.code())) {
        release_groups(before, after);
        return Entered::dead;
    }
    Node& next = room_for(depth_ + 1, top().list.size);
    find_excluded(top(), child);
    next.planes = layout_->groups.empty() ? filter<W, false>(top().list, next.list, taken, excluded_)
                                          : filter<W, true>(top().list, next.list, taken, excluded_);
    next.open = open;
    next.needed = needed;
    next.memorable = memorable;
    next.path_size = after;
    ++depth_;
    if (open_node()) return Entered::open;
    leave(false);
    return Entered::dead;
}

template <int W>
void DenseKernel<W>::leave(bool barren) {
    if (barren && top().memorable) dead_.insert(top().path_size, top().open, groups_.code());
    const std::size_t after = top().path_size;
    --depth_;
    release_groups(top().path_size, after);
}

template <int W>
void DenseKernel<W>::use_groups(std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) groups_.use(path_[i].group);
}

template <int W>
void DenseKernel<W>::release_groups(std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) groups_.release(path_[i].group);
}

// The stretches of the list that need not be looked at, once the groups are used: options of groups that are
// used up and, where the branch decides which option of a group (or of all) is the first to be taken, those
// before it.
template <int W>
void DenseKernel<W>::find_excluded(const Node& node, std::uint32_t child) {
    excluded_.clear();
    if (node.branch == Branch::free) excluded_.push_back({0, node.candidates[child] + 1});
    const std::uint32_t* position = &node.candidates[node.branch == Branch::forced ? 0 : child];
    std::uint8_t last = no_group;
    for (std::size_t i = node.path_size; i < path_.size(); ++i, ++position) {
        const std::uint8_t group = path_[i].group;
        if (group == no_group || group == last) continue;
        last = group;
        const bool used_up = groups_.left(group) == 0;
        if (!used_up && node.branch != Branch::group) continue;
        const OptionStretch members = find_group(node.list, *position);
        excluded_.push_back({members.begin, used_up ? members.end : *position + 1});
    }
}

template <int W>
std::vector<std::uint32_t> DenseKernel<W>::chosen() const {
    if (index_.empty()) index_.fill(layout_->options);  // counting never asks
    std::vector<std::uint32_t> options;
    options.reserve(path_.size());
    for (const Choice& choice : path_)
        options.push_back(index_.find(choice.cells, choice.group).originals.front());
    std::sort(options.begin(), options.end());
    return options;
}

std::unique_ptr<Kernel> make_dense_kernel(std::shared_ptr<const Layout> layout) {
    switch (layout->words) {
        case 1:
            return std::make_unique<DenseKernel<1>>(std::move(layout));
        case 2:
            return std::make_unique<DenseKernel<2>>(std::move(layout));
        case 3:
            return std::make_unique<DenseKernel<3>>(std::move(layout));
        case 4:
            return std::make_unique<DenseKernel<4>>(std::move(layout));
        case 5:
        case 6:
            return std::make_unique<DenseKernel<6>>(std::move(layout));
        case 7:
        case 8:
            return std::make_unique<DenseKernel<8>>(std::move(layout));
        default:
            throw std::logic_error("a layout has at most eight words");
    }
}

}  // namespace piecework::cover

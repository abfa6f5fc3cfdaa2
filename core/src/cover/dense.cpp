#include "piecework/cover/dense.hpp"

#include <bit>
#include <stdexcept>

namespace piecework::cover {

namespace {

constexpr std::uint32_t trial_looks = 2048;

template <int W>
bool any(const Mask<W>& mask) {
    std::uint64_t all = 0;
    for (int k = 0; k < W; ++k) all |= mask[k];
    return all != 0;
}

template <int W>
std::uint32_t count(const Mask<W>& mask) {
    std::uint32_t bits = 0;
    for (int k = 0; k < W; ++k) bits += static_cast<std::uint32_t>(std::popcount(mask[k]));
    return bits;
}

// The number of the first bit that is set; there must be one.
template <int W>
std::uint32_t lowest(const Mask<W>& mask) {
    int k = 0;
    while (k + 1 < W && !mask[k]) ++k;
    return static_cast<std::uint32_t>(k * 64 + std::countr_zero(mask[k]));
}

}  // namespace

template <int W>
DenseKernel<W>::DenseKernel(std::shared_ptr<const Layout> layout) : layout_(std::move(layout)) {
    for (int k = 0; k < W; ++k) required_[k] = layout_->required[k];
    for (const DenseOption& option : layout_->options) {
        Choice choice{{}, option.group};
        for (int k = 0; k < W; ++k) choice.cells[k] = option.cells[k];
        original_.emplace(choice, option.originals.front());
    }
}

template <int W>
auto DenseKernel<W>::room_for(std::size_t depth, std::uint32_t size) -> Node& {
    if (nodes_.size() <= depth) nodes_.resize(depth + 1);
    Node& node = nodes_[depth];
    const std::size_t stride = size + OptionList<W>::padding;
    if (node.group_store.size() < stride) {
        node.store.assign(stride * W, 0);
        node.group_store.assign(stride, no_group);
        for (int k = 0; k < W; ++k)
            node.list.words[k] = node.store.data() + stride * static_cast<std::size_t>(k);
        node.list.groups = node.group_store.data();
        node.children.resize(stride);
    }
    return node;
}

template <int W>
bool DenseKernel<W>::restart() {
    depth_ = 0;
    path_.clear();
    used_.assign(layout_->groups.size(), 0);
    lacking_ = 0;
    for (const Group& group : layout_->groups) lacking_ += group.lo;
    look_at_parts_ = !layout_->links.empty();
    parts_looked_at_ = parts_refused_ = 0;

    const auto size = static_cast<std::uint32_t>(layout_->options.size());
    room_for(1, size);  // a source for the first filter; node 1 is overwritten when it is entered
    Node& root = room_for(0, size);
    OptionList<W>& all = nodes_[1].list;
    for (std::uint32_t i = 0; i < size; ++i) {
        for (int k = 0; k < W; ++k) all.words[k][i] = layout_->options[i].cells[k];
        all.groups[i] = layout_->options[i].group;
    }
    Filter<W> filter(all, root.list, Mask<W>{});
    filter.keep(0, size);
    root.planes = filter.planes();
    root.needed = required_;
    root.entered_group = no_group;
    return open_node();
}

// Decides what to branch on at the top node; false if nothing can come of it.
template <int W>
bool DenseKernel<W>::open_node() {
    Node& node = top();
    node.solved = false;
    node.child_count = 0;
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
            for (const Mask<W>* plane : {&planes.fours, &planes.twos, &planes.ones}) {
                Mask<W> without;
                std::uint64_t some = 0;
                for (int k = 0; k < W; ++k) some |= without[k] = least[k] & ~(*plane)[k];
                if (some) least = without;
            }
            children_of_bit(node, lowest<W>(least));
            return true;
        }
        return branch_on_fewest(node);
    }
    if (lacking_ > 0) return branch_on_group(node);
    node.solved = true;
    node.branch = Branch::free;
    for (std::uint32_t i = 0; i < node.list.size; ++i) node.children[node.child_count++] = i;
    return true;
}

template <int W>
void DenseKernel<W>::children_of_bit(Node& node, std::uint32_t bit) {
    node.branch = Branch::bit;
    node.child_count = find_holders(node.list.words[bit / 64], node.list.size, static_cast<int>(bit % 64),
                                    node.children.data());
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
            if (layout_->groups[g].hi != 1 || used_[g] >= layout_->groups[g].lo || members[g] >= fewest)
                continue;
            fewest = members[g];
            group = g;
        }
        if (fewest == 0) return false;
    }
    if (group == no_group) {
        children_of_bit(node, lowest<W>(least));
        return true;
    }
    node.branch = Branch::group;
    for (std::uint32_t i = 0; i < node.list.size; ++i)
        if (node.list.groups[i] == group) node.children[node.child_count++] = i;
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
        if (used_[g] >= layout_->groups[g].lo) continue;
        if (members[g] < layout_->groups[g].lo - used_[g]) return false;
        if (best == no_group || members[g] < members[best]) best = g;
    }
    const std::uint32_t spare = members[best] - (layout_->groups[best].lo - used_[best]);
    node.branch = Branch::group;
    for (std::uint32_t i = 0; i < node.list.size && node.child_count <= spare; ++i)
        if (node.list.groups[i] == best) node.children[node.child_count++] = i;
    return true;
}

// Taking an option may cut what was one part of the rest into several, each next to the option. They are
// followed from its neighbours until all of these turn out to be joined; a part that ends before that must be
// a sum of option sizes.
template <int W>
bool DenseKernel<W>::parts_possible(const Mask<W>& rest, const Mask<W>& taken) const {
    const auto around = [this](const Mask<W>& cells) {
        Mask<W> reached{};
        for (int k = 0; k < W; ++k) {
            for (std::uint64_t bits = cells[k]; bits; bits &= bits - 1) {
                const auto& links = layout_->links[static_cast<std::size_t>(k * 64 + std::countr_zero(bits))];
                for (int j = 0; j < W; ++j) reached[j] |= links[j];
            }
        }
        return reached;
    };
    Mask<W> apart = around(taken);
    for (int k = 0; k < W; ++k) apart[k] &= rest[k];
    while (any<W>(apart)) {
        Mask<W> part{}, edge{};
        const std::uint32_t first = lowest<W>(apart);
        edge[first / 64] = 1ull << (first % 64);
        while (any<W>(edge)) {
            for (int k = 0; k < W; ++k) {
                part[k] |= edge[k];
                apart[k] &= ~edge[k];
            }
            if (!any<W>(apart)) break;
            edge = around(edge);
            for (int k = 0; k < W; ++k) edge[k] &= rest[k] & ~part[k];
        }
        if (!any<W>(edge) && !layout_->possible_part_sizes[count<W>(part)]) return false;
    }
    return true;
}

template <int W>
Entered DenseKernel<W>::enter(std::uint32_t child) {
    Node& node = top();
    const std::uint32_t position = node.children[child];
    Choice choice{{}, node.list.groups[position]};
    Mask<W> needed;
    for (int k = 0; k < W; ++k) {
        choice.cells[k] = node.list.words[k][position];
        needed[k] = node.needed[k] & ~choice.cells[k];
    }
    const std::uint8_t group = choice.group;
    const bool lacked = group != no_group && used_[group] < layout_->groups[group].lo;

    if (!layout_->has_free_options) {
        const std::uint32_t left = count<W>(needed);
        if (left == 0) {
            if (lacking_ != lacked) return Entered::dead;
            path_.resize(depth_ + 1);
            path_[depth_] = choice;
            return Entered::solution;
        }
        if (left < layout_->smallest) return Entered::dead;
        if (look_at_parts_) {
            const bool possible = parts_possible(needed, choice.cells);
            parts_refused_ += !possible;
            if (++parts_looked_at_ == trial_looks) look_at_parts_ = parts_refused_ * 3 >= trial_looks;
            if (!possible) return Entered::dead;
        }
    }

    // Leap over the group's stretch when it is used up; where the branch decides which option of the group
    // (or of all) is the first to be taken, those before it are out as well.
    std::uint32_t keep_until = node.list.size, keep_from = node.list.size;
    const bool used_up = group != no_group && used_[group] + 1 == layout_->groups[group].hi;
    if (used_up || node.branch == Branch::group) {
        std::uint32_t begin, end;
        find_group(node.list.groups, node.list.size, group, begin, end);
        keep_until = begin;
        keep_from = used_up ? end : position + 1;
    } else if (node.branch == Branch::free) {
        keep_from = position + 1;
    }
    if (node.branch == Branch::free) keep_until = 0;

    const std::uint32_t size = node.list.size;
    room_for(depth_ + 1, size);
    Node& next = nodes_[depth_ + 1];
    Filter<W> filter(nodes_[depth_].list, next.list, choice.cells);
    filter.keep(0, keep_until);
    filter.keep(keep_from, size);
    next.planes = filter.planes();
    next.needed = needed;
    next.entered_group = group;
    path_.resize(depth_ + 1);
    path_[depth_] = choice;

    if (group != no_group) ++used_[group];
    lacking_ -= lacked;
    ++depth_;
    if (open_node()) return Entered::open;
    leave();
    return Entered::dead;
}

template <int W>
void DenseKernel<W>::leave() {
    const std::uint8_t group = top().entered_group;
    --depth_;
    if (group == no_group) return;
    --used_[group];
    lacking_ += used_[group] < layout_->groups[group].lo;
}

template <int W>
std::vector<std::uint32_t> DenseKernel<W>::chosen() const {
    std::vector<std::uint32_t> options;
    options.reserve(path_.size());
    for (const Choice& choice : path_) options.push_back(original_.at(choice));
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

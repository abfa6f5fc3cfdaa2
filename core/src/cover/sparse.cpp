#include "piecework/cover/sparse.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

namespace piecework::cover {

namespace {

class SparseKernel final : public Kernel {
  public:
    explicit SparseKernel(std::shared_ptr<const Problem> problem);

    bool restart() override;
    std::uint32_t children() const override { return nodes_.back().children; }
    bool solved() const override { return nodes_.back().solved; }
    Entered enter(std::uint32_t child) override;
    void leave(bool barren) override;
    std::vector<std::uint32_t> chosen() const override;

  private:
    struct Node {
        std::size_t first_child = 0;  // in children_
        std::uint32_t children = 0;
        std::size_t all_children = 0;  // how many children_ had before the node was entered
        bool solved = false;
        bool ordered = false;   // a child gives up the children before it
        std::size_t trail = 0;  // how long the trail was before the node was entered
    };

    struct Set {
        std::size_t begin = 0;  // in entries_
        std::uint32_t alive = 0;
        std::uint32_t used = 0;
        bool enough_left(const Range& range) const { return used + alive >= range.lo; }
    };

    std::span<const std::uint32_t> alive(std::size_t set) const {
        return {entries_.data() + sets_[set].begin, sets_[set].alive};
    }
    std::size_t everything() const { return problem_->item_count(); }  // the set that holds all options
    void take_out(std::size_t set, std::uint32_t& place);
    bool remove(std::uint32_t option);
    void undo_to(std::size_t trail);
    void open_node(std::span<const std::uint32_t> later_siblings);

    std::shared_ptr<const Problem> problem_;
    std::vector<Set> sets_;                 // one an item, and one for everything
    std::vector<std::uint32_t> entries_;    // options, set after set
    std::vector<std::uint32_t> places_;     // for each membership, where the option stands in the item's set
    std::vector<std::size_t> first_place_;  // where each option's memberships begin in places_
    std::vector<std::uint32_t> place_of_all_;
    std::vector<std::uint32_t> trail_;  // options taken out, oldest first
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> children_;  // options, node after node
    std::vector<std::uint32_t> path_;      // the options chosen
    std::size_t path_size_ = 0;
};

SparseKernel::SparseKernel(std::shared_ptr<const Problem> problem) : problem_(std::move(problem)) {}

bool SparseKernel::restart() {
    const std::size_t items = problem_->item_count(), options = problem_->option_count();
    sets_.assign(items + 1, {});
    places_.clear();
    first_place_.clear();
    trail_.clear();
    nodes_.assign(1, {});
    children_.clear();
    path_.clear();
    path_size_ = 0;

    for (std::size_t option = 0; option < options; ++option)
        for (std::uint32_t item : problem_->option(option)) ++sets_[item].alive;
    sets_[everything()].alive = static_cast<std::uint32_t>(options);
    std::size_t begin = 0;
    for (Set& set : sets_) {
        set.begin = begin;
        begin += set.alive;
        set.alive = 0;
    }
    entries_.resize(begin);
    place_of_all_.resize(options);
    for (std::uint32_t option = 0; option < options; ++option) {
        first_place_.push_back(places_.size());
        for (std::uint32_t item : problem_->option(option)) {
            places_.push_back(sets_[item].alive);
            entries_[sets_[item].begin + sets_[item].alive++] = option;
        }
        place_of_all_[option] = option;
        entries_[sets_[everything()].begin + sets_[everything()].alive++] = option;
    }
    bool possible = true;
    for (std::uint32_t item = 0; item < items; ++item) {
        if (problem_->item(item).hi > 0) continue;
        while (sets_[item].alive > 0 && possible) possible = remove(entries_[sets_[item].begin]);
    }
    for (std::size_t item = 0; item < items; ++item)
        possible &= sets_[item].enough_left(problem_->item(item));
    nodes_[0].trail = trail_.size();
    if (possible) open_node({});
    return possible;
}

// Swaps the entry at `place` with the set's last one that counts, and shrinks the set by it.
void SparseKernel::take_out(std::size_t set, std::uint32_t& place) {
    Set& from = sets_[set];
    const std::uint32_t last = --from.alive;
    std::uint32_t& here = entries_[from.begin + place];
    std::uint32_t& there = entries_[from.begin + last];
    std::swap(here, there);
    // `here` is now the option that stood last: tell it where it stands.
    if (set == everything()) {
        place_of_all_[here] = place;
    } else {
        const auto members = problem_->option(here);
        const auto member = std::lower_bound(members.begin(), members.end(), set);
        places_[first_place_[here] + static_cast<std::size_t>(member - members.begin())] = place;
    }
    place = last;
}

// Takes an option out of all its sets; false if an item then cannot be covered often enough.
bool SparseKernel::remove(std::uint32_t option) {
    bool possible = true;
    const auto members = problem_->option(option);
    for (std::size_t k = 0; k < members.size(); ++k) {
        take_out(members[k], places_[first_place_[option] + k]);
        possible &= sets_[members[k]].enough_left(problem_->item(members[k]));
    }
    take_out(everything(), place_of_all_[option]);
    trail_.push_back(option);
    return possible;
}

void SparseKernel::undo_to(std::size_t trail) {
    while (trail_.size() > trail) {
        for (std::uint32_t item : problem_->option(trail_.back())) ++sets_[item].alive;
        ++sets_[everything()].alive;
        trail_.pop_back();
    }
}

// Branches on the item that leaves the fewest children. Where nothing needs to be covered, any option is a
// child. Those are some of the later siblings if the parent was like that, too; often they are all of them,
// which need not be written down again: a long line of such nodes would take memory that grows with its
// square.
void SparseKernel::open_node(std::span<const std::uint32_t> later_siblings) {
    Node& node = nodes_.back();
    std::uint32_t fewest = std::numeric_limits<std::uint32_t>::max();
    std::size_t best = everything();
    for (std::size_t item = 0; item < problem_->item_count() && fewest > 1; ++item) {
        const Range& range = problem_->item(item);
        const Set& set = sets_[item];
        if (set.used >= range.lo) continue;
        const std::uint32_t branches = set.alive - (range.lo - set.used) + 1;
        if (branches >= fewest) continue;
        fewest = branches;
        best = item;
    }
    const auto options = alive(best);
    node.solved = best == everything();
    node.ordered = node.solved || !problem_->item(best).exclusive();
    node.children = node.solved ? sets_[best].alive : fewest;
    if (node.solved && !options.empty() && later_siblings.size() == options.size()) {
        node.first_child = static_cast<std::size_t>(later_siblings.data() - children_.data());
        return;
    }
    node.first_child = children_.size();
    children_.insert(children_.end(), options.begin(), options.end());
    // The sets' own order depends on the past.
    std::sort(children_.begin() + static_cast<std::ptrdiff_t>(node.first_child), children_.end());
    children_.resize(node.first_child + node.children);
}

Entered SparseKernel::enter(std::uint32_t child) {
    const std::size_t trail = trail_.size();
    const Node& parent = nodes_.back();
    const std::span<const std::uint32_t> siblings(children_.data() + parent.first_child, parent.children);
    const std::span<const std::uint32_t> later =
        parent.solved ? siblings.subspan(child + 1) : std::span<const std::uint32_t>();
    const std::uint32_t option = siblings[child];
    bool possible = true;
    if (parent.ordered)
        for (std::uint32_t before = 0; before < child && possible; ++before)
            possible = remove(siblings[before]);
    if (!possible) {
        undo_to(trail);
        return Entered::dead;
    }
    for (std::uint32_t item : problem_->option(option)) ++sets_[item].used;
    remove(option);
    for (std::uint32_t item : problem_->option(option)) {
        if (sets_[item].used < problem_->item(item).hi) continue;
        while (sets_[item].alive > 0 && possible) possible = remove(entries_[sets_[item].begin]);
    }
    path_.resize(path_size_);
    path_.push_back(option);
    ++path_size_;
    nodes_.emplace_back();
    nodes_.back().trail = trail;
    nodes_.back().all_children = children_.size();
    if (possible) {
        open_node(later);
        return Entered::open;
    }
    leave(false);
    return Entered::dead;
}

void SparseKernel::leave(bool) {
    undo_to(nodes_.back().trail);
    children_.resize(nodes_.back().all_children);
    nodes_.pop_back();
    for (std::uint32_t item : problem_->option(path_[--path_size_])) --sets_[item].used;
}

std::vector<std::uint32_t> SparseKernel::chosen() const {
    std::vector<std::uint32_t> options(path_.begin(),
                                       path_.begin() + static_cast<std::ptrdiff_t>(path_size_));
    std::sort(options.begin(), options.end());
    return options;
}

}  // namespace

std::unique_ptr<Kernel> make_sparse_kernel(std::shared_ptr<const Problem> problem) {
    return std::make_unique<SparseKernel>(std::move(problem));
}

}  // namespace piecework::cover

// The dense kernel: backtracking on the most constrained item, with options as machine words.
//
// Each node holds the list of options still possible. Choosing one filters the list into the next node's
// (filter.hpp), which also counts for every bit how many options still hold it; the bit with the fewest is
// branched on. Nothing is ever undone: going back is forgetting the last list. Where bits have a single
// option left, all these options are taken in one step.
//
// Groups (layout.hpp) are not branched on while bits remain, except near the root: measured on pentominoes
// and polycubes, leaving them out costs 2 % more nodes and saves a word in every option.
#pragma once

#include <memory>
#include <vector>

#include "piecework/cover/closed_parts.hpp"
#include "piecework/cover/dead_states.hpp"
#include "piecework/cover/filter.hpp"
#include "piecework/cover/group_use.hpp"
#include "piecework/cover/kernel.hpp"
#include "piecework/cover/layout.hpp"
#include "piecework/cover/option_index.hpp"

namespace piecework::cover {

template <int W>
class DenseKernel final : public Kernel {
  public:
    explicit DenseKernel(std::shared_ptr<const Layout> layout);

    bool restart() override;
    std::uint32_t children() const override {
        return top().branch == Branch::forced ? 1 : top().candidate_count;
    }
    bool solved() const override { return top().solved; }
    Entered enter(std::uint32_t child) override;
    void leave(bool barren) override;
    std::vector<std::uint32_t> chosen() const override;

  private:
    enum class Branch {
        bit,     // one of the options that hold a bit
        forced,  // all of them, each being the only one for some bit
        group,   // the first one to be taken of a group: those of the group that precede it are given up
        free,    // the next one to be taken of those that may be left as well
    };

    struct Node {
        std::vector<std::uint64_t> store;
        std::vector<std::uint8_t> group_store;
        OptionList<W> list;
        Mask<W> open{};    // bits that are not covered
        Mask<W> needed{};  // those of them that must be
        Planes<W> planes;
        Branch branch = Branch::bit;
        bool solved = false;
        bool memorable = false;                 // large enough to be looked up among dead states
        std::vector<std::uint32_t> candidates;  // positions in the list; the first candidate_count of them
        std::uint32_t candidate_count = 0;
        std::size_t path_size = 0;  // how many choices lead here
    };

    struct Choice {
        Mask<W> cells;
        std::uint8_t group;
    };

    const Node& top() const { return nodes_[depth_]; }
    Node& top() { return nodes_[depth_]; }
    Node& room_for(std::size_t depth, std::uint32_t size);

    bool open_node();
    bool branch_on_fewest(Node& node);
    bool branch_on_group(Node& node);
    void branch_on_bit(Node& node, std::uint32_t bit);
    bool branch_on_forced(Node& node, const Mask<W>& bits);
    void use_groups(std::size_t first, std::size_t last);
    void release_groups(std::size_t first, std::size_t last);
    void find_excluded(const Node& node, std::uint32_t child);

    std::shared_ptr<const Layout> layout_;
    Mask<W> required_{};
    std::vector<Node> nodes_;
    std::size_t depth_ = 0;
    std::vector<Choice> path_;
    GroupUse groups_;
    ClosedParts<W> parts_;
    DeadStates<W> dead_;
    std::vector<OptionStretch> excluded_;  // see find_excluded

    mutable OptionIndex<W> index_;  // filled when first needed
};

std::unique_ptr<Kernel> make_dense_kernel(std::shared_ptr<const Layout> layout);

}  // namespace piecework::cover

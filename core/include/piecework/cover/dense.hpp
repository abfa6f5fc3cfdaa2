// The dense kernel: backtracking on the most constrained item, with options as machine words.
//
// Each node holds the list of options still possible. Choosing one filters the list into the next node's
// (filter.hpp), which also counts for every bit how many options still hold it; the bit with the fewest is
// branched on. Nothing is ever undone: going back is forgetting the last list.
//
// Groups (layout.hpp) are not branched on while bits remain, except near the root: measured on pentominoes
// and polycubes, leaving them out costs 2 % more nodes and saves a word in every option.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "piecework/cover/filter.hpp"
#include "piecework/cover/kernel.hpp"
#include "piecework/cover/layout.hpp"

namespace piecework::cover {

template <int W>
class DenseKernel final : public Kernel {
  public:
    explicit DenseKernel(std::shared_ptr<const Layout> layout);

    bool restart() override;
    std::uint32_t children() const override { return top().child_count; }
    bool solved() const override { return top().solved; }
    Entered enter(std::uint32_t child) override;
    void leave() override;
    std::vector<std::uint32_t> chosen() const override;

  private:
    // Options of one group that precede the chosen one were given up: the branch decides which of the group
    // is its first.
    enum class Branch { bit, group, free };

    struct Node {
        std::vector<std::uint64_t> store;
        std::vector<std::uint8_t> group_store;
        OptionList<W> list;
        Mask<W> needed{};
        Planes<W> planes;
        Branch branch = Branch::bit;
        bool solved = false;
        std::vector<std::uint32_t> children;  // positions in the list; the first child_count of them
        std::uint32_t child_count = 0;
        std::uint8_t entered_group = no_group;
    };

    struct Choice {
        Mask<W> cells;
        std::uint8_t group;

        bool operator==(const Choice&) const = default;
    };

    struct ChoiceHash {
        std::size_t operator()(const Choice& choice) const {
            std::uint64_t hash = choice.group;
            for (std::uint64_t word : choice.cells)
                hash = (hash ^ word ^ (hash >> 29)) * 0x9e3779b97f4a7c15ull;
            return static_cast<std::size_t>(hash ^ (hash >> 32));
        }
    };

    const Node& top() const { return nodes_[depth_]; }
    Node& top() { return nodes_[depth_]; }
    Node& room_for(std::size_t depth, std::uint32_t size);

    bool open_node();
    bool branch_on_fewest(Node& node);
    bool branch_on_group(Node& node);
    void children_of_bit(Node& node, std::uint32_t bit);
    bool parts_possible(const Mask<W>& rest, const Mask<W>& taken) const;

    std::shared_ptr<const Layout> layout_;
    Mask<W> required_{};
    std::vector<Node> nodes_;
    std::size_t depth_ = 0;
    std::vector<Choice> path_;
    std::vector<std::uint32_t> used_;  // how often each group was used
    std::uint64_t lacking_ = 0;        // uses that groups still need to reach their least

    std::unordered_map<Choice, std::uint32_t, ChoiceHash> original_;

    // Looking for impossible parts pays on flat boards and hardly in space, so it stays only where it proves
    // useful.
    bool look_at_parts_ = false;
    std::uint32_t parts_looked_at_ = 0, parts_refused_ = 0;
};

std::unique_ptr<Kernel> make_dense_kernel(std::shared_ptr<const Layout> layout);

}  // namespace piecework::cover

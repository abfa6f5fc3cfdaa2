// What a search kernel offers to the walk that drives it.
//
// A kernel knows one node of the search tree at a time: how many children it has, how to enter the i-th, how
// to go back. The numbering of children depends on the path alone, so a path (a list of child numbers) names
// a node for good; resume points and the sharing of work between threads rest on that.
#pragma once

#include <cstdint>
#include <vector>

namespace piecework::cover {

enum class Entered {
    dead,      // nothing below; the kernel stays where it was
    solution,  // a solution with nothing below; the kernel stays where it was
    open,      // the kernel now stands on the child
};

class Kernel {
  public:
    virtual ~Kernel() = default;

    // Stands on the root; true if it can have solutions below it at all.
    virtual bool restart() = 0;
    virtual std::uint32_t children() const = 0;
    // The node itself is a solution, besides what lies below it.
    virtual bool solved() const = 0;
    virtual Entered enter(std::uint32_t child) = 0;
    // Back to the parent. `barren`: all that lies below the node was visited, and holds no solution.
    virtual void leave(bool barren) = 0;

    // The options of the solution last met, ascending. Where several options look alike, the first stands for
    // them.
    virtual std::vector<std::uint32_t> chosen() const = 0;
};

}  // namespace piecework::cover

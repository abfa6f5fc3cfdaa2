// Items that part the options: every option holds at most one of them. Pieces do that in a puzzle.
#pragma once

#include <cstdint>
#include <vector>

#include "piecework/cover/problem.hpp"

namespace piecework::cover {

struct Parting {
    std::vector<std::uint32_t>
        multiple;  // the items that may be covered more than once: no bit can stand for them
    std::vector<std::uint32_t>
        all;  // these and, where such a set was found, exclusive items, at most a quarter of them
};

Parting part_options(const Problem& problem);

// The option holds an item that may not be covered at all.
bool impossible(const Problem& problem, std::size_t option);

}  // namespace piecework::cover

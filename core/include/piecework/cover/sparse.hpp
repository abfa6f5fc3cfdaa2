// The sparse kernel: backtracking with sparse sets, for problems of any size and any multiplicities.
//
// Each item keeps the options that are still possible as an array of which the first `alive` entries count;
// taking an option out swaps it with the last of them and shrinks the count, and growing the counts again in
// the opposite order undoes it (the idea of Knuth's "dancing cells"). The dense kernel is faster where it
// applies; this one has no limits.
#pragma once

#include <memory>

#include "piecework/cover/kernel.hpp"
#include "piecework/cover/problem.hpp"

namespace piecework::cover {

std::unique_ptr<Kernel> make_sparse_kernel(std::shared_ptr<const Problem> problem);

}  // namespace piecework::cover

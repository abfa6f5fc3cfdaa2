// The sweep strategy: counting without listing.
//
// The problem: a search meets the same partial state (the same cells covered, the same pieces used) again and
// again, and counts its completions every time.
//
// The idea: put the exclusive items in a fixed order and always decide the first one that is open: cover it
// by one of the options that begin there or, if it is optional, leave it. What matters of the past is then
// the state alone, which items are covered and how often each group was used; so states that are equal are
// merged and carry the number of ways to reach them. States are kept by their first open item, and are swept
// in that order: each is made once, expanded once, and forgotten.
//
// States that cover the same items are kept together, as a profile: a window of bits that begins at the first
// open item, with a list of the uses of groups (uses.hpp). Which options fit a profile, where they lead and
// what they close off is found out once for all of its states; only whether the groups allow it is asked of
// each, many at a time.
//
// Examples: dominoes on 16x16 have 2444888770250892795802079170816 covers, but at most 65,536 profiles for
// any first open cell, each with one state. 12 pentominoes on 6x10, one of them held to a quarter of the
// board, have 19,202 profiles with 246,826 states.
//
// Cost: proportional to the number of states, which depends on the order: the fewer items an option reaches
// past, the fewer states. The order given and breadth-first orders from far corners are compared, and the
// narrowest is taken. Memory is bounded; a sweep that would need more gives up and says so.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "piecework/cover/bigcount.hpp"
#include "piecework/cover/problem.hpp"
#include "piecework/watch.hpp"

namespace piecework::cover {

class Sweep {
  public:
    enum class End { complete, cancelled, out_of_memory, impossible };

    Sweep(std::shared_ptr<const Problem> problem, unsigned threads, std::uint64_t memory);
    ~Sweep();

    // Runs to the end in the calling thread (and its helpers).
    End run();

    // The same in a thread of its own, once; wait says whether the end has come within so many seconds.
    void start();
    bool wait(double seconds);
    // How it ended, when it has; throws what the run threw.
    End end() const;

    void cancel() { watch_.cancel(); }
    double fraction() const { return watch_.fraction(); }
    std::uint64_t states() const { return states_.load(std::memory_order_relaxed); }
    std::uint64_t peak_memory() const { return peak_memory_; }
    const BigCount& count() const { return count_; }
    // Why there is no order to sweep the problem in, in words, where that was the end of it.
    const std::string& obstacle() const { return obstacle_; }

  private:
    std::shared_ptr<const Problem> problem_;
    unsigned threads_;
    std::uint64_t memory_;
    Watch watch_;
    std::atomic<std::uint64_t> states_{0};
    std::uint64_t peak_memory_ = 0;
    BigCount count_;
    std::string obstacle_;

    mutable std::mutex mutex_;
    std::condition_variable ended_changed_;
    std::optional<End> end_;
    std::exception_ptr failure_;
    std::thread runner_;
};

}  // namespace piecework::cover

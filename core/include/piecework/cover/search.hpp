// The search strategy: worker threads that share one search tree, watched and stopped from outside.
//
// Each worker walks a stretch of the tree (walk.hpp). A worker without work makes the others give some away.
// Solutions are counted, or handed over in bounded portions: a worker that is ahead of the reader waits.
// Whatever the number of threads, the set of solutions is the same; with one thread, so is their order.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <unordered_map>
#include <vector>

#include "piecework/cover/bigcount.hpp"
#include "piecework/cover/kernel.hpp"
#include "piecework/cover/layout.hpp"
#include "piecework/cover/problem.hpp"
#include "piecework/cover/walk.hpp"
#include "piecework/watch.hpp"

namespace piecework::cover {

using Solution = std::vector<std::uint32_t>;

// All that is needed to go on with a search later, or elsewhere.
struct ResumePoint {
    std::uint64_t fingerprint = 0;
    BigCount solutions;  // found so far, those in `pending` included
    std::uint64_t nodes = 0;
    double fraction = 0;
    std::vector<Stretch> rest;  // in the order in which one thread would visit them
    std::vector<Solution>
        pending;  // found, but not yet read; the first of options that look alike stands for them
    std::uint64_t taken_of_first = 0;  // how many of the ways to read the first of `pending` were taken
};

enum class KernelKind {
    sparse,  // takes any problem
    dense,   // takes those that can be laid out in a few words
    bitset,  // of these, the ones with not too many options: for many pieces of one kind
};

// Makes kernels for a problem, of the kind that is likely to be the fastest.
class KernelMaker {
  public:
    // To name a kind is for tests, which hold them against each other. Throws std::invalid_argument where the
    // problem does not fit it.
    explicit KernelMaker(std::shared_ptr<const Problem> problem, std::optional<KernelKind> kind = {});
    std::unique_ptr<Kernel> make() const;
    KernelKind kind() const { return kind_; }
    // The options that look like this one, itself included.
    std::span<const std::uint32_t> alike(std::uint32_t option) const;
    bool has_alike() const { return !alike_.empty(); }
    const Problem& problem() const { return *problem_; }
    const std::shared_ptr<const Problem>& shared_problem() const { return problem_; }

  private:
    std::shared_ptr<const Problem> problem_;
    std::shared_ptr<const Layout> layout_;  // none for the sparse kernel
    KernelKind kind_ = KernelKind::sparse;
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> alike_;  // only where there are several
};

class Search {
  public:
    enum class Aim { count, list };

    Search(std::shared_ptr<const KernelMaker> maker, Aim aim, unsigned threads);
    Search(std::shared_ptr<const KernelMaker> maker, Aim aim, unsigned threads, ResumePoint point);
    ~Search();
    Search(const Search&) = delete;
    Search& operator=(const Search&) = delete;

    // Waits until the work has ended, at most so many seconds; true when it has.
    bool wait(double seconds);
    // Takes up to `most` solutions, waiting at most so many seconds for the first; none and ended() means no
    // more will come.
    std::vector<Solution> take(std::size_t most, double seconds);
    // Ended: nothing runs and, unless cancelled, nothing is left.
    bool ended() const;
    bool complete() const;

    void cancel();
    // Throws what a worker threw, if one did.
    ResumePoint resume_point();

    double fraction() const { return watch_.fraction(); }
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    BigCount solutions() const;

  private:
    class Worker;

    // With the mutex held: no worker runs, and none is about to.
    bool idle() const { return running_ == 0 && !pausing_; }
    void launch();
    void work();
    void fail();
    void leave(unsigned workers);
    void halt();
    BigCount ways(const Solution& solution) const;
    void read_first(std::vector<Solution>& into, std::size_t most);

    std::shared_ptr<const KernelMaker> maker_;
    Aim aim_;
    unsigned threads_;
    Watch watch_;

    std::mutex resume_mutex_;
    mutable std::mutex mutex_;
    std::condition_variable work_changed_, results_changed_;
    std::deque<Stretch> queue_;     // waiting for a worker
    std::deque<Solution> results_;  // waiting for the reader
    std::uint64_t taken_of_first_ = 0;
    BigCount solutions_;
    double fraction_done_ = 0;
    unsigned running_ = 0;  // workers that have not returned
    unsigned walking_ = 0;  // workers that have a stretch
    bool pausing_ = false;  // for a resume point; the workers come back
    std::exception_ptr failure_;

    std::atomic<std::uint64_t> nodes_{0};
    std::atomic<bool> halting_{false};  // workers hand back their work and return
    std::atomic<unsigned> hungry_{0};   // workers that wait for work
    std::vector<std::thread> workers_;
};

}  // namespace piecework::cover

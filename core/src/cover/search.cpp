#include "piecework/cover/search.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <system_error>

#include "piecework/cover/bitset.hpp"
#include "piecework/cover/dense.hpp"
#include "piecework/cover/layout.hpp"
#include "piecework/cover/sparse.hpp"

namespace piecework::cover {

namespace {

constexpr std::size_t most_results = 4096;               // solutions kept for a slow reader
constexpr std::size_t portion_size = 256;                // solutions a worker hands over at once
constexpr std::chrono::milliseconds longest_silence{2};  // while a solution waits to be handed over
constexpr std::uint64_t nodes_a_report = 1024;           // how often a worker tells what it did

std::chrono::duration<double> for_seconds(double seconds) { return std::chrono::duration<double>(seconds); }

}  // namespace

KernelMaker::KernelMaker(std::shared_ptr<const Problem> problem, std::optional<KernelKind> kind)
    : problem_(std::move(problem)) {
    if (kind == KernelKind::sparse) return;
    std::optional<Layout> layout = lay_out(*problem_);
    if (kind && (!layout || (kind == KernelKind::bitset && !fits_bitsets(*layout))))
        throw std::invalid_argument("the problem does not fit this kernel");
    if (!layout) return;
    kind_ = kind.value_or(prefers_bitsets(*layout) ? KernelKind::bitset : KernelKind::dense);
    for (const DenseOption& option : layout->options)
        if (option.originals.size() > 1) alike_.emplace(option.originals.front(), option.originals);
    layout_ = std::make_shared<Layout>(std::move(*layout));
}

std::span<const std::uint32_t> KernelMaker::alike(std::uint32_t option) const {
    const auto place = alike_.find(option);
    return place == alike_.end() ? std::span<const std::uint32_t>() : std::span(place->second);
}

std::unique_ptr<Kernel> KernelMaker::make() const {
    switch (kind_) {
        case KernelKind::sparse:
            return make_sparse_kernel(problem_);
        case KernelKind::dense:
            return make_dense_kernel(layout_);
        case KernelKind::bitset:
            return make_bitset_kernel(layout_);
    }
    throw std::logic_error("a kernel of no kind");
}

// One thread's part of the work.
class Search::Worker {
  public:
    explicit Worker(Search& search) : search_(search), kernel_(search.maker_->make()), walk_(*kernel_) {}

    void run() {
        while (next_stretch()) {
            const bool done = walk_.go_on([this] { found(); }, [this] { return pause(); });
            std::unique_lock lock(search_.mutex_);
            report(lock);
            --search_.walking_;
            if (!done)
                if (Stretch rest = walk_.rest(); !rest.empty()) search_.queue_.push_front(std::move(rest));
            search_.work_changed_.notify_all();
        }
        std::unique_lock lock(search_.mutex_);
        report(lock);
    }

  private:
    bool next_stretch() {
        std::unique_lock lock(search_.mutex_);
        if (search_.queue_.empty() && search_.walking_ > 0) {
            ++search_.hungry_;
            search_.work_changed_.wait(lock, [this] {
                return search_.halting_ || !search_.queue_.empty() || search_.walking_ == 0;
            });
            --search_.hungry_;
        }
        if (search_.halting_ || search_.queue_.empty()) return false;
        const Stretch stretch = std::move(search_.queue_.front());
        search_.queue_.pop_front();
        ++search_.walking_;
        lock.unlock();
        walk_.begin(stretch);
        reported_weight_ = walk_.rest_weight();
        return true;
    }

    void found() {
        const bool alike = search_.maker_->has_alike();
        if (!alike) ++solutions_;
        if (!alike && search_.aim_ == Aim::count) return;
        Solution solution = kernel_->chosen();
        if (alike) other_solutions_ += search_.ways(solution);
        if (search_.aim_ == Aim::list) portion_.push_back(std::move(solution));
    }

    bool pause() {
        if (search_.halting_.load(std::memory_order_relaxed)) return true;
        const bool due = ++unreported_nodes_ >= nodes_a_report || portion_.size() >= portion_size;
        const bool wanted =
            unreported_nodes_ % 16 == 0 && search_.hungry_.load(std::memory_order_relaxed) > 0;
        const bool overdue = unreported_nodes_ % 16 == 0 && !portion_.empty() &&
                             std::chrono::steady_clock::now() - last_report_ > longest_silence;
        if (!due && !wanted && !overdue) return false;
        std::unique_lock lock(search_.mutex_);
        report(lock);
        if (wanted && search_.queue_.empty()) {
            if (std::optional<Stretch> gift = walk_.give_away()) {
                reported_weight_ = walk_.rest_weight();
                search_.queue_.push_back(std::move(*gift));
                search_.work_changed_.notify_one();
            }
        }
        return search_.halting_.load(std::memory_order_relaxed);
    }

    // Tells the others what was done since the last report; waits while the reader is behind.
    void report(std::unique_lock<std::mutex>& lock) {
        search_.nodes_.fetch_add(walk_.nodes() - reported_nodes_, std::memory_order_relaxed);
        reported_nodes_ = walk_.nodes();
        unreported_nodes_ = 0;
        search_.solutions_ += solutions_;
        search_.solutions_ += other_solutions_;
        solutions_ = 0;
        other_solutions_ = 0;
        const double left = walk_.rest_weight();
        search_.fraction_done_ += reported_weight_ - left;
        reported_weight_ = left;
        search_.watch_.advance_to(std::min(1.0, search_.fraction_done_));
        last_report_ = std::chrono::steady_clock::now();
        if (portion_.empty()) return;
        for (Solution& solution : portion_) search_.results_.push_back(std::move(solution));
        portion_.clear();
        search_.results_changed_.notify_all();
        search_.work_changed_.wait(
            lock, [this] { return search_.halting_ || search_.results_.size() < most_results; });
    }

    Search& search_;
    std::unique_ptr<Kernel> kernel_;
    Walk walk_;
    std::vector<Solution> portion_;
    std::uint64_t solutions_ = 0, reported_nodes_ = 0, unreported_nodes_ = 0;
    BigCount other_solutions_;
    double reported_weight_ = 0;
    std::chrono::steady_clock::time_point last_report_ = std::chrono::steady_clock::now();
};

Search::Search(std::shared_ptr<const KernelMaker> maker, Aim aim, unsigned threads)
    : maker_(std::move(maker)), aim_(aim), threads_(std::max(1u, threads)) {
    const std::unique_ptr<Kernel> kernel = maker_->make();
    if (kernel->restart()) {
        if (kernel->solved()) {  // only the empty set can be a solution at the root
            solutions_ = 1;
            if (aim_ == Aim::list) results_.emplace_back();
        }
        if (kernel->children()) queue_.push_back({{0, kernel->children()}});
    }
    launch();
}

Search::Search(std::shared_ptr<const KernelMaker> maker, Aim aim, unsigned threads, ResumePoint point)
    : maker_(std::move(maker)), aim_(aim), threads_(std::max(1u, threads)) {
    if (point.fingerprint != maker_->problem().fingerprint())
        throw std::invalid_argument("the resume point belongs to another problem");
    for (const Solution& solution : point.pending)
        for (std::uint32_t option : solution)
            if (option >= maker_->problem().option_count())
                throw std::invalid_argument("the resume point does not belong to this problem");
    const std::unique_ptr<Kernel> kernel = maker_->make();
    Walk probe(*kernel);
    for (const Stretch& stretch : point.rest) probe.begin(stretch);
    queue_.assign(point.rest.begin(), point.rest.end());
    if (aim_ == Aim::list) results_.assign(point.pending.begin(), point.pending.end());
    taken_of_first_ = point.taken_of_first;
    solutions_ = point.solutions;
    nodes_ = point.nodes;
    fraction_done_ = point.fraction;
    watch_.advance_to(point.fraction);
    launch();
}

Search::~Search() {
    cancel();
    halt();
}

void Search::launch() {
    unsigned wanted;
    {
        const std::lock_guard lock(mutex_);
        halting_ = watch_.cancelled();
        wanted = queue_.empty() ? 0 : threads_;
        running_ = wanted;
        walking_ = 0;
        if (wanted == 0) watch_.advance_to(1.0);
    }
    workers_.reserve(wanted);
    for (unsigned i = 0; i < wanted; ++i) {
        try {
            workers_.emplace_back([this] { work(); });
        } catch (const std::system_error&) {  // no more threads are to be had: go on with those that came
            if (i == 0) fail();
            leave(wanted - i);
            return;
        }
    }
}

void Search::work() {
    try {
        Worker(*this).run();
    } catch (...) {
        fail();
    }
    leave(1);
}

// Where a worker failed, nobody knows what it had still to do: the others stop, and there is nothing to
// resume.
void Search::fail() {
    const std::lock_guard lock(mutex_);
    failure_ = std::current_exception();
    halting_ = true;
}

void Search::leave(unsigned workers) {
    const std::lock_guard lock(mutex_);
    running_ -= workers;
    if (running_ == 0 && queue_.empty() && !failure_) watch_.advance_to(1.0);
    work_changed_.notify_all();
    results_changed_.notify_all();
}

void Search::halt() {
    {
        const std::lock_guard lock(mutex_);
        halting_ = true;
    }
    work_changed_.notify_all();
    for (std::thread& worker : workers_) worker.join();
    workers_.clear();
}

void Search::cancel() {
    watch_.cancel();
    {
        const std::lock_guard lock(mutex_);
        halting_ = true;
    }
    work_changed_.notify_all();
    results_changed_.notify_all();
}

bool Search::ended() const {
    const std::lock_guard lock(mutex_);
    return idle();
}

bool Search::complete() const {
    const std::lock_guard lock(mutex_);
    return idle() && queue_.empty() && !failure_;
}

bool Search::wait(double seconds) {
    std::unique_lock lock(mutex_);
    results_changed_.wait_for(lock, for_seconds(seconds), [this] { return idle(); });
    if (idle() && failure_) std::rethrow_exception(failure_);
    return idle();
}

std::vector<Solution> Search::take(std::size_t most, double seconds) {
    std::vector<Solution> taken;
    std::unique_lock lock(mutex_);
    results_changed_.wait_for(lock, for_seconds(seconds), [this] { return idle() || !results_.empty(); });
    if (idle() && failure_ && results_.empty()) std::rethrow_exception(failure_);
    while (taken.size() < most && !results_.empty()) read_first(taken, most);
    lock.unlock();
    work_changed_.notify_all();
    return taken;
}

BigCount Search::ways(const Solution& solution) const {
    BigCount product = 1;
    if (maker_->has_alike())
        for (std::uint32_t option : solution)
            if (const auto alike = maker_->alike(option); !alike.empty()) product *= alike.size();
    return product;
}

// Moves the ways to read the first result into the reader's hands; the result goes when all its ways are
// read. The ways are numbered like the readings of an odometer whose wheels are the sets of options that look
// alike.
void Search::read_first(std::vector<Solution>& into, std::size_t most) {
    Solution& first = results_.front();
    if (!maker_->has_alike()) {
        into.push_back(std::move(first));
        results_.pop_front();
        return;
    }
    while (into.size() < most) {
        Solution solution = first;
        std::uint64_t reading = taken_of_first_;
        for (std::uint32_t& option : solution) {
            const auto alike = maker_->alike(option);
            if (alike.empty()) continue;
            option = alike[reading % alike.size()];
            reading /= alike.size();
        }
        if (reading > 0) {
            results_.pop_front();
            taken_of_first_ = 0;
            return;
        }
        std::sort(solution.begin(), solution.end());
        into.push_back(std::move(solution));
        ++taken_of_first_;
    }
}

ResumePoint Search::resume_point() {
    const std::lock_guard one_at_a_time(resume_mutex_);
    {
        const std::lock_guard lock(mutex_);
        pausing_ = true;
    }
    halt();
    ResumePoint point;
    std::exception_ptr failure;
    {
        const std::lock_guard lock(mutex_);
        point.fingerprint = maker_->problem().fingerprint();
        point.solutions = solutions_;
        point.nodes = nodes_;
        point.fraction = watch_.fraction();
        point.rest.assign(queue_.begin(), queue_.end());
        point.pending.assign(results_.begin(), results_.end());
        point.taken_of_first = taken_of_first_;
        failure = failure_;
    }
    if (!failure && !watch_.cancelled()) launch();
    {
        const std::lock_guard lock(mutex_);
        pausing_ = false;
        halting_ = halting_ || watch_.cancelled();  // cancelled in between
    }
    work_changed_.notify_all();
    results_changed_.notify_all();
    if (failure) std::rethrow_exception(failure);
    return point;
}

BigCount Search::solutions() const {
    const std::lock_guard lock(mutex_);
    return solutions_;
}

}  // namespace piecework::cover

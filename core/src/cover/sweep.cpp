#include "piecework/cover/sweep.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <new>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include "piecework/cover/filter.hpp"
#include "piecework/cover/sweep_plan.hpp"
#include "piecework/cover/sweep_table.hpp"

namespace piecework::cover {

namespace {

// Where threads wait for each other.
class Barrier {
  public:
    explicit Barrier(unsigned threads) : threads_(threads) {}

    // Fewer threads than that will come; to be said by one that has not arrived.
    void expect(unsigned threads) {
        const std::lock_guard lock(mutex_);
        threads_ = threads;
    }
    void arrive() {
        std::unique_lock lock(mutex_);
        const std::uint64_t turn = turn_;
        if (++waiting_ == threads_) {
            waiting_ = 0;
            ++turn_;
            all_here_.notify_all();
        } else {
            all_here_.wait(lock, [&] { return turn_ != turn; });
        }
    }

  private:
    std::mutex mutex_;
    std::condition_variable all_here_;
    unsigned threads_, waiting_ = 0;
    std::uint64_t turn_ = 0;
};

enum class Halt { no, cancelled, out_of_memory, overflow };

// Calls `take` with the index of every option that may be taken in a state.
template <class Take>
inline void for_each_possible(const PackedOptions& options, std::uint64_t state, const Take& take) {
    // First all tests of up to 64 options, without a branch, and then what passed them.
    for (std::size_t begin = 0; begin < options.asked.size(); begin += 64) {
        const std::size_t end = std::min(begin + 64, options.asked.size());
        std::uint64_t passed = 0;
        std::size_t i = begin;
#if PIECEWORK_AVX2
        const __m256i states = _mm256_set1_epi64x(static_cast<long long>(state));
        for (; i + 4 <= end; i += 4) {
            const __m256i asked = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(&options.asked[i]));
            const __m256i wanted = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(&options.wanted[i]));
            const __m256i possible = _mm256_cmpeq_epi64(_mm256_and_si256(asked, states), wanted);
            const auto bits = static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(possible)));
            passed |= std::uint64_t{bits} << (i - begin);
        }
#endif
        for (; i < end; ++i)
            passed |= std::uint64_t{(options.asked[i] & state) == options.wanted[i]} << (i - begin);
        for (; passed; passed &= passed - 1) take(begin + static_cast<std::size_t>(std::countr_zero(passed)));
    }
}

// One sweep with numbers of a given size. States are dealt to threads by hash; each thread expands its own
// and posts the states that belong to others, which take them in between two rounds.
template <class Key, int W, class Number>
class Sweeper {
  public:
    Sweeper(const SweepPlan& plan, unsigned threads, std::uint64_t memory, Watch& watch,
            std::atomic<std::uint64_t>& states)
        : plan_(plan), threads_(threads), memory_(memory), watch_(watch), states_(states), barrier_(threads) {
        memory_.take(threads * (plan.positions + 1) * sizeof(Table<Key, Number>));
        parts_.resize(threads);
        for (Part& part : parts_) {
            part.tables.resize(plan.positions + 1);
            part.outbox.resize(threads);
        }
        State<W> nothing;
        nothing.groups = plan_.groups_start;
        const Slot start{Key(nothing, plan_.group_shift), Number::one()};
        add(parts_[0], {0, start, start.key.hash()});  // nobody else will find its way to where it begins
    }

    Halt run() {
        std::vector<std::thread> helpers;
        helpers.reserve(threads_);
        try {
            for (unsigned i = 1; i < threads_; ++i)
                helpers.emplace_back([this, i] {
                    barrier_.arrive();  // it is known how many will sweep
                    sweep(i);
                });
        } catch (const std::system_error&) {  // no more threads are to be had: go on with those that came
            threads_ = static_cast<unsigned>(helpers.size()) + 1;
            parts_.resize(threads_);
            barrier_.expect(threads_);
        }
        barrier_.arrive();
        sweep(0);
        for (std::thread& helper : helpers) helper.join();
        return halt_;
    }

    BigCount total() const {
        BigCount sum;
        for (const Part& part : parts_) {
            for (const Slot& slot : part.tables[plan_.positions].slots()) {
                if (slot.ways.zero() || needs(slot.key.state(plan_.group_shift).groups).lacking) continue;
                sum += slot.ways.value();
            }
        }
        return sum;
    }
    std::uint64_t peak_memory() const { return memory_.peak(); }

  private:
    using Slot = Entry<Key, Number>;
    static constexpr std::size_t options_a_round = 1 << 21;  // tried by a thread; bounds its outboxes, too

    struct Posted {
        std::size_t position;
        Slot entry;
        std::uint64_t hash;
    };
    struct Part {
        std::vector<Table<Key, Number>> tables;   // by first open position
        std::vector<std::vector<Posted>> outbox;  // for each thread
        std::array<Posted, 32> coming{};          // insertions under way: their slots are being fetched
        std::size_t coming_size = 0;
        std::size_t next = 0;  // the slot to expand next, in the table of the round's position
    };
    struct Needs {
        std::uint64_t lacking = 0;  // the `full` bits of groups that lack uses
        std::uint32_t cells = 0;    // the cells that these uses will take at least
    };

    std::size_t owner(std::uint64_t hash) const { return (hash & 0xffff) * threads_ >> 16; }

    Needs needs(std::uint64_t groups) const {
        Needs all;
        for (const SweepGroup& group : plan_.groups) {
            const std::uint64_t used = ((groups & group.field) - group.start) / group.unit;
            if (used >= group.lo) continue;
            all.lacking |= group.full;
            if (group.least_size == 0xffffffff) continue;
            all.cells += static_cast<std::uint32_t>(group.lo - used) * group.least_size;
        }
        return all;
    }

    void sweep(unsigned self) {
        Part& part = parts_[self];
        for (std::size_t position = 0; position < plan_.positions; ++position) {
            part.next = 0;
            bool more = true;
            while (more) {
                or_note_lack_of_memory([&] { expand_some(self, position); });
                barrier_.arrive();  // everything is posted
                or_note_lack_of_memory([&] {
                    for (Part& other : parts_) take_in(part, other.outbox[self]);
                });
                if (self == 0) look_around(position);
                barrier_.arrive();  // everything is taken in
                if (halt_ != Halt::no) return;
                more = std::any_of(parts_.begin(), parts_.end(), [&](const Part& any) {
                    return any.next < any.tables[position].slots().size();
                });
                barrier_.arrive();  // everyone has decided
            }
            part.tables[position].clear(memory_);
        }
    }

    // A thread that finds no memory must still meet the others at the barriers, so that all of them stop
    // together.
    template <class Work>
    void or_note_lack_of_memory(const Work& work) {
        try {
            work();
        } catch (const std::bad_alloc&) {
            no_memory_ = true;
        }
    }

    // Between two rounds, by one thread: has someone asked to stop, and does the work still fit?
    void look_around(std::size_t position) {
        if (overflow_)
            halt_ = Halt::overflow;
        else if (watch_.cancelled())
            halt_ = Halt::cancelled;
        else if (no_memory_)
            halt_ = Halt::out_of_memory;
        watch_.advance_to(static_cast<double>(position) / static_cast<double>(plan_.positions + 1));
    }

    void expand_some(unsigned self, std::size_t position) {
        Part& part = parts_[self];
        const auto& slots = part.tables[position].slots();
        const std::size_t most = 1 + options_a_round / (1 + plan_.options[position].size());
        std::size_t expanded = 0;
        while (part.next < slots.size() && expanded < most && !watch_.cancelled()) {
            const Slot& slot = slots[part.next++];
            if (slot.ways.zero()) continue;
            expand(self, position, slot);
            ++expanded;
        }
        settle(part);
        states_.fetch_add(expanded, std::memory_order_relaxed);
    }

    void expand(unsigned self, std::size_t position, const Slot& slot) {
        const State<W> state = slot.key.state(plan_.group_shift);
        const Needs need = plan_.any_optional ? needs(state.groups) : Needs{};
        const auto take = [&](const SweepOption& option, State<W> next) {
            Number ways = slot.ways;
            if (option.alike != 1 && !ways.multiply(option.alike)) overflow_ = true;
            post(self, position, next, ways,
                 need.lacking & option.full ? need.cells - option.relief : need.cells);
        };
        const bool plain = !plan_.any_optional && !plan_.any_alike;
        const std::vector<SweepOption>& options = plan_.options[position];
        if constexpr (std::is_same_v<Key, PackedKey>) {
            const PackedOptions& packed = plan_.packed_options[position];
            for_each_possible(packed, slot.key.word, [&](std::size_t i) {
                Key next;
                next.word = slot.key.word + packed.gain[i];
                State<W> moved = next.state(plan_.group_shift);
                if (plain)
                    post(self, position, moved, slot.ways, 0);
                else
                    take(options[i], moved);
            });
        } else {
            for (const SweepOption& option : options) {
                std::uint64_t clash = state.groups & option.full;
                for (int k = 0; k < W; ++k) clash |= state.window[k] & option.window[k];
                if (clash) continue;
                State<W> next = state;
                for (int k = 0; k < W; ++k) next.window[k] |= option.window[k];
                next.groups += option.unit;
                take(option, next);
            }
        }
        if (plan_.optional[position]) {
            State<W> next = state;
            next.window[0] |= 1;
            post(self, position, next, slot.ways, need.cells);
        }
    }

    // Moves the window to the first open position and sends the state where it belongs.
    void post(unsigned self, std::size_t position, State<W>& next, const Number& ways,
              std::uint32_t needed_cells) {
        std::uint64_t* window = next.window;
        do {
            const int covered = std::countr_one(window[0]);
            position += static_cast<std::size_t>(covered);
            for (int k = 0; k < W; ++k) {
                const std::uint64_t above = k + 1 < W ? window[k + 1] : 0;
                window[k] = covered == 64 ? above : window[k] >> covered | above << 1 << (63 - covered);
            }
        } while (W > 1 && window[0] & 1);
        if ((next.groups & plan_.due[position]) != plan_.due[position]) return;
        std::uint32_t wasted = 0;
        if (W == 1 && !plan_.steps.empty() && !closed_parts_possible(window[0], position, wasted)) return;
        if (plan_.any_optional) {
            std::size_t open = plan_.positions - position;
            for (int k = 0; k < W; ++k) open -= static_cast<std::size_t>(std::popcount(window[k]));
            if (open < needed_cells + wasted) return;
        }
        const Key key(next, plan_.group_shift);
        Posted posted{position, {key, ways}, key.hash()};
        const std::size_t to = owner(posted.hash);
        if (to != self) {
            send(parts_[self].outbox[to], std::move(posted));
            return;
        }
        Part& part = parts_[self];
        part.tables[position].prefetch(posted.hash);
        part.coming[part.coming_size++] = std::move(posted);
        if (part.coming_size == part.coming.size()) settle(part);
    }

    void add(Part& part, const Posted& posted) {
        if (!part.tables[posted.position].add(posted.entry, posted.hash, memory_)) overflow_ = true;
    }

    void settle(Part& part) {
        for (std::size_t i = 0; i < part.coming_size; ++i) add(part, part.coming[i]);
        part.coming_size = 0;
    }

    void send(std::vector<Posted>& box, Posted posted) {
        if (box.size() == box.capacity()) {
            const std::size_t before = box.capacity(), larger = std::max<std::size_t>(64, 2 * before);
            memory_.take(larger * sizeof(Posted));
            box.reserve(larger);
            memory_.give_back(before * sizeof(Posted));
        }
        memory_.take(posted.entry.ways.bytes());
        box.push_back(std::move(posted));
    }

    void take_in(Part& part, std::vector<Posted>& box) {
        for (std::size_t i = 0; i < box.size(); ++i) {
            if (i + 16 < box.size()) part.tables[box[i + 16].position].prefetch(box[i + 16].hash);
            add(part, box[i]);
            memory_.give_back(box[i].entry.ways.bytes());
        }
        box.clear();
    }

    // Open positions below the last covered one may be closed off from the rest. Unless their number is a sum
    // of option sizes, some of them stay uncovered, which only optional ones may.
    bool closed_parts_possible(std::uint64_t window, std::size_t position, std::uint32_t& wasted) const {
        if (!window) return true;
        const std::uint64_t open = ~window;
        // Everything beyond the last covered position hangs together with the rest, and so does what leads
        // out of the window.
        const SweepNeighbours& neighbours = plan_.neighbours[position];
        const std::uint64_t outside = ~0ull << (std::bit_width(window) - 1) | neighbours.leads_out;
        std::uint64_t onward = 0;
        for (std::size_t i = 0; i < plan_.steps.size(); ++i)
            onward |= open >> plan_.steps[i] & neighbours.from[i];
        // From a hole one can go on to later and later positions, unless that ends in a dead end. Only a
        // closed part has nothing but dead ends.
        std::uint64_t dead_ends = open & ~outside & ~onward;
        while (dead_ends) {
            const std::uint64_t part = part_around(dead_ends & -dead_ends, open, outside, neighbours);
            dead_ends &= ~part;
            if (part & outside) continue;
            const std::uint32_t waste = plan_.waste[static_cast<std::size_t>(std::popcount(part))];
            if (waste == 0) continue;
            if (!plan_.any_optional) return false;
            std::uint32_t may_stay = 0;
            for (std::uint64_t bits = part; bits; bits &= bits - 1)
                may_stay += plan_.optional[position + static_cast<std::size_t>(std::countr_zero(bits))];
            if (waste > may_stay) return false;
            wasted += waste;
        }
        return true;
    }

    // The open positions that hang together with some of them: all, or at least one that is outside.
    std::uint64_t part_around(std::uint64_t some, std::uint64_t open, std::uint64_t outside,
                              const SweepNeighbours& neighbours) const {
        for (;;) {
            std::uint64_t more = some;
            for (std::size_t i = 0; i < plan_.steps.size(); ++i) {
                const int step = plan_.steps[i];
                more |= ((more & neighbours.from[i]) << step | (more >> step & neighbours.from[i])) & open;
            }
            if (more == some || more & outside) return more;
            some = more;
        }
    }

    const SweepPlan& plan_;
    unsigned threads_;
    MemoryBudget memory_;
    Watch& watch_;
    std::atomic<std::uint64_t>& states_;
    Barrier barrier_;
    std::vector<Part> parts_;
    std::atomic<bool> overflow_{false}, no_memory_{false};
    Halt halt_ = Halt::no;
};

}  // namespace

Sweep::Sweep(std::shared_ptr<const Problem> problem, unsigned threads, std::uint64_t memory)
    : problem_(std::move(problem)), threads_(std::max(1u, threads)), memory_(memory) {}

Sweep::~Sweep() {
    cancel();
    if (runner_.joinable()) runner_.join();
}

void Sweep::start() {
    runner_ = std::thread([this] {
        std::optional<End> end;
        std::exception_ptr failure;
        try {
            end = run();
        } catch (...) {
            failure = std::current_exception();
        }
        const std::lock_guard lock(mutex_);
        end_ = end;
        failure_ = failure;
        ended_changed_.notify_all();
    });
}

bool Sweep::wait(double seconds) {
    std::unique_lock lock(mutex_);
    return ended_changed_.wait_for(lock, std::chrono::duration<double>(seconds),
                                   [this] { return end_ || failure_; });
}

Sweep::End Sweep::end() const {
    const std::lock_guard lock(mutex_);
    if (failure_) std::rethrow_exception(failure_);
    return end_.value();
}

Sweep::End Sweep::run() {
    std::optional<SweepPlan> plan;
    try {
        plan = plan_sweep(*problem_, watch_);
    } catch (const CannotSweep& reason) {
        obstacle_ = reason.what();
        return End::impossible;
    }
    if (!plan) return End::cancelled;
    const auto attempt = [&]<class Key, int W, class Number>() {
        try {
            Sweeper<Key, W, Number> sweeper(*plan, threads_, memory_, watch_, states_);
            const Halt halt = sweeper.run();
            peak_memory_ = std::max(peak_memory_, sweeper.peak_memory());
            if (halt == Halt::no) {
                count_ = sweeper.total();
                watch_.advance_to(1.0);
            }
            return halt;
        } catch (const std::bad_alloc&) {
            return Halt::out_of_memory;
        }
    };
    // Start with small numbers; a count that does not fit is begun again with larger ones.
    const auto with_key = [&]<class Key, int W>() {
        Halt halt = attempt.template operator()<Key, W, Ways<1>>();
        if (halt == Halt::overflow) halt = attempt.template operator()<Key, W, Ways<2>>();
        if (halt == Halt::overflow) halt = attempt.template operator()<Key, W, AnyWays>();
        return halt;
    };
    const Halt halt = plan->packed       ? with_key.template operator()<PackedKey, 1>()
                      : plan->words == 1 ? with_key.template operator()<WideKey<1>, 1>()
                      : plan->words == 2 ? with_key.template operator()<WideKey<2>, 2>()
                                         : with_key.template operator()<WideKey<4>, 4>();
    switch (halt) {
        case Halt::no:
            return End::complete;
        case Halt::cancelled:
            return End::cancelled;
        default:
            return End::out_of_memory;
    }
}

}  // namespace piecework::cover

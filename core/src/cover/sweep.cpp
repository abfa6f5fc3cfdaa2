#include "piecework/cover/sweep.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <new>
#include <type_traits>
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

// Calls `take` with the index of every mask that has no bit in common with the word.
template <class Take>
inline void for_each_disjoint(const std::vector<std::uint64_t>& masks, std::uint64_t word, const Take& take) {
    // First all tests of up to 64 masks, without a branch, and then what passed them.
    for (std::size_t begin = 0; begin < masks.size(); begin += 64) {
        const std::size_t end = std::min(begin + 64, masks.size());
        std::uint64_t passed = 0;
        std::size_t i = begin;
#if PIECEWORK_AVX2
        const __m256i words = _mm256_set1_epi64x(static_cast<long long>(word));
        for (; i + 4 <= end; i += 4) {
            const __m256i four = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(&masks[i]));
            const __m256i free = _mm256_cmpeq_epi64(_mm256_and_si256(four, words), _mm256_setzero_si256());
            const auto bits = static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(free)));
            passed |= std::uint64_t{bits} << (i - begin);
        }
#endif
        for (; i < end; ++i) passed |= std::uint64_t{(masks[i] & word) == 0} << (i - begin);
        for (; passed; passed &= passed - 1) take(begin + static_cast<std::size_t>(std::countr_zero(passed)));
    }
}

// One sweep with numbers of a given size. States are dealt to threads by hash; each thread expands its own
// and posts the states that belong to others, which take them in between two rounds.
template <class Key, int W, int L>
class Sweeper {
  public:
    Sweeper(const SweepPlan& plan, unsigned threads, std::uint64_t memory, Watch& watch,
            std::atomic<std::uint64_t>& states)
        : plan_(plan),
          threads_(threads),
          memory_limit_(memory),
          watch_(watch),
          states_(states),
          barrier_(threads) {
        parts_.resize(threads);
        for (Part& part : parts_) {
            part.tables.resize(plan.positions + 1);
            part.outbox.resize(threads);
        }
    }

    Halt run() {
        State<W> nothing;
        nothing.groups = plan_.groups_start;
        Slot start{Key(nothing, plan_.group_shift), {}};
        start.ways.limbs[0] = 1;
        const std::uint64_t hash = start.key.hash();
        if (!parts_[owner(hash)].tables[0].add(start, hash, memory_)) return Halt::overflow;
        std::vector<std::thread> helpers;
        for (unsigned i = 1; i < threads_; ++i) helpers.emplace_back([this, i] { sweep(i); });
        sweep(0);
        for (std::thread& helper : helpers) helper.join();
        return halt_;
    }

    BigCount total() const {
        BigCount sum;
        for (const Part& part : parts_) {
            for (const Slot& slot : part.tables[plan_.positions].slots()) {
                if (slot.ways.zero() || needs(slot.key.state(plan_.group_shift).groups).lacking) continue;
                sum += BigCount(slot.ways.limbs, L);
            }
        }
        return sum;
    }
    std::uint64_t peak_memory() const { return peak_memory_; }

  private:
    using Slot = Entry<Key, L>;
    static constexpr std::size_t states_a_round = 1 << 15;

    struct Posted {
        std::size_t position;
        Slot entry;
        std::uint64_t hash;
    };
    struct Part {
        std::vector<Table<Key, L>> tables;        // by first open position
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
        std::uint64_t kept = memory_;
        peak_memory_ = std::max(peak_memory_, kept);
        if (overflow_)
            halt_ = Halt::overflow;
        else if (watch_.cancelled())
            halt_ = Halt::cancelled;
        else if (kept > memory_limit_ || no_memory_)
            halt_ = Halt::out_of_memory;
        watch_.advance_to(static_cast<double>(position) / static_cast<double>(plan_.positions + 1));
    }

    void expand_some(unsigned self, std::size_t position) {
        Part& part = parts_[self];
        const auto& slots = part.tables[position].slots();
        std::size_t expanded = 0;
        while (part.next < slots.size() && expanded < states_a_round) {
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
            Ways<L> ways = slot.ways;
            if (option.alike != 1 && !ways.multiply(option.alike)) overflow_ = true;
            post(self, position, next, ways,
                 need.lacking & option.full ? need.cells - option.relief : need.cells);
        };
        const bool plain = !plan_.any_optional && !plan_.any_alike;
        const std::vector<SweepOption>& options = plan_.options[position];
        if constexpr (std::is_same_v<Key, PackedKey>) {
            const PackedOptions& packed = plan_.packed_options[position];
            for_each_disjoint(packed.clash, slot.key.word, [&](std::size_t i) {
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
    void post(unsigned self, std::size_t position, State<W>& next, const Ways<L>& ways,
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
        const Posted posted{position, {key, ways}, key.hash()};
        const std::size_t to = owner(posted.hash);
        if (to != self) {
            parts_[self].outbox[to].push_back(posted);
            return;
        }
        Part& part = parts_[self];
        part.tables[position].prefetch(posted.hash);
        part.coming[part.coming_size++] = posted;
        if (part.coming_size == part.coming.size()) settle(part);
    }

    void settle(Part& part) {
        for (std::size_t i = 0; i < part.coming_size; ++i) {
            const Posted& posted = part.coming[i];
            if (!part.tables[posted.position].add(posted.entry, posted.hash, memory_)) overflow_ = true;
        }
        part.coming_size = 0;
    }

    void take_in(Part& part, std::vector<Posted>& box) {
        for (std::size_t i = 0; i < box.size(); ++i) {
            if (i + 16 < box.size()) part.tables[box[i + 16].position].prefetch(box[i + 16].hash);
            if (!part.tables[box[i].position].add(box[i].entry, box[i].hash, memory_)) overflow_ = true;
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
    std::uint64_t memory_limit_;
    Watch& watch_;
    std::atomic<std::uint64_t>& states_;
    Barrier barrier_;
    std::vector<Part> parts_;
    std::atomic<std::uint64_t> memory_{0};
    std::atomic<bool> overflow_{false}, no_memory_{false};
    std::uint64_t peak_memory_ = 0;
    Halt halt_ = Halt::no;
};

}  // namespace

Sweep::Sweep(const Problem& problem, unsigned threads, std::uint64_t memory)
    : plan_(std::make_unique<SweepPlan>(plan_sweep(problem))),
      threads_(std::max(1u, threads)),
      memory_(memory) {}

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
        } catch (const std::bad_alloc&) {
            end = End::out_of_memory;
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
    const auto attempt = [this]<class Key, int W, int L>() {
        Sweeper<Key, W, L> sweeper(*plan_, threads_, memory_, watch_, states_);
        const Halt halt = sweeper.run();
        peak_memory_ = std::max(peak_memory_, sweeper.peak_memory());
        if (halt == Halt::no) {
            count_ = sweeper.total();
            watch_.advance_to(1.0);
        }
        return halt;
    };
    // Start with small numbers; a count that does not fit is begun again with larger ones.
    const auto with_key = [&]<class Key, int W>() {
        Halt halt = attempt.template operator()<Key, W, 1>();
        if (halt == Halt::overflow) halt = attempt.template operator()<Key, W, 2>();
        if (halt == Halt::overflow) halt = attempt.template operator()<Key, W, 16>();
        return halt;
    };
    const Halt halt = plan_->packed       ? with_key.template operator()<PackedKey, 1>()
                      : plan_->words == 1 ? with_key.template operator()<WideKey<1>, 1>()
                      : plan_->words == 2 ? with_key.template operator()<WideKey<2>, 2>()
                                          : with_key.template operator()<WideKey<4>, 4>();
    switch (halt) {
        case Halt::no:
            return End::complete;
        case Halt::cancelled:
            return End::cancelled;
        default:
            return End::out_of_memory;  // a count of more than 1024 bits is more than memory holds, too
    }
}

std::optional<std::string> sweep_obstacle(const Problem& problem) {
    try {
        plan_sweep(problem);
        return std::nullopt;
    } catch (const CannotSweep& reason) {
        return reason.what();
    }
}

}  // namespace piecework::cover

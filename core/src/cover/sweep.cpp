#include "piecework/cover/sweep.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <memory>
#include <new>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include "piecework/cover/filter.hpp"
#include "piecework/cover/sweep_holes.hpp"
#include "piecework/cover/sweep_plan.hpp"
#include "piecework/cover/sweep_table.hpp"
#include "piecework/cover/uses.hpp"

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

// Which of four options may be taken, as bits.
inline unsigned test_four(const WindowTests::Four& options, std::uint64_t window, const CodeBits& bits) {
#if PIECEWORK_AVX2
    const auto all = [](std::uint64_t word) { return _mm256_set1_epi64x(static_cast<long long>(word)); };
    const auto four = [](const std::array<std::uint64_t, 4>& words) {
        return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words.data()));
    };
    const __m256i clash =
        _mm256_xor_si256(_mm256_and_si256(four(options.asked), all(window)), four(options.wanted));
    const __m256i too_often = _mm256_and_si256(four(options.full), all(bits.in_all));
    const __m256i too_rarely = _mm256_andnot_si256(all(bits.in_any), four(options.used_up));
    const __m256i faults = _mm256_or_si256(clash, _mm256_or_si256(too_often, too_rarely));
    const __m256i passed = _mm256_cmpeq_epi64(faults, _mm256_setzero_si256());
    return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(passed)));
#else
    unsigned passed = 0;
    for (unsigned i = 0; i < WindowTests::at_once; ++i) {
        const std::uint64_t clash = (options.asked[i] & window) ^ options.wanted[i];
        const std::uint64_t too_often = options.full[i] & bits.in_all;
        const std::uint64_t too_rarely = options.used_up[i] & ~bits.in_any;
        passed |= unsigned{(clash | too_often | too_rarely) == 0} << i;
    }
    return passed;
#endif
}

// Calls `take` with the number of every option that may be taken in a window for some of the codes, of which
// it is known what all of them have, and what any.
template <int W, class Take>
inline void for_each_possible(const SweepPlan& plan, std::size_t position, const Mask<W>& window,
                              const CodeBits& bits, const Take& take) {
    if constexpr (W > 1) {
        const std::vector<SweepOption>& options = plan.options[position];
        for (std::size_t i = 0; i < options.size(); ++i) {
            std::uint64_t clash = options[i].full & bits.in_all;
            for (int k = 0; k < W; ++k) clash |= window[k] & options[i].window[k];
            if (!clash) take(i);
        }
    } else {
        // First all tests of up to 64 options, without a branch, and then what passed them.
        constexpr std::size_t at_once = 64 / WindowTests::at_once;
        const std::vector<WindowTests::Four>& tests = plan.tests[position].fours();
        for (std::size_t begin = 0; begin < tests.size(); begin += at_once) {
            const WindowTests::Four* four = tests.data() + begin;
            const std::size_t number = std::min(at_once, tests.size() - begin);
            std::uint64_t passed = 0;
            for (std::size_t i = 0; i < number; ++i)
                passed |= std::uint64_t{test_four(four[i], window[0], bits)} << (i * WindowTests::at_once);
            for (; passed; passed &= passed - 1)
                take(begin * WindowTests::at_once + static_cast<std::size_t>(std::countr_zero(passed)));
        }
    }
}

// One sweep with codes and numbers of a given size. Profiles are dealt to threads by hash; each thread
// expands its own and posts the uses of those that belong to others, which take them in between two rounds.
template <int W, class Code, class Number>
class Sweeper {
  public:
    Sweeper(const SweepPlan& plan, unsigned threads, std::uint64_t memory, Watch& watch,
            std::atomic<std::uint64_t>& states)
        : plan_(plan), holes_(plan), memory_(memory), watch_(watch), states_(states), threads_(threads) {
        memory_.take(threads * (plan.positions + 1) * sizeof(Table));
        for (unsigned i = 0; i < threads; ++i)
            parts_.push_back(std::make_unique<Part>(memory_, plan.positions + 1, threads));
        // Nobody else will find their way to where it begins.
        Part& part = *parts_[0];
        part.uses.start(part.tables[0].at({}, Table::hash({}), memory_), plan.code_start);
    }

    Halt run() {
        std::vector<std::thread> helpers;
        helpers.reserve(threads_);
        Barrier barrier(threads_);
        try {
            for (unsigned i = 1; i < threads_; ++i)
                helpers.emplace_back([this, i, &barrier] {
                    barrier.arrive();  // it is known how many will sweep
                    sweep(i, barrier);
                });
        } catch (const std::system_error&) {  // no more threads are to be had: go on with those that came
            threads_ = static_cast<unsigned>(helpers.size()) + 1;
            parts_.resize(threads_);
            barrier.expect(threads_);
        }
        barrier.arrive();
        sweep(0, barrier);
        for (std::thread& helper : helpers) helper.join();
        return halt_;
    }

    BigCount total() const {
        BigCount sum;
        const auto add = [&](std::uint64_t code, const Number& ways) {
            if (enough(code)) sum += ways.value();
        };
        for (const auto& part : parts_) {
            Table& last = part->tables[plan_.positions];
            last.for_each(0, last.size(), [&](const Slot& slot) { Uses::for_each(slot.uses, add); });
        }
        return sum;
    }
    std::uint64_t peak_memory() const { return memory_.peak(); }

  private:
    using Uses = UsePool<Code, Number>;
    using List = typename Uses::List;
    using Table = ProfileTable<W, List>;
    using Slot = typename Table::Slot;

    // From a profile to another one; taken a little later, when that one's place is fetched.
    struct Step {
        const List* from;
        std::size_t position;
        Mask<W> window;
        std::uint64_t hash;
        UseStep<Code> uses;
    };
    // What is posted to another thread: so many uses in a box.
    struct Parcel {
        std::size_t position;
        Mask<W> window;
        std::uint64_t hash;
        std::size_t uses;
    };
    struct Outbox {
        std::vector<Parcel> parcels;
        typename Uses::Box uses;
    };
    struct Part {
        Part(MemoryBudget& memory, std::size_t positions, unsigned threads)
            : uses(memory), tables(positions), outboxes(threads) {}
        Part(const Part&) = delete;
        Part& operator=(const Part&) = delete;
        ~Part() {
            for (Table& table : tables)
                table.for_each(0, table.size(), [this](Slot& slot) { uses.abandon(slot.uses); });
        }

        Uses uses;
        std::vector<Table> tables;      // by first open position
        std::vector<Outbox> outboxes;   // for each thread
        std::array<Step, 32> coming{};  // steps under way: the places they lead to are being fetched
        std::size_t coming_size = 0;
        std::size_t next = 0;    // the slot to expand next, in the table of the round's position
        std::size_t posted = 0;  // uses, in this round
    };
    static constexpr std::size_t slots_at_once = 64;
    static constexpr std::size_t most_posted = 1 << 18;  // by a thread in one round, or a little more

    std::size_t owner(std::uint64_t hash) const { return (hash >> 16 & 0xffff) * threads_ >> 16; }

    bool enough(std::uint64_t code) const {
        return std::all_of(plan_.groups.begin(), plan_.groups.end(), [&](const SweepGroup& group) {
            return ((code & group.field) - group.start) / group.unit >= group.lo;
        });
    }

    void sweep(unsigned self, Barrier& barrier) {
        Part& part = *parts_[self];
        for (std::size_t position = 0; position < plan_.positions; ++position) {
            part.next = 0;
            bool more = true;
            while (more) {
                or_note_lack_of_memory([&] { expand_some(self, position); });
                barrier.arrive();  // everything is posted
                or_note_lack_of_memory([&] {
                    for (const auto& other : parts_) take_in(part, other->outboxes[self]);
                });
                if (self == 0) look_around(position);
                barrier.arrive();  // everything is taken in
                if (halt_ != Halt::no) return;
                more = std::any_of(parts_.begin(), parts_.end(),
                                   [&](const auto& any) { return any->next < any->tables[position].size(); });
                if (threads_ > 1) barrier.arrive();  // everyone has decided
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
        Part& part = *parts_[self];
        Table& table = part.tables[position];
        part.posted = 0;
        std::size_t expanded = 0;
        while (part.next < table.size() && part.posted < most_posted && !watch_.cancelled()) {
            const std::size_t begin = part.next;
            const std::size_t end = std::min(table.size(), begin + slots_at_once);
            part.next = table.visit(begin, end, [&](Slot& slot) {
                check(part.uses.merge(slot.uses));
                expanded += Uses::size(slot.uses);
                expand(self, position, slot);
                return part.posted < most_posted;
            });
            settle(self);
            table.for_each(begin, part.next, [&](Slot& slot) { part.uses.release(slot.uses); });
        }
        states_.fetch_add(expanded, std::memory_order_relaxed);
    }

    void expand(unsigned self, std::size_t position, const Slot& slot) {
        const std::vector<SweepOption>& options = plan_.options[position];
        const CodeBits bits = Uses::bits(slot.uses);
        for_each_possible<W>(plan_, position, slot.window, bits, [&](std::size_t i) {
            const SweepOption& option = options[i];
            Step step{&slot.uses, position, slot.window, 0, {}};
            for (int k = 0; k < W; ++k) step.window[k] |= option.window[k];
            move_on(step.window, step.position);
            std::uint32_t waste = 0;
            if constexpr (W == 1) {
                const auto least = holes_.waste(step.window[0], step.position);
                if (!least) return;
                waste = *least;
            }
            if (!ask_of_uses(option, step, waste)) return;
            step.hash = Table::hash(step.window);
            Part& part = *parts_[self];
            if (owner(step.hash) == self) part.tables[step.position].prefetch(step.hash);
            part.coming[part.coming_size++] = step;
            if (part.coming_size == part.coming.size()) settle(self);
        });
    }

    // Moves a window to its first open position.
    static void move_on(Mask<W>& window, std::size_t& position) {
        do {
            const int covered = std::countr_one(window[0]);
            position += static_cast<std::size_t>(covered);
            for (int k = 0; k < W; ++k) {
                const std::uint64_t above = k + 1 < W ? window[k + 1] : 0;
                window[k] = covered == 64 ? above : window[k] >> covered | above << 1 << (63 - covered);
            }
        } while (W > 1 && window[0] & 1);
    }

    // Says what a step with an option asks of the uses; false if nothing can come of it.
    bool ask_of_uses(const SweepOption& option, Step& step, std::uint32_t waste) const {
        step.uses.alike = option.alike;
        if constexpr (!std::is_same_v<Code, NoGroups>) {
            const std::uint64_t used_up = option.used_up | (plan_.due[step.position] & ~option.full);
            step.uses.asked = static_cast<Code>(used_up | option.full);
            step.uses.wanted = static_cast<Code>(used_up);
            step.uses.gain = static_cast<Code>(option.gain);
            step.uses.most = ~Code{0};
            if (plan_.need_shift < plan_.code_bits) {
                std::size_t open = plan_.positions - step.position;
                for (int k = 0; k < W; ++k) open -= static_cast<std::size_t>(std::popcount(step.window[k]));
                if (open < waste) return false;
                const std::uint64_t need = open - waste + option.relief;
                if (need >> (plan_.code_bits - plan_.need_shift) == 0)
                    step.uses.most = static_cast<Code>(((need + 1) << plan_.need_shift) - 1);
            }
        }
        return true;
    }

    // Takes the steps under way.
    void settle(unsigned self) {
        Part& part = *parts_[self];
        for (std::size_t i = 0; i < part.coming_size && !watch_.cancelled(); ++i) {
            const Step& step = part.coming[i];
            const std::size_t number = part.uses.select(*step.from, step.uses);
            if (number == 0) continue;
            const std::size_t to = owner(step.hash);
            if (to != self) {
                part.posted += number;
                send(part, part.outboxes[to], step, number);
                continue;
            }
            List& uses = part.tables[step.position].at(step.window, step.hash, memory_);
            check(part.uses.append_selected(uses, *step.from, number, step.uses));
        }
        part.coming_size = 0;
    }

    void send(Part& part, Outbox& box, const Step& step, std::size_t number) {
        reserve(box.parcels, 1, memory_);
        box.parcels.push_back({step.position, step.window, step.hash, number});
        check(part.uses.send_selected(box.uses, *step.from, number, step.uses));
    }

    void take_in(Part& part, Outbox& box) {
        std::size_t begin = 0;
        for (std::size_t i = 0; i < box.parcels.size(); ++i) {
            if (i + 16 < box.parcels.size()) {
                const Parcel& soon = box.parcels[i + 16];
                part.tables[soon.position].prefetch(soon.hash);
            }
            const Parcel& parcel = box.parcels[i];
            List& uses = part.tables[parcel.position].at(parcel.window, parcel.hash, memory_);
            check(part.uses.receive(uses, box.uses, begin, parcel.uses));
            begin += parcel.uses;
        }
        box.parcels.clear();
        box.uses.clear();
    }

    void check(bool fits) {
        if (!fits) overflow_ = true;
    }

    const SweepPlan& plan_;
    SweepHoles holes_;
    MemoryBudget memory_;
    Watch& watch_;
    std::atomic<std::uint64_t>& states_;
    unsigned threads_;
    std::vector<std::unique_ptr<Part>> parts_;
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
    const auto attempt = [&]<int W, class Code, class Number>() {
        try {
            Sweeper<W, Code, Number> sweeper(*plan, threads_, memory_, watch_, states_);
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
    const auto with_code = [&]<int W, class Code>() {
        Halt halt = attempt.template operator()<W, Code, Ways<1>>();
        if (halt == Halt::overflow) halt = attempt.template operator()<W, Code, Ways<2>>();
        if (halt == Halt::overflow) halt = attempt.template operator()<W, Code, AnyWays>();
        return halt;
    };
    const auto with_window = [&]<int W>() {
        return plan->groups.empty()    ? with_code.template operator()<W, NoGroups>()
               : plan->code_bits <= 32 ? with_code.template operator()<W, std::uint32_t>()
                                       : with_code.template operator()<W, std::uint64_t>();
    };
    const Halt halt = plan->words == 1   ? with_window.template operator()<1>()
                      : plan->words == 2 ? with_window.template operator()<2>()
                                         : with_window.template operator()<4>();
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

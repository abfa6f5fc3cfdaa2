// A long call's line to the outside: whoever started it can watch it and stop it, from any thread.
//
// The worker writes, others read; everything is atomic and relaxed, because a reader only wants a recent
// value and the results themselves travel by joining the worker.
#pragma once

#include <atomic>
#include <cstdint>
#include <stdexcept>

namespace piecework {

struct Cancelled : std::runtime_error {
    Cancelled() : std::runtime_error("cancelled") {}
};

class Watch {
  public:
    void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
    bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }

    // For work that is deep in calls when it is cancelled.
    void check() const {
        if (cancelled()) throw Cancelled();
    }

    // Never goes back: a smaller value than the one shown is ignored.
    void advance_to(double fraction) {
        double shown = fraction_.load(std::memory_order_relaxed);
        while (fraction > shown &&
               !fraction_.compare_exchange_weak(shown, fraction, std::memory_order_relaxed)) {
        }
    }
    double fraction() const { return fraction_.load(std::memory_order_relaxed); }

  private:
    std::atomic<bool> cancelled_{false};
    std::atomic<double> fraction_{0.0};
};

}  // namespace piecework

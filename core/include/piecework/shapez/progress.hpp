// What a search tells those who wait for it, beyond the fraction done: its phase and how much it has found.
#pragma once

#include <atomic>
#include <cstdint>

#include "piecework/watch.hpp"

namespace piecework::shapez {

class Progress : public Watch {
  public:
    void begin(int phase) {
        phase_.store(phase, std::memory_order_relaxed);
        done_.store(0, std::memory_order_relaxed);
        total_.store(0, std::memory_order_relaxed);
    }
    void expect(std::uint64_t total) { total_.store(total, std::memory_order_relaxed); }
    void step(std::uint64_t count = 1) { done_.fetch_add(count, std::memory_order_relaxed); }
    void set_found(std::uint64_t count) { found_.store(count, std::memory_order_relaxed); }

    int phase() const { return phase_.load(std::memory_order_relaxed); }
    std::uint64_t done() const { return done_.load(std::memory_order_relaxed); }
    std::uint64_t total() const { return total_.load(std::memory_order_relaxed); }
    std::uint64_t found() const { return found_.load(std::memory_order_relaxed); }

  private:
    std::atomic<int> phase_{0};
    std::atomic<std::uint64_t> done_{0};
    std::atomic<std::uint64_t> total_{0};
    std::atomic<std::uint64_t> found_{0};
};

}  // namespace piecework::shapez

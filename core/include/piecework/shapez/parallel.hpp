// A loop over several threads: each takes the next index when it is free. The first exception wins.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace piecework::shapez {

template <class Body>
void parallel_for(int threads, std::size_t count, Body&& body) {
    if (threads <= 1) {
        for (std::size_t index = 0; index < count; ++index) body(0, index);
        return;
    }
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex mutex;
    auto work = [&](int thread) {
        try {
            for (std::size_t index; (index = next.fetch_add(1)) < count;) body(thread, index);
        } catch (...) {
            next.store(count);
            const std::lock_guard lock(mutex);
            if (!failure) failure = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> pool;
        for (int thread = 1; thread < threads; ++thread) pool.emplace_back(work, thread);
        work(0);
    }
    if (failure) std::rethrow_exception(failure);
}

}  // namespace piecework::shapez

// A test harness small enough to need no dependency: TEST registers a case, CHECK counts and reports,
// run_tests() returns the process's exit status.
#pragma once

#include <cstdio>
#include <functional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace check {

struct Case {
    const char* name;
    std::function<void()> body;
};

inline std::vector<Case>& cases() {
    static std::vector<Case> all;
    return all;
}

inline int failures = 0;

struct Register {
    Register(const char* name, std::function<void()> body) { cases().push_back({name, std::move(body)}); }
};

template <class Left, class Right>
void equal(const Left& left, const Right& right, const char* text, const char* file, int line) {
    if (left == right) return;
    std::ostringstream message;
    message << file << ":" << line << ": " << text << " failed: " << left << " != " << right;
    std::fprintf(stderr, "%s\n", message.str().c_str());
    ++failures;
}

inline void truth(bool holds, const char* text, const char* file, int line) {
    if (holds) return;
    std::fprintf(stderr, "%s:%d: %s does not hold\n", file, line, text);
    ++failures;
}

inline int run_tests() {
    int failed = 0;
    for (const Case& one : cases()) {
        const int before = failures;
        one.body();
        if (failures != before) ++failed;
        std::printf("%s %s\n", failures == before ? "ok  " : "FAIL", one.name);
    }
    std::printf("%zu passed, %d failed\n", cases().size() - static_cast<std::size_t>(failed), failed);
    return failed == 0 ? 0 : 1;
}

}  // namespace check

#define CHECK_JOIN_(a, b) a##b
#define CHECK_JOIN(a, b) CHECK_JOIN_(a, b)
#define TEST(name)                                                                               \
    static void CHECK_JOIN(test_, __LINE__)();                                                   \
    static const check::Register CHECK_JOIN(case_, __LINE__)(name, CHECK_JOIN(test_, __LINE__)); \
    static void CHECK_JOIN(test_, __LINE__)()
#define CHECK(condition) check::truth((condition), #condition, __FILE__, __LINE__)
#define CHECK_EQUAL(left, right) check::equal((left), (right), #left " == " #right, __FILE__, __LINE__)

#include "check.hpp"

TEST("the harness notices a failure") {
    const int before = check::failures;
    CHECK_EQUAL(1, 2);
    CHECK(check::failures == before + 1);
    check::failures = before;
}

int main() { return check::run_tests(); }

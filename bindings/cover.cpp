// piecework.cover._native: the exact-cover engine, as Python sees it.
#include <nanobind/nanobind.h>

NB_MODULE(_native, module) {
    module.doc() = "The exact-cover engine.";
    module.def(
        "instruction_set",
        [] {
#if defined(__AVX2__)
            return "avx2";
#else
            return "portable";
#endif
        },
        "The widest vector instructions this build uses.");
}

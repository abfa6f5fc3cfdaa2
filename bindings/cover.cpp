// piecework.cover._native: the exact-cover engine, as Python sees it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "piecework/cover/filter.hpp"
#include "piecework/cover/search.hpp"
#include "piecework/cover/sweep.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace piecework::cover;

namespace {

nb::int_ to_int(const BigCount& count) {
    return nb::steal<nb::int_>(PyLong_FromString(count.hex().c_str(), nullptr, 16));
}

BigCount to_count(const nb::int_& number) {
    const nb::str digits = nb::str(nb::module_::import_("builtins").attr("format")(number, "x"));
    return BigCount::from_hex(digits.c_str());
}

using StretchPairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

std::vector<StretchPairs> to_pairs(const std::vector<Stretch>& stretches) {
    std::vector<StretchPairs> all;
    for (const Stretch& stretch : stretches) {
        StretchPairs& pairs = all.emplace_back();
        for (const auto& [next, end] : stretch) pairs.emplace_back(next, end);
    }
    return all;
}

std::vector<Stretch> to_stretches(const std::vector<StretchPairs>& all) {
    std::vector<Stretch> stretches;
    for (const StretchPairs& pairs : all) {
        Stretch& stretch = stretches.emplace_back();
        for (const auto& [next, end] : pairs) stretch.push_back({next, end});
    }
    return stretches;
}

nb::dict to_dict(const ResumePoint& point) {
    nb::dict fields;
    fields["fingerprint"] = point.fingerprint;
    fields["solutions"] = to_int(point.solutions);
    fields["nodes"] = point.nodes;
    fields["fraction"] = point.fraction;
    fields["rest"] = to_pairs(point.rest);
    fields["pending"] = point.pending;
    fields["taken_of_first"] = point.taken_of_first;
    return fields;
}

ResumePoint to_point(const nb::dict& fields) {
    ResumePoint point;
    point.fingerprint = nb::cast<std::uint64_t>(fields["fingerprint"]);
    point.solutions = to_count(nb::cast<nb::int_>(fields["solutions"]));
    point.nodes = nb::cast<std::uint64_t>(fields["nodes"]);
    point.fraction = nb::cast<double>(fields["fraction"]);
    point.rest = to_stretches(nb::cast<std::vector<StretchPairs>>(fields["rest"]));
    point.pending = nb::cast<std::vector<Solution>>(fields["pending"]);
    point.taken_of_first = nb::cast<std::uint64_t>(fields["taken_of_first"]);
    return point;
}

constexpr const char* kernel_names[] = {"sparse", "dense", "bitset"};  // in the order of KernelKind

// Options are read one by one: nanobind's own conversion of a list ends the process where memory does not
// suffice.
using Ranges = nb::typed<nb::list, std::pair<std::uint32_t, std::uint32_t>>;
using Options = nb::typed<nb::list, nb::typed<nb::list, std::uint32_t>>;

std::shared_ptr<KernelMaker> make_engine(const Ranges& ranges, const Options& options,
                                         const std::optional<std::string>& kernel) {
    std::optional<KernelKind> kind;
    if (kernel) {
        const auto place = std::find(std::begin(kernel_names), std::end(kernel_names), *kernel);
        if (place == std::end(kernel_names)) throw nb::value_error("no kernel has this name");
        kind = static_cast<KernelKind>(place - std::begin(kernel_names));
    }
    std::vector<Range> items;
    items.reserve(ranges.size());
    for (const nb::handle range : ranges) {
        const auto [lo, hi] = nb::cast<std::pair<std::uint32_t, std::uint32_t>>(range);
        items.push_back({lo, hi});
    }
    std::vector<std::vector<std::uint32_t>> numbers(options.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto option = nb::cast<nb::list>(options[i]);
        numbers[i].reserve(option.size());
        for (const nb::handle item : option) numbers[i].push_back(nb::cast<std::uint32_t>(item));
    }
    const nb::gil_scoped_release release;
    return std::make_shared<KernelMaker>(std::make_shared<Problem>(std::move(items), numbers), kind);
}

nb::object to_tuple(const Solution& solution) {
    nb::object tuple = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(solution.size())));
    if (!tuple.is_valid()) throw nb::python_error();
    for (std::size_t i = 0; i < solution.size(); ++i) {
        PyObject* option = PyLong_FromUnsignedLong(solution[i]);
        if (option == nullptr) throw nb::python_error();
        PyTuple_SET_ITEM(tuple.ptr(), static_cast<Py_ssize_t>(i), option);
    }
    return tuple;
}

}  // namespace

NB_MODULE(_native, module) {
    module.doc() = "The exact-cover engine.";
    nb::set_leak_warnings(false);  // what a thread still holds when the program ends is no leak
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        try {
            std::rethrow_exception(thrown);
        } catch (const std::system_error& error) {
            PyErr_Format(PyExc_OSError, "the system grants no thread to work in: %s", error.what());
        }
    });
    module.def(
        "instruction_set", [] { return PIECEWORK_AVX2 ? "avx2" : "portable"; },
        "The widest vector instructions this build uses.");

    nb::class_<KernelMaker>(module, "Engine", "A problem, checked and laid out for searching.")
        .def(nb::new_(&make_engine), "ranges"_a, "options"_a, nb::kw_only(), "kernel"_a = nb::none(),
             "Items as (lo, hi) multiplicities, options as lists of item numbers. Without a name, the kernel "
             "that is likely to be the fastest; ValueError where the problem does not fit the one named.")
        .def_prop_ro(
            "kernel",
            [](const KernelMaker& maker) { return kernel_names[static_cast<std::size_t>(maker.kind())]; },
            "Which kernel searches it: 'sparse', 'dense' or 'bitset'.")
        .def_prop_ro(
            "fingerprint", [](const KernelMaker& maker) { return maker.problem().fingerprint(); },
            "Identifies the problem in resume points.");

    nb::class_<Sweep>(module, "Sweep", "A sweep: counts without listing.")
        .def(
            "__init__",
            [](Sweep* self, const KernelMaker& engine, unsigned threads, std::uint64_t memory) {
                new (self) Sweep(engine.shared_problem(), threads, memory);
            },
            "engine"_a, nb::kw_only(), "threads"_a, "memory"_a,
            "`memory` bounds all that the sweep takes, in bytes.")
        .def("start", &Sweep::start, "Count, in threads of its own.")
        .def("wait", &Sweep::wait, "seconds"_a, nb::call_guard<nb::gil_scoped_release>(),
             "Wait for the end, at most so long; true when it has come.")
        .def_prop_ro(
            "end",
            [](const Sweep& sweep) {
                switch (sweep.end()) {
                    case Sweep::End::complete:
                        return "complete";
                    case Sweep::End::cancelled:
                        return "cancelled";
                    case Sweep::End::out_of_memory:
                        return "out of memory";
                    default:
                        return "impossible";
                }
            },
            "How it ended: 'complete', 'cancelled', 'out of memory' or, where the problem cannot be swept, "
            "'impossible'.")
        .def_prop_ro("obstacle", &Sweep::obstacle, "Why the problem cannot be swept, where that was the end.")
        .def("cancel", &Sweep::cancel, "Ask the sweep to stop.")
        .def_prop_ro("fraction", &Sweep::fraction, "How many of the items are swept, from 0 to 1.")
        .def_prop_ro("states", &Sweep::states, "States expanded so far.")
        .def_prop_ro("peak_memory", &Sweep::peak_memory, "The most bytes that the tables took.")
        .def_prop_ro(
            "count", [](const Sweep& sweep) { return to_int(sweep.count()); }, "The count, when complete.");

    nb::class_<Search>(module, "Search", "A search under way, in threads of its own.")
        .def(
            "__init__",
            [](Search* self, std::shared_ptr<KernelMaker> engine, bool listing, unsigned threads,
               const std::optional<nb::dict>& resume) {
                const Search::Aim aim = listing ? Search::Aim::list : Search::Aim::count;
                std::optional<ResumePoint> point;
                if (resume) point = to_point(*resume);
                const nb::gil_scoped_release release;
                if (point)
                    new (self) Search(std::move(engine), aim, threads, std::move(*point));
                else
                    new (self) Search(std::move(engine), aim, threads);
            },
            "engine"_a, nb::kw_only(), "listing"_a, "threads"_a, "resume"_a = nb::none(),
            nb::sig("def __init__(self, engine: Engine, *, listing: bool, threads: int, "
                    "resume: dict[str, object] | None = None) -> None"),
            "Starts at once; `resume` is what resume_point() returned.")
        .def("wait", &Search::wait, "seconds"_a, nb::call_guard<nb::gil_scoped_release>(),
             "Wait for the end, at most so long; true when it has come.")
        .def(
            "take",
            [](Search& search, nb::list into, std::size_t most, double seconds) {
                std::vector<Solution> solutions;
                {
                    const nb::gil_scoped_release release;
                    solutions = search.take(most, seconds);
                }
                // A list's own append, which no subclass can replace: only memory can run out.
                for (const Solution& solution : solutions) into.append(to_tuple(solution));
            },
            "into"_a, "most"_a, "seconds"_a,
            nb::sig("def take(self, into: list[tuple[int, ...]], most: int, seconds: float) -> None"),
            "Append the solutions found and not yet taken, waiting so long for the first. They are in the "
            "list before Python can answer a signal, so that Ctrl-C loses none.")
        .def("cancel", &Search::cancel, "Ask the threads to stop; they do so at their next node.")
        .def(
            "resume_point",
            [](Search& search) {
                std::optional<ResumePoint> point;
                {
                    const nb::gil_scoped_release release;
                    point = search.resume_point();
                }
                return to_dict(*point);
            },
            nb::sig("def resume_point(self) -> dict[str, object]"),
            "All that is needed to go on later; the search itself goes on unless it was cancelled.")
        .def_prop_ro("ended", &Search::ended, "No thread is at work any more.")
        .def_prop_ro("complete", &Search::complete, "Everything was searched.")
        .def_prop_ro("fraction", &Search::fraction, "How much of the tree is done, from 0 to 1; never falls.")
        .def_prop_ro("nodes", &Search::nodes, "Options tried so far.")
        .def_prop_ro(
            "solutions", [](const Search& search) { return to_int(search.solutions()); },
            "Solutions found so far.");
}

// piecework.cover._native: the exact-cover engine, as Python sees it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <tuple>

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

using StretchTuple = std::tuple<std::vector<std::uint32_t>, std::uint32_t, std::uint32_t, double>;

nb::dict to_dict(const ResumePoint& point) {
    std::vector<StretchTuple> rest;
    for (const Stretch& stretch : point.rest)
        rest.emplace_back(stretch.path, stretch.first, stretch.last, stretch.weight);
    nb::dict fields;
    fields["fingerprint"] = point.fingerprint;
    fields["solutions"] = to_int(point.solutions);
    fields["nodes"] = point.nodes;
    fields["fraction"] = point.fraction;
    fields["rest"] = rest;
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
    for (auto& [path, first, last, weight] : nb::cast<std::vector<StretchTuple>>(fields["rest"]))
        point.rest.push_back({std::move(path), first, last, weight});
    point.pending = nb::cast<std::vector<Solution>>(fields["pending"]);
    point.taken_of_first = nb::cast<std::uint64_t>(fields["taken_of_first"]);
    return point;
}

std::shared_ptr<KernelMaker> make_engine(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& ranges,
                                         const std::vector<std::vector<std::uint32_t>>& options, bool dense) {
    std::vector<Range> items;
    items.reserve(ranges.size());
    for (const auto& [lo, hi] : ranges) items.push_back({lo, hi});
    const nb::gil_scoped_release release;
    return std::make_shared<KernelMaker>(std::make_shared<Problem>(std::move(items), options), dense);
}

nb::list to_list(const std::vector<Solution>& solutions) {
    nb::list list;
    for (const Solution& solution : solutions) {
        nb::object tuple = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(solution.size())));
        for (std::size_t i = 0; i < solution.size(); ++i)
            PyTuple_SET_ITEM(tuple.ptr(), static_cast<Py_ssize_t>(i), PyLong_FromUnsignedLong(solution[i]));
        list.append(tuple);
    }
    return list;
}

}  // namespace

NB_MODULE(_native, module) {
    module.doc() = "The exact-cover engine.";
    module.def(
        "instruction_set", [] { return PIECEWORK_AVX2 ? "avx2" : "portable"; },
        "The widest vector instructions this build uses.");

    nb::class_<KernelMaker>(module, "Engine", "A problem, checked and laid out for searching.")
        .def(nb::new_(&make_engine), "ranges"_a, "options"_a, nb::kw_only(), "dense"_a = true,
             "Items as (lo, hi) multiplicities, options as lists of item numbers; without `dense`, the "
             "sparse kernel.")
        .def_prop_ro("kernel", &KernelMaker::name, "Which kernel searches it: 'dense' or 'sparse'.")
        .def_prop_ro(
            "fingerprint", [](const KernelMaker& maker) { return maker.problem().fingerprint(); },
            "Identifies the problem in resume points.")
        .def_prop_ro(
            "sweep_obstacle", [](const KernelMaker& maker) { return sweep_obstacle(maker.problem()); },
            "Why the problem cannot be swept; None if it can.");

    nb::class_<Sweep>(module, "Sweep", "A sweep: counts without listing.")
        .def(
            "__init__",
            [](Sweep* self, const KernelMaker& engine, unsigned threads, std::uint64_t memory) {
                new (self) Sweep(engine.problem(), threads, memory);
            },
            "engine"_a, nb::kw_only(), "threads"_a, "memory"_a,
            "`memory` bounds the tables, in bytes. ValueError where the problem has a sweep_obstacle.")
        .def(
            "run",
            [](Sweep& sweep) {
                const nb::gil_scoped_release release;
                switch (sweep.run()) {
                    case Sweep::End::complete:
                        return "complete";
                    case Sweep::End::cancelled:
                        return "cancelled";
                    default:
                        return "out of memory";
                }
            },
            "Count; returns 'complete', 'cancelled' or 'out of memory'.")
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
            [](Search& search, std::size_t most, double seconds) {
                std::vector<Solution> solutions;
                {
                    const nb::gil_scoped_release release;
                    solutions = search.take(most, seconds);
                }
                return to_list(solutions);
            },
            "most"_a, "seconds"_a,
            nb::sig("def take(self, most: int, seconds: float) -> list[tuple[int, ...]]"),
            "Solutions found and not yet taken, waiting so long for the first.")
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

// piecework.shapez._native: compact shapes and the searches over them, as Python sees them.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "piecework/shapez/board.hpp"
#include "piecework/shapez/count.hpp"
#include "piecework/shapez/full.hpp"
#include "piecework/shapez/index.hpp"
#include "piecework/shapez/pins.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace piecework::shapez;

namespace {

template <class Value>
using Array = nb::ndarray<nb::numpy, Value, nb::ndim<1>>;
template <class Value>
using Input = nb::ndarray<const Value, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Hands a vector over to NumPy without copying it.
template <class Value>
Array<Value> to_numpy(std::vector<Value> values) {
    auto* owned = new std::vector<Value>(std::move(values));
    nb::capsule owner(owned,
                      [](void* pointer) noexcept { delete static_cast<std::vector<Value>*>(pointer); });
    return Array<Value>(owned->data(), {owned->size()}, owner);
}
template <class Value>
std::vector<Value> to_vector(const Input<Value>& values) {
    return std::vector<Value>(values.data(), values.data() + values.shape(0));
}
HalfSet to_half_set(const Board& board, const Input<std::uint64_t>& words) {
    if (words.shape(0) != HalfSet(board.half_bits()).words().size())
        throw nb::value_error("the half set is not of this board's size");
    return HalfSet(to_vector(words));
}
std::vector<PinEssential> to_pins(const Input<std::uint64_t>& shapes, const Input<std::uint64_t>& before,
                                  const Input<std::uint8_t>& batch) {
    if (shapes.shape(0) != before.shape(0) || shapes.shape(0) != batch.shape(0))
        throw nb::value_error("the pin-essential columns are not equally long");
    std::vector<PinEssential> result;
    result.reserve(shapes.shape(0));
    for (std::size_t at = 0; at < shapes.shape(0); ++at)
        result.push_back({shapes.data()[at], before.data()[at], batch.data()[at]});
    return result;
}

void bind_board(nb::module_& module) {
    nb::class_<Board>(module, "Board", "The size of the shapes, with the machines on compact shapes.")
        .def(nb::init<int, int>(), "parts"_a, "layers"_a)
        .def_ro("parts", &Board::parts)
        .def_ro("layers", &Board::layers)
        .def("canonical", &Board::canonical, "shape"_a)
        .def("stabilizer", &Board::stabilizer, "shape"_a)
        .def(
            "rotate", [](const Board& board, Shape shape, int steps) { return board.rotate(shape, steps); },
            "shape"_a, "steps"_a)
        .def("mirror", &Board::mirror, "shape"_a)
        .def("east_key", &Board::east_key, "shape"_a)
        .def("west_key", &Board::west_key, "shape"_a)
        .def("from_key", &Board::from_key, "key"_a)
        .def("join", &Board::join, "east_key"_a, "west_key"_a)
        .def("half_mirror", &Board::half_mirror_key, "key"_a)
        .def("settle", &Board::settle, "shape"_a)
        .def(
            "cut",
            [](const Board& board, Shape shape) {
                const Board::Halves halves = board.cut(shape);
                return std::pair(halves.west, halves.east);
            },
            "shape"_a)
        .def("cut_east", &Board::cut_east, "shape"_a)
        .def("swap", &Board::swap, "first"_a, "second"_a)
        .def("pin_push", &Board::pin_push, "shape"_a)
        .def("stack", &Board::stack, "bottom"_a, "top"_a)
        .def("stack_row", &Board::stack_row, "shape"_a, "row"_a, "pin"_a)
        .def("crystal_generator", &Board::crystal_generator, "shape"_a);
}

void bind_halves(nb::module_& module) {
    nb::class_<Halves>(module, "Halves", "What the half search found.")
        .def_prop_ro(
            "bits", [](const Halves& self) { return to_numpy(self.set.words()); }, nb::rv_policy::automatic,
            "One bit a half key, mirror images included.")
        .def_prop_ro("count", [](const Halves& self) { return self.set.count(); })
        .def_prop_ro(
            "canonical", [](const Halves& self) { return to_numpy(self.canonical); },
            nb::rv_policy::automatic, "Keys of canonical halves; parents come before children.")
        .def_prop_ro(
            "parents",
            [](const Halves& self) {
                std::vector<std::uint32_t> first, second;
                std::vector<std::uint8_t> op;
                for (const HalfParent& parent : self.parents) {
                    first.push_back(parent.first);
                    second.push_back(parent.second);
                    op.push_back(static_cast<std::uint8_t>(parent.op));
                }
                return std::tuple(to_numpy(std::move(first)), to_numpy(std::move(second)),
                                  to_numpy(std::move(op)));
            },
            nb::rv_policy::automatic, "First operand, second operand and operation of each canonical half.")
        .def_prop_ro(
            "leaning",
            [](const Halves& self) {
                std::vector<std::uint64_t> rows;
                for (const LeaningParent& parent : self.leaning) {
                    rows.push_back(parent.first);
                    rows.push_back(parent.second);
                    rows.push_back(static_cast<std::uint64_t>(parent.turn));
                    rows.push_back(parent.stacked);
                }
                return to_numpy(std::move(rows));
            },
            nb::rv_policy::automatic,
            "Four words for each half found by stacking across the cut: two halves, a turn, what was "
            "stacked.")
        .def_prop_ro("found_by", [](const Halves& self) {
            return std::vector<std::uint64_t>(std::begin(self.found_by), std::end(self.found_by));
        });
    module.def(
        "search_halves",
        [](const Board& board, Progress& progress, bool stack, bool lean) {
            return search_halves(board, progress, {stack, lean});
        },
        "board"_a, "progress"_a, "stack"_a = true, "lean"_a = true, nb::call_guard<nb::gil_scoped_release>());
}

void bind_full(nb::module_& module) {
    nb::class_<ShapeSet>(module, "ShapeSet", "A large set of compact shapes.")
        .def(nb::init<const Board&, std::uint64_t>(), "board"_a, "most_bytes"_a = 0)
        .def("insert", &ShapeSet::insert, "shape"_a)
        .def("__contains__", &ShapeSet::contains, "shape"_a)
        .def("__len__", &ShapeSet::size)
        .def_prop_ro("bytes", &ShapeSet::bytes)
        .def(
            "insert_all",
            [](ShapeSet& self, const Input<std::uint64_t>& shapes) {
                for (std::size_t at = 0; at < shapes.shape(0); ++at) self.insert(shapes.data()[at]);
            },
            "shapes"_a)
        .def(
            "dense_buckets",
            [](const ShapeSet& self, const Board& board) {
                // Dense keys, sorted, as low words grouped by high word; and where each group starts.
                const std::size_t groups =
                    2 * board.cells > 32 ? std::size_t{1} << (2 * board.cells - 32) : 1;
                std::vector<std::uint64_t> starts(groups + 1);
                self.for_each([&](Shape shape) { ++starts[(ShapeSet::dense(board, shape) >> 32) + 1]; });
                for (std::size_t at = 0; at < groups; ++at) starts[at + 1] += starts[at];
                std::vector<std::uint32_t> low(self.size());
                std::vector<std::uint64_t> next = starts;
                self.for_each([&](Shape shape) {
                    const std::uint64_t key = ShapeSet::dense(board, shape);
                    low[next[key >> 32]++] = static_cast<std::uint32_t>(key);
                });
                for (std::size_t at = 0; at < groups; ++at)
                    std::sort(low.begin() + static_cast<std::ptrdiff_t>(starts[at]),
                              low.begin() + static_cast<std::ptrdiff_t>(starts[at + 1]));
                return std::pair(to_numpy(std::move(starts)), to_numpy(std::move(low)));
            },
            "board"_a);
    module.def(
        "search_full",
        [](const Board& board, const AtlasIndex& index, Progress& progress, int threads, ShapeSet& found) {
            search_full(board, index.halves(), progress, threads, found);
        },
        "board"_a, "index"_a, "progress"_a, "threads"_a, "found"_a, nb::call_guard<nb::gil_scoped_release>());
    module.def("count_oriented", &count_oriented, "board"_a, "shapes"_a);
}

void bind_pins(nb::module_& module) {
    nb::class_<PinSearch>(module, "PinSearch", "The search for pin-essential shapes, batch by batch.")
        .def(
            "__init__",
            [](PinSearch* self, const Board& board, const AtlasIndex& index, Progress& progress,
               int threads) { new (self) PinSearch(board, index.halves(), progress, threads); },
            "board"_a, "index"_a, "progress"_a, "threads"_a, nb::keep_alive<1, 3>(), nb::keep_alive<1, 4>())
        .def(
            "restore",
            [](PinSearch& self, const Input<std::uint64_t>& shapes, const Input<std::uint64_t>& before,
               const Input<std::uint8_t>& batch,
               std::uint32_t batches) { self.restore(to_pins(shapes, before, batch), batches); },
            "shapes"_a, "before"_a, "batch"_a, "batches"_a)
        .def("run_batch", &PinSearch::run_batch, nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("batches", &PinSearch::batches)
        .def("superseded", [](const PinSearch& self) { return to_numpy(self.superseded()); })
        .def("result", [](const PinSearch& self) {
            std::vector<std::uint64_t> shapes, before;
            std::vector<std::uint8_t> batch;
            for (const PinEssential& one : self.result()) {
                shapes.push_back(one.shape);
                before.push_back(one.before);
                batch.push_back(static_cast<std::uint8_t>(one.batch));
            }
            return std::tuple(to_numpy(std::move(shapes)), to_numpy(std::move(before)),
                              to_numpy(std::move(batch)));
        });
}

void bind_index(nb::module_& module) {
    nb::class_<AtlasIndex>(module, "AtlasIndex", "What an atlas knows, ready to be asked.")
        .def(
            "__init__",
            [](AtlasIndex* self, const Board& board, const Input<std::uint64_t>& bits,
               const Input<std::uint64_t>& shapes, const Input<std::uint64_t>& before,
               const Input<std::uint8_t>& batch) {
                new (self) AtlasIndex(board, to_half_set(board, bits), to_pins(shapes, before, batch));
            },
            "board"_a, "bits"_a, "shapes"_a, "before"_a, "batch"_a)
        .def("has_half", &AtlasIndex::has_half, "key"_a)
        .def("is_swappable", &AtlasIndex::is_swappable, "shape"_a)
        .def("half_keys", [](const AtlasIndex& self) { return to_numpy(self.halves().keys()); })
        .def(
            "pin_essential",
            [](const AtlasIndex& self, Shape shape) -> std::optional<std::pair<Shape, std::uint32_t>> {
                const std::optional<PinEssential> record = self.pin_essential(shape);
                if (!record) return std::nullopt;
                return std::pair(record->before, record->batch);
            },
            "shape"_a, "The shape before the push, and the batch, of a pin-essential shape.")
        .def(
            "first_failures",
            [](const AtlasIndex& self, const Input<std::uint64_t>& shapes, const std::string& check,
               std::size_t most) {
                std::vector<Shape> failed;
                for (std::size_t at = 0; at < shapes.shape(0) && failed.size() < most; ++at) {
                    const Shape shape = shapes.data()[at];
                    const bool holds = check == "explained" ? self.explains(shape)
                                       : check == "cuts"
                                           ? self.cuts_known(shape)
                                           : stacked_cuts_known(self.board(), self.halves(), shape);
                    if (!holds) failed.push_back(shape);
                }
                return failed;
            },
            "shapes"_a, "check"_a, "most"_a, nb::call_guard<nb::gil_scoped_release>(),
            "The first shapes for which a check fails: 'explained', 'cuts' or 'stacked_cuts'.")
        .def("stack_base", &AtlasIndex::stack_base, "shape"_a, "below_batch"_a,
             nb::call_guard<nb::gil_scoped_release>());
    module.def(
        "count_swappable",
        [](const Board& board, const AtlasIndex& index, Progress& progress, int threads) {
            const SwappableCount count = count_swappable(board, index.halves(), progress, threads);
            return std::pair(count.oriented, count.canonical);
        },
        "board"_a, "index"_a, "progress"_a, "threads"_a, nb::call_guard<nb::gil_scoped_release>(),
        "Swappable shapes: in all orientations, and up to rotation and mirroring.");
}

}  // namespace

NB_MODULE(_native, module) {
    module.doc() = "Compact shapes, and the searches over them.";
    nb::exception<piecework::Cancelled>(module, "Cancelled", PyExc_RuntimeError);
    nb::exception<OutOfMemory>(module, "OutOfMemory", PyExc_MemoryError);
    nb::class_<Progress>(module, "Progress", "A search's line to the outside.")
        .def(nb::init<>())
        .def("cancel", &Progress::cancel)
        .def_prop_ro("phase", &Progress::phase)
        .def_prop_ro("done", &Progress::done)
        .def_prop_ro("total", &Progress::total)
        .def_prop_ro("found", &Progress::found);
    bind_board(module);
    bind_index(module);
    bind_halves(module);
    bind_full(module);
    bind_pins(module);
}

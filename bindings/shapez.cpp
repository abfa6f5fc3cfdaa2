// piecework.shapez._native: compact shapes and the searches over them, as Python sees them.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>

#include "piecework/shapez/board.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace piecework::shapez;

namespace {

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

}  // namespace

NB_MODULE(_native, module) {
    module.doc() = "Compact shapes, and the searches over them.";
    bind_board(module);
}

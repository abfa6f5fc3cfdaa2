"""The bit-plane machines of the core against the cell-by-cell machines of Python."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from piecework.shapez import ConfigError, Shape, crystal, cut, half_destroy, pin_push, stack, swap
from piecework.shapez._compact import config_name, from_compact, read_config, to_compact
from piecework.shapez._native import Board

SIZES = [(4, 1), (4, 4), (4, 5), (4, 7), (6, 3), (6, 5), (8, 3), (10, 3)]


@st.composite
def boards_and_shapes(draw: st.DrawFn, count: int) -> tuple[int, int, list[Shape]]:
    parts, layers = draw(st.sampled_from(SIZES))
    cell = st.sampled_from(draw(st.sampled_from([["--", "Cu", "P-", "cu"], ["--", "Cu", "cu", "cu"]])))
    row = st.lists(cell, min_size=parts, max_size=parts)
    shapes = [Shape.from_layers(draw(st.lists(row, max_size=layers)), parts=parts) for _ in range(count)]
    return parts, layers, shapes


@settings(max_examples=400, deadline=None)
@given(boards_and_shapes(2))
def test_machines_agree(drawn: tuple[int, int, list[Shape]]) -> None:
    parts, layers, (first, second) = drawn
    board = Board(parts, layers)
    a, b = to_compact(first), to_compact(second)

    def plain(value: int) -> Shape:
        return from_compact(value, parts)

    assert plain(a) == first
    assert tuple(map(plain, board.cut(a))) == cut(first, layers=layers)
    assert plain(board.cut_east(a)) == half_destroy(first, layers=layers)
    assert plain(board.swap(a, b)) == swap(first, second, layers=layers)[0]
    assert plain(board.pin_push(a)) == pin_push(first, layers=layers)
    assert plain(board.stack(a, b)) == stack(first, second, layers=layers)
    assert plain(board.crystal_generator(a)) == crystal(first, colour="u", layers=layers)
    assert plain(board.mirror(a)) == first.mirrored()
    for steps in range(parts + 1):
        assert plain(board.rotate(a, steps)) == first.rotated(steps)
    assert (board.settle(a) == a) == first.is_settled


@settings(max_examples=150, deadline=None)
@given(boards_and_shapes(1))
def test_keys_and_canonical_forms(drawn: tuple[int, int, list[Shape]]) -> None:
    parts, layers, (shape,) = drawn
    board = Board(parts, layers)
    value = to_compact(shape)
    east, west = board.east_key(value), board.west_key(value)
    assert board.join(east, west) == value
    assert board.from_key(east) == to_compact(shape.east())
    assert board.from_key(west) == to_compact(shape.west().rotated(parts // 2))
    turned = shape.east().rotated(parts // 2).mirrored()
    assert board.from_key(board.half_mirror(east)) == to_compact(turned)
    values = [to_compact(orientation) for orientation in shape.orientations()]
    assert board.canonical(value) == min(values)
    assert board.stabilizer(value) == values.count(value)


@settings(max_examples=150, deadline=None)
@given(boards_and_shapes(1), st.integers(0, 9), st.integers(1, 10), st.booleans())
def test_a_row_lands_like_a_stacked_shape(
    drawn: tuple[int, int, list[Shape]], start: int, length: int, pin: bool
) -> None:
    parts, layers, (shape,) = drawn
    assume(shape.is_settled)
    columns = {(start + step) % parts for step in range(1 if pin else min(length, parts))}
    piece = Shape.from_layers(
        [[("P-" if pin else "Cu") if column in columns else "--" for column in range(parts)]], parts=parts
    )
    row = sum(1 << column for column in columns)
    board = Board(parts, layers)
    stacked = board.stack_row(to_compact(shape), row, pin)
    assert from_compact(stacked, parts) == stack(shape, piece, layers=layers)


def test_configurations_have_names() -> None:
    assert read_config("quad4") == (4, 4)
    assert read_config("HEX3") == (6, 3)
    assert config_name(10, 3) == "Dec3"
    for bad in ("", "Quad", "Quad0", "Quad8", "Hex6", "Oct4", "Tri3", "Quad4x", "Quad444444444444"):
        with pytest.raises(ConfigError):
            read_config(bad)

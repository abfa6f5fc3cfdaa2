"""Pieces, pads and sets: notations, orientations, and what is refused."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from surface_reference import CUBE, borders

from piecework.formats.piece_sets import piece_set, pool, set_names
from piecework.happy import (
    ORIENTATIONS,
    Pad,
    PadError,
    Piece,
    PieceError,
    get_covered_shape_slots,
)
from piecework.surface import Tray, get_shape_slots

SEED_MATRIX = [[0, 0, 1, 0, 1], [0, 1, 1, 1, 1], [1, 1, 1, 1, 0], [1, 1, 1, 1, 1], [0, 1, 0, 1, 0]]
SEED_DRAWING = "..#.#/.####/####./#####/.#.#."
SEED_BORDER = "0010110101010110"

border_strings = st.text(alphabet="01", min_size=16, max_size=16)

PAD = """
000000000000000
000102020203000
011112222233300
001111222333330
011112222233300
004142525263600
044445555566660
004444555666600
044445555566660
044044050560660
000000000000000
"""


def test_three_notations_of_one_piece() -> None:
    piece = Piece.from_matrix(SEED_MATRIX)
    assert piece.border == SEED_BORDER
    assert Piece.from_drawing(SEED_DRAWING) == Piece(SEED_BORDER) == piece
    assert Piece.parse(SEED_MATRIX) == Piece.parse(SEED_DRAWING) == Piece.parse(SEED_BORDER) == piece
    assert piece.matrix() == SEED_MATRIX
    assert str(piece) == SEED_DRAWING.replace("/", "\n")
    assert eval(repr(piece)) == piece


@given(border_strings)
def test_notations_round_trip(border: str) -> None:
    piece = Piece(border)
    assert Piece.from_matrix(piece.matrix()) == Piece.from_drawing(str(piece)) == piece


def turned_clockwise(matrix: list[list[int]]) -> list[list[int]]:
    return [list(row) for row in zip(*matrix[::-1], strict=True)]


@given(border_strings, st.sampled_from(ORIENTATIONS))
def test_orientations_are_what_hands_do(border: str, orientation: str) -> None:
    matrix = Piece(border).matrix()
    if orientation[0] == "F":
        matrix = [row[::-1] for row in matrix]
    for _ in range(int(orientation[1])):
        matrix = turned_clockwise(matrix)
    assert Piece(border).oriented(orientation).matrix() == matrix


@given(border_strings, st.booleans())
def test_orientations_that_look_alike_are_one(border: str, flip: bool) -> None:
    shown = Piece(border).orientations(flip=flip)
    assert set(shown) == borders(border, flip=flip)
    assert all(Piece(border).oriented(how).border == look for look, how in shown.items())
    assert {Piece(look).kind(flip=flip) for look in shown} == {Piece(border).kind(flip=flip)}


@given(border_strings, st.sampled_from(ORIENTATIONS), st.integers(0, 5))
def test_covered_slots(border: str, orientation: str, tile: int) -> None:
    slots = get_shape_slots(CUBE)
    look = Piece(border).oriented(orientation).border
    expected = sorted(slots[16 * tile + i] for i in range(16) if look[i] == "1")
    assert get_covered_shape_slots(tile, border, orientation, slots) == expected


def test_covered_slots_of_the_first_tile() -> None:
    slots = get_shape_slots(CUBE)
    assert get_covered_shape_slots(0, "1000000000000000", "R0", slots) == [0]
    assert get_covered_shape_slots(0, "1000000000000000", "R1", slots) == [4]
    assert get_covered_shape_slots(0, "1000000000000000", "F0", slots) == [4]
    assert get_covered_shape_slots(0, "0100000000000000", "F0", slots) == [3]
    with pytest.raises(ValueError, match="no tile 6; the tiles are 0 to 5"):
        get_covered_shape_slots(6, SEED_BORDER, "R0", slots)
    with pytest.raises(PieceError, match="no orientation 'R4'"):
        get_covered_shape_slots(0, SEED_BORDER, "R4", slots)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("01010", "5 lines of 5"),
        ("0" * 15 + "2", "5 lines of 5"),
        (SEED_DRAWING.replace("#####", "##x##"), "line 4, column 3: 'x'"),
        ("#####/#.###/#####/#####/#####", "centre of a piece is always full; row 1, column 1"),
        ([[1] * 5] * 4, "5x5 matrix"),
        ([[1] * 5] * 4 + [[1, 1, 1, 1, 2]], "row 4, column 4: expected 0 or 1, found 2"),
        (7, "not 7"),
        (None, "not None"),
        ([1, 2, 3], "16 characters"),
    ],
)
def test_what_is_no_piece(source: Any, words: str) -> None:
    with pytest.raises(PieceError) as raised:
        Piece.parse(source)
    assert words in str(raised.value)


def test_a_pad_holds_a_set_and_its_tray() -> None:
    blue = piece_set("original/blue")
    pad = Pad.parse(PAD)
    assert pad.tray == blue.tray
    kinds = [piece.kind() for piece in pad.pieces]
    assert sorted(kinds) == sorted(piece.kind() for piece in blue.pieces)
    assert str(pad) == PAD.strip()
    assert Pad.parse(str(pad)) == pad


def altered(row: int, column: int, mark: str) -> str:
    rows = PAD.split()
    rows[row] = rows[row][:column] + mark + rows[row][column + 1 :]
    return "\n".join(rows)


@pytest.mark.parametrize(
    ("pad", "words"),
    [
        ("000", "11 rows of 15 digits; this one has 1 rows"),
        (PAD.replace(PAD.split()[9], PAD.split()[9][:-1]), "row 9: expected 15 digits, found 14"),
        (altered(1, 1, "7"), "row 1, column 1: '7' is neither"),
        (altered(1, 1, "2"), "row 1, column 1: piece 2 must lie in rows 1 to 5 and columns 5 to 9"),
        (altered(3, 3, "0"), "row 3, column 3: the 3x3 centre of piece 1 must be full"),
        (altered(5, 5, "0"), "row 5, column 5: the frame cannot reach inside the tray"),
        (altered(0, 3, "1"), "row 0, column 3: piece 1 must lie in rows 1 to 5"),
        (PAD.replace("3", "0"), "piece 3 is missing"),
    ],
)
def test_what_is_no_pad(pad: str, words: str) -> None:
    with pytest.raises(PadError) as raised:
        Pad.parse(pad)
    assert words in str(raised.value)


def test_the_sets_keep_their_totals() -> None:
    assert len(set_names()) == 13
    for known in map(piece_set, set_names()):
        ring = "".join(piece.border for piece in known.pieces)
        assert len(known.pieces) == 6
        assert ring.count("1") == 44
        assert ring[::4].count("1") == 8
        assert ring[2::4].count("1") == 12


def test_pools_name_their_pieces() -> None:
    assert len(pool(["original"])) == 36
    assert next(iter(pool(["pro/blue"]))) == "pro/blue 1"
    twice = pool(["pro/blue", "pro/blue"])
    assert len(twice) == 12
    assert "pro/blue (2) 6" in twice
    with pytest.raises(ValueError, match="no set 'pro/pink': choose one of expert/blue"):
        pool(["pro/pink"])


@pytest.mark.parametrize("outline", ["", "0" * 39, "2" * 40])
def test_what_is_no_tray(outline: str) -> None:
    with pytest.raises(ValueError, match="40 characters"):
        Tray(outline)


def test_a_tray_has_40_outline_cells_and_shared_borders() -> None:
    tray = Tray("0" * 40)
    assert len(set(tray.outline_cells())) == 40
    assert max(tray.slots()) + 1 == 9 * 13 - 6 * 9
    assert eval(repr(tray)) == tray
    assert len(tray.symmetries()) == 4
    assert all(image.keeps(tray.slots()) for image in tray.symmetries())
    assert len(Tray("0" * 32, rows=2, columns=2).symmetries()) == 8

"""Boards of the twelve pieces: vectors, round trips, and what is refused."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from piecework.geometry import connected
from piecework.puzzle import Puzzle, Target
from piecework.puzzle.pentomino_board import (
    NAMES,
    Board,
    BoardError,
    Placed,
    clusters,
    fit,
    piece_orientations,
    pieces,
    placements,
)

PRINTED = """\
AAABCCCC
ABBB0CDD
ABEE1DDF
0EE888DF
0E2878FF
063777F5
06667455
06444455
"""
PRINTED_KEY = "9B F5 78 3A 35 A1 20 39 A6 12 80 21 B9 62 2C"


def test_pieces_orientations_and_placements_have_their_numbers() -> None:
    assert [len(piece_orientations(n)) for n in range(12)] == [1, 2, 4, 4, 4, 4, 4, 8, 8, 8, 8, 8]
    assert [len(placements(n)) for n in range(12)] == [
        36,
        64,
        168,
        144,
        144,
        144,
        144,
        280,
        280,
        288,
        280,
        336,
    ]
    puzzle = Puzzle(pieces(), Target.box(8, 8))
    assert puzzle.placement_counts() == {name: len(placements(n)) for n, name in enumerate(NAMES)}


def test_key_and_trace_of_a_cross_a_bar_and_both() -> None:
    cross, bar = Board.of({"cross": (0, 9)}), Board.of({"upper I": (0, 2)})
    assert cross.key_bytes().hex(" ") == "00 " * 13 + "02 09"
    assert cross.trace_bytes().hex(" ") == "00 00 00 00 00 02 07 02"
    assert bar.key_bytes().hex(" ") == "00 " * 12 + "08 08 00"
    assert bar.trace_bytes().hex(" ") == "00 " * 7 + "7c"
    assert fit(cross, bar)
    assert not fit(cross, Board.of({"upper I": (0, 1)}))
    both = Board.of({"cross": (0, 9), "upper I": (0, 2)})
    assert both.key_bytes().hex(" ").endswith("08 0a 09")
    assert both.trace_bytes().hex(" ").endswith("02 07 7e")


def test_the_printed_board_has_its_key_and_trace() -> None:
    board = Board.from_text(PRINTED)
    assert board.key_bytes() == bytes.fromhex(PRINTED_KEY)
    assert board.trace_bytes() == bytes.fromhex("FF FF FB FB FF EF EF FF")
    assert Board.from_key(PRINTED_KEY) == board
    assert Board.from_text(str(board)) == board
    assert len(board.placed) == 12


@st.composite
def boards(draw: st.DrawFn) -> Board:
    covered = 0
    chosen = []
    for piece in sorted(draw(st.sets(st.integers(0, 11), max_size=6))):
        free = [(each, trace) for each, trace in placements(piece) if not trace & covered]
        if free:
            each, trace = draw(st.sampled_from(free))
            chosen.append(each)
            covered |= trace
    return Board(tuple(chosen))


@settings(max_examples=150, deadline=None)
@given(boards())
def test_boards_survive_key_and_picture(board: Board) -> None:
    assert Board.from_key(board.key()) == board
    assert Board.from_key(board.key_bytes()) == board
    assert Board.from_key(board.key_bytes().hex()) == board
    assert Board.from_text(str(board)) == board
    assert str(board).replace("\n", "").count(".") == 64 - board.trace().bit_count()


@settings(max_examples=300, deadline=None)
@given(st.integers(0, (1 << 120) - 1) | st.binary(min_size=0, max_size=20) | st.text(max_size=40))
def test_any_key_is_a_board_or_refused(key: int | bytes | str) -> None:
    try:
        board = Board.from_key(key)
    except BoardError:
        return
    assert board.key_bytes() == (key.to_bytes(15, "big") if isinstance(key, int) else board.key_bytes())


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="0AB.\n ", max_size=90))
def test_any_picture_is_a_board_or_refused(text: str) -> None:
    try:
        board = Board.from_text(text)
    except BoardError:
        return
    assert Board.from_text(str(board)) == board


@pytest.mark.parametrize(
    ("key", "text"),
    [
        (0b1_001_000000 | 1 << 9, "cross: there is no orientation 1"),
        (1 << 9, "cross: it does not lie on the board"),
        ((0x209) | (0x208 << 10) | (1 << 19), "overlap|upper I"),
        (5, "cross: its field is 0x005, without the bit"),
        ((1 << 9 | 4 << 6) << 20, "bridge: there is no orientation 4"),
        (1 << 120, "120 bits"),
        (b"\0" * 14, "15 bytes, not 14"),
        ("xy", "hexadecimal"),
    ],
)
def test_bad_keys_are_refused_with_the_piece(key: int | bytes | str, text: str) -> None:
    with pytest.raises(BoardError, match=text):
        Board.from_key(key)


def test_overlap_names_both_pieces_and_the_square() -> None:
    with pytest.raises(BoardError, match="cross and upper I overlap at row 0, column 1"):
        Board((Placed(0, 0, 9), Placed(1, 0, 0)))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "eight lines"),
        ("\n".join(["........."] * 8), "eight lines"),
        ("AAAA....\n" + "........\n" * 7, "the 4 squares with 'A' from row 0, column 0"),
        ("AAAAA...\n........\nBBBBB...\n" + "........\n" * 5, "upper I: it is on the board twice"),
    ],
)
def test_bad_pictures_are_refused(text: str, reason: str) -> None:
    with pytest.raises(BoardError, match=reason):
        Board.from_text(text)


PAIRS = list(combinations(NAMES, 2))


@pytest.mark.parametrize(
    ("a", "b"),
    [pytest.param(*pair, marks=() if n % 9 == 0 else pytest.mark.slow) for n, pair in enumerate(PAIRS)],
)
def test_clusters_of_a_pair_agree_with_brute_force(a: str, b: str) -> None:
    expected = 0
    others = [set(each.cells()) for each, _ in placements(NAMES.index(b))]
    for first, _ in placements(NAMES.index(a)):
        own = set(first.cells())
        rim = {(x + dx, y + dy) for x, y in own for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        expected += sum(1 for other in others if not own & other and rim & other)
    assert len(clusters([a, b])) == expected


def test_clusters_hang_together_and_are_listed_once() -> None:
    found = clusters(["cross", "upper I"])
    assert len({board.key() for board in found}) == len(found)
    for board in found:
        cells = [cell for each in board.placed for cell in each.cells()]
        assert len(connected(cells)) == 1
    assert clusters([]) == []
    assert len(clusters(["cross"])) == 36
    with pytest.raises(BoardError, match="no piece 'crosss'"):
        clusters(["crosss"])

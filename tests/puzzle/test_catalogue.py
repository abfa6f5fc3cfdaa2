"""Every puzzle of the catalogue has the counts that its file expects."""

import json
from collections.abc import Iterator

import pytest

import piecework as pw
from piecework.puzzle import COUNTS, Puzzle, UpTo

SLOW = {
    "bedlam",
    "pentominoes-8x8-any-four",
    "tetris-cube",
    "pentominoes-8x8-square",
    "solid-pentominoes-3x4x5",
    "y-pentacubes-5x5x5",
}


def cases() -> Iterator[object]:
    for name in sorted(pw.catalogue()):
        marks = [pytest.mark.slow] if name in SLOW else []
        scenarios = ("flat", "cube") if name.startswith("voxel-frame") else (None,)
        for scenario in scenarios:
            yield pytest.param(name, scenario, marks=marks, id=f"{name}-{scenario}" if scenario else name)


@pytest.mark.parametrize(("name", "scenario"), list(cases()))
def test_the_counts_are_as_expected(name: str, scenario: str | None) -> None:
    puzzle = pw.load(name, scenario=scenario)
    expect = dict(puzzle.expect)
    assert expect, "a puzzle of the catalogue says what is known about it"
    placements = expect.pop("placements", None)
    if placements:
        assert puzzle.placement_counts() == placements
    wanted: list[UpTo] = [up_to for up_to in COUNTS if up_to in expect]
    assert puzzle.counts(wanted) == expect
    if puzzle.check():
        assert expect["distinct"] == 0


def test_every_puzzle_says_where_its_counts_come_from() -> None:
    for name in pw.catalogue():
        puzzle = pw.load(name)
        assert puzzle.title
        assert puzzle.source
    assert len(pw.catalogue()) >= 30


def test_every_puzzle_survives_being_written() -> None:
    for name in pw.catalogue():
        puzzle = pw.load(name)
        if isinstance(puzzle, Puzzle):
            assert pw.parse(pw.dump(puzzle)) == puzzle


FRAME = {
    "real-1": [
        "#C#CF#F#D# CCCCFFFDD# #CCFFFFDDD CCCAEFDDB# #AAAEEEBB# AAAEEEBBB# AA##EEB#BB",
    ],
    "real-6": [
        "D####E#FF# DDDEEEEFF# #DDDEEFFFF BBDBECCFFA BBBBCCCAAA #BBCCCAAA# ##BC#CC#AA",
        "D####E#FF# DDDEEEEFF# #DDDEEFFFF CCDCEBBFFA CCCCBBBAAA #CCBBBAAA# ##CC#BB#AA",
    ],
}
SHELL = {
    "real-1": ["AABBAAAEDAAEDFAADBBED..ED..EFFFFBBBBD..ED..EFFFECCCBDCCECCCCFCFC"],
    "real-6": [
        "AABCEAAAAAACAFFCEBBCE..CE..CFFFFBBBBE..CE..CEFFCBBDBEDDDDDDCDFFC",
        "AACCEAAAAAABAFFBECCBE..BE..BFFFFCCCCE..BE..BEFFBCCDCEDDDDDDBDFFB",
    ],
}


@pytest.mark.parametrize("name", FRAME)
def test_voxel_frames_are_solved_like_the_real_ones(name: str) -> None:
    from piecework.geometry import box, symmetries

    number = name.removeprefix("real-")
    flat = pw.load(f"voxel-frame-{number}")
    assert sorted(str(solution).replace("\n", " ") for solution in flat.solutions()) == sorted(FRAME[name])
    cube = pw.load(f"voxel-frame-{number}", scenario="cube")
    turns = [images for motion, images in symmetries(box(4, 4, 4)) if motion.proper]
    smallest = []
    for solution in cube.solutions("rotations"):
        symbols = solution.symbols()
        views = [{images[cell]: symbols.get(cell, ".") for cell in images} for images in turns]
        smallest.append(min("".join(view[cell] for cell in box(4, 4, 4)) for view in views))
    assert sorted(smallest) == SHELL[name]


@pytest.mark.parametrize(
    ("number", "flat", "cube", "turned", "mirrored"), [("1", 2, 96, 4, 2), ("6", 2, 96, 4, 2)]
)
def test_voxel_frames_with_pieces_turned_over(
    number: str, flat: int, cube: int, turned: int, mirrored: int
) -> None:
    text = pw.catalogue()[f"voxel-frame-{number}"].read_text() + "moves: flip\n"
    assert pw.parse(text).count() == flat
    shell = pw.parse(text, scenario="cube")
    assert shell.counts(["distinct", "rotations", "symmetries"]) == {
        "distinct": cube,
        "rotations": turned,
        "symmetries": mirrored,
    }


BITS = dict.fromkeys("ABCDEF", "001110000110")
BOARD = "101001010110111001000110001010"


def frame(**changes: object) -> str:
    return json.dumps({"board": {"border30": BOARD}, "pieces": BITS, **changes})


def test_voxel_frames_are_read_however_they_are_written() -> None:
    plain = pw.parse(frame())
    listed = [{"name": name, "border12": [int(bit) for bit in bits]} for name, bits in BITS.items()]
    truth = {name: {"border12": [bit == "1" for bit in bits]} for name, bits in BITS.items()}
    assert pw.parse(frame(pieces=listed)) == plain
    assert pw.parse(frame(pieces=truth)) == plain
    assert pw.parse(frame(board={"border30": [bit == "1" for bit in BOARD]})) == plain
    assert pw.parse(json.dumps({"border30": BOARD, "pieces": BITS})) == plain


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (frame(board={"border30": "0101"}), "border30 has 4 entries, and must have 30"),
        (frame(pieces={**BITS, "A": "01"}), "border12 has 2 entries, and must have 12"),
        (frame(pieces={"A": BITS["A"]}), "a voxel frame has six pieces, not 1"),
        (frame(pieces={**BITS, "G": BITS["A"]}), "a voxel frame has six pieces, not 7"),
        (frame(pieces=[{"name": "A", "border12": BITS["A"]}] * 6), "two pieces have the name 'A'"),
        (
            frame(pieces={**{k: v for k, v in BITS.items() if k != "A"}, "": BITS["A"]}),
            "a piece needs a name",
        ),
        (frame(pieces=[{"border12": BITS["A"]}] * 6), "`name` is missing"),
        (frame(pieces={**BITS, "A": "00111000011x"}), "'x' is no bit"),
        (frame(pieces={**BITS, "A": 111}), "put the digits in quotes"),
        (frame(pieces={**BITS, "A": [0, 1, 2] * 4}), "2 is no bit"),
        (frame(board={}), "`border30` is missing"),
        (frame(pieces=3), "`pieces` is missing"),
        (frame(extra=1), "unknown key 'extra'"),
        (frame(moves="jump"), "must be turn or flip"),
        (frame(expect={"flat": {"distinct": -1}}), "must be at least 0"),
    ],
)
def test_bad_frames_are_refused(text: str, message: str) -> None:
    if "border30" not in text:  # without it the pieces must say what the file is
        text = text.replace('"A": "001110000110"', '"A": {"border12": "001110000110"}')
    with pytest.raises(pw.FileError) as caught:
        pw.parse(text)
    assert message in str(caught.value)


def test_a_hopeless_frame_is_explained_at_once() -> None:
    faults = pw.parse(frame()).check()
    pieces = "the pieces have 24 + 30 (set bits) = 54 cells"
    assert [fault.text for fault in faults] == [
        f"{pieces}, and the board has 70 - 14 (set bits of border30) = 56 to fill"
    ]
    faults = pw.parse(frame(), scenario="cube").check()
    assert [fault.text for fault in faults] == [f"{pieces}, and the cube has 56 to fill"]


def test_scenarios_that_do_not_exist_are_refused() -> None:
    with pytest.raises(pw.FileError, match="there is no scenario 'sphere': there are flat, cube"):
        pw.load("voxel-frame-1", scenario="sphere")
    with pytest.raises(pw.FileError, match="this puzzle has only one"):
        pw.load("galacube", scenario="flat")

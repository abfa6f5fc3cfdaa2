"""Covering surfaces: the known counts, hints, larger pools, refutations, and what verify says."""

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from surface_reference import CUBE, labelled_solutions, polycubes, reworded

from piecework.formats import load
from piecework.formats.piece_sets import piece_set, pool, set_names
from piecework.happy import (
    SCENARIOS,
    Lying,
    Piece,
    SurfacePuzzle,
    Undecided,
)
from piecework.happy._totals import choices_of, shortage, totals_of_piece, totals_of_slots
from piecework.puzzle._counting import COUNTS, UpTo
from piecework.surface import Surface, Tray, body

CUBE_SURFACE = Surface.from_cubes(body("cube"))
WAYS = COUNTS


SCENARIO_COUNTS = [
    (name, scenario, way, count)
    for name in set_names()
    for scenario, counts in piece_set(name).expect.items()
    for way, count in counts.items()
]


@pytest.mark.parametrize(("name", "scenario", "way", "count"), SCENARIO_COUNTS)
def test_known_counts_of_the_sets(name: str, scenario: str, way: UpTo, count: int) -> None:
    assert piece_set(name).puzzle(scenario).count(way) == count


def test_every_set_has_its_known_counts() -> None:
    assert len(SCENARIO_COUNTS) == 13 * 6 + 7 * 2
    assert {scenario for _, scenario, _, _ in SCENARIO_COUNTS} == set(SCENARIOS)


def test_sets_are_puzzles_of_the_catalogue() -> None:
    puzzle = load("happy-junior-animals")
    assert isinstance(puzzle, SurfacePuzzle)
    assert puzzle.expect == {"labelled": 1152, "distinct": 24, "rotations": 2, "symmetries": 2}
    assert load("happy-original-blue", scenario="tray-no-flip").count() == 1


def test_puzzles_are_values() -> None:
    puzzle = piece_set("original/red").puzzle("tray-no-flip")
    assert eval(repr(puzzle), {"SurfacePuzzle": SurfacePuzzle, "Tray": Tray, "Piece": Piece}) == puzzle
    assert hash(puzzle) == hash(piece_set("original/red").puzzle("tray-no-flip"))
    assert puzzle != piece_set("original/red").puzzle("tray")


POOLED = json.loads((Path(__file__).parent / "pooled_counts.json").read_text())


@pytest.mark.parametrize("known", POOLED, ids=lambda known: f"{known['body']}-{'+'.join(known['sets'])}")
def test_pools_larger_than_needed(known: dict[str, Any]) -> None:
    puzzle = SurfacePuzzle(Surface.from_cubes(body(known["body"])), pool(known["sets"]))
    assert puzzle.count("labelled", threads=1) == known["labelled"]


def test_a_cube_of_any_six_original_pieces() -> None:
    """Two pairs of the 36 pieces look alike, so the same cubes are fewer when they are not told apart."""
    puzzle = SurfacePuzzle(CUBE_SURFACE, pool(["original"]))
    assert puzzle.count("labelled", threads=1) == 48 * 6_844
    assert puzzle.count("distinct", threads=1) == 48 * puzzle.count("symmetries", threads=1)


def test_symmetric_solutions_are_not_divided() -> None:
    """24 solutions and 48 symmetries, but two classes: each solution is its own image in some of them."""
    puzzle = SurfacePuzzle(CUBE_SURFACE, piece_set("junior/animals").pieces)
    assert [puzzle.count(way) for way in WAYS] == [1152, 24, 2, 2]
    assert len(list(puzzle.coverings("symmetries"))) == len(list(puzzle.coverings("rotations"))) == 2
    assert len(set(puzzle.coverings())) == 24


@pytest.mark.parametrize("name", ["original/blue", "pro/violet", "junior/animals"])
@pytest.mark.parametrize("flip", [True, False])
def test_solutions_agree_with_trying_everything(name: str, flip: bool) -> None:
    known = piece_set(name)
    borders = [piece.border for piece in known.pieces]
    slots = CUBE_SURFACE.slots()
    slow = labelled_solutions(slots, borders, flip=flip)
    puzzle = SurfacePuzzle(CUBE_SURFACE, known.pieces, flip=flip)
    assert puzzle.count("labelled") == len(slow)
    kinds = [piece.kind(flip=flip) for piece in known.pieces]
    assert {tuple((kinds[number], border) for number, border in found) for found in slow} == {
        tuple(look(puzzle, lying) for lying in covering) for covering in puzzle.coverings()
    }


def look(puzzle: SurfacePuzzle, lying: Lying) -> tuple[str, str]:
    piece = puzzle.pool[lying.piece]
    return piece.kind(flip=puzzle.flip), piece.oriented(lying.orientation).border


def test_trays_agree_with_trying_everything() -> None:
    known = piece_set("expert/blue")
    tray = known.tray
    assert tray is not None
    slow = labelled_solutions(tray.slots(), [piece.border for piece in known.pieces], blocked=tray.blocked())
    assert SurfacePuzzle(tray, known.pieces).count("labelled") == len(slow)


@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_counts_do_not_depend_on_the_words(data: st.DataObject) -> None:
    known = piece_set(data.draw(st.sampled_from(["original/orange", "junior/animals", "pro/blue"])))
    order = data.draw(st.permutations(range(6)))
    turns = data.draw(st.lists(st.integers(0, 3), min_size=6, max_size=6))
    words, where = reworded(CUBE, order, turns)
    puzzle = SurfacePuzzle(Surface.from_description(words), known.pieces)
    assert {way: puzzle.count(way) for way in WAYS} == known.expect["cube"]
    original = SurfacePuzzle(Surface.from_description(CUBE), known.pieces)
    covering = next(original.coverings())
    moved = [
        Lying(order[lying.tile], lying.piece, turned_back(original, lying, turns[lying.tile]))
        for lying in covering
    ]
    assert puzzle.verify(moved) == []
    assert where


def turned_back(puzzle: SurfacePuzzle, lying: Lying, turns: int) -> str:
    """The orientation that looks the same once the tile's north edge lies so many edges further clockwise."""
    look = puzzle.pool[lying.piece].oriented(lying.orientation).oriented(f"R{-turns % 4}")
    return puzzle.pool[lying.piece].orientations()[look.border]


def test_identical_pieces_in_a_larger_pool() -> None:
    """Two copies of a set, six tiles: each solution may take either copy of each piece."""
    names = ["original/orange", "original/orange"]
    puzzle = SurfacePuzzle(CUBE_SURFACE, pool(names))
    assert puzzle.count("distinct") >= 48
    distinct = list(puzzle.coverings())
    assert len(distinct) == puzzle.count("distinct")
    ways = 0
    for covering in distinct:
        used = [puzzle.pool[lying.piece].kind() for lying in covering]
        ways += 2 ** sum(used.count(kind) == 1 for kind in set(used)) * 2 ** sum(
            used.count(k) == 2 for k in set(used)
        )
    assert puzzle.count("labelled") == ways


def test_hints_are_contained() -> None:
    puzzle = SurfacePuzzle(CUBE_SURFACE, pool(["original/blue"]))
    everything = list(puzzle.coverings())
    for hints in ([everything[7][2]], [everything[7][2], everything[7][4]]):
        with_hint = [covering for covering in everything if set(hints) <= set(covering)]
        assert set(puzzle.coverings(hints=hints)) == set(with_hint)
        assert puzzle.count(fix=puzzle.fixed(hints)) == len(with_hint) > 0
        one = puzzle.first(hints=hints)
        assert one is not None
        assert puzzle.verify(one, hints=hints) == []


def test_hints_in_a_larger_pool_name_the_very_piece() -> None:
    puzzle = SurfacePuzzle(CUBE_SURFACE, pool(["original/orange", "original/orange", "original/red"]))
    hint = Lying(3, "original/orange (2) 2", "F1")
    found = puzzle.first(hints=[hint])
    assert found is not None
    assert found[3].piece == hint.piece
    assert puzzle.verify(found, hints=[hint]) == []


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        (Lying(0, "red 1", "R0"), "'red 1', which is not in the pool"),
        (Lying(6, "1", "R0"), "the tiles are 0 to 5"),
        (Lying(0, "1", "X"), "no orientation 'X'"),
        (Lying(0, "1", "F1"), "turns piece '1' over"),
    ],
)
def test_bad_hints(hint: Lying, words: str) -> None:
    puzzle = SurfacePuzzle(CUBE_SURFACE, piece_set("original/purple").pieces, flip=False)
    with pytest.raises(ValueError, match=r"tile|orientation|piece") as raised:
        puzzle.fixed([hint])
    assert words in str(raised.value)


@pytest.mark.parametrize(
    ("second", "words"),
    [(Lying(0, "2", "R0"), "two hints for tile 0"), (Lying(1, "1", "R0"), "two hints for piece '1'")],
)
def test_hints_that_name_something_twice(second: Lying, words: str) -> None:
    puzzle = piece_set("original/red").puzzle()
    with pytest.raises(ValueError, match=words):
        puzzle.fixed([Lying(0, "1", "R0"), second])


def test_verify_says_what_is_wrong() -> None:
    puzzle = SurfacePuzzle(CUBE_SURFACE, piece_set("original/orange").pieces)
    right = next(puzzle.coverings())
    assert puzzle.verify(right) == []
    assert "tile 3 has no piece" in puzzle.verify([lying for lying in right if lying.tile != 3])
    twice = [lying._replace(piece=right[0].piece) if lying.tile == 1 else lying for lying in right]
    assert f"piece {right[0].piece!r} is used twice, on tiles 0, 1" in puzzle.verify(twice)
    assert "tile 0: piece 'red' is not in the pool" in puzzle.verify(
        [right[0]._replace(piece="red"), *right[1:]]
    )
    assert "there is no tile 9; the tiles are 0 to 5" in puzzle.verify([*right, right[0]._replace(tile=9)])
    assert any(
        fault.startswith("tile 0 has 2 pieces")
        for fault in puzzle.verify([*right, right[1]._replace(tile=0)])
    )
    hint = right[2]._replace(orientation="R0" if right[2].orientation != "R0" else "R1")
    (not_contained,) = puzzle.verify(right, hints=[hint])
    assert not_contained.startswith("the hint is not contained: piece")


def test_verify_names_slots_and_pieces() -> None:
    full, bare = Piece("1" * 16), Piece("0" * 16)
    puzzle = SurfacePuzzle(
        CUBE_SURFACE, {"full": full, "bare": bare, "b": bare, "c": bare, "d": bare, "also": full}
    )
    names = ["full", "bare", "also", "b", "c", "d"]
    faults = puzzle.verify([Lying(tile, name, "R0") for tile, name in enumerate(names)])
    assert any(f.endswith("is covered twice: by 'full' on tile 0 and 'also' on tile 2") for f in faults)
    assert any(f.startswith("slot ") and f.endswith("is uncovered") for f in faults)


def test_verify_knows_the_frame() -> None:
    tray = Tray("1" * 40)
    puzzle = SurfacePuzzle(tray, [Piece("1" * 16)])
    assert "slot 0 of tile 0 belongs to the frame, but is covered by '1' on tile 0" in puzzle.verify(
        [Lying(0, "1", "R0")]
    )


NOT_GREEN = {name: piece for name, piece in pool(["original"]).items() if "green" not in name}


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("2x2x2+1", "needs 30 corner cubits, but any 28 of the 30 pieces have between 33 and 40"),
        ("3x3x1", "needs 32 corner cubits, but the 30 pieces have 40"),
        ("cross", "needs 32 corner cubits, but the 30 pieces have 40"),
        ("3x3x2", "there are 42 tiles and only 30 pieces"),
    ],
)
def test_totals_refute_at_once(name: str, reason: str) -> None:
    puzzle = SurfacePuzzle(Surface.from_cubes(body(name)), NOT_GREEN)
    assert reason in str(puzzle.shortage())
    assert puzzle.first() is None
    assert list(puzzle.coverings()) == []


def test_1x1x3_is_solvable_without_green() -> None:
    puzzle = SurfacePuzzle(Surface.from_cubes(body("1x1x3")), NOT_GREEN)
    assert puzzle.shortage() is None
    covering = puzzle.first()
    assert covering is not None
    assert puzzle.verify(covering) == []


PINCHED = [(0, 0, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (1, 1, 0)]
"""Five cubes in a ring that closes along an edge, where four tiles meet."""


def test_a_crowded_edge_is_refuted_at_once() -> None:
    """Every Original piece has a cubit on each edge, so four cannot share three cubits."""
    puzzle = SurfacePuzzle(Surface.from_cubes(PINCHED), pool(["original"]))
    assert "4 tiles share the edge at slot" in str(puzzle.shortage())
    assert [fault.text for fault in puzzle.check()] == [str(puzzle.shortage())]
    assert puzzle.first() is None


def test_pieces_with_bare_edges_can_share_a_crowded_edge() -> None:
    surface = Surface.from_cubes(PINCHED)
    slots = surface.slots()
    seen: set[int] = set()
    pieces = []
    for tile in range(len(surface)):
        own = slots[16 * tile : 16 * tile + 16]
        pieces.append(Piece("".join("01"[slot not in seen] for slot in own)))
        seen.update(own)
    puzzle = SurfacePuzzle(surface, pieces)
    assert puzzle.shortage() is None
    assert puzzle.verify([Lying(tile, str(tile + 1), "R0") for tile in range(len(surface))]) == []


@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_early_reasons_never_rule_out_a_solution(data: st.DataObject) -> None:
    """Cut any surface into pieces at random: then there is a solution, and nothing may speak against it."""
    surface = Surface.from_cubes(data.draw(st.sampled_from(polycubes(6))))
    slots = surface.slots()
    owner = {slot: data.draw(st.sampled_from(sorted(at))) for slot, at in tiles_at(slots).items()}
    borders = [
        "".join("01"[owner[slots[16 * tile + i]] == tile] for i in range(16)) for tile in range(len(surface))
    ]
    puzzle = SurfacePuzzle(surface, [*borders, *data.draw(st.lists(st.sampled_from(borders), max_size=2))])
    assert puzzle.shortage() is None
    assert puzzle.verify([Lying(tile, str(tile + 1), "R0") for tile in range(len(surface))]) == []


def tiles_at(slots: list[int]) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for index, slot in enumerate(slots):
        found.setdefault(slot, set()).add(index // 16)
    return found


@settings(max_examples=60, deadline=None)
@given(
    having=st.lists(st.tuples(*[st.integers(0, 3)] * 3), min_size=1, max_size=7),
    needed=st.tuples(*[st.integers(0, 8)] * 3),
    data=st.data(),
)
def test_totals_agree_with_trying_every_choice(
    having: list[tuple[int, int, int]], needed: tuple[int, int, int], data: st.DataObject
) -> None:
    from random import Random

    tiles = data.draw(st.integers(1, len(having)))
    fitting = [
        chosen
        for chosen in combinations(range(len(having)), tiles)
        if tuple(sum(having[i][sort] for i in chosen) for sort in range(3)) == needed
    ]
    choices = choices_of(having, tiles, needed)
    assert choices is not None
    assert choices.any == bool(fitting)
    if fitting:
        drawn = {tuple(choices.draw(Random(seed))) for seed in range(10)}
        assert drawn <= set(fitting)


def test_totals_of_stitched_sorts_say_nothing() -> None:
    stitched = Surface.from_description([*CUBE, *(tuple(6 + n for n in e) for e in CUBE)], stitches=[(0, 97)])
    assert totals_of_slots(stitched.slots()) is None
    assert "share the edge" in str(SurfacePuzzle(stitched, [Piece("0" * 16)] * 12).shortage())


def test_each_sort_is_named() -> None:
    pieces = [Piece("1010" * 4)] * 6
    assert totals_of_piece(pieces[0]) == (4, 4, 0)
    assert "8 corner cubits, but the 6 pieces have 24" in str(shortage(6, (8, 12, 24), pieces))
    assert "12 edge-middle cubits, but the 6 pieces have 24" in str(shortage(6, (24, 12, 24), pieces))
    assert "other cubits, but the 6 pieces have 0" in str(shortage(6, (24, 24, 24), pieces))
    mixed = [Piece("1" + "0" * 15), Piece("0010" + "0" * 12)]
    assert "at once" in str(shortage(1, (1, 1, 0), mixed))


@pytest.mark.parametrize("spare", [0, 1])
def test_no_solution_is_proven_by_search_too(spare: int) -> None:
    """The totals of a set always fit the cube, but without turning pieces over blue cannot make one."""
    pieces = [*piece_set("original/blue").pieces, *[Piece("1" * 16)] * spare]
    puzzle = SurfacePuzzle(CUBE_SURFACE, pieces, flip=False)
    assert puzzle.shortage() is None
    assert puzzle.first() is None


def test_patience_ends() -> None:
    puzzle = SurfacePuzzle(Surface.from_cubes(body("3x3x1")), pool(["original"]))
    with pytest.raises(Undecided, match="in 0 seconds"):
        puzzle.first(patience=0)


BODIES = [
    *("1x1x2", "1x1x3", "1x1x4", "1x1x5", "2x2x2", "2x2x2+1", "3x3x1", "cross"),
    *("L", "C", "T", "X", "W", "steps", "2x2x2-1", "2x2x2-2"),
]


@pytest.mark.parametrize("name", BODIES)
def test_one_solution_with_36_pieces(name: str) -> None:
    puzzle = SurfacePuzzle(Surface.from_cubes(body(name)), pool(["original"]))
    covering = puzzle.first()
    assert covering is not None
    assert puzzle.verify(covering) == []


def test_solutions_of_the_2x2x2_stream() -> None:
    puzzle = SurfacePuzzle(Surface.from_cubes(body("2x2x2")), pool(["original"]))
    found = list(puzzle.coverings(limit=20))
    assert len(set(found)) == 20
    assert all(puzzle.verify(covering) == [] for covering in found)


def test_special_surfaces_are_covered_in_space() -> None:
    """Two cubes that touch at a vertex share its cubit: one of twelve pieces has it for both."""
    touching = Surface.from_cubes([(0, 0, 0), (1, 1, 1)])
    assert totals_of_slots(touching.slots()) == (15, 24, 48)
    puzzle = SurfacePuzzle(touching, pool(["original"]))
    covering = puzzle.first()
    assert covering is not None
    assert puzzle.verify(covering) == []

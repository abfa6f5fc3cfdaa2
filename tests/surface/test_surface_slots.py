"""Slots from tile adjacency: what overlaps, how it is numbered, and what is no surface."""

import subprocess
import sys
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from surface_reference import CUBE, partition, polycubes, reworded

from piecework.surface import FaultKind, Surface, SurfaceError, body, check, get_shape_slots, tiles_at_corners

TWO_BY_TWO = Surface.from_cubes(body("2x2x2")).description()


def test_the_cube_has_44_slots() -> None:
    slots = get_shape_slots(CUBE)
    assert len(slots) == 96
    assert Counter(Counter(slots).values()) == {3: 8, 2: 36}
    assert tiles_at_corners(slots) == {3: 8}


def test_slots_are_numbered_by_first_appearance() -> None:
    slots = get_shape_slots(CUBE)
    assert list(dict.fromkeys(slots)) == list(range(44))


def test_a_seam_is_seen_from_both_ends() -> None:
    """East of tile 0 is tile 3, whose north it is: the overlaps that are drawn for A and B."""
    slots = get_shape_slots(CUBE)
    a, b = 0, 16 * 3
    assert [slots[a + k] for k in (4, 5, 6, 7, 8)] == [slots[b + k] for k in (4, 3, 2, 1, 0)]


def test_the_2x2x2_has_26_corner_slots_and_144_others() -> None:
    slots = get_shape_slots(TWO_BY_TWO)
    assert tiles_at_corners(slots) == {3: 8, 4: 18}
    assert max(slots) + 1 == 26 + 144


def test_no_tiles_have_no_slots() -> None:
    assert get_shape_slots([]) == []


def brute_force(shape: list[tuple[int, int, int, int]]) -> set[frozenset[int]]:
    """Overlap written out pair by pair, then closed by going on until nothing changes."""
    label = list(range(16 * len(shape)))
    pairs = [
        (16 * tile + (4 * edge + r) % 16, 16 * other + (4 * shape[other].index(tile) + 4 - r) % 16)
        for tile, entry in enumerate(shape)
        for edge, other in enumerate(entry)
        for r in range(5)
    ]
    changed = True
    while changed:
        changed = False
        for a, b in pairs:
            if label[a] != label[b]:
                label[a] = label[b] = min(label[a], label[b])
                changed = True
    return partition(label)


@pytest.mark.parametrize("name", ["cube", "1x1x2", "2x2x2", "L", "2x2x2+1", "2x2x2-2"])
def test_slots_agree_with_brute_force(name: str) -> None:
    shape = Surface.from_cubes(body(name)).description()
    assert partition(get_shape_slots(shape)) == brute_force(shape)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_other_words_for_a_surface_have_the_same_slots(data: st.DataObject) -> None:
    cubes = data.draw(st.sampled_from(polycubes(5)))
    shape = Surface.from_cubes(cubes).description()
    order = data.draw(st.permutations(range(len(shape))))
    turns = data.draw(st.lists(st.integers(0, 3), min_size=len(shape), max_size=len(shape)))
    words, where = reworded(shape, order, turns)
    moved = get_shape_slots(words)
    assert partition([moved[where[slot]] for slot in range(16 * len(shape))]) == partition(
        get_shape_slots(shape)
    )


def changed(tile: int, entry: Any) -> list[Any]:
    shape: list[Any] = list(CUBE)
    shape[tile] = entry
    return shape


@pytest.mark.parametrize(
    ("shape", "kind", "words"),
    [
        ("cube", FaultKind.NOT_A_LIST, "'cube'"),
        (None, FaultKind.NOT_A_LIST, "None"),
        (changed(2, 7), FaultKind.NOT_FOUR_ENTRIES, "tile 2"),
        (changed(2, (0, 3, 4)), FaultKind.NOT_FOUR_ENTRIES, "found 3"),
        (changed(2, (0, 3, 4, 1.0)), FaultKind.NOT_AN_INTEGER, "tile 2, west"),
        (changed(2, (0, 3, 4, True)), FaultKind.NOT_AN_INTEGER, "found True"),
        (changed(2, (0, 3, 4, "1")), FaultKind.NOT_AN_INTEGER, "found '1'"),
        (changed(2, (0, 3, -4, 1)), FaultKind.NEGATIVE, "tile 2, south: -4"),
        (changed(2, (0, 3, 4, 6)), FaultKind.OUT_OF_RANGE, "no tile 6; the tiles are 0 to 5"),
        (changed(2, (0, 2, 4, 1)), FaultKind.OWN_NEIGHBOUR, "tile 2, east: the tile is its own neighbour"),
        (changed(2, (0, 3, 0, 1)), FaultKind.NAMED_TWICE, "tile 0 is named twice (north and south)"),
        (
            changed(2, (5, 3, 4, 1)),
            FaultKind.NOT_MUTUAL,
            "tile 2, north: names tile 5, which does not name tile 2",
        ),
        (changed(2, (4, 3, 0, 1)), FaultKind.OPEN_CORNER, "does not close after 3 to 6 different tiles"),
    ],
)
def test_every_fault_has_its_own_message(shape: Any, kind: FaultKind, words: str) -> None:
    faults = check(shape)
    assert kind in {fault.kind for fault in faults}
    with pytest.raises(SurfaceError, match=r"tile|shape") as raised:
        get_shape_slots(shape)
    assert words in str(raised.value)
    assert raised.value.faults == tuple(faults)


def test_all_faults_are_listed() -> None:
    shape: Any = [(5, 3, 2, 1), (0, -2, 4, 5), (0, 3, 4), (0, 5, 4, 2), (2, 3, 9, 1), (4, 3, 0, False)]
    kinds = [fault.kind for fault in check(shape)]
    assert kinds == [
        FaultKind.NEGATIVE,
        FaultKind.NOT_FOUR_ENTRIES,
        FaultKind.OUT_OF_RANGE,
        FaultKind.NOT_AN_INTEGER,
    ]
    assert [fault.tile for fault in check(shape)] == [1, 2, 4, 5]


def grid(rows: int, columns: int, twist: int = 0) -> list[tuple[int, int, int, int]]:
    """A grid whose sides are glued: a torus, or a Klein bottle when rows are mirrored at the glued side."""

    def tile(row: int, column: int) -> int:
        if twist and not 0 <= column < columns:
            row = -row
        return (row % rows) * columns + column % columns

    return [
        (tile(r - 1, c), tile(r, c + 1), tile(r + 1, c), tile(r, c - 1))
        for r in range(rows)
        for c in range(columns)
    ]


def test_a_torus_passes_the_corners_and_a_klein_bottle_does_not() -> None:
    assert check(grid(5, 5)) == []
    assert {fault.kind for fault in check(grid(5, 5, twist=1))} == {FaultKind.OPEN_CORNER}


def test_ten_thousand_tiles() -> None:
    shape = grid(100, 100)
    slots = get_shape_slots(shape)
    assert max(slots) + 1 == 10_000 + 3 * 20_000
    assert tiles_at_corners(slots) == {4: 10_000}


def test_the_room_is_there_when_the_package_is() -> None:
    code = f"import piecework; print(max(piecework.surface.get_shape_slots({CUBE})) + 1)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "44\n"

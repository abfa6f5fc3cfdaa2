"""Orders of assembly: replayed move by move, and compared with trying everything on small solutions."""

from collections.abc import Collection, Sequence
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import piecework as pw
from piecework.puzzle import Arrival, building_order

Point = tuple[int, int, int]
WAYS = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))


def passes(moving: Collection[Point], standing: Collection[Point], way: Point) -> bool:
    """Whether cells can leave in a direction, step by step, until they are far away."""
    there = set(standing)
    for step in range(1, 40):
        x, y, z = (step * part for part in way)
        if any((a + x, b + y, c + z) in there for a, b, c in moving):
            return False
    return True


def replayed(
    pieces: Sequence[Collection[Point]], order: Sequence[Arrival], walls: Collection[Point] = ()
) -> None:
    """Every piece arrives once, and whatever arrives comes in on a free way."""
    assert sorted(number for arrival in order for number in arrival.pieces) == list(range(len(pieces)))
    standing = set(walls)
    for at, arrival in enumerate(order):
        moving = {cell for number in arrival.pieces for cell in pieces[number]}
        if arrival.direction is None:
            assert at == 0, "what cannot be moved stands there from the beginning"
        else:
            assert passes(moving, standing, arrival.direction)
        standing |= moving


def can_be_taken_apart(pieces: Sequence[Collection[Point]]) -> bool:
    """By trying every order of single pieces."""

    def free(left: frozenset[int]) -> bool:
        if len(left) <= 1:
            return True
        for number in left:
            rest = left - {number}
            standing = [cell for other in rest for cell in pieces[other]]
            if any(passes(pieces[number], standing, way) for way in WAYS) and free(rest):
                return True
        return False

    return free(frozenset(range(len(pieces))))


@pytest.mark.parametrize("name", ["soma", "galacube", "bedlam", "conway", "dominoes-4x4x4"])
def test_solutions_of_the_catalogue_can_be_put_together_as_told(name: str) -> None:
    for solution in islice(pw.load(name).solutions(threads=1), 20):
        pieces = [placement.cells for placement in solution.placements]
        order = building_order(pieces)  # type: ignore[arg-type]  # they are cells of a solid
        replayed(pieces, order)  # type: ignore[arg-type]
        assert all(arrival.direction is not None for arrival in order)


def test_pieces_come_from_above_where_they_can_and_the_lower_ones_first() -> None:
    order = building_order([[(0, 0, 0)], [(0, 0, 1)], [(0, 0, 2)]])
    assert [arrival.pieces for arrival in order] == [(2,), (1,), (0,)]
    assert {arrival.direction for arrival in order} == {(0, 0, -1)}


def test_walls_are_in_the_way() -> None:
    lid = [(x, y, 0) for x in range(3) for y in range(3)]
    order = building_order([[(1, 1, 1)]], walls=lid)
    assert order == [Arrival((0,), (0, 1, 0))]
    cage = [(x, y, z) for x in range(3) for y in range(3) for z in range(3) if (x, y, z) != (1, 1, 1)]
    assert building_order([[(1, 1, 1)]], walls=cage) == [Arrival((0,), None)]


# Two rings that run through each other: neither can ever leave.
RING = [(x, y, 0) for x in range(5) for y in range(5) if x in (0, 4) or y in (0, 4)]
LINK = [(2, y, z) for y in range(2, 7) for z in range(-2, 3) if y in (2, 6) or z in (-2, 2)]


def test_what_is_linked_for_good_is_said_to_be() -> None:
    assert not set(RING) & set(LINK)
    order = building_order([RING, LINK, [(20, 0, 0)]])
    assert order[0] == Arrival((0, 1), None)
    assert order[1].direction is not None


def test_pieces_that_hold_each_other_leave_together() -> None:
    away = [[(x + 20, y, z) for x, y, z in piece] for piece in (RING, LINK)]
    pieces = [RING, LINK, *away]
    assert not can_be_taken_apart(pieces)
    order = building_order(pieces)
    replayed(pieces, order)
    assert sorted(arrival.pieces for arrival in order) == [(0, 1), (2, 3)]
    assert order[1].direction is not None


@settings(max_examples=150, deadline=None)
@given(st.lists(st.integers(0, 4), min_size=12, max_size=18))
def test_an_order_is_found_exactly_where_there_is_one(owners: list[int]) -> None:
    """Pieces of cells strewn over a small box, so that they often hang behind each other."""
    box = [(x, y, z) for z in range(2) for y in range(3) for x in range(3)]
    pieces = [[cell for cell, own in zip(box, owners, strict=False) if own == number] for number in range(5)]
    pieces = [piece for piece in pieces if piece]
    order = building_order(pieces)
    replayed(pieces, order)
    alone = all(len(arrival.pieces) == 1 and arrival.direction is not None for arrival in order)
    assert alone == can_be_taken_apart(pieces) or len(pieces) == 1

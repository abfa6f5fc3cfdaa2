"""Cells, motions and groups against facts that anyone can look up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piecework.geometry import (
    box,
    compose,
    conjugacy_classes,
    connected,
    invert,
    motions,
    normalised,
    orbits,
    orientations,
    polyforms,
    symmetries,
)


@pytest.mark.parametrize(("dimension", "number"), [(2, 8), (3, 48)])
def test_motions_are_a_group_with_half_of_them_proper(dimension: int, number: int) -> None:
    every = motions(dimension)
    assert len(set(every)) == number
    assert sum(motion.proper for motion in every) == number // 2
    assert {a.after(b) for a in every for b in every} == set(every)
    for a in every[:5]:
        for b in every:
            assert a.after(b).proper == (a.proper == b.proper)
            cell = (1, 2, 3)[:dimension]
            assert a.after(b)(cell) == a(b(cell))


def test_motions_of_the_plane_come_in_the_promised_order() -> None:
    east = (1, 0)
    assert [motion(east) for motion in motions(2)[:4]] == [(1, 0), (0, -1), (-1, 0), (0, 1)]
    assert motions(2)[4](east) == (-1, 0)


def test_there_are_no_motions_in_four_dimensions() -> None:
    with pytest.raises(ValueError, match="2 or 3 coordinates, not 4"):
        motions(4)


def test_polyforms_have_their_published_numbers() -> None:
    """OEIS A000105 (free), A000988 (one-sided), A000162 (solid, one-sided), A038119 (solid, free)."""
    assert [len(polyforms(n, 2, mirrored=True)) for n in range(1, 8)] == [1, 1, 2, 5, 12, 35, 108]
    assert [len(polyforms(n, 2, mirrored=False)) for n in range(1, 7)] == [1, 1, 2, 7, 18, 60]
    assert [len(polyforms(n, 3, mirrored=False)) for n in range(1, 6)] == [1, 1, 2, 8, 29]
    assert [len(polyforms(n, 3, mirrored=True)) for n in range(1, 6)] == [1, 1, 2, 7, 23]


def test_the_twelve_pentominoes_show_63_shapes() -> None:
    assert sum(len(orientations(cells, motions(2))) for cells in polyforms(5, 2, mirrored=True)) == 63


@pytest.mark.parametrize(
    ("size", "number"),
    [((3, 3), 8), ((2, 3), 4), ((2, 2, 2), 48), ((1, 2, 3), 8), ((2, 2, 3), 16), ((1, 1), 8)],
)
def test_boxes_have_the_symmetries_of_their_shape(size: tuple[int, ...], number: int) -> None:
    found = symmetries(box(*size))
    assert len(found) == number
    for _, images in found:
        assert set(images.values()) == set(images)


def test_conjugacy_classes_of_the_cube() -> None:
    cells = box(3, 3, 3)
    where = {cell: number for number, cell in enumerate(cells)}
    group = [
        tuple(where[images[cell]] for cell in cells) for motion, images in symmetries(cells) if motion.proper
    ]
    assert sorted(map(len, conjugacy_classes(group))) == [1, 3, 6, 6, 8]


@given(st.permutations(range(6)), st.permutations(range(6)))
def test_permutations_compose_and_invert(a: list[int], b: list[int]) -> None:
    first, second = tuple(a), tuple(b)
    assert compose(invert(first), first) == tuple(range(6))
    assert compose(second, first)[3] == second[first[3]]


@given(st.sets(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=8))
def test_normalised_shapes_start_at_the_origin_and_forget_where_they_were(
    cells: set[tuple[int, int]],
) -> None:
    shape = normalised(cells)
    assert tuple(map(min, zip(*shape, strict=True))) == (0, 0)
    assert shape == normalised((x + 5, y - 7) for x, y in cells)
    assert sum(map(len, connected(cells))) == len(cells)


def test_orbits_start_with_the_first_point_met() -> None:
    assert orbits(range(6), [lambda n: n, lambda n: 5 - n]) == [[0, 5], [1, 4], [2, 3]]

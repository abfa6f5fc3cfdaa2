"""Folding and bodies of cubes, against cubits as points of space."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from surface_reference import CUBE, faces, partition, plus, polycubes, reworded, slot_points, touches_itself
from test_surface_slots import grid

from piecework.surface import FaultKind, Surface, SurfaceError, body, box, get_shape_slots, place_of

BODIES = polycubes(6)
WITHOUT_DESCRIPTION = 2
"""Of the polycubes of six cubes, two touch themselves so that no description is sound."""


def test_tiles_are_unit_squares_clockwise_seen_from_outside() -> None:
    for cubes in polycubes(4):
        surface = Surface.from_cubes(cubes)
        assert {(tile.inner_cube(), tile.outer_cube()) for tile in surface.tiles} == faces(cubes)
        for tile in surface.tiles:
            a, b, c, d = tile.corners()
            ab, ad = (tuple(q - p for p, q in zip(a, x, strict=True)) for x in (b, d))
            assert sum(x * x for x in ab) == sum(x * x for x in ad) == 1
            assert plus(b, (d[0] - a[0], d[1] - a[1], d[2] - a[2])) == c
            down = (
                ad[1] * ab[2] - ad[2] * ab[1],
                ad[2] * ab[0] - ad[0] * ab[2],
                ad[0] * ab[1] - ad[1] * ab[0],
            )
            assert down == tile.normal
            assert plus(tile.inner_cube(), tile.normal) == tile.outer_cube()


def test_slots_are_points_of_space_for_all_polycubes_of_up_to_six_cubes() -> None:
    special = undescribed = 0
    for cubes in BODIES:
        surface = Surface.from_cubes(cubes)
        points = partition(slot_points(surface))
        assert partition(surface.slots()) == points
        near = partition(surface.slots(geometric=False))
        if touches_itself(cubes):
            special += 1
            assert len(near) > len(points), cubes
        else:
            assert near == points, cubes
        try:
            shape = surface.description()
        except SurfaceError:
            undescribed += 1
            continue
        assert partition(get_shape_slots(shape)) == near
    assert (len(BODIES), special, undescribed) == (207, 18, WITHOUT_DESCRIPTION)


def test_every_description_folds_back_into_its_body() -> None:
    folded = 0
    for cubes in BODIES:
        surface = Surface.from_cubes(cubes)
        try:
            shape = surface.description()
        except SurfaceError:
            continue
        again = Surface.from_description(shape)
        assert again.slots() == surface.slots(), cubes
        assert len(again.cubes) == len(cubes)
        folded += 1
    assert folded == len(BODIES) - WITHOUT_DESCRIPTION


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_folding_does_not_depend_on_the_words(data: st.DataObject) -> None:
    cubes = data.draw(st.sampled_from(polycubes(5)))
    shape = Surface.from_cubes(cubes).description()
    order = data.draw(st.permutations(range(len(shape))))
    turns = data.draw(st.lists(st.integers(0, 3), min_size=len(shape), max_size=len(shape)))
    words, where = reworded(shape, order, turns)
    there = Surface.from_description(words)
    moved = there.slots()
    here = Surface.from_description(shape).slots()
    assert partition([moved[where[slot]] for slot in range(len(here))]) == partition(here)
    assert len(there.symmetries()) == len(Surface.from_description(shape).symmetries())


@pytest.mark.parametrize(
    ("name", "near", "in_space"), [("2x2x2", 170, 170), ("2x2x2-1", 170, 170), ("2x2x2-2", 170, 169)]
)
def test_inverted_vertices(name: str, near: int, in_space: int) -> None:
    surface = Surface.from_cubes(body(name))
    folded = Surface.from_description(surface.description())
    for same in (surface, folded):
        assert max(same.slots(geometric=False)) + 1 == near
        assert max(same.slots(geometric=True)) + 1 == in_space == same.slot_count


def test_two_cubes_that_touch_at_a_vertex_are_one_surface_of_87_slots() -> None:
    surface = Surface.from_cubes([(0, 0, 0), (1, 1, 1)])
    assert surface.slot_count == 87
    detached = Surface.from_description(surface.description())
    assert detached.slot_count == 88
    assert len(surface.stitches) == 1
    stitched = Surface.from_description(surface.description(), stitches=surface.stitches)
    assert stitched.slots() == surface.slots()
    assert stitched.slots(geometric=False) == surface.slots()
    assert stitched.slots(geometric=True) == surface.slots()


def test_stitches_say_what_space_says() -> None:
    for cubes in BODIES:
        if touches_itself(cubes):
            surface = Surface.from_cubes(cubes)
            try:
                shape = surface.description()
            except SurfaceError:
                continue
            assert Surface.from_description(shape, stitches=surface.stitches).slots() == surface.slots()


def test_a_bump_may_be_a_dent() -> None:
    slab = box(3, 3, 2)
    bump, dent = Surface.from_cubes(slab | {(1, 1, 2)}), Surface.from_cubes(slab - {(1, 1, 1)})
    assert len(bump) == len(dent) == 46
    for surface in (bump, dent):
        assert Surface.from_description(surface.description()).slots() == surface.slots()


def test_different_bodies_with_different_slots_are_ambiguous() -> None:
    """Bumps above and below a slab, a diagonal step apart: pushed in, both dents meet at a point inside."""
    slab = box(4, 4, 2)
    bumps = Surface.from_cubes(slab | {(1, 1, 2), (2, 2, -1)})
    dents = Surface.from_cubes(slab - {(1, 1, 1), (2, 2, 0)})
    assert dents.slot_count == bumps.slot_count - 1
    for surface in (bumps, dents):
        described = Surface.from_description(surface.description())
        with pytest.raises(SurfaceError, match="ambiguous") as raised:
            described.slots()
        assert [fault.kind for fault in raised.value.faults] == [FaultKind.AMBIGUOUS]
        stitched = Surface.from_description(surface.description(), stitches=surface.stitches)
        assert not surface.stitches or stitched.slots() == surface.slots()


def test_what_cannot_be_folded() -> None:
    with pytest.raises(SurfaceError, match="cannot be assembled") as raised:
        Surface.from_description(grid(5, 5)).slots()
    assert [fault.kind for fault in raised.value.faults] == [FaultKind.CANNOT_BE_ASSEMBLED]
    assert max(Surface.from_description(grid(5, 5)).slots(geometric=False)) + 1 == 25 + 3 * 50


def test_detached_parts_fold_one_by_one() -> None:
    shape = [*CUBE, *(tuple(6 + n for n in entry) for entry in CUBE)]
    surface = Surface.from_description(shape)
    assert surface.slot_count == 88
    assert len(surface.cubes) == 2


@pytest.mark.parametrize(
    "cubes", [box(12, 1, 1), box(3, 3, 3), box(2, 2, 5), box(4, 3, 1) | {(0, 0, 1), (3, 2, 1)}]
)
def test_large_bodies_fold_too(cubes: frozenset[tuple[int, int, int]]) -> None:
    surface = Surface.from_cubes(cubes)
    assert Surface.from_description(surface.description()).slots() == surface.slots()


@pytest.mark.parametrize(
    ("stitches", "words"),
    [
        ([(0, 96)], "stitch 0: (0, 96) is out of range; the tile slots are 0 to 95"),
        ([(0, 1, 2)], "stitch 0: expected a pair"),
        ([(0, True)], "stitch 0: expected a pair"),
        ([(0, 1)], "tile 0: the stitches make its own slots 0, 1 coincide"),
    ],
)
def test_bad_stitches(stitches: list[tuple[int, ...]], words: str) -> None:
    with pytest.raises(SurfaceError) as raised:
        Surface.from_description(CUBE, stitches=stitches)
    assert words in str(raised.value)


@pytest.mark.parametrize("cubes", [[], [(0, 0)], [(0, 0, "1")], [(0, 0, 1.0)]])
def test_bad_cubes(cubes: list[tuple[int, ...]]) -> None:
    with pytest.raises(SurfaceError, match="cube"):
        Surface.from_cubes(cubes)


def test_surfaces_are_values() -> None:
    surface = Surface.from_cubes([(0, 0, 0), (1, 0, 0)])
    assert surface == eval(repr(surface), {"Surface": Surface})
    assert hash(surface) == hash(Surface.from_cubes([(1, 0, 0), (0, 0, 0)]))
    described = Surface.from_description(CUBE)
    assert described == eval(repr(described), {"Surface": Surface})
    assert place_of(37) == "slot 5 of tile 2"


@pytest.mark.parametrize(
    ("name", "rotations", "all_of_them"),
    [("cube", 24, 48), ("1x1x2", 8, 16), ("1x2x3", 4, 8), ("L", 1, 2), ("cross", 24, 48), ("2x2x2-2", 6, 12)],
)
def test_symmetries(name: str, rotations: int, all_of_them: int) -> None:
    surface = Surface.from_cubes(body(name))
    found = surface.symmetries()
    assert (sum(not image.mirrored for image in found), len(found)) == (rotations, all_of_them)
    slots = surface.slots()
    assert all(image.keeps(slots) for image in found)
    assert set(Surface.from_description(surface.description()).symmetries()) == set(found)

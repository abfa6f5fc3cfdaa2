"""Choosing bodies and pools, without a browser."""

import json
import xml.etree.ElementTree as ElementTree

from piecework.formats.piece_sets import pool, set_names
from piecework.happy import polycubes
from piecework.surface import Surface, body
from piecework.web.surfaces.choice import OWN, Choice, body_names, body_words, families, sets_of
from piecework.web.surfaces.page import request_of
from piecework.web.surfaces.pictures import body_svg
from piecework.web.work import surface_puzzle


def test_every_body_has_a_name_and_a_picture() -> None:
    names = body_names()
    assert names[0] == "cube"
    assert {"2x2x2", "cross", "3x3x3"} <= set(names)
    for name in names:
        assert body_words(name)
        drawn = ElementTree.fromstring(body_svg(body(name)))
        assert len(list(drawn)) >= 3
    assert body_svg([]) == ""
    # Three sides of a cube can be seen; of two cubes side by side, one side each is hidden by the other.
    assert body_svg([(0, 0, 0)]).count("<path") == 3
    assert body_svg([(0, 0, 0), (1, 0, 0)]).count("<path") == 5


def test_cubes_are_put_into_the_room() -> None:
    choice = Choice()
    assert choice.cubes == ((0, 0, 0),)
    built = choice.painted([(0, 0, 0), (9, 9, 9)], there=True)
    assert built.name == OWN
    assert (0, 0, 0) in built.cubes
    assert (9, 9, 9) not in built.cubes
    assert built.painted(built.cubes, there=False).cubes == ()
    cross = choice.taken(body("cross"))
    assert len(cross.cubes) == 7
    assert min(min(cube) for cube in cross.cubes) == 0
    assert cross.tiles == len(Surface.from_cubes(body("cross")))
    # A bar that is too long for the layers is laid down.
    assert choice.taken([(0, 0, z) for z in range(6)]).cubes == tuple((0, y, 0) for y in range(6))
    assert all(len(choice.taken(cubes).cubes) == len(cubes) for cubes in polycubes(6))


def test_pools_are_made_of_sets() -> None:
    assert [name for family in families() for name in sets_of(family)] == list(set_names())
    choice = Choice().with_set("original/red", 2).with_set("pro/blue", 99).with_set("original/blue", 0)
    assert choice.copies == {"original/red": 2, "pro/blue": 6}
    assert choice.pieces == len(pool(choice.pool.sets)) == 48
    whole = Choice().with_family("original", 1)
    assert whole.pieces == 36
    assert whole.with_family("original", 0).pieces == 0


def test_what_stands_in_the_way_is_said() -> None:
    assert list(Choice().notes()) == []
    assert "24 tiles and the pool 6 pieces" in next(Choice(name="2x2x2").notes())
    assert "no cubes" in next(Choice(name=OWN, built=frozenset()).notes())
    assert "pool is empty" in next(Choice(copies={}).notes())
    apart = Choice(name=OWN, built=frozenset([(0, 0, 0), (4, 4, 3)]), copies={"original/red": 2})
    assert "2 bodies" in next(apart.notes())


def test_a_choice_is_kept_and_asked_for() -> None:
    choice = Choice(flip=False).painted([(0, 0, 1)], there=True).with_set("original/red", 2)
    assert Choice.of_json(json.loads(json.dumps(choice.to_json()))) == choice
    puzzle = surface_puzzle(request_of(choice, 5))
    assert len(puzzle.board) == choice.tiles
    assert len(puzzle.pool) == choice.pieces
    assert not puzzle.flip

"""Symmetries of a surface: the ways to map its tiles onto themselves.

One tile with one of its edges decides everything: a body in space can only be moved so that this tile
lies on that one, and along a description the neighbours follow one by one. So each of the 8 N images of
tile 0 is tried and either carries the whole surface or fails.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from piecework.surface._description import Fault, FaultKind, SurfaceError
from piecework.surface._folding import connected_parts
from piecework.surface._space import Point, SpaceTile, add, minus
from piecework.surface._tiles import EDGES, SLOTS, Description

MOST_SYMMETRIES = 100_000
"""Detached parts that look alike multiply the symmetries of the whole; nobody wants more of them listed."""


class TileMap(NamedTuple):
    """Tile t goes to tile `tiles[t]` and is turned `turns[t]` times clockwise there; if the map is
    `mirrored`, slot i of the tile is first mirrored to slot -i, which leaves its north-west corner in place.
    """

    tiles: tuple[int, ...]
    turns: tuple[int, ...]
    mirrored: bool

    def slot(self, slot: int) -> int:
        """Where a tile slot (16 * tile + slot) goes."""
        tile, index = divmod(slot, SLOTS)
        return SLOTS * self.tiles[tile] + turned_slot(index, self.turns[tile], mirrored=self.mirrored)

    def keeps(self, slots: Sequence[int]) -> bool:
        """Whether tile slots that coincide still do after the map."""
        image: dict[int, int] = {}
        return all(
            image.setdefault(label, slots[self.slot(slot)]) == slots[self.slot(slot)]
            for slot, label in enumerate(slots)
        )


def turned_slot(slot: int, turns: int, *, mirrored: bool) -> int:
    return (4 * turns + (-slot if mirrored else slot)) % SLOTS


def symmetries_in_space(tiles: Sequence[SpaceTile]) -> list[TileMap]:
    """The motions of space, mirrorings included, that map the tiles onto themselves; the identity first."""
    number = {}
    for index, tile in enumerate(tiles):
        for corner, (point, following) in enumerate(_directed_edges(tile)):
            number[point, following, tile.normal] = (index, corner)
    found = []
    for mirrored in (False, True):
        for goal in range(len(tiles)):
            for turns in range(EDGES):
                image = _carried(tiles, number, goal, turns, mirrored=mirrored)
                if image is not None:
                    found.append(image)
    return found


def _directed_edges(tile: SpaceTile) -> list[tuple[Point, Point]]:
    corners = tile.corners()
    return [(corners[edge], corners[(edge + 1) % EDGES]) for edge in range(EDGES)]


def _carried(
    tiles: Sequence[SpaceTile],
    number: dict[tuple[Point, Point, Point], tuple[int, int]],
    goal: int,
    turns: int,
    *,
    mirrored: bool,
) -> TileMap | None:
    """The motion that brings tile 0 onto tile `goal`, if it maps all the others to tiles as well."""
    first, there = tiles[0], tiles[goal]
    corners = there.corners()
    corner = corners[turns]
    # Tile 0's east and south edges lead to the corners after and before, the other way around in a mirror.
    after, before = corners[(turns + 1) % EDGES], corners[(turns - 1) % EDGES]
    if mirrored:
        after, before = before, after
    east = add(after, minus(corner))
    north = add(corner, minus(before))
    old = (first.east, first.north, first.normal)
    new = (east, north, there.normal)

    def moved(vector: Point) -> Point:
        x = y = z = 0
        for axis, image in zip(old, new, strict=True):
            along = axis[0] * vector[0] + axis[1] * vector[1] + axis[2] * vector[2]
            x, y, z = x + along * image[0], y + along * image[1], z + along * image[2]
        return (x, y, z)

    goes_to, turned = [], []
    for tile in tiles:
        start = add(corner, moved(add(tile.corner, minus(first.corner))))
        step = moved(minus(tile.north) if mirrored else tile.east)
        image = number.get((start, add(start, step), moved(tile.normal)))
        if image is None:
            return None
        goes_to.append(image[0])
        turned.append(image[1])
    return TileMap(tuple(goes_to), tuple(turned), mirrored)


def symmetries_of_description(shape: Description) -> list[TileMap]:
    """The ways to map tiles to tiles so that neighbours stay neighbours; the identity first.

    Parts that do not hang together are mapped to parts, either all of them mirrored or none.
    """
    parts = connected_parts(shape)
    found: list[TileMap] = []
    for mirrored in (False, True):
        for placed in _parts_mapped(shape, parts, mirrored=mirrored):
            tiles = tuple(placed[tile][0] for tile in range(len(shape)))
            found.append(TileMap(tiles, tuple(placed[tile][1] for tile in range(len(shape))), mirrored))
            if len(found) > MOST_SYMMETRIES:
                message = (
                    f"the {len(parts)} detached parts have more than {MOST_SYMMETRIES} symmetries together"
                )
                raise SurfaceError([Fault(FaultKind.AMBIGUOUS, message)])
    return found


Placed = dict[int, tuple[int, int]]


def _parts_mapped(
    shape: Description, parts: list[list[int]], *, mirrored: bool, used: frozenset[int] = frozenset()
) -> Iterator[Placed]:
    if not parts:
        yield {}
        return
    for goal in range(len(shape)):
        if goal in used:
            continue
        for turns in range(EDGES):
            here = _spread(shape, parts[0][0], goal, turns, mirrored=mirrored)
            if here is None:
                continue
            taken = used | {tile for tile, _ in here.values()}
            for rest in _parts_mapped(shape, parts[1:], mirrored=mirrored, used=taken):
                yield here | rest


def _spread(shape: Description, start: int, goal: int, turns: int, *, mirrored: bool) -> Placed | None:
    """Follow the neighbours from one tile and its image; None as soon as they disagree."""
    placed = {start: (goal, turns)}
    waiting = [start]
    for tile in waiting:
        image, turned = placed[tile]
        for edge, neighbour in enumerate(shape[tile]):
            image_edge = mapped_edge(edge, turned, mirrored=mirrored)
            image_neighbour = shape[image][image_edge]
            back = shape[neighbour].index(tile)
            image_back = shape[image_neighbour].index(image)
            there = (image_neighbour, (image_back - mapped_edge(back, 0, mirrored=mirrored)) % EDGES)
            if neighbour not in placed:
                placed[neighbour] = there
                waiting.append(neighbour)
            elif placed[neighbour] != there:
                return None
    if len({image for image, _ in placed.values()}) < len(placed):
        return None
    return placed


def mapped_edge(edge: int, turns: int, *, mirrored: bool) -> int:
    """Where an edge goes. Edge e holds slots 4e to 4e + 4, so its mirror image holds -4e - 4 to -4e."""
    return (turns + (-edge - 1 if mirrored else edge)) % EDGES

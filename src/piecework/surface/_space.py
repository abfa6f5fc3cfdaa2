"""Tiles in space: unit squares on the integer lattice, and the three ways to cross a seam.

A tile in space is its north-west corner and two unit vectors in its plane, east and north; the outward
normal is east x north, so that corners NW, NE, SE, SW go clockwise seen from outside. Slot r of edge e
lies at 4 A + r (B - A), where A and B are the edge's corners: cubits sit on a lattice four times finer,
and equal points are equal slots.
"""

from collections.abc import Iterable
from typing import NamedTuple

from piecework.surface._slots import numbered
from piecework.surface._tiles import EDGES

Point = tuple[int, int, int]

STRAIGHT, CONVEX, CONCAVE = "straight", "convex", "concave"
SEAMS = (STRAIGHT, CONVEX, CONCAVE)


def add(a: Point, b: Point) -> Point:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def minus(a: Point) -> Point:
    return (-a[0], -a[1], -a[2])


def cross(a: Point, b: Point) -> Point:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


class SpaceTile(NamedTuple):
    """A tile of a surface in space."""

    corner: Point
    east: Point
    north: Point

    @property
    def normal(self) -> Point:
        """The unit vector that points out of the body."""
        return cross(self.east, self.north)

    def corners(self) -> tuple[Point, Point, Point, Point]:
        """North-west, north-east, south-east, south-west."""
        north_east = add(self.corner, self.east)
        south = minus(self.north)
        return (self.corner, north_east, add(north_east, south), add(self.corner, south))

    def inner_cube(self) -> Point:
        """The unit cube behind the tile, named by its smallest corner; it is part of the body."""
        a, _, c, _ = self.corners()
        behind = minus(self.normal)
        return _halved(add(add(a, c), add(behind, (-1, -1, -1))))

    def outer_cube(self) -> Point:
        """The unit cube in front of the tile; it is not part of the body."""
        return add(self.inner_cube(), self.normal)

    def cells(self) -> list[Point]:
        """The 25 cubit positions of the tile on the fine lattice, row by row from the north-west."""
        x, y, z = (4 * c for c in self.corner)
        (ex, ey, ez), (nx, ny, nz) = self.east, self.north
        return [
            (x + col * ex - row * nx, y + col * ey - row * ny, z + col * ez - row * nz)
            for row in range(5)
            for col in range(5)
        ]

    def slot_points(self) -> list[Point]:
        """Where the 16 slots lie on the fine lattice."""
        cells = self.cells()
        return [cells[index] for index in BORDER]


BORDER = (0, 1, 2, 3, 4, 9, 14, 19, 24, 23, 22, 21, 20, 15, 10, 5)
"""The slots of a tile as cells of a 5x5 square read row by row."""


def _halved(point: Point) -> Point:
    return (point[0] // 2, point[1] // 2, point[2] // 2)


def across(tile: SpaceTile, edge: int, neighbour_edge: int, seam: str) -> SpaceTile:
    """The tile on the other side of an edge, which is its `neighbour_edge`, for one of the three seams."""
    corners = tile.corners()
    start, end = corners[edge], corners[(edge + 1) % EDGES]
    # Away from the tile, in its plane, over the edge.
    over = (tile.north, tile.east, minus(tile.north), minus(tile.east))[edge]
    normal = tile.normal
    # Where the neighbour lies, seen from the edge: on, down behind the tile, or up in front of it.
    inwards = {STRAIGHT: over, CONVEX: minus(normal), CONCAVE: normal}[seam]
    along = (start[0] - end[0], start[1] - end[1], start[2] - end[2])
    # The neighbour runs along the seam from our end to our start, and has its own inside on its right.
    if neighbour_edge == 0:
        return SpaceTile(end, along, minus(inwards))
    if neighbour_edge == 1:
        return SpaceTile(add(end, inwards), minus(inwards), minus(along))
    if neighbour_edge == 2:
        return SpaceTile(add(start, inwards), minus(along), inwards)
    return SpaceTile(start, inwards, along)


def slots_in_space(tiles: Iterable[SpaceTile]) -> list[int]:
    """The slots of tiles in space: equal points are equal slots."""
    return numbered(point for tile in tiles for point in tile.slot_points())

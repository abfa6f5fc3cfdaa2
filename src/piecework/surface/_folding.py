"""Folding: from a shape description to the bodies of unit cubes that have this surface.

Problem: every seam of a description can be straight, convex or concave. Find all choices for which the
tiles bound a face-connected set of unit cubes.

Idea: the first tile is put down anywhere. A tile next to one that lies has at most three places; a tile
next to two that lie has the places that both allow, mostly one or none. So the search always goes on with
the tile that has the fewest places. Every tile that lies says that the cube behind it is filled and the
one before it empty; two tiles that disagree end a branch at once. When all tiles lie, the filled cubes
are read off line by line and their boundary must be exactly these tiles.

Example: the cube's description. Tile 0 lies; its neighbours could go three ways each, but three tiles
meet at every corner, which leaves "all convex" and "all concave"; the latter encloses no body.

Cost: exponential at worst (bumps may be dents), but corners leave so little freedom that descriptions of
50 tiles take milliseconds. `MOST_STEPS` bounds what hostile input can ask for.
"""

from collections.abc import Iterator
from typing import Any

from piecework.geometry import connected
from piecework.surface._cubes import boundary
from piecework.surface._description import Fault, FaultKind, SurfaceError
from piecework.surface._space import SEAMS, Point, SpaceTile, across, add, slots_in_space
from piecework.surface._tiles import Description

Assembly = tuple[SpaceTile, ...]

MOST_STEPS = 100_000
ANYWHERE = SpaceTile((0, 0, 0), (1, 0, 0), (0, 1, 0))


def fold(shape: Description) -> Assembly:
    """The description folded into space: each connected part by itself, side by side along the x axis.

    If it can be folded in several ways that have the same slots, one of them. `SurfaceError` when there
    is none, or when there are several and they have different slots.
    """
    placed: dict[int, SpaceTile] = {}
    edge_of_space = 0
    for part in connected_parts(shape):
        number = {tile: index for index, tile in enumerate(part)}
        assembly = _only_assembly(tuple(_renamed(shape[tile], number) for tile in part), part)
        corners = [point for tile in assembly for point in tile.corners()]
        away = (edge_of_space - min(x for x, _, _ in corners), 0, 0)
        edge_of_space += max(x for x, _, _ in corners) - min(x for x, _, _ in corners) + 2
        for tile, lying in zip(part, assembly, strict=True):
            placed[tile] = SpaceTile(add(lying.corner, away), lying.east, lying.north)
    return tuple(placed[tile] for tile in range(len(shape)))


def connected_parts(shape: Description) -> list[list[int]]:
    """The tiles of each part that hangs together, in ascending order."""
    seen = [False] * len(shape)
    parts = []
    for start in range(len(shape)):
        if seen[start]:
            continue
        seen[start] = True
        part = [start]
        for tile in part:
            for neighbour in shape[tile]:
                if not seen[neighbour]:
                    seen[neighbour] = True
                    part.append(neighbour)
        parts.append(sorted(part))
    return parts


def _renamed(entry: tuple[int, int, int, int], number: dict[int, int]) -> tuple[int, int, int, int]:
    north, east, south, west = entry
    return number[north], number[east], number[south], number[west]


def _only_assembly(shape: Description, part: list[int]) -> Assembly:
    first: Assembly | None = None
    slots: list[int] = []
    for assembly in assemblies(shape):
        if first is None:
            first, slots = assembly, slots_in_space(assembly)
        elif slots_in_space(assembly) != slots:
            message = (
                "ambiguous: the description can be folded into bodies with different slots "
                f"({max(slots) + 1} and {max(slots_in_space(assembly)) + 1} of them): "
                "give the surface as cubes, or add stitches"
            )
            raise SurfaceError([Fault(FaultKind.AMBIGUOUS, message, part[0])])
    if first is None:
        which = "" if part[0] == 0 else f" (the part with tile {part[0]})"
        message = (
            f"cannot be assembled{which}: no way to fold its {len(shape)} tiles bounds a body of unit cubes"
        )
        raise SurfaceError([Fault(FaultKind.CANNOT_BE_ASSEMBLED, message, part[0])])
    return first


def assemblies(shape: Description) -> Iterator[Assembly]:
    """Every way to fold a connected description, up to motions of the whole."""
    folding = _Folding(shape)
    stack = [folding.choice()]
    steps = 0
    while stack:
        tile, places, mark = stack[-1]
        folding.rewind(mark)
        if not places:
            stack.pop()
            continue
        steps += 1
        if steps > MOST_STEPS:
            message = f"cannot be assembled within {MOST_STEPS} steps: give the surface as cubes"
            raise SurfaceError([Fault(FaultKind.CANNOT_BE_ASSEMBLED, message)])
        if not folding.put(tile, places.pop()):
            continue
        if len(folding.lying) < len(shape):
            stack.append(folding.choice())
            continue
        assembly = tuple(folding.lying[tile] for tile in range(len(shape)))
        if bounds_a_body(assembly):
            yield assembly


class _Folding:
    """The state of the search, with a trail of every change so that it can be taken back."""

    def __init__(self, shape: Description) -> None:
        self.shape = shape
        self.back = [
            [shape[neighbour].index(tile) for neighbour in entry] for tile, entry in enumerate(shape)
        ]
        self.lying: dict[int, SpaceTile] = {}
        self.waiting: dict[int, frozenset[SpaceTile]] = {0: frozenset([ANYWHERE])}
        self.filled: dict[Point, bool] = {}
        self.trail: list[tuple[dict[Any, Any], Any, Any]] = []

    def choice(self) -> tuple[int, list[SpaceTile], int]:
        """The waiting tile with the fewest places, these places, and the mark to rewind to."""
        tile = min(self.waiting, key=lambda waiting: (len(self.waiting[waiting]), waiting))
        return tile, sorted(self.waiting[tile], reverse=True), len(self.trail)

    def put(self, tile: int, place: SpaceTile) -> bool:
        """Lay a tile down and narrow what is left to its neighbours; False when this cannot go on."""
        if not self._fits(place):
            return False
        self._change(self.lying, tile, place)
        self._change(self.waiting, tile, None)
        self._change(self.filled, place.inner_cube(), True)
        self._change(self.filled, place.outer_cube(), False)
        for edge, neighbour in enumerate(self.shape[tile]):
            if neighbour in self.lying:
                continue
            left = frozenset(across(place, edge, self.back[tile][edge], seam) for seam in SEAMS)
            if neighbour in self.waiting:
                left &= self.waiting[neighbour]
            left = frozenset(there for there in left if self._fits(there))
            if not left:
                return False
            self._change(self.waiting, neighbour, left)
        return True

    def _fits(self, place: SpaceTile) -> bool:
        return self.filled.get(place.inner_cube(), True) and not self.filled.get(place.outer_cube(), False)

    def _change(self, table: dict[Any, Any], key: Any, value: Any) -> None:
        """Set an entry, or remove it when `value` is None, and remember what was there."""
        self.trail.append((table, key, table.get(key)))
        if value is None:
            del table[key]
        else:
            table[key] = value

    def rewind(self, mark: int) -> None:
        while len(self.trail) > mark:
            table, key, before = self.trail.pop()
            if before is None:
                table.pop(key, None)
            else:
                table[key] = before


def bounds_a_body(tiles: Assembly) -> bool:
    """Whether the tiles are exactly the surface of one face-connected body.

    Along each line of cubes in the x direction, tiles that face -x open the body and tiles that face +x
    close it. What lies between is filled; then its boundary must be these tiles, each once.
    """
    cubes = enclosed_cubes(tiles)
    if cubes is None or len(connected(cubes)) != 1:
        return False
    faces = sorted((tile.inner_cube(), tile.outer_cube()) for tile in tiles)
    return faces == sorted((tile.inner_cube(), tile.outer_cube()) for tile in boundary(cubes))


def enclosed_cubes(tiles: Assembly) -> frozenset[Point] | None:
    """The cubes between tiles that face -x and tiles that face +x; None where these do not alternate."""
    lines: dict[tuple[int, int], list[tuple[int, bool]]] = {}
    for tile in tiles:
        x, y, z = tile.inner_cube()
        if tile.normal[0]:
            closes = tile.normal[0] > 0
            lines.setdefault((y, z), []).append((x, closes))
    cubes: set[Point] = set()
    for (y, z), ends in lines.items():
        ends.sort()
        if len(ends) % 2 or any(closes != bool(index % 2) for index, (_, closes) in enumerate(ends)):
            return None
        for (first, _), (last, _) in zip(ends[::2], ends[1::2], strict=True):
            cubes.update((x, y, z) for x in range(first, last + 1))
    return frozenset(cubes)

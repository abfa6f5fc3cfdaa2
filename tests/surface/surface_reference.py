"""Slow, obvious answers to hold the package against: cubits as points of space, pieces tried tile by tile."""

from collections.abc import Sequence
from functools import cache
from itertools import product

from piecework.geometry import polyforms
from piecework.surface import Surface

Point = tuple[int, int, int]
Cubes = tuple[Point, ...]

DIRECTIONS: tuple[Point, ...] = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))

# The cube as it is written in every introduction to these puzzles.
CUBE = [(5, 3, 2, 1), (0, 2, 4, 5), (0, 3, 4, 1), (0, 5, 4, 2), (2, 3, 5, 1), (4, 3, 0, 1)]


@cache
def polycubes(most: int) -> tuple[Cubes, ...]:
    """All polycubes of up to so many cubes, up to rotation."""
    found = [cubes for size in range(1, most + 1) for cubes in polyforms(size, 3, mirrored=False)]
    return tuple(tuple((x, y, z) for x, y, z in cubes) for cubes in found)


def faces(cubes: Sequence[Point]) -> set[tuple[Point, Point]]:
    """The boundary as (filled cube, empty cube) pairs."""
    filled = set(cubes)
    return {(c, plus(c, d)) for c in filled for d in DIRECTIONS if plus(c, d) not in filled}


def plus(a: Point, b: Point) -> Point:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def partition(labels: Sequence[object]) -> set[frozenset[int]]:
    """What labels say, without their names."""
    classes: dict[object, set[int]] = {}
    for index, label in enumerate(labels):
        classes.setdefault(label, set()).add(index)
    return {frozenset(members) for members in classes.values()}


def slot_points(surface: Surface) -> list[Point]:
    """Slot k of a tile lies at 4 A + r (B - A) on edge k div 4, at step r = k mod 4 from A to B."""
    points = []
    for tile in surface.tiles:
        corners = tile.corners()
        for slot in range(16):
            a, b = corners[slot // 4], corners[(slot // 4 + 1) % 4]
            r = slot % 4
            points.append(tuple(4 * p + r * (q - p) for p, q in zip(a, b, strict=True)))
    return [(x, y, z) for x, y, z in points]


def touches_itself(cubes: Sequence[Point]) -> bool:
    """Whether somewhere around a lattice point the filled or the empty eighths of space hang together in
    more than one part: then adjacency of tiles does not say all, and the shape is special."""
    filled = set(cubes)
    corners = {plus(cube, (x, y, z)) for cube in filled for x, y, z in product((0, 1), repeat=3)}
    for corner in corners:
        around = [plus(corner, (x, y, z)) for x, y, z in product((-1, 0), repeat=3)]
        for part in ([c for c in around if c in filled], [c for c in around if c not in filled]):
            if part and len(reached(part)) < len(part):
                return True
    return False


def reached(cells: list[Point]) -> set[Point]:
    seen, waiting = {cells[0]}, [cells[0]]
    while waiting:
        cell = waiting.pop()
        for direction in DIRECTIONS:
            near = plus(cell, direction)
            if near in cells and near not in seen:
                seen.add(near)
                waiting.append(near)
    return seen


def borders(piece: str, *, flip: bool = True) -> set[str]:
    """All that a piece can look like: written out by turning a ring of 16 characters."""
    shown = set()
    for side in (piece, piece[4::-1] + piece[:4:-1]) if flip else (piece,):
        shown |= {side[-4 * k :] + side[: -4 * k] if k else side for k in range(4)}
    return shown


def labelled_solutions(
    slots: Sequence[int], pieces: Sequence[str], *, flip: bool = True, blocked: frozenset[int] = frozenset()
) -> set[tuple[tuple[int, str], ...]]:
    """Every piece that is left, in every way, on one tile after the other; (piece, border) for each tile."""
    tiles = len(slots) // 16
    shown = [borders(piece, flip=flip) for piece in pieces]
    last_tile = {}
    for index, slot in enumerate(slots):
        last_tile[slot] = index // 16
    found = set()

    def search(tile: int, chosen: tuple[tuple[int, str], ...], covered: frozenset[int]) -> None:
        if tile == tiles:
            found.add(chosen)
            return
        own = slots[16 * tile : 16 * tile + 16]
        for number, looks in enumerate(shown):
            if any(number == used for used, _ in chosen):
                continue
            for border in looks:
                under = [slot for slot, mark in zip(own, border, strict=True) if mark == "1"]
                if covered & set(under) or blocked & set(under):
                    continue
                after = covered | set(under)
                if all(slot in after or slot in blocked for slot in own if last_tile[slot] == tile):
                    search(tile + 1, (*chosen, (number, border)), after)

    search(0, (), frozenset())
    return found


def reworded(
    shape: Sequence[Sequence[int]], order: Sequence[int], turns: Sequence[int]
) -> tuple[list[tuple[int, int, int, int]], list[int]]:
    """The same surface in other words: tile t is now called `order[t]` and has its north edge `turns[t]`
    edges further clockwise. Also says where each tile slot went."""
    words = [(0, 0, 0, 0)] * len(shape)
    where = [0] * (16 * len(shape))
    for tile, entry in enumerate(shape):
        n, e, s, w = (order[entry[(edge + turns[tile]) % 4]] for edge in range(4))
        words[order[tile]] = (n, e, s, w)
        for slot in range(16):
            where[16 * tile + slot] = 16 * order[tile] + (slot - 4 * turns[tile]) % 16
    return words, where

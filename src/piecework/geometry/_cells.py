"""Cells of the square and the cubic lattice: `(x, y)` or `(x, y, z)`, x to the right, y down, z from layer
to layer.
"""

from collections.abc import Collection, Iterable, Iterator
from itertools import product

Cell = tuple[int, ...]


def reading_order(cell: Cell) -> Cell:
    """Sort key: layer by layer, row by row, from left to right."""
    return cell[::-1]


def normalised(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """The cells moved as far towards the origin as they go, in reading order: equal for equal shapes."""
    listed = list(cells)
    if not listed:
        return ()
    corner = tuple(map(min, zip(*listed, strict=True)))
    moved = {tuple(a - b for a, b in zip(cell, corner, strict=True)) for cell in listed}
    return tuple(sorted(moved, key=reading_order))


def size_of(cells: Iterable[Cell]) -> tuple[int, ...]:
    """How far the cells reach along each axis, counted from the origin."""
    return tuple(max(along) + 1 for along in zip(*cells, strict=True))


def box(*size: int) -> tuple[Cell, ...]:
    """All cells of a box of that size, in reading order.

    >>> box(2, 2)
    ((0, 0), (1, 0), (0, 1), (1, 1))
    """
    return tuple(cell[::-1] for cell in product(*(range(length) for length in reversed(size))))


def neighbours(cell: Cell) -> Iterator[Cell]:
    """The cells that share an edge (in the plane) or a face (in space) with this one."""
    for axis, value in enumerate(cell):
        for step in (-1, 1):
            yield (*cell[:axis], value + step, *cell[axis + 1 :])


def connected(cells: Collection[Cell]) -> list[set[Cell]]:
    """The cells in groups that hang together, in order of first appearance."""
    left = dict.fromkeys(cells)
    groups = []
    while left:
        start = next(iter(left))
        del left[start]
        group, frontier = {start}, [start]
        while frontier:
            for near in neighbours(frontier.pop()):
                if near in left:
                    del left[near]
                    group.add(near)
                    frontier.append(near)
        groups.append(group)
    return groups

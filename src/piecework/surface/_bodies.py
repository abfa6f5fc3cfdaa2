"""Bodies by name: boxes such as `2x2x3`, and the ones that puzzlers have words for."""

import re

from piecework.surface._space import Point

LARGEST_BOX = 64
"""The longest side of a box that can be named; its surface has 24,576 tiles."""


def box(width: int, height: int, depth: int) -> frozenset[Point]:
    """All unit cubes of a box."""
    return frozenset((x, y, z) for x in range(width) for y in range(height) for z in range(depth))


def _flat(*rows: str) -> frozenset[Point]:
    """A body one cube thick, drawn from above."""
    return frozenset((x, y, 0) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#")


NAMED = {
    "cube": box(1, 1, 1),
    "2x2x2+1": box(2, 2, 2) | {(0, 0, 2)},
    "2x2x2-1": box(2, 2, 2) - {(0, 0, 0)},
    "2x2x2-2": box(2, 2, 2) - {(0, 0, 0), (1, 1, 1)},
    "cross": frozenset([(0, 0, 0), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]),
    "L": _flat("#.", "#.", "#.", "##"),
    "C": _flat("##", "#.", "##"),
    "T": _flat("###", ".#.", ".#."),
    "X": _flat(".#.", "###", ".#."),
    "W": _flat("#..", "##.", ".##"),
    "steps": _flat("#..", "##.", "###"),
}
"""2x2x2+1 has one cube grown out of a face, 2x2x2-1 one vertex pushed in and 2x2x2-2 two opposite ones."""


def body(name: str) -> frozenset[Point]:
    """The unit cubes of a body by its name: `cube`, `cross`, `L`, …, or a box as in `1x2x3`."""
    if name in NAMED:
        return NAMED[name]
    if match := re.fullmatch(r"([0-9]{1,2})x([0-9]{1,2})x([0-9]{1,2})", name):
        sides = [int(side) for side in match.groups()]
        if all(1 <= side <= LARGEST_BOX for side in sides):
            return box(*sides)
        raise ValueError(f"the sides of box {name!r} must be between 1 and {LARGEST_BOX}")
    raise ValueError(f"there is no body {name!r}: choose a box such as 1x2x3, or one of {', '.join(NAMED)}")

"""The 8 motions of the square lattice and the 48 of the cubic one, each a signed permutation of the axes.

Half of them are *proper* (turns: they can be done by hand), the other half are mirror images. Translations
are left out on purpose: a shape is compared after it was moved to the origin.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product

from piecework.geometry._cells import Cell


@dataclass(frozen=True, slots=True)
class Motion:
    """Coordinate i of the image is coordinate `axes[i]` of the cell, times `signs[i]`."""

    axes: tuple[int, ...]
    signs: tuple[int, ...]

    def __call__(self, cell: Cell) -> Cell:
        return tuple(sign * cell[axis] for axis, sign in zip(self.axes, self.signs, strict=True))

    def shape(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """What `normalised` makes of the moved cells, found coordinate by coordinate because that is
        quick.
        """
        along = tuple(zip(*cells, strict=True))
        moved: list[list[int]] = []
        for axis, sign in zip(self.axes, self.signs, strict=True):
            values = along[axis]
            edge = min(values) if sign > 0 else max(values)
            moved.append([sign * (value - edge) for value in values])
        return tuple([cell[::-1] for cell in sorted(zip(*moved[::-1], strict=True))])

    def after(self, other: "Motion") -> "Motion":
        """The motion that does `other` first, then this one."""
        axes = tuple(other.axes[axis] for axis in self.axes)
        signs = tuple(sign * other.signs[axis] for axis, sign in zip(self.axes, self.signs, strict=True))
        return Motion(axes, signs)

    @property
    def proper(self) -> bool:
        """Whether it is a turn, not a mirror image: its determinant is 1."""
        inversions = sum(
            self.axes[i] > self.axes[j] for j in range(len(self.axes)) for i in range(j)
        ) + self.signs.count(-1)
        return inversions % 2 == 0

    def __str__(self) -> str:
        return " ".join(
            "-+"[sign > 0] + "xyz"[axis] for axis, sign in zip(self.axes, self.signs, strict=True)
        )


@cache
def motions(dimension: int) -> tuple[Motion, ...]:
    """All motions of the lattice, the identity first and the proper ones before the mirror images.

    In the plane the order is one that people use: turned 0, 1, 2 and 3 times counter-clockwise (as drawn,
    with y pointing down), then the same after a mirroring left to right.
    """
    if dimension == 2:
        quarter, mirror = Motion((1, 0), (1, -1)), Motion((0, 1), (-1, 1))
        turns = [Motion((0, 1), (1, 1))]
        while len(turns) < 4:
            turns.append(quarter.after(turns[-1]))
        return (*turns, *(turn.after(mirror) for turn in turns))
    if dimension == 3:
        every = [
            Motion(axes, signs) for axes in permutations(range(3)) for signs in product((1, -1), repeat=3)
        ]
        return tuple(sorted(every, key=lambda motion: not motion.proper))
    raise ValueError(f"cells have 2 or 3 coordinates, not {dimension}")


def orientations(cells: Iterable[Cell], allowed: Iterable[Motion]) -> tuple[tuple[Cell, ...], ...]:
    """The shapes that the allowed motions make of these cells, each once, in the order of the motions."""
    listed = tuple(cells)
    return tuple(dict.fromkeys(motion.shape(listed) for motion in allowed))


def symmetries(cells: Iterable[Cell]) -> list[tuple[Motion, dict[Cell, Cell]]]:
    """The motions that, followed by a shift, map these cells onto themselves, with what they do to each
    cell.
    """
    listed = tuple(cells)
    if not listed:
        return []
    whole = set(listed)
    along = tuple(zip(*listed, strict=True))
    low = tuple(map(min, along))
    found = []
    for motion in motions(len(low)):
        moved: list[list[int]] = []
        for axis, sign, start in zip(motion.axes, motion.signs, low, strict=True):
            edge = min(along[axis]) if sign > 0 else max(along[axis])
            moved.append([sign * (value - edge) + start for value in along[axis]])
        images: list[Cell] = list(zip(*moved, strict=True))
        if whole.issuperset(images):
            found.append((motion, dict(zip(listed, images, strict=True))))
    return found

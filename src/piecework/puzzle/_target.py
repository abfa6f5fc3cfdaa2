"""The cells that a puzzle's pieces must fill."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import prod

from piecework.geometry import Cell, box, reading_order, size_of
from piecework.puzzle._drawing import drawing_of_cells, layers_of_text, marked_cells

TARGET_MARKS = {"#": "to be covered", "+": "may be covered", "x": "blocked", ".": "outside"}

LARGEST_BOX = 1_000_000
"""Far beyond what can be counted or solved; it keeps two cells far apart from filling the memory."""


@dataclass(frozen=True, init=False, repr=False)
class Target:
    """Required cells are covered exactly once, optional ones at most once.

    Blocked cells are only remembered for drawing: like everything outside, no piece may lie on them.
    """

    required: tuple[Cell, ...]
    optional: tuple[Cell, ...]
    blocked: tuple[Cell, ...]

    def __init__(
        self,
        required: str | Iterable[Cell] = (),
        *,
        optional: Iterable[Cell] = (),
        blocked: Iterable[Cell] = (),
    ) -> None:
        if isinstance(required, str):
            layers = layers_of_text(required)
            marks = marked_cells(layers, TARGET_MARKS)
            if len(layers) == 1:
                marks = {cell[:2]: mark for cell, mark in marks.items()}
            required = [cell for cell, mark in marks.items() if mark == "#"]
            optional = [*optional, *(cell for cell, mark in marks.items() if mark == "+")]
            blocked = [*blocked, *(cell for cell, mark in marks.items() if mark == "x")]
        out_of_reach, may = set(blocked), set(optional)
        if overlap := may & out_of_reach:
            raise ValueError(f"cell {min(overlap)} cannot be both optional and blocked")
        must = set(required) - may - out_of_reach
        every = must | may | out_of_reach
        if len({len(cell) for cell in every}) > 1 or not {len(cell) for cell in every} <= {2, 3}:
            raise ValueError("the cells of a target must all have 2 or all have 3 coordinates")
        if every and min(map(min, every)) < 0:
            raise ValueError(f"the cells of a target count from 0, and {min(every)} does not")
        if every and prod(size_of(every)) > LARGEST_BOX:
            raise ValueError(f"the box around the target must not hold more than {LARGEST_BOX:,} cells")
        for name, cells in (("required", must), ("optional", may), ("blocked", out_of_reach)):
            object.__setattr__(self, name, tuple(sorted(cells, key=reading_order)))

    @classmethod
    def box(cls, *size: int, optional: Iterable[Cell] = (), blocked: Iterable[Cell] = ()) -> "Target":
        """A full rectangle or box; cells named as optional or blocked are not required."""
        return cls(box(*size), optional=optional, blocked=blocked)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that may be covered, in reading order."""
        if not self.optional:
            return self.required
        return tuple(sorted((*self.required, *self.optional), key=reading_order))

    @property
    def dimension(self) -> int:
        return len((*self.required, *self.optional, *self.blocked, (0, 0))[0])

    def solid(self) -> "Target":
        """The same target with three coordinates a cell."""
        if self.dimension == 3:
            return self
        return Target(
            ((x, y, 0) for x, y in self.required),
            optional=((x, y, 0) for x, y in self.optional),
            blocked=((x, y, 0) for x, y in self.blocked),
        )

    def marks(self) -> dict[Cell, str]:
        """Each cell with its character in a drawing."""
        return {
            **dict.fromkeys(self.required, "#"),
            **dict.fromkeys(self.optional, "+"),
            **dict.fromkeys(self.blocked, "x"),
        }

    def __str__(self) -> str:
        return drawing_of_cells(self.marks()).replace("//", "\n\n").replace("/", "\n")

    def __repr__(self) -> str:
        optional = f", optional={self.optional!r}" if self.optional else ""
        blocked = f", blocked={self.blocked!r}" if self.blocked else ""
        return f"Target({self.required!r}{optional}{blocked})"

"""A piece: a named shape, how many there are, and how it may be moved."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from piecework.geometry import Cell, Motion, motions, normalised, orientations
from piecework.puzzle._drawing import cells_of_drawing, drawing_of_cells


class Moves(StrEnum):
    """What may be done with a piece before it is put down; it may always be shifted."""

    FIXED = "fixed"
    """Shifted only."""
    TURN = "turn"
    """Turned: in the plane if the puzzle is flat, in space if it is solid."""
    FLIP = "flip"
    """Turned, and turned over: the other side of a flat piece may show. In space, turning does that
    already.
    """
    MIRROR = "mirror"
    """Turned, and replaced by its mirror image."""

    def motions(self, dimension: int) -> tuple[Motion, ...]:
        every = motions(dimension)
        if self is Moves.FIXED:
            return every[:1]
        if self is Moves.MIRROR or (self is Moves.FLIP and dimension == 2):
            return every
        return tuple(motion for motion in every if motion.proper)


@dataclass(frozen=True, init=False, repr=False)
class Piece:
    """A named shape with its number of copies; the shape is kept at the origin, so equal shapes compare
    equal.

    >>> print(Piece("U", "###/#.#"))
    ###
    #.#
    """

    name: str
    cells: tuple[Cell, ...]
    least: int
    most: int
    moves: Moves

    def __init__(
        self,
        name: str,
        shape: str | Iterable[Cell],
        *,
        copies: int | tuple[int, int] = 1,
        moves: Moves | str = Moves.TURN,
    ) -> None:
        cells = cells_of_drawing(shape) if isinstance(shape, str) else tuple(tuple(cell) for cell in shape)
        least, most = (copies, copies) if isinstance(copies, int) else copies
        if not name:
            raise ValueError("a piece needs a name")
        if not cells:
            raise ValueError(f"piece {name!r} has no cells")
        if len({len(cell) for cell in cells}) > 1 or len(cells[0]) not in (2, 3):
            raise ValueError(f"the cells of piece {name!r} must all have 2 or all have 3 coordinates")
        if len(set(cells)) < len(cells):
            raise ValueError(f"piece {name!r} names a cell twice")
        if not 0 <= least <= most or most < 1:
            raise ValueError(f"piece {name!r} cannot have {least} to {most} copies")
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "cells", normalised(cells))
        object.__setattr__(self, "least", least)
        object.__setattr__(self, "most", most)
        object.__setattr__(self, "moves", Moves(moves))

    @property
    def dimension(self) -> int:
        return len(self.cells[0])

    @property
    def copies(self) -> int | tuple[int, int]:
        return self.least if self.least == self.most else (self.least, self.most)

    def solid(self) -> "Piece":
        """The same piece with three coordinates a cell."""
        if self.dimension == 3:
            return self
        return Piece(self.name, ((x, y, 0) for x, y in self.cells), copies=self.copies, moves=self.moves)

    def orientations(self) -> tuple[tuple[Cell, ...], ...]:
        """The shapes it can show, those that look alike only once."""
        return orientations(self.cells, self.moves.motions(self.dimension))

    def drawing(self) -> str:
        """The shape on one line, as the constructor takes it."""
        text = drawing_of_cells(self.cells)
        return text if self.dimension == 2 or "//" in text else text + "//"

    def __str__(self) -> str:
        return self.drawing().replace("//", "\n\n").replace("/", "\n").rstrip("\n")

    def __repr__(self) -> str:
        shape = self.drawing() if not self.drawing().endswith("//") else self.cells
        copies = "" if self.copies == 1 else f", copies={self.copies}"
        moves = "" if self.moves is Moves.TURN else f", moves={self.moves.value!r}"
        return f"Piece({self.name!r}, {shape!r}{copies}{moves})"

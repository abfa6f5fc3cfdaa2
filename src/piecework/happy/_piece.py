"""Foam pieces: 5x5 cubits with a full 3x3 centre, so that only the 16 cubits of the border tell them apart.

A border is written as 16 characters, 1 for a cubit and 0 for none, clockwise from the north-west corner:
character i is slot i of the tile that the piece lies on. A piece is drawn with its outer side up.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from piecework.surface import BORDER, SLOTS, turned_slot

ORIENTATIONS = ("R0", "R1", "R2", "R3", "F0", "F1", "F2", "F3")
"""R turns clockwise by so many quarters; F first mirrors left-right, then turns clockwise."""

CUBIT_MARKS = "1#X█"
EMPTY_MARKS = "0._"
SIDE = 5


class PieceError(ValueError):
    """What was given is no piece."""


@dataclass(frozen=True)
class Piece:
    """A piece by its border.

    >>> print(Piece("0010101110010101"))
    ..#.#
    ####.
    .####
    #####
    .#..#
    """

    border: str

    def __post_init__(self) -> None:
        if not isinstance(self.border, str) or len(self.border) != SLOTS or set(self.border) - set("01"):
            raise PieceError(
                f"a piece is 16 characters 0 or 1, clockwise from the north-west, not {self.border!r:.40}"
            )

    @classmethod
    def from_matrix(cls, rows: Sequence[Sequence[int]]) -> "Piece":
        """The piece of a 5x5 matrix of 1 (cubit) and 0 (none)."""
        if len(rows) != SIDE or any(len(row) != SIDE for row in rows):
            raise PieceError(f"a piece is a 5x5 matrix; this one has rows of {[len(row) for row in rows]}")
        for number, row in enumerate(rows):
            for column, cell in enumerate(row):
                if cell not in (0, 1):
                    raise PieceError(f"row {number}, column {column}: expected 0 or 1, found {cell!r:.20}")
        return cls._of_cells([int(cell) for row in rows for cell in row])

    @classmethod
    def from_drawing(cls, drawing: str) -> "Piece":
        """The piece of five lines (or five parts between `/`) with # or 1 for a cubit and . or 0 for none."""
        lines = [line.strip() for line in drawing.strip().replace("/", "\n").splitlines()]
        if len(lines) != SIDE or any(len(line) != SIDE for line in lines):
            raise PieceError(
                f"a drawing of a piece has 5 lines of 5 characters, not {[len(line) for line in lines]}"
            )
        cells = []
        for row, line in enumerate(lines):
            for column, mark in enumerate(line):
                if mark not in CUBIT_MARKS + EMPTY_MARKS:
                    raise PieceError(
                        f"line {row + 1}, column {column + 1}: {mark!r} is neither a cubit (#) nor none (.)"
                    )
                cells.append(int(mark in CUBIT_MARKS))
        return cls._of_cells(cells)

    @classmethod
    def parse(cls, source: object) -> "Piece":
        """The piece of any of the three notations: 16 characters, a 5x5 matrix, or a drawing."""
        if isinstance(source, Piece):
            return source
        if isinstance(source, str):
            return (
                cls(source)
                if len(source) == SLOTS and not set(source) - set("01")
                else cls.from_drawing(source)
            )
        if isinstance(source, list | tuple) and all(isinstance(row, list | tuple) for row in source):
            return cls.from_matrix(source)
        raise PieceError(f"a piece is 16 characters, a 5x5 matrix or a drawing, not {source!r:.60}")

    @classmethod
    def _of_cells(cls, cells: Sequence[int]) -> "Piece":
        missing = [
            divmod(index, SIDE) for index in range(SIDE * SIDE) if index not in BORDER and not cells[index]
        ]
        if missing:
            row, column = missing[0]
            raise PieceError(f"the 3x3 centre of a piece is always full; row {row}, column {column} is empty")
        return cls("".join(str(cells[index]) for index in BORDER))

    def matrix(self) -> list[list[int]]:
        """Five rows of 1 (cubit) and 0 (none)."""
        cells = [1] * (SIDE * SIDE)
        for index, mark in zip(BORDER, self.border, strict=True):
            cells[index] = int(mark)
        return [cells[SIDE * row : SIDE * row + SIDE] for row in range(SIDE)]

    def oriented(self, orientation: str) -> "Piece":
        """The piece as it looks after it was turned, or turned over: R0 to R3, F0 to F3."""
        turns, mirrored = _parsed(orientation)
        # Mirroring left-right takes slot i to slot 4 - i: slot -i, turned once.
        return self.moved(turns + mirrored, mirrored=mirrored)

    def moved(self, turns: int, *, mirrored: bool) -> "Piece":
        """The piece moved as a symmetry of a surface moves the tile under it (see `TileMap`)."""
        image = [""] * SLOTS
        for slot, mark in enumerate(self.border):
            image[turned_slot(slot, turns, mirrored=mirrored)] = mark
        return Piece("".join(image))

    def orientations(self, *, flip: bool = True) -> dict[str, str]:
        """The different borders that it can show, each with the first orientation that shows it."""
        found: dict[str, str] = {}
        for orientation in ORIENTATIONS if flip else ORIENTATIONS[:4]:
            found.setdefault(self.oriented(orientation).border, orientation)
        return found

    def kind(self, *, flip: bool = True) -> str:
        """One name for all pieces that look alike however they are turned (and turned over)."""
        return min(self.orientations(flip=flip))

    @cached_property
    def covered(self) -> tuple[int, ...]:
        """The slots of its tile that it covers, lying as it is drawn."""
        return tuple(slot for slot, mark in enumerate(self.border) if mark == "1")

    def __str__(self) -> str:
        return "\n".join("".join(".#"[cell] for cell in row) for row in self.matrix())

    def __repr__(self) -> str:
        return f"Piece({self.border!r})"


def _parsed(orientation: str) -> tuple[int, bool]:
    if orientation not in ORIENTATIONS:
        raise PieceError(
            f"there is no orientation {orientation!r:.20}: choose one of {', '.join(ORIENTATIONS)}"
        )
    return int(orientation[1]), orientation[0] == "F"


def get_covered_shape_slots(tile: int, piece: object, orientation: str, slots: Sequence[int]) -> list[int]:
    """The shape slots, ascending, that a piece covers when it lies on a tile in an orientation.

    `slots` is what `get_shape_slots` gives, or the slots of a surface.
    """
    if not 0 <= tile < len(slots) // SLOTS:
        raise ValueError(f"there is no tile {tile}; the tiles are 0 to {len(slots) // SLOTS - 1}")
    lying = Piece.parse(piece).oriented(orientation)
    return sorted({slots[SLOTS * tile + slot] for slot in lying.covered})

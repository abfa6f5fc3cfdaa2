"""Placements and solutions: values that draw themselves and can be read back from what they print."""

import re
from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from piecework.puzzle._picture import read_picture
from piecework.puzzle._symbols import symbols

if TYPE_CHECKING:
    from piecework.puzzle._assembly import Assembly


@dataclass(frozen=True, slots=True)
class Placement:
    """A piece in one position: the cells it covers, in the order of the target's cells."""

    piece: str
    cells: tuple[Hashable, ...]

    def __str__(self) -> str:
        """`NAME=x,y x,y …`, as hints are written."""
        return f"{self.piece}=" + " ".join(_cell_text(cell) for cell in self.cells)

    @classmethod
    def from_text(cls, text: str) -> "Placement":
        """Read what `str` writes for placements of lattice cells."""
        name, _, cells = text.rpartition("=")
        if not name or not re.fullmatch(r"\s*\d+(,\d+){1,2}(\s+\d+(,\d+){1,2})*\s*", cells):
            raise ValueError(f"a placement is written NAME=x,y x,y …, not {text!r}")
        return cls(name, tuple(tuple(map(int, cell.split(","))) for cell in cells.split()))


def _cell_text(cell: Hashable) -> str:
    return ",".join(map(str, cell)) if isinstance(cell, tuple) else str(cell)


@dataclass(frozen=True)
class Solution:
    """Placements that together solve a puzzle (or are a part of such a set)."""

    puzzle: "Assembly"
    placements: tuple[Placement, ...]

    @classmethod
    def from_text(cls, puzzle: "Assembly", picture: str) -> "Solution":
        """Read a picture of a solution, such as `str` draws: equal characters that hang together are a piece.

        A piece whose name is the character comes first where several pieces have the same shape. Raises
        `ValueError` for a picture that is no solution, with the reason.
        """
        return cls(puzzle, tuple(puzzle.placed(option) for option in read_picture(puzzle, picture)))

    def symbols(self) -> dict[Hashable, str]:
        """One character for every covered cell; pieces that touch have different ones."""
        chosen = symbols(self.puzzle, self.placements)
        return {
            cell: symbol
            for placement, symbol in zip(self.placements, chosen, strict=True)
            for cell in placement.cells
        }

    def __str__(self) -> str:
        return self.puzzle.picture(self.symbols())

    def _repr_svg_(self) -> str:
        # Drawing comes after the model: it is only reached for when a notebook asks.
        from piecework.draw.svg import solution_svg

        return solution_svg(self)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Any:
        from piecework.draw.widget import mimebundle

        return mimebundle(self)

    def __repr__(self) -> str:
        return f"<Solution of {self.puzzle.title or 'a puzzle'}: {'; '.join(map(str, self.placements))}>"

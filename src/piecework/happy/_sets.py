"""Sets of pieces: what is sold together, and what is known about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from piecework.happy._piece import Piece
from piecework.happy._puzzle import SurfacePuzzle
from piecework.surface import Surface, Tray

CUBE = Surface.from_cubes([(0, 0, 0)])

SCENARIOS = ("cube", "tray", "cube-no-flip", "tray-no-flip")
"""What to do with a set: make the cube, or lay the pieces back into their tray; turning them over or not."""


@dataclass(frozen=True)
class PieceSet:
    """Pieces that belong together, and the tray they come in where it is known.

    `expect` holds known counts for each of the `SCENARIOS`.
    """

    pieces: tuple[Piece, ...]
    tray: Tray | None = None
    title: str = ""
    author: str = ""
    source: str = ""
    expect: Mapping[str, Mapping[str, int]] = field(default_factory=dict, hash=False)

    def puzzle(self, scenario: str = "cube") -> SurfacePuzzle:
        """The puzzle of one of the `SCENARIOS`."""
        if scenario not in SCENARIOS:
            raise ValueError(f"there is no scenario {scenario!r}: there are {', '.join(SCENARIOS)}")
        board = CUBE if scenario.startswith("cube") else self.tray
        if board is None:
            raise ValueError("the tray of this set is not known")
        return SurfacePuzzle(
            board,
            self.pieces,
            flip=not scenario.endswith("no-flip"),
            title=self.title,
            author=self.author,
            source=self.source,
            expect=self.expect.get(scenario, {}),
        )

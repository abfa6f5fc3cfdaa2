"""What a surface puzzle is made of: a board, kinds of pieces, and pieces that lie."""

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from piecework.happy._piece import Piece
from piecework.surface import Net, SpaceTile, TileMap


class Board(Protocol):
    """What pieces can be laid on: a `Surface` or a `Tray`."""

    def __len__(self) -> int: ...
    @property
    def tiles(self) -> tuple[SpaceTile, ...]: ...
    def slots(self) -> list[int]: ...
    def blocked(self) -> frozenset[int]: ...
    def symmetries(self) -> list[TileMap]: ...
    def net(self) -> Net: ...


class Lying(NamedTuple):
    """A piece of the pool on a tile, in one of the orientations R0 to R3 and F0 to F3."""

    tile: int
    piece: str
    orientation: str


Covering = tuple[Lying, ...]


@dataclass(frozen=True)
class Kind:
    """Pieces of the pool that look alike: `labels` are their names, the first stands for all."""

    piece: Piece
    labels: tuple[str, ...]
    least: int
    most: int
    flip: bool = True

    @property
    def name(self) -> str:
        return self.labels[0]

    @property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """The cubits in the 5x5 square, as (column, row) in reading order."""
        return _cells(self.piece)

    def orientations(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The shapes that it can show, those that look alike only once."""
        return tuple(_cells(Piece(border)) for border in self.piece.orientations(flip=self.flip))

    def __str__(self) -> str:
        return str(self.piece)


def _cells(piece: Piece) -> tuple[tuple[int, int], ...]:
    return tuple((x, y) for y, row in enumerate(piece.matrix()) for x, cell in enumerate(row) if cell)

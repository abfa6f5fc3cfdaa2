"""Flat trays: tiles side by side in a frame, whose outline fills part of the slots at the border.

The common tray holds six tiles, two rows of three. Neighbouring tiles share a row or column of cells, so the
tray is 9 cells high and 13 wide; each of the 40 cells of its outline belongs to the frame, or must be
covered by a piece.
"""

from piecework.surface._net import PITCH, Net, NetTile
from piecework.surface._slots import numbered
from piecework.surface._space import BORDER, SpaceTile
from piecework.surface._symmetry import TileMap

Place = tuple[int, int]


class Tray:
    """A frame around rows of tiles; tile 0 is at the north-west, and tiles are numbered row by row.

    `outline` has one character a cell, clockwise from the north-west corner: 1 belongs to the frame, 0 is to
    be covered.
    """

    def __init__(self, outline: str, *, rows: int = 2, columns: int = 3) -> None:
        if rows < 1 or columns < 1:
            raise ValueError(f"a tray has at least one row and one column of tiles, not {rows} x {columns}")
        cells = 8 * (rows + columns)
        if len(outline) != cells or set(outline) - set("01"):
            raise ValueError(
                f"the outline of a tray of {rows} x {columns} tiles has {cells} characters: 0 (to cover) or "
                f"1 (frame), clockwise from the north-west corner, not {len(outline)}: {outline!r:.60}"
            )
        self.outline = outline
        self.rows = rows
        self.columns = columns

    def __len__(self) -> int:
        return self.rows * self.columns

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tray) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[str, int, int]:
        return (self.outline, self.rows, self.columns)

    def __repr__(self) -> str:
        size = "" if (self.rows, self.columns) == (2, 3) else f", rows={self.rows}, columns={self.columns}"
        return f"Tray({self.outline!r}{size})"

    def places(self) -> list[Place]:
        """The cell (row, column) of every tile slot."""
        return [
            (4 * (tile // self.columns) + cell // 5, 4 * (tile % self.columns) + cell % 5)
            for tile in range(len(self))
            for cell in BORDER
        ]

    def slots(self) -> list[int]:
        """The slot of every tile slot, numbered from 0 by first appearance."""
        return numbered(self.places())

    def blocked(self) -> frozenset[int]:
        """The slots that belong to the frame: no piece may cover them."""
        frame = {cell for cell, mark in zip(self.outline_cells(), self.outline, strict=True) if mark == "1"}
        return frozenset(
            slot for slot, place in zip(self.slots(), self.places(), strict=True) if place in frame
        )

    def outline_cells(self) -> list[Place]:
        """The cells of the outline, clockwise from the north-west corner."""
        high, wide = 4 * self.rows, 4 * self.columns
        return [
            *((0, column) for column in range(wide)),
            *((row, wide) for row in range(high)),
            *((high, column) for column in range(wide, 0, -1)),
            *((row, 0) for row in range(high, 0, -1)),
        ]

    @property
    def tiles(self) -> tuple[SpaceTile, ...]:
        """The tiles in space: flat on the table, seen from above."""
        return tuple(
            SpaceTile((tile % self.columns, -(tile // self.columns), 0), (1, 0, 0), (0, 1, 0))
            for tile in range(len(self))
        )

    def net(self) -> Net:
        """The tiles as they lie in the tray."""
        return tuple(
            NetTile(PITCH * (tile // self.columns), PITCH * (tile % self.columns), 0)
            for tile in range(len(self))
        )

    def symmetries(self) -> list[TileMap]:
        """The turns and mirrorings of the rectangle that map frame to frame; the identity first."""
        slots, blocked = self.slots(), self.blocked()
        frame = [slot for slot, label in enumerate(slots) if label in blocked]
        found = []
        for mirrored in (False, True):
            for turns in range(4):
                image = self._moved(turns, mirrored=mirrored)
                if image is not None and {image.slot(slot) for slot in frame} == set(frame):
                    found.append(image)
        return found

    def _moved(self, turns: int, *, mirrored: bool) -> TileMap | None:
        """All tiles turned about the middle of the tray; None where the rectangle does not fit any more."""
        goal = []
        for tile in range(len(self)):
            row, column = divmod(tile, self.columns)
            if mirrored:
                # Slot i becomes slot -i: mirrored in the diagonal through the north-west corner.
                row, column = column, row
            high, wide = (self.columns, self.rows) if mirrored else (self.rows, self.columns)
            for _ in range(turns):
                row, column, high, wide = column, high - 1 - row, wide, high
            if (high, wide) != (self.rows, self.columns):
                return None
            goal.append(row * self.columns + column)
        return TileMap(tuple(goal), (turns,) * len(self), mirrored)

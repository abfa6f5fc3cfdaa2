"""Nets: the tiles of a surface unfolded into the plane.

Tiles are laid out from tile 0 across one seam after another. Neighbouring tiles share a row or column of
cells, as in the tray, so every cell of the plane must stand for one slot only: a tile that would put
another slot on a cell (or would lie on a tile) waits for another neighbour, and in the end starts a new
patch to the right. So wherever tiles touch in the picture they also touch on the surface.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from piecework.surface._space import BORDER
from piecework.surface._tiles import EDGES, SLOTS, Description

PITCH = 4
SIDE = 5
GAP = 3
"""Empty columns between two patches."""

Cell = tuple[int, int]


class NetTile(NamedTuple):
    """Where a tile lies: row and column of its upper left cell, and how often it is turned clockwise."""

    row: int
    column: int
    turns: int

    def slot_cells(self) -> list[Cell]:
        """The cell of each of the 16 slots."""
        places = [BORDER[(slot + 4 * self.turns) % SLOTS] for slot in range(SLOTS)]
        return [(self.row + place // SIDE, self.column + place % SIDE) for place in places]

    def centre_cells(self) -> Iterator[Cell]:
        """The nine cells in the middle, which every piece covers."""
        return ((self.row + r, self.column + c) for r in range(1, SIDE - 1) for c in range(1, SIDE - 1))


Net = tuple[NetTile, ...]


def unfolded(shape: Description, slots: Sequence[int]) -> Net:
    """The net of a surface."""
    placed: dict[int, NetTile] = {}
    column = 0
    for start in range(len(shape)):
        if start in placed:
            continue
        patch = _patch(shape, slots, start, set(placed))
        left = min(tile.column for tile in patch.values())
        top = min(tile.row for tile in patch.values())
        for number, tile in patch.items():
            placed[number] = NetTile(tile.row - top, tile.column - left + column, tile.turns)
        column = GAP + SIDE + max(tile.column for tile in placed.values())
    return tuple(placed[number] for number in range(len(shape)))


def _patch(shape: Description, slots: Sequence[int], start: int, elsewhere: set[int]) -> dict[int, NetTile]:
    patch: dict[int, NetTile] = {}
    slot_at: dict[Cell, int] = {}
    taken: set[Cell] = set()

    def put(number: int, tile: NetTile) -> bool:
        own = slots[SLOTS * number : SLOTS * number + SLOTS]
        cells = tile.slot_cells()
        if (tile.row, tile.column) in taken:
            return False
        if any(slot_at.get(cell, slot) != slot for cell, slot in zip(cells, own, strict=True)):
            return False
        patch[number] = tile
        taken.add((tile.row, tile.column))
        slot_at.update(zip(cells, own, strict=True))
        return True

    put(start, NetTile(0, 0, 0))
    waiting = [start]
    for number in waiting:
        tile = patch[number]
        for edge, neighbour in enumerate(shape[number]):
            if neighbour in patch or neighbour in elsewhere:
                continue
            # The seam points up, right, down or left in the plane; the neighbour's own edge points back.
            heading = (edge + tile.turns) % EDGES
            turns = (heading + 2 - shape[neighbour].index(number)) % EDGES
            down, right = ((-PITCH, 0), (0, PITCH), (PITCH, 0), (0, -PITCH))[heading]
            if put(neighbour, NetTile(tile.row + down, tile.column + right, turns)):
                waiting.append(neighbour)
    return patch

"""Foam pieces as they are drawn: 5x5 pads with 16 toggles each, and six of them as the sheet they came in.

On a sheet (a *pad of six*) neighbouring pieces share rows and columns of cells. Each such cell belongs to one
piece, or on the outline to the frame; here it may still be nobody's, or two pieces may claim it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random

from piecework.geometry import Cell
from piecework.happy import Pad, Piece, PieceSet, SurfacePuzzle
from piecework.surface import BORDER, SLOTS, Surface, Tray

SIDE, PITCH = 5, 4
ROWS, COLUMNS = 9, 13
"""The sheet without the ring around it that is always frame."""

SLOT_CELLS: tuple[Cell, ...] = tuple((place % SIDE, place // SIDE) for place in BORDER)
"""The cell (x, y) of each of the 16 slots of a piece."""
OUTLINE: tuple[Cell, ...] = tuple((column, row) for row, column in Tray("0" * 40).outline_cells())
WINDOWS = tuple((PITCH * (number % 3), PITCH * (number // 3)) for number in range(6))

FRAME, NOBODY, CONTESTED = "0", ".", "!"

MOST_PIECES = 36
FULL = "1" * SLOTS


@dataclass(frozen=True)
class Foam:
    """Borders of pieces (1: a cubit), and of the tray (1: frame) where there is one."""

    pieces: tuple[str, ...]
    tray: str | None = None
    title: str = ""
    author: str = ""
    source: str = ""

    def painted(self, index: int, cells: Iterable[Cell], bit: str) -> "Foam":
        """With these border cells of one piece there, or not."""
        chosen = {cell[:2] for cell in cells}
        bits = "".join(
            bit if cell in chosen else old for cell, old in zip(SLOT_CELLS, self.pieces[index], strict=True)
        )
        return self._piece(index, bits)

    def turned(self, index: int) -> "Foam":
        """One piece turned clockwise by a quarter."""
        return self._piece(index, Piece(self.pieces[index]).oriented("R1").border)

    def flipped(self, index: int) -> "Foam":
        """One piece turned over, left to right."""
        return self._piece(index, Piece(self.pieces[index]).oriented("F0").border)

    def all_turned(self) -> "Foam":
        return replace(self, pieces=tuple(Piece(bits).oriented("R1").border for bits in self.pieces))

    def all_flipped(self) -> "Foam":
        return replace(self, pieces=tuple(Piece(bits).oriented("F0").border for bits in self.pieces))

    def added(self) -> "Foam":
        """With one piece more, whole."""
        return self if len(self.pieces) >= MOST_PIECES else replace(self, pieces=(*self.pieces, FULL))

    def removed(self, index: int) -> "Foam":
        return replace(self, pieces=self.pieces[:index] + self.pieces[index + 1 :])

    def _piece(self, index: int, bits: str) -> "Foam":
        pieces = list(self.pieces)
        pieces[index] = bits
        return replace(self, pieces=tuple(pieces))

    # -- the sheet of six

    @property
    def is_sheet(self) -> bool:
        """Whether it can be shown as a pad: six pieces and their tray."""
        return len(self.pieces) == len(WINDOWS) and self.tray is not None

    def with_tray(self) -> "Foam":
        """With a tray that fits the pieces as they are drawn: frame is what they leave."""
        claimed = self._claims()
        return replace(self, tray="".join("01"[not claimed.get(cell)] for cell in OUTLINE))

    def without_tray(self) -> "Foam":
        return replace(self, tray=None)

    def sheet(self) -> dict[Cell, str]:
        """Every cell with its owner: a piece from 1 to 6, the frame 0, nobody `.`, or contested `!`."""
        claims = self._claims()
        frame = {cell for cell, bit in zip(OUTLINE, self.tray or "", strict=False) if bit == "1"}
        marks: dict[Cell, str] = {}
        for cell in ((x, y) for y in range(ROWS) for x in range(COLUMNS)):
            owners = [*([FRAME] if cell in frame else []), *(str(n + 1) for n in claims.get(cell, ()))]
            marks[cell] = owners[0] if len(owners) == 1 else CONTESTED if owners else NOBODY
        return marks

    def given(self, cell: Cell, owner: str) -> "Foam":
        """With a cell of the sheet given to a piece (1 to 6) or the frame (0), and taken from all others."""
        if owner not in owners_at(cell):
            return self
        changed = self
        for number, (x0, y0) in enumerate(WINDOWS):
            local = (cell[0] - x0, cell[1] - y0)
            if local in SLOT_CELLS:
                changed = changed.painted(number, [local], "01"[owner == str(number + 1)])
        if cell in OUTLINE and changed.tray is not None:
            at = OUTLINE.index(cell)
            changed = replace(changed, tray=changed.tray[:at] + "01"[owner == FRAME] + changed.tray[at + 1 :])
        return changed

    def passed_on(self, cell: Cell) -> "Foam":
        """With a cell of the sheet given to the next that may have it."""
        owners = owners_at(cell)
        if not owners:
            return self
        now = self.sheet()[cell]
        return self.given(cell, owners[(owners.index(now) + 1) % len(owners)] if now in owners else owners[0])

    def _claims(self) -> dict[Cell, list[int]]:
        claims: dict[Cell, list[int]] = {}
        for number, ((x0, y0), bits) in enumerate(zip(WINDOWS, self.pieces, strict=False)):
            rows = Piece(bits).matrix()
            for y, row in enumerate(rows):
                for x, there in enumerate(row):
                    if there:
                        claims.setdefault((x0 + x, y0 + y), []).append(number)
        return claims


def owners_at(cell: Cell) -> list[str]:
    """Who may have a cell of the sheet; nobody can change the full middles."""
    found = []
    for number, (x0, y0) in enumerate(WINDOWS):
        x, y = cell[0] - x0, cell[1] - y0
        if 0 < x < PITCH and 0 < y < PITCH:
            return []
        if 0 <= x <= PITCH and 0 <= y <= PITCH:
            found.append(str(number + 1))
    return [FRAME, *found] if cell in OUTLINE else found


def foam_of(pieces: PieceSet) -> Foam:
    """The draft of a set of pieces."""
    return Foam(
        tuple(piece.border for piece in pieces.pieces),
        pieces.tray.outline if pieces.tray else None,
        pieces.title,
        pieces.author,
        pieces.source,
    )


def foam_of_pad(pad: Pad) -> Foam:
    """The draft of a sheet."""
    return Foam(tuple(piece.border for piece in pad.pieces), pad.tray.outline, title="A pad of six")


def laid_out(foam: Foam, *, patience: float = 2.0) -> Foam | None:
    """The same pieces in an order and turned so that they lie in their tray as drawn, if that is found."""
    if not foam.is_sheet or foam.tray is None:
        return None
    puzzle = SurfacePuzzle(Tray(foam.tray), [Piece(bits) for bits in foam.pieces])
    covering = puzzle.first(patience=patience)
    if not covering:
        return None
    lying = sorted(covering, key=lambda one: one.tile)
    return replace(
        foam, pieces=tuple(puzzle.pool[one.piece].oriented(one.orientation).border for one in lying)
    )


def random_foam(random: Random) -> Foam:
    """Six pieces that make a cube: every slot of the cube is dealt to one of the tiles that meet there."""
    slots = Surface.from_cubes([(0, 0, 0)]).slots()
    there: dict[int, list[int]] = {}
    for place, slot in enumerate(slots):
        there.setdefault(slot, []).append(place)
    chosen = {random.choice(places) for places in there.values()}
    bits = "".join("01"[place in chosen] for place in range(len(slots)))
    pieces = [bits[at : at + SLOTS] for at in range(0, len(bits), SLOTS)]
    random.shuffle(pieces)
    pieces = [Piece(piece).oriented(f"R{random.randrange(4)}").border for piece in pieces]
    return Foam(tuple(pieces), title="Random foam pieces that make a cube")

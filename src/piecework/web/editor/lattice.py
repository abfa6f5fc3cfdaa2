"""A puzzle of squares or cubes as it is drawn: pieces and board may still be empty or wrong.

Cells always have three coordinates here; a flat puzzle uses layer 0 alone. Drafts are values: every change
gives a new one, so that undoing is going back.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from math import prod
from typing import Any

from piecework.geometry import Cell, box, normalised
from piecework.puzzle import Moves, Puzzle
from piecework.puzzle._sets import piece_set

Size = tuple[int, int, int]

OUTSIDE, REQUIRED, OPTIONAL, BLOCKED = ".#+x"

LONGEST_SIDE = 40
MOST_BOARD_CELLS = 4096
MOST_PIECES = 200
MOST_DRAWN = 48
"""Pieces: more are for the text alone, thousands of buttons help nobody."""

SMALLEST_CANVAS = {False: (5, 5, 1), True: (4, 4, 3)}
"""What a piece is drawn on, at least, flat or solid."""


@dataclass(frozen=True)
class Drawn:
    """A piece where it stands on its canvas."""

    name: str
    cells: frozenset[Cell] = frozenset()
    least: int = 1
    most: int = 1
    moves: Moves = Moves.TURN


@dataclass(frozen=True)
class Lattice:
    """Pieces and a board of squares or cubes."""

    pieces: tuple[Drawn, ...] = ()
    marks: Mapping[Cell, str] = field(default_factory=dict)
    """What stands in each cell of the board, where it is not outside."""
    size: Size = (6, 5, 1)
    canvas: Size = SMALLEST_CANVAS[False]
    solid: bool = False
    title: str = ""
    author: str = ""
    source: str = ""

    @property
    def drawable(self) -> bool:
        """Whether it is small enough to be drawn as buttons; text can say more."""
        return (
            len(self.pieces) <= MOST_DRAWN
            and prod(self.size) <= MOST_BOARD_CELLS
            and prod(self.canvas) * len(self.pieces) <= 2 * MOST_BOARD_CELLS
        )

    # -- the board

    def painted(self, cells: Iterable[Cell], mark: str) -> "Lattice":
        """The board with this mark in these cells."""
        marks = dict(self.marks)
        for cell in cells:
            marks.pop(cell, None)
            if mark != OUTSIDE and inside(cell, self.size):
                marks[cell] = mark
        return replace(self, marks=marks)

    def filled(self, mark: str) -> "Lattice":
        """The whole board with one mark."""
        return self.painted(box(*self.size), mark)

    def resized(self, size: Size) -> "Lattice":
        """Another size; a board that was full stays full."""
        size = bounded(size, solid=self.solid)
        full = len(self.marks) == prod(self.size) and set(self.marks.values()) == {REQUIRED}
        marks = {cell: mark for cell, mark in self.marks.items() if inside(cell, size)}
        changed = replace(self, size=size, marks=marks)
        return changed.filled(REQUIRED) if full else changed

    def made_solid(self, solid: bool) -> "Lattice":
        """With layers, or flat; what is above the lowest layer is lost then."""
        if solid == self.solid:
            return self
        canvas = max_size(self.canvas, SMALLEST_CANVAS[solid])
        changed = replace(self, solid=solid, canvas=(*canvas[:2], canvas[2] if solid else 1))
        pieces = tuple(
            replace(piece, cells=frozenset(cell for cell in piece.cells if inside(cell, changed.canvas)))
            for piece in self.pieces
        )
        width, height, _ = self.size
        # A flat board becomes a box that has the same footprint: three layers are a start.
        return replace(changed, pieces=pieces).resized((width, height, 3 if solid else 1))

    # -- the pieces

    def piece(self, index: int, **changes: Any) -> "Lattice":
        """With something else about one piece: `name`, `least`, `most`, `moves` or `cells`."""
        pieces = list(self.pieces)
        pieces[index] = replace(pieces[index], **changes)
        return replace(self, pieces=tuple(pieces))

    def drawn(self, index: int, cells: Iterable[Cell], *, there: bool) -> "Lattice":
        """With these cells added to a piece, or taken away."""
        changed = {cell for cell in cells if inside(cell, self.canvas)}
        old = self.pieces[index].cells
        return self.piece(index, cells=old | changed if there else old - changed)

    def turned(self, index: int) -> "Lattice":
        """One piece turned clockwise by a quarter, on the spot."""
        return self._moved(index, lambda x, y, z: (-y, x, z))

    def flipped(self, index: int) -> "Lattice":
        """One piece mirrored left-right, on the spot."""
        return self._moved(index, lambda x, y, z: (-x, y, z))

    def tipped(self, index: int) -> "Lattice":
        """One piece of a solid puzzle tipped backwards: what was below comes to the front."""
        return self._moved(index, lambda x, y, z: (x, -z, y))

    def _moved(self, index: int, motion: Any) -> "Lattice":
        old = self.pieces[index].cells
        if not old:
            return self
        moved = normalised(motion(*cell) for cell in old)
        extent = size_of_all(moved)
        canvas = max_size(self.canvas, extent)
        corner = tuple(min(along) for along in zip(*old, strict=True))
        start = [min(corner[axis], canvas[axis] - extent[axis]) for axis in range(3)]
        cells = frozenset(tuple(a + b for a, b in zip(cell, start, strict=True)) for cell in moved)
        return replace(self, canvas=canvas).piece(index, cells=cells)

    def added(self, piece: Drawn | None = None) -> "Lattice":
        """With one piece more: an empty one unless it is given."""
        if len(self.pieces) >= MOST_PIECES:
            return self
        piece = piece or Drawn("", moves=self.usual_moves)
        return replace(self, pieces=(*self.pieces, replace(piece, name=self.free_name(piece.name))))

    def copied(self, index: int) -> "Lattice":
        """With a piece drawn once more, under another name."""
        return self.added(self.pieces[index])

    def removed(self, index: int) -> "Lattice":
        return replace(self, pieces=self.pieces[:index] + self.pieces[index + 1 :])

    def with_set(self, name: str) -> "Lattice":
        """With the pieces of a set that everyone knows; `pentominoes`, for one."""
        moves = self.usual_moves
        drawn = [
            Drawn(piece.name, frozenset(in_space(piece.cells)), moves=moves) for piece in piece_set(name)
        ]
        changed = self.made_solid(True) if any(cell[2] for piece in drawn for cell in piece.cells) else self
        canvas = max_size(changed.canvas, *(size_of_all(piece.cells) for piece in drawn))
        changed = replace(changed, canvas=canvas)
        for piece in drawn:
            changed = changed.added(piece)
        return changed

    def all_moves(self, moves: Moves) -> "Lattice":
        """All pieces move in one way."""
        return replace(self, pieces=tuple(replace(piece, moves=moves) for piece in self.pieces))

    @property
    def usual_moves(self) -> Moves:
        """How most of the pieces move."""
        common = Counter(piece.moves for piece in self.pieces).most_common(1)
        return common[0][0] if common else Moves.TURN

    def free_name(self, wanted: str = "") -> str:
        """The wanted name, or one like it that no piece has."""
        taken = {piece.name for piece in self.pieces}
        if wanted:
            tries = (wanted if number == 1 else f"{wanted}{number}" for number in count(1))
        else:
            tries = (chr(65 + number % 26) + str(number // 26 or "") for number in count())
        return next(name for name in tries if name not in taken)


def lattice_of(puzzle: Puzzle, before: Lattice | None = None) -> Lattice:
    """The draft of a puzzle. A piece that was drawn before, and looks the same, stays where it stood."""
    solid = puzzle.target.dimension == 3
    stood = {(piece.name, normalised(piece.cells)): piece.cells for piece in before.pieces} if before else {}
    pieces = []
    for piece in puzzle.pieces:
        cells = tuple(in_space(piece.cells))
        where = stood.get((piece.name, normalised(cells)), frozenset(cells))
        pieces.append(Drawn(piece.name, where, piece.least, piece.most, piece.moves))
    marks = {next(iter(in_space([cell]))): mark for cell, mark in puzzle.target.marks().items()}
    return Lattice(
        pieces=tuple(pieces),
        marks=marks,
        size=size_of_all(marks) if marks else (1, 1, 1),
        canvas=max_size(SMALLEST_CANVAS[solid], *(size_of_all(piece.cells) for piece in pieces)),
        solid=solid,
        title=puzzle.title,
        author=puzzle.author,
        source=puzzle.source,
    )


def in_space(cells: Iterable[Cell]) -> Iterable[Cell]:
    """Cells with three coordinates."""
    return (cell if len(cell) == 3 else (*cell, 0) for cell in cells)


def inside(cell: Cell, size: Size) -> bool:
    return all(0 <= value < length for value, length in zip(cell, size, strict=True))


def bounded(size: Size, *, solid: bool) -> Size:
    """A size that can be drawn: no side too long, not too many cells, one layer where it is flat."""
    width, height, depth = (min(max(1, side), LONGEST_SIDE) for side in size)
    if not solid:
        depth = 1
    depth = max(1, min(depth, MOST_BOARD_CELLS // (width * height)))
    return width, height, depth


def max_size(*sizes: Size) -> Size:
    width, height, depth = (max(sides) for sides in zip(*sizes, strict=True))
    return width, height, depth


def size_of_all(cells: Iterable[Cell]) -> Size:
    """How far cells reach from the origin; one cell where there is none."""
    listed = list(cells)
    width, height, depth = (max(along) + 1 for along in zip(*listed, strict=True)) if listed else (1, 1, 1)
    return width, height, depth

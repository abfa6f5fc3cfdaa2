"""Twelve pieces of five squares on an 8x8 board: boards as pictures, as 120-bit keys, and as 64-bit traces.

A board holds some of the twelve pieces, each at most once; single squares fill the rest and are not stored.

- *trace*: which squares are covered. Bit 8*row + column; 8 bytes, most significant first. Two boards fit
  together when their traces AND to zero.
- *key*: which piece lies where. Piece n has the ten bits 10n to 10n+9: bit 9 says that it is on the board,
  bits 8 to 6 are its orientation, bits 5 to 0 its location; all are 0 for a piece that is not there. 15
  bytes, most significant first.
- *orientation* k of a piece: its drawing below turned k times counter-clockwise, then mirrored left to right
  and turned again, where what was seen before is skipped.
- *location*: 8*row + column of the centre for the cross, of the first square in reading order for the others.

>>> board = Board.of({"cross": (0, 9)})
>>> board.key_bytes().hex(" "), board.trace_bytes().hex(" ")
('00 00 00 00 00 00 00 00 00 00 00 00 00 02 09', '00 00 00 00 00 02 07 02')
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from piecework.geometry import Cell, connected, motions, neighbours, normalised, orientations, reading_order
from piecework.puzzle._drawing import cells_of_drawing
from piecework.puzzle._piece import Piece

SIDE = 8
DRAWINGS = {
    "cross": ".#./###/.#.",
    "upper I": "#####",
    "bridge": "###/#.#",
    "corner": "###/#../#..",
    "stairs": ".##/##./#..",
    "upper T": "###/.#./.#.",
    "lower S": "..#/###/#..",
    "lower T": "..#./####",
    "upper L": "...#/####",
    "bird": ".##/##./.#.",
    "snake": "..##/###.",
    "house": "##./###",
}
NAMES = tuple(DRAWINGS)
"""The pieces in the order of their fields."""

SYMBOLS = "0123456789ABCDEF"
"""The first twelve stand for the pieces, the last four for single squares on a full board."""

KEY_BYTES, TRACE_BYTES = 15, 8
_FIELD, _ON = 10, 1 << 9


class BoardError(ValueError):
    """A board, a key or a picture that cannot be: the text names the piece, or the square."""


def pieces() -> list[Piece]:
    """The twelve pieces; they may be turned and turned over."""
    return [Piece(name, drawing, moves="flip") for name, drawing in DRAWINGS.items()]


@cache
def piece_orientations(piece: int) -> tuple[tuple[Cell, ...], ...]:
    """The shapes of piece n, by orientation."""
    return orientations(cells_of_drawing(DRAWINGS[NAMES[piece]]), motions(2))


@dataclass(frozen=True, slots=True, order=True)
class Placed:
    """A piece on the board."""

    piece: int
    orientation: int
    location: int

    def cells(self) -> list[Cell]:
        """The squares `(column, row)`, on the board or not; raises `BoardError` if there is no such
        orientation.
        """
        shapes = piece_orientations(self.piece)
        if not 0 <= self.orientation < len(shapes):
            raise BoardError(f"{NAMES[self.piece]}: there is no orientation {self.orientation}")
        shape = shapes[self.orientation]
        at_x, at_y = _anchor(self.piece, shape)
        row, column = divmod(self.location, SIDE)
        return [(x - at_x + column, y - at_y + row) for x, y in shape]

    def trace(self) -> int:
        """The squares as bits; raises `BoardError` if one is off the board."""
        bits = 0
        for x, y in self.cells():
            if not (0 <= x < SIDE and 0 <= y < SIDE):
                raise BoardError(f"{NAMES[self.piece]}: it does not lie on the board")
            bits |= 1 << (SIDE * y + x)
        return bits


def _anchor(piece: int, shape: tuple[Cell, ...]) -> tuple[int, int]:
    """The square of a shape that its location names."""
    x, y = (1, 1) if NAMES[piece] == "cross" else min(shape, key=reading_order)
    return x, y


@dataclass(frozen=True)
class Board:
    """Pieces on the board, in their order; made from a mapping, a key, or a picture."""

    placed: tuple[Placed, ...] = ()

    def __post_init__(self) -> None:
        covered: dict[int, int] = {}
        for each in self.placed:
            for bit in _bits(each.trace()):
                if bit in covered:
                    row, column = divmod(bit, SIDE)
                    first, second = NAMES[covered[bit]], NAMES[each.piece]
                    raise BoardError(f"{first} and {second} overlap at row {row}, column {column}")
                covered[bit] = each.piece
        if [each.piece for each in self.placed] != sorted({each.piece for each in self.placed}):
            raise BoardError("every piece is on the board at most once, and they come in their order")

    @classmethod
    def of(cls, where: Mapping[str, tuple[int, int]]) -> "Board":
        """A board from names, each with orientation and location."""
        for name in where:
            if name not in NAMES:
                raise BoardError(f"there is no piece {name!r}; there are {', '.join(NAMES)}")
        return cls(tuple(Placed(n, *where[name]) for n, name in enumerate(NAMES) if name in where))

    # -- trace and key

    def trace(self) -> int:
        total = 0
        for each in self.placed:
            total |= each.trace()
        return total

    def trace_bytes(self) -> bytes:
        return self.trace().to_bytes(TRACE_BYTES, "big")

    def key(self) -> int:
        total = 0
        for each in self.placed:
            total |= (_ON | each.orientation << 6 | each.location) << (_FIELD * each.piece)
        return total

    def key_bytes(self) -> bytes:
        return self.key().to_bytes(KEY_BYTES, "big")

    @classmethod
    def from_key(cls, key: int | bytes | str) -> "Board":
        """The board of a key: a number, 15 bytes, or 30 hexadecimal digits."""
        if isinstance(key, str):
            try:
                key = bytes.fromhex(key)
            except ValueError:
                raise BoardError(f"a key is 15 bytes in hexadecimal digits, not {key[:60]!r}") from None
        if isinstance(key, bytes):
            if len(key) != KEY_BYTES:
                raise BoardError(f"a key has 15 bytes, not {len(key)}")
            key = int.from_bytes(key, "big")
        if not 0 <= key < 1 << (_FIELD * len(NAMES)):
            raise BoardError("a key has 120 bits, and this number does not fit")
        placed = []
        for piece, name in enumerate(NAMES):
            field = key >> (_FIELD * piece) & (1 << _FIELD) - 1
            if field & _ON:
                placed.append(Placed(piece, field >> 6 & 7, field & 63))
            elif field:
                raise BoardError(
                    f"{name}: its field is {field:#05x}, without the bit that says it is on the board"
                )
        return cls(tuple(placed))

    # -- pictures

    def __str__(self) -> str:
        """Eight lines: a digit for every piece, and `.` for free squares (C to F once all pieces are
        placed).
        """
        rows = [["."] * SIDE for _ in range(SIDE)]
        for each in self.placed:
            for x, y in each.cells():
                rows[y][x] = SYMBOLS[each.piece]
        if len(self.placed) == len(NAMES):
            single = iter(SYMBOLS[len(NAMES) :])
            rows = [[next(single) if mark == "." else mark for mark in row] for row in rows]
        return "\n".join("".join(row) for row in rows)

    @classmethod
    def from_text(cls, text: str | Sequence[str]) -> "Board":
        """Read a picture: groups of equal characters that hang together are pieces, groups of one are single
        squares.

        So one character may stand for several pieces. `.` and spaces are free squares.
        """
        lines = [
            line.rstrip("\n").ljust(SIDE) for line in (text.split("\n") if isinstance(text, str) else text)
        ]
        while len(lines) > SIDE and not lines[-1].strip():
            lines.pop()
        if len(lines) != SIDE or any(len(line.rstrip()) > SIDE for line in lines):
            raise BoardError("a board is eight lines of eight characters")
        where: dict[str, list[Cell]] = {}
        for y, line in enumerate(lines):
            for x, mark in enumerate(line[:SIDE]):
                if mark not in ". ":
                    where.setdefault(mark, []).append((x, y))
        found: dict[int, Placed] = {}
        for mark, cells in where.items():
            for group in connected(cells):
                if len(group) == 1:
                    continue
                each = _recognised(mark, group)
                if each.piece in found:
                    raise BoardError(f"{NAMES[each.piece]}: it is on the board twice")
                found[each.piece] = each
        return cls(tuple(found[piece] for piece in sorted(found)))


def _recognised(mark: str, group: set[Cell]) -> Placed:
    shape = normalised(group)
    first = min(group, key=reading_order)
    for piece in range(len(NAMES)):
        for orientation, candidate in enumerate(piece_orientations(piece)):
            if candidate == shape:
                left, top = min(x for x, _ in group), min(y for _, y in group)
                at_x, at_y = _anchor(piece, shape)
                return Placed(piece, orientation, SIDE * (top + at_y) + left + at_x)
    row, column = first[1], first[0]
    where = f"the {len(group)} squares with {mark!r} from row {row}, column {column}"
    raise BoardError(f"{where} are none of the twelve pieces")


def _bits(number: int) -> Iterator[int]:
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


@cache
def placements(piece: int) -> tuple[tuple[Placed, int], ...]:
    """Every way to put down piece n, with its trace."""
    found = []
    for orientation in range(len(piece_orientations(piece))):
        for location in range(SIDE * SIDE):
            each = Placed(piece, orientation, location)
            if all(0 <= x < SIDE and 0 <= y < SIDE for x, y in each.cells()):
                found.append((each, each.trace()))
    return tuple(found)


def fit(*boards: Board) -> bool:
    """Whether boards can be laid over each other: no two of their traces share a bit."""
    covered = 0
    for board in boards:
        if covered & board.trace():
            return False
        covered |= board.trace()
    return True


def clusters(names: Iterable[str]) -> list[Board]:
    """All ways to place these pieces as one cluster, in which every piece touches the rest along an edge.

    Boards are merged as in the classic plan: two boards go together if their traces share no bit, and only
    if one covers a neighbour of the other. A board is grown from every placement of the first piece, by one
    touching piece at a time, in any order of the others (a cluster may hang together only through its last
    piece); boards with the same key are kept once. The number of boards grows about two hundredfold with
    every piece: two pieces take a moment, three some seconds and up to a gigabyte.
    """
    wanted = list(dict.fromkeys(names))
    for name in wanted:
        if name not in NAMES:
            raise BoardError(f"there is no piece {name!r}; there are {', '.join(NAMES)}")
    if not wanted:
        return []
    first, *others = (NAMES.index(name) for name in wanted)
    grown: dict[frozenset[Placed], int] = {frozenset([each]): trace for each, trace in placements(first)}
    for _ in others:
        larger: dict[frozenset[Placed], int] = {}
        for board, trace in grown.items():
            present = {each.piece for each in board}
            rim = _around(trace)
            for piece in others:
                if piece not in present:
                    for each, extra in placements(piece):
                        if not trace & extra and rim & extra:
                            larger[board | {each}] = trace | extra
        grown = larger
    return [Board(tuple(sorted(board))) for board in grown]


def _around(trace: int) -> int:
    """The neighbours of covered squares, covered or not."""
    rim = 0
    for bit in _bits(trace):
        for x, y in neighbours((bit % SIDE, bit // SIDE)):
            if 0 <= x < SIDE and 0 <= y < SIDE:
                rim |= 1 << (SIDE * y + x)
    return rim

"""A voxel frame as it is drawn: 30 outline cells of the board and 12 of each plate, all of them toggles."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import product
from random import Random

from piecework.geometry import Cell, box
from piecework.puzzle import Moves
from piecework.puzzle._voxel_frame import HEIGHT, SIDE, WIDTH, VoxelFrame, outline

BOARD = outline(WIDTH, HEIGHT)
PLATE = outline(SIDE, SIDE)
PITCH = SIDE - 1
PLACES = tuple((PITCH * column, PITCH * row) for row in range(2) for column in range(3))
"""Where six plates lie on the board side by side, each sharing its outer cells with the next."""


@dataclass(frozen=True)
class Frame:
    """The board's bits (1: filled by the frame), and the plates' bits (1: there is a voxel) by name."""

    border: str
    plates: tuple[tuple[str, str], ...]
    moves: Moves = Moves.TURN
    title: str = ""
    author: str = ""
    source: str = ""

    def board_painted(self, cells: Iterable[Cell], bit: str) -> "Frame":
        """With these outline cells of the board filled, or open."""
        return replace(self, border=painted(self.border, BOARD, cells, bit))

    def plate_painted(self, index: int, cells: Iterable[Cell], bit: str) -> "Frame":
        """With these outline cells of a plate there, or not."""
        return self._plate(index, painted(self.plates[index][1], PLATE, cells, bit))

    def turned(self, index: int) -> "Frame":
        """One plate turned clockwise by a quarter."""
        return self._plate(index, turned(self.plates[index][1]))

    def flipped(self, index: int) -> "Frame":
        """One plate turned over, left to right."""
        return self._plate(index, flipped(self.plates[index][1]))

    def all_turned(self) -> "Frame":
        return replace(self, plates=tuple((name, turned(bits)) for name, bits in self.plates))

    def all_flipped(self) -> "Frame":
        return replace(self, plates=tuple((name, flipped(bits)) for name, bits in self.plates))

    def board_turned(self) -> "Frame":
        """The board turned by half: a quarter would not fit."""
        half = len(BOARD) // 2
        return replace(self, border=self.border[half:] + self.border[:half])

    def board_flipped(self) -> "Frame":
        bits = dict(zip(BOARD, self.border, strict=True))
        return replace(self, border="".join(bits[WIDTH - 1 - x, y] for x, y in BOARD))

    def renamed(self, index: int, name: str) -> "Frame":
        plates = list(self.plates)
        plates[index] = (name, plates[index][1])
        return replace(self, plates=tuple(plates))

    def _plate(self, index: int, bits: str) -> "Frame":
        plates = list(self.plates)
        plates[index] = (plates[index][0], bits)
        return replace(self, plates=tuple(plates))


def painted(bits: str, cells_of: list[Cell], cells: Iterable[Cell], bit: str) -> str:
    chosen = {cell[:2] for cell in cells}
    return "".join(bit if cell in chosen else old for cell, old in zip(cells_of, bits, strict=True))


def turned(bits: str) -> str:
    """A plate's outline turned clockwise by a quarter: every cell moves on by one side."""
    return bits[-PITCH:] + bits[:-PITCH]


def flipped(bits: str) -> str:
    """A plate's outline mirrored left-right."""
    there = dict(zip(PLATE, bits, strict=True))
    return "".join(there[SIDE - 1 - x, y] for x, y in PLATE)


def frame_of(puzzle: VoxelFrame) -> Frame:
    """The draft of a voxel frame."""
    return Frame(
        puzzle.border,
        tuple((plate.name, plate.border) for plate in puzzle.pieces),
        puzzle.pieces[0].moves,
        puzzle.title,
        puzzle.author,
        puzzle.source,
    )


def random_frame(random: Random, *, moves: Moves = Moves.TURN) -> Frame:
    """A random frame that can be solved, flat and as a cube.

    The shell of the cube is dealt out to the six faces first: an edge cell to one of two faces, a corner to
    one of three. Then the plates are laid on the board in all ways until they fit together; the frame is
    what they leave of the outline.
    """
    while True:
        plates = _dealt(random)
        order = list(range(6))
        random.shuffle(order)
        border = _laid([plates[number] for number in order], random)
        if border is not None:
            mixed = [_spun(bits, random) for bits in plates]
            return Frame(
                border, tuple(zip("ABCDEF", mixed, strict=True)), moves, title="A random voxel frame"
            )


def _spun(bits: str, random: Random) -> str:
    for _ in range(random.randrange(4)):
        bits = turned(bits)
    return bits


def _dealt(random: Random) -> list[str]:
    """The outlines of six plates that make the shell of a cube, drawn sides outwards."""
    last = SIDE - 1
    # How each face is seen from outside, x to the right and y down.
    faces: tuple[Callable[[int, int], Cell], ...] = (
        lambda x, y: (x, y, 0),
        lambda x, y: (last - x, y, last),
        lambda x, y: (last, y, x),
        lambda x, y: (0, y, last - x),
        lambda x, y: (x, 0, last - y),
        lambda x, y: (x, last, y),
    )
    owners: dict[Cell, list[int]] = {}
    for number, face in enumerate(faces):
        for x, y in PLATE:
            owners.setdefault(face(x, y), []).append(number)
    owner = {cell: random.choice(faces_there) for cell, faces_there in owners.items()}
    return ["".join("01"[owner[face(x, y)] == number] for x, y in PLATE) for number, face in enumerate(faces)]


def _laid(plates: list[str], random: Random) -> str | None:
    """The border of a board that the plates fill, if they can: a search place by place."""
    inside = set(box(WIDTH, HEIGHT)) - set(BOARD)
    due = _due_by_place()

    def go_on(place: int, left: tuple[str, ...], covered: Mapping[Cell, int]) -> Mapping[Cell, int] | None:
        if place == len(PLACES):
            return covered
        x0, y0 = PLACES[place]
        turns = list(product(range(len(left)), range(4)))
        random.shuffle(turns)
        for number, turn in turns:
            bits = left[number]
            for _ in range(turn):
                bits = turned(bits)
            own: list[Cell] = [
                (x + x0, y + y0) for (x, y), bit in zip(PLATE, bits, strict=True) if bit == "1"
            ]
            if any(cell in covered for cell in own):
                continue
            now = {**covered, **dict.fromkeys(own, place)}
            if all(cell in now or cell not in inside for cell in due[place]):
                found = go_on(place + 1, left[:number] + left[number + 1 :], now)
                if found is not None:
                    return found
        return None

    covered = go_on(0, tuple(plates), {})
    return None if covered is None else "".join("01"[cell not in covered] for cell in BOARD)


def _due_by_place() -> list[set[Cell]]:
    """The cells that no later place can cover: they must be covered when this place is filled."""
    last: dict[Cell, int] = {}
    for place, (x0, y0) in enumerate(PLACES):
        last |= {(x + x0, y + y0): place for x, y in PLATE}
    return [{cell for cell, place in last.items() if place == number} for number in range(len(PLACES))]

"""The voxel frame: six 4x4 plates with toothed edges that fill a 10x7 frame, or become the shell of a 4x4x4
cube.

A plate's inner 2x2 is always there; its 12 outline cells are given clockwise from the top-left corner. The
frame's 30 outline cells are given the same way, 1 for a cell that the frame fills; its inner 8x5 is to be
filled. Lying flat, a plate is turned, and shifted so that its 4x4 square stays on the board. On the cube it
spans one face, with the side that was drawn outwards. Plates are turned over only where a puzzle says so.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, cast

from piecework.geometry import Cell, box, neighbours, symmetries
from piecework.puzzle._assembly import Assembly
from piecework.puzzle._check import Fault, Reason
from piecework.puzzle._drawing import layer_rows
from piecework.puzzle._instance import Instance, Option, symmetries_of
from piecework.puzzle._piece import Moves

WIDTH, HEIGHT, SIDE = 10, 7, 4
INSIDE = 4
"""Cells of a plate that are always there."""
SHELL = 56
"""Cells of the cube's shell, and so of all plates together."""

Scenario = Literal["flat", "cube"]


def outline(width: int, height: int) -> list[Cell]:
    """The outline cells of a rectangle, clockwise from the top-left corner."""
    top = [(x, 0) for x in range(width)]
    right = [(width - 1, y) for y in range(1, height - 1)]
    bottom = [(x, height - 1) for x in reversed(range(width))]
    left = [(0, y) for y in reversed(range(1, height - 1))]
    return [*top, *right, *bottom, *left]


@dataclass(frozen=True)
class Plate:
    """One of the six pieces; `border` has a 1 for every outline cell that is there."""

    name: str
    border: str
    moves: Moves = Moves.TURN

    least = most = 1

    def __post_init__(self) -> None:
        if not self.name:
            raise ValueError("a piece needs a name")
        _check_bits(self.border, 12, f"border12 of piece {self.name!r}")

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells in the 4x4 square, in reading order."""
        present = dict(zip(outline(SIDE, SIDE), self.border, strict=True))
        return tuple(cell for cell in box(SIDE, SIDE) if present.get(cell, "1") == "1")

    def orientations(self) -> tuple[tuple[Cell, ...], ...]:
        """The shapes it can show in its 4x4 square, those that look alike only once."""
        shown: dict[tuple[Cell, ...], None] = {}
        square = dict(symmetries(box(SIDE, SIDE)))
        for motion in self.moves.motions(2):
            shown[tuple(sorted(square[motion][cell] for cell in self.cells))] = None
        return tuple(shown)

    def __str__(self) -> str:
        marks = dict.fromkeys(box(SIDE, SIDE), ".") | dict.fromkeys(self.cells, "#")
        return "\n".join(layer_rows(marks)[0])


@dataclass(frozen=True, init=False)
class VoxelFrame(Assembly):
    """Six plates and the frame, to be put together flat or as a cube."""

    pieces: tuple[Plate, ...]
    border: str
    scenario: Scenario = "flat"
    title: str = ""
    author: str = ""
    source: str = ""
    expect: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __init__(
        self,
        pieces: Iterable[Plate],
        border: str,
        *,
        scenario: Scenario = "flat",
        title: str = "",
        author: str = "",
        source: str = "",
        expect: Mapping[str, Any] | None = None,
    ) -> None:
        plates = tuple(pieces)
        names = [plate.name for plate in plates]
        if len(plates) != 6:
            raise ValueError(f"a voxel frame has six pieces, not {len(plates)}")
        if repeated := {name for name in names if names.count(name) > 1}:
            raise ValueError(f"two pieces have the name {min(repeated)!r}")
        _check_bits(border, 30, "border30")
        if scenario not in ("flat", "cube"):
            raise ValueError(f"there is no scenario {scenario!r}: there are flat, cube")
        values = {"pieces": plates, "border": border, "scenario": scenario, "title": title, "author": author}
        for name, value in {**values, "source": source, "expect": dict(expect or {})}.items():
            object.__setattr__(self, name, value)

    @property
    def frame(self) -> tuple[Cell, ...]:
        """The outline cells that the frame fills."""
        return tuple(
            cell for cell, bit in zip(outline(WIDTH, HEIGHT), self.border, strict=True) if bit == "1"
        )

    @cached_property
    def instance(self) -> Instance:
        if self.scenario == "flat":
            frame = set(self.frame)
            cells = tuple(cell for cell in box(WIDTH, HEIGHT) if cell not in frame)
        else:
            cells = tuple(cell for cell in box(SIDE, SIDE, SIDE) if {0, SIDE - 1} & set(cell))
        where = {cell: number for number, cell in enumerate(cells)}
        options: list[Option] = []
        for piece, plate in enumerate(self.pieces):
            shown = (lying_flat if self.scenario == "flat" else on_the_cube)(plate.orientations())
            options += [
                (piece, tuple(sorted(where[cell] for cell in placed)))
                for placed in dict.fromkeys(map(frozenset, shown))
                if all(cell in where for cell in placed)
            ]
        moves = [
            (tuple(where[images[cell]] for cell in cells), motion.proper)
            for motion, images in symmetries(cells)
        ]
        ranges = ((1, 1),) * len(self.pieces)
        return Instance(
            cells=cells,
            optional=frozenset(),
            pieces=tuple(plate.name for plate in self.pieces),
            ranges=ranges,
            options=tuple(options),
            symmetries=tuple(symmetries_of(moves, options, ranges)),
        )

    def check(self) -> tuple[Fault, ...]:
        """The sums that must hold come first: 24 + set bits of the pieces = 56 = 70 - set bits of
        border30.
        """
        plates = sum(len(plate.cells) for plate in self.pieces)
        room = WIDTH * HEIGHT - len(self.frame) if self.scenario == "flat" else SHELL
        if plates != room:
            bits, frame = plates - 6 * INSIDE, len(self.frame)
            place = (
                "cube has" if self.scenario == "cube" else f"board has 70 - {frame} (set bits of border30) ="
            )
            text = f"the pieces have 24 + {bits} (set bits) = {plates} cells, and the {place} {room} to fill"
            return (Fault(Reason.TOO_MANY_CELLS if plates > room else Reason.TOO_FEW_CELLS, text),)
        return super().check()

    def neighbours(self, cell: Hashable) -> Iterable[Hashable]:
        return neighbours(cast(Cell, cell))

    def picture(self, symbols: Mapping[Any, str]) -> str:
        """The board with the frame as `#`, or the layers of the cube side by side."""
        marks = {cell: symbols.get(cell, ".") for cell in cast(tuple[Cell, ...], self.instance.cells)}
        if self.scenario == "flat":
            marks |= dict.fromkeys(self.frame, "#")
        layers = layer_rows(marks, empty=" ")
        return "\n".join("  ".join(rows).rstrip() for rows in zip(*layers, strict=True))

    def __str__(self) -> str:
        return self.picture(dict.fromkeys(self.instance.cells, "." if self.scenario == "flat" else "#"))


def lying_flat(shapes: Iterable[tuple[Cell, ...]]) -> Iterator[list[Cell]]:
    """The shapes at every place where their 4x4 square stays on the board."""
    for shape in shapes:
        for shift_x, shift_y in box(WIDTH - SIDE + 1, HEIGHT - SIDE + 1):
            yield [(x + shift_x, y + shift_y) for x, y in shape]


def on_the_cube(shapes: Iterable[tuple[Cell, ...]]) -> Iterator[list[Cell]]:
    """The shapes on every face, drawn side outwards.

    A plate that lies on the face z = 0, seen from outside (from below z), shows x to the right and y down.
    Turning the whole cube brings that face to all the others; the 24 turns also turn the plate on its face,
    which only repeats what its orientations say.
    """
    turned = [images for motion, images in symmetries(box(SIDE, SIDE, SIDE)) if motion.proper]
    for shape in shapes:
        for images in turned:
            yield [images[x, y, 0] for x, y in shape]


def _check_bits(bits: str, length: int, what: str) -> None:
    if len(bits) != length or set(bits) - set("01"):
        raise ValueError(f"{what} must be {length} zeros and ones, not {bits!r}")

"""Puzzles on the square or the cubic lattice."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, cast

from piecework.geometry import Cell, Motion, neighbours, normalised, size_of, symmetries
from piecework.puzzle._assembly import Assembly
from piecework.puzzle._drawing import layer_rows
from piecework.puzzle._instance import Instance, Option, Symmetry, piece_matcher
from piecework.puzzle._piece import Piece
from piecework.puzzle._target import Target


@dataclass(frozen=True, init=False)
class Puzzle(Assembly):
    """Pieces and the target they fill.

    >>> puzzle = Puzzle([Piece("L", "##/#.", copies=2)], Target.box(3, 2))
    >>> puzzle.count(), puzzle.count("rotations")
    (2, 2)
    >>> print(next(puzzle.solutions("symmetries")))
    001
    011
    """

    pieces: tuple[Piece, ...]
    target: Target
    title: str = ""
    author: str = ""
    source: str = ""
    expect: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __init__(
        self,
        pieces: Iterable[Piece],
        target: Target,
        *,
        title: str = "",
        author: str = "",
        source: str = "",
        expect: Mapping[str, Any] | None = None,
    ) -> None:
        pieces = tuple(pieces)
        names = [piece.name for piece in pieces]
        if repeated := {name for name in names if names.count(name) > 1}:
            raise ValueError(f"two pieces have the name {min(repeated)!r}")
        if target.dimension == 3 or any(piece.dimension == 3 for piece in pieces):
            pieces, target = tuple(piece.solid() for piece in pieces), target.solid()
        values = {"pieces": pieces, "target": target, "title": title, "author": author, "source": source}
        for name, value in {**values, "expect": dict(expect or {})}.items():
            object.__setattr__(self, name, value)

    @cached_property
    def instance(self) -> Instance:
        cells = self.target.cells
        where = {cell: number for number, cell in enumerate(cells)}
        return Instance(
            cells=cells,
            optional=frozenset(where[cell] for cell in self.target.optional),
            pieces=tuple(piece.name for piece in self.pieces),
            ranges=tuple((piece.least, piece.most) for piece in self.pieces),
            options=tuple(_options(self.pieces, cells)),
            symmetries=tuple(_symmetries(self.pieces, cells, where, set(self.target.optional))),
        )

    def neighbours(self, cell: Hashable) -> Iterable[Hashable]:
        return neighbours(cast(Cell, cell))

    def parities(self) -> Iterator[tuple[str, Callable[[Any], bool]]]:
        yield "like a chess board", lambda cell: sum(cell) % 2 == 0
        for axis in range(self.target.dimension):
            yield f"in stripes across {'xyz'[axis]}", partial(_striped, axis=axis)

    def picture(self, symbols: Mapping[Any, str]) -> str:
        """Rows of characters; a solid's layers stand side by side."""
        marks = {cell: symbols.get(cell, ".") for cell in self.target.cells}
        layers = layer_rows({**dict.fromkeys(self.target.blocked, "#"), **marks}, empty=" ")
        return "\n".join("  ".join(rows).rstrip() for rows in zip(*layers, strict=True))

    def __str__(self) -> str:
        return self.picture({cell: mark for cell, mark in self.target.marks().items() if mark != "x"})


def _striped(cell: Cell, *, axis: int) -> bool:
    return cell[axis] % 2 == 0


def _options(pieces: Iterable[Piece], cells: tuple[Cell, ...]) -> Iterator[Option]:
    """All placements, found with one big number a shape.

    A cell is a bit at `x + width * (y + height * z)`, with rows and columns so wide that a shape that sticks
    out to the right does not come back in on the left. The places where a shape fits are then the bits that
    are left when the target, shifted by each of the shape's cells, is ANDed together.
    """
    if not cells:
        return
    low = tuple(map(min, zip(*cells, strict=True)))
    extent = size_of(normalised(cells))
    strides = [1]
    for length in extent[:-1]:
        strides.append(strides[-1] * (2 * length - 1))

    def code(cell: Cell, base: tuple[int, ...] = (0, 0, 0)) -> int:
        return sum((a - b) * stride for a, b, stride in zip(cell, base, strides, strict=False))

    number_at = {code(cell, low): number for number, cell in enumerate(cells)}
    whole = int.from_bytes(_bits(number_at), "little")
    for number, piece in enumerate(pieces):
        for shape in piece.orientations():
            if any(length > room for length, room in zip(size_of(shape), extent, strict=True)):
                continue
            offsets = [code(cell) for cell in shape]
            fits = whole >> offsets[0]
            for offset in offsets[1:]:
                fits &= whole >> offset
            # The binary digits, lowest first: scanning text is linear, taking bits off a big number is not.
            digits = bin(fits)[:1:-1]
            at = digits.find("1")
            while at >= 0:
                yield number, tuple([number_at[at + offset] for offset in offsets])
                at = digits.find("1", at + 1)


def _bits(codes: Iterable[int]) -> bytes:
    listed = list(codes)
    found = bytearray(max(listed) // 8 + 1)
    for code in listed:
        found[code // 8] |= 1 << code % 8
    return bytes(found)


def _symmetries(
    pieces: tuple[Piece, ...], cells: tuple[Cell, ...], where: dict[Cell, int], optional: set[Cell]
) -> Iterator[Symmetry]:
    """The motions of the target that map the piece set to itself: shapes are compared, not placements.

    A piece shows what a group of motions (none, all turns, or all motions) makes of its shape. All three are
    normal subgroups of each other, so a motion maps a whole view to the view that its first shape is mapped
    into; of nested views that is the one of equal size.
    """
    views = [piece.orientations() for piece in pieces]
    holding: dict[tuple[Cell, ...], list[View]] = {}
    canonical: dict[frozenset[tuple[Cell, ...]], View] = {}
    for number, view in enumerate(views):
        if canonical.setdefault(frozenset(view), view) is view:
            for shape in view:
                holding.setdefault(shape, []).append(view)
        views[number] = canonical[frozenset(view)]
    becomes = piece_matcher(views, [(piece.least, piece.most) for piece in pieces])
    for motion, images in symmetries(cells):
        if all(images[cell] in optional for cell in optional):

            def moved(view: View, motion: Motion = motion) -> View | None:
                candidates = holding.get(motion.shape(view[0]), ())
                return next((other for other in candidates if len(other) == len(view)), None)

            piece_images = becomes(moved)
            if piece_images is not None:
                yield Symmetry(tuple(where[images[cell]] for cell in cells), piece_images, motion.proper)


View = tuple[tuple[Cell, ...], ...]

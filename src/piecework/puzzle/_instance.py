"""A puzzle in numbers: cells, pieces and placements by index. Counting and symmetry see nothing else."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from piecework.cover import Cover, Item
from piecework.geometry import Permutation

View = TypeVar("View", bound=Hashable)
Places = frozenset[tuple[int, ...]]

Option = tuple[int, tuple[int, ...]]
"""A placement: the index of its piece, and the ascending indices of the cells it covers."""


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A motion that maps the target to itself and every placement to a placement.

    `cells[i]` is where cell i goes; `pieces[p]` is the piece that p looks like afterwards: itself, or a
    mirror twin. `proper` motions can be done by hand, the others are mirror images.
    """

    cells: Permutation
    pieces: Permutation
    proper: bool

    def option(self, option: Option) -> Option:
        piece, cells = option
        return self.pieces[piece], tuple(sorted([self.cells[cell] for cell in cells]))

    @property
    def trivial(self) -> bool:
        """Whether it moves nothing."""
        return self.cells == tuple(range(len(self.cells))) and self.pieces == tuple(range(len(self.pieces)))


@dataclass(frozen=True, eq=False)
class Instance:
    """What a puzzle asks of an exact-cover engine, with the symmetries that map the question to itself.

    `symmetries` is a whole group: it contains the identity, and the motion that does two of them in turn.
    """

    cells: tuple[Hashable, ...]
    optional: frozenset[int]
    pieces: tuple[str, ...]
    ranges: tuple[tuple[int, int], ...]
    options: tuple[Option, ...]
    symmetries: tuple[Symmetry, ...]

    @cached_property
    def index(self) -> dict[Option, int]:
        """The number of each option."""
        return {option: number for number, option in enumerate(self.options)}

    def group(self, *, mirrored: bool) -> tuple[Symmetry, ...]:
        """The symmetries without those that do the same to cells and pieces; turns only, unless
        `mirrored`.
        """
        chosen = {(s.cells, s.pieces): s for s in self.symmetries if mirrored or s.proper}
        return tuple(chosen.values())

    def image(self, number: int, symmetry: Symmetry) -> int:
        """The option that an option is moved to."""
        return self.index[symmetry.option(self.options[number])]

    def cover(
        self, allowed: Iterable[int] | None = None, *, ranges: Sequence[tuple[int, int]] | None = None
    ) -> Cover:
        """The exact-cover problem; with `allowed`, only of these options (they are numbered anew, from 0)."""
        options = self.options if allowed is None else [self.options[number] for number in allowed]
        items: list[Hashable | Item] = [cell for cell in range(len(self.cells)) if cell not in self.optional]
        for name, (least, most) in zip(self.pieces, ranges or self.ranges, strict=True):
            items.append(name if least == most == 1 else Item(name, least, most))
        return Cover(
            items, [(self.pieces[piece], *cells) for piece, cells in options], optional=sorted(self.optional)
        )

    def holding(self, fixed: Iterable[int]) -> "Instance":
        """The instance whose solutions are those of this one that contain the options `fixed`.

        Its symmetries are those that map the set of fixed options to itself. Raises `ValueError` if two of
        the fixed options overlap or a piece is fixed more often than there are copies.
        """
        kept = sorted(set(fixed))
        if not kept:
            return self
        taken: dict[int, int] = {}
        for number in kept:
            for cell in self.options[number][1]:
                if cell in taken:
                    a, b = (self.pieces[self.options[n][0]] for n in (taken[cell], number))
                    raise ValueError(f"the hints for {a!r} and {b!r} both cover cell {self.cells[cell]}")
                taken[cell] = number
        for piece, (name, (_, most)) in enumerate(zip(self.pieces, self.ranges, strict=True)):
            used = sum(self.options[number][0] == piece for number in kept)
            if used > most:
                raise ValueError(f"there are hints for {used} copies of {name!r}, and only {most} of it")
        keep = set(kept)
        options = tuple(
            option
            for number, option in enumerate(self.options)
            if number in keep or not any(cell in taken for cell in option[1])
        )
        symmetries = tuple(
            symmetry
            for symmetry in self.symmetries
            if {self.image(number, symmetry) for number in kept} == keep
        )
        # A cell under a hint is required from now on, and only the hint is left to cover it.
        return replace(self, options=options, optional=self.optional - taken.keys(), symmetries=symmetries)


def symmetries_of(
    moves: Iterable[tuple[Permutation, bool]], options: Iterable[Option], ranges: Sequence[tuple[int, int]]
) -> Iterator[Symmetry]:
    """Those moves of the cells (with: are they proper?) that map the placements of the pieces to each
    other.
    """
    placed: list[set[tuple[int, ...]]] = [set() for _ in ranges]
    for piece, cells in options:
        placed[piece].add(cells)
    becomes = piece_matcher([frozenset(places) for places in placed], ranges)
    for permutation, proper in moves:

        def moved(places: Places, permutation: Permutation = permutation) -> Places:
            return frozenset(tuple(sorted([permutation[cell] for cell in cells])) for cells in places)

        pieces = becomes(moved)
        if pieces is not None:
            yield Symmetry(permutation, pieces, proper)


def piece_matcher(
    views: Sequence[View], ranges: Sequence[tuple[int, int]]
) -> Callable[[Callable[[View], View | None]], Permutation | None]:
    """A function that says which piece every piece becomes under a motion, or None if the piece set changes.

    `views` has, for every piece, all that it can show (shapes, or placements). A motion maps what one piece
    shows to what another one, or the same, shows. Pieces that show the same are told apart by their number
    of copies, then by their order, so that motions that are a group act as a group.
    """
    alike: dict[View, list[int]] = {}
    for piece in sorted(range(len(ranges)), key=lambda number: ranges[number]):
        alike.setdefault(views[piece], []).append(piece)
    copies = {view: [ranges[piece] for piece in pieces] for view, pieces in alike.items()}

    def becomes(move: Callable[[View], View | None]) -> Permutation | None:
        images = [0] * len(ranges)
        for view, pieces in alike.items():
            moved = move(view)
            if moved is None or copies.get(moved) != copies[view]:
                return None
            for before, after in zip(pieces, alike[moved], strict=True):
                images[before] = after
        return tuple(images)

    return becomes

"""Surface puzzles: cover the tiles of a surface, or of a tray, with pieces from a pool.

Every tile gets one piece and every slot exactly one cubit. A pool may be larger than needed: then pieces
stay out. Pieces that look alike are of one *kind*, and which of them lies where makes no new solution
(except where solutions are counted `labelled`).
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, cast

from piecework.happy._crowding import crowding
from piecework.happy._first import first_solution
from piecework.happy._parts import Board, Covering, Kind, Lying
from piecework.happy._piece import Piece
from piecework.happy._totals import (
    Choices,
    Shortage,
    choices_of,
    shortage,
    totals_of_piece,
    totals_of_slots,
)
from piecework.happy._verify import verify
from piecework.puzzle import Assembly, Fault, Instance, Placement, Reason, Solution, Symmetry
from piecework.puzzle._counting import UpTo
from piecework.surface import SLOTS

Cell = tuple[str, int]
"""`("tile", t)` or `("slot", s)`: both are covered exactly once."""


class SurfacePuzzle(Assembly):
    """A board and a pool of pieces.

    `pool` maps names to pieces, or lists pieces, which are then named by their numbers from 1. With
    `flip=False` pieces may be turned but not turned over.
    """

    title: str
    author: str
    source: str
    expect: Mapping[str, Any]

    def __init__(
        self,
        board: Board,
        pool: Mapping[str, object] | Iterable[object],
        *,
        flip: bool = True,
        title: str = "",
        author: str = "",
        source: str = "",
        expect: Mapping[str, Any] | None = None,
    ) -> None:
        named = pool.items() if isinstance(pool, Mapping) else ((str(n), p) for n, p in enumerate(pool, 1))
        self.board = board
        self.pool = {name: Piece.parse(piece) for name, piece in named}
        self.flip = flip
        self.title = title
        self.author = author
        self.source = source
        self.expect = dict(expect or {})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SurfacePuzzle) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return (self.board, tuple(self.pool.items()), self.flip)

    def __repr__(self) -> str:
        flip = "" if self.flip else ", flip=False"
        return f"SurfacePuzzle({self.board!r}, {self.pool!r}{flip})"

    @cached_property
    def slots(self) -> list[int]:
        """The shape slot of every tile slot."""
        return self.board.slots()

    @cached_property
    def pieces(self) -> tuple[Kind, ...]:
        """The kinds of pieces in the pool, in the order of their first piece."""
        alike: dict[str, list[str]] = {}
        for label, piece in self.pool.items():
            alike.setdefault(piece.kind(flip=self.flip), []).append(label)
        spare = len(self.pool) != len(self.board)
        return tuple(
            Kind(self.pool[labels[0]], tuple(labels), 0 if spare else len(labels), len(labels), self.flip)
            for labels in alike.values()
        )

    @cached_property
    def instance(self) -> Instance:
        cells = self._cells
        number = {cell: index for index, cell in enumerate(cells)}
        return Instance(
            cells=cells,
            optional=frozenset(),
            pieces=tuple(kind.name for kind in self.pieces),
            ranges=tuple((kind.least, kind.most) for kind in self.pieces),
            options=tuple(self._options(number)),
            symmetries=tuple(self._symmetries(number)),
        )

    @cached_property
    def _cells(self) -> tuple[Cell, ...]:
        blocked = self.board.blocked()
        return (
            *(("tile", tile) for tile in range(len(self.board))),
            *(("slot", slot) for slot in range(max(self.slots, default=-1) + 1) if slot not in blocked),
        )

    def _options(self, number: Mapping[Cell, int]) -> Iterator[tuple[int, tuple[int, ...]]]:
        shown = [
            [Piece(border).covered for border in kind.piece.orientations(flip=self.flip)]
            for kind in self.pieces
        ]
        for tile in range(len(self.board)):
            own = [number.get(("slot", slot)) for slot in self.slots[SLOTS * tile : SLOTS * tile + SLOTS]]
            for kind, patterns in enumerate(shown):
                for pattern in patterns:
                    under = [own[slot] for slot in pattern]
                    if None not in under:
                        yield kind, (tile, *sorted(cell for cell in under if cell is not None))

    def _symmetries(self, number: Mapping[Cell, int]) -> Iterator[Symmetry]:
        kinds = {kind.piece.kind(flip=self.flip): index for index, kind in enumerate(self.pieces)}
        twins = [
            kinds.get(kind.piece.moved(0, mirrored=True).kind(flip=self.flip), -1) for kind in self.pieces
        ]
        mirrors = all(
            twin >= 0 and self.pieces[twin].most == kind.most
            for twin, kind in zip(twins, self.pieces, strict=True)
        )
        slot_of = {label: slot for slot, label in reversed(list(enumerate(self.slots)))}
        for image in self.board.symmetries():
            if image.mirrored and not mirrors:
                continue
            goes_to = [
                number["tile", image.tiles[index]]
                if sort == "tile"
                else number["slot", self.slots[image.slot(slot_of[index])]]
                for sort, index in self._cells
            ]
            pieces = tuple(twins) if image.mirrored else tuple(range(len(twins)))
            yield Symmetry(tuple(goes_to), pieces, not image.mirrored)

    def neighbours(self, cell: Hashable) -> Iterable[Hashable]:
        """The cells of the tiles that a cell belongs to."""
        sort, index = cast(Cell, cell)
        tiles = (
            {index}
            if sort == "tile"
            else {s // SLOTS for s, label in enumerate(self.slots) if label == index}
        )
        for tile in tiles:
            yield ("tile", tile)
            yield from (("slot", slot) for slot in self.slots[SLOTS * tile : SLOTS * tile + SLOTS])

    def picture(self, symbols: Mapping[Hashable, str]) -> str:
        """The net as rows of characters; where a seam was cut, each piece shows its own cubits."""
        drawn: dict[tuple[int, int], str] = {}
        for tile, place in enumerate(self.board.net()):
            own = symbols.get(("tile", tile), ".")
            drawn.update(dict.fromkeys(place.centre_cells(), own))
            for slot, cell in enumerate(place.slot_cells()):
                if symbols.get(("slot", self.slots[SLOTS * tile + slot])) == own:
                    drawn[cell] = own
        high, wide = max(row for row, _ in drawn) + 1, max(column for _, column in drawn) + 1
        rows = ("".join(drawn.get((row, column), " ") for column in range(wide)) for row in range(high + 1))
        return "\n".join(row.rstrip() for row in rows).rstrip("\n")

    def __str__(self) -> str:
        """The empty net: every tile with its 16 slots."""
        return self.picture(dict.fromkeys(self._cells, "#"))

    # -- what pieces lie where

    def shortage(self) -> Shortage | None:
        """Why totals of cubits, or an edge shared by many tiles, already rule out every solution, if so."""
        return self._shortage

    @cached_property
    def _shortage(self) -> Shortage | None:
        blocked = self.board.blocked()
        needed = totals_of_slots(self.slots, blocked)
        short = None if needed is None else shortage(len(self.board), needed, list(self.pool.values()))
        return short or crowding(self.slots, self.pool.values(), flip=self.flip, blocked=blocked)

    def check(self) -> tuple[Fault, ...]:
        """Why it cannot be solved, as far as that is plain to see: the totals of cubits come first."""
        short = self.shortage()
        return super().check() if short is None else (Fault(Reason.NO_FITTING_NUMBERS, str(short)),)

    def coverings(
        self,
        up_to: UpTo = "distinct",
        *,
        limit: int | None = None,
        hints: Iterable[Lying] = (),
        threads: int | None = None,
    ) -> Iterator[Covering]:
        """The solutions one by one, as the pieces that lie on the tiles."""
        given = tuple(hints)
        fix = self.fixed(given)
        if self.shortage() is not None:
            return
        for solution in self.solutions(up_to, limit=limit, fix=fix, threads=threads):
            yield self.lying(solution, hints=given)

    def first(
        self,
        *,
        hints: Iterable[Lying] = (),
        patience: float | None = None,
        progress: Callable[[int], object] | None = None,
    ) -> Covering | None:
        """One solution, or None when there is none. `Undecided` if `patience` seconds did not tell.

        This starts the search again and again in different ways, and finds single solutions of large bodies
        much faster than `coverings` does. `progress` is told the number of each start.
        """
        given = tuple(hints)
        instance = self.holding(self.fixed(given))
        if self.shortage() is not None:
            return None
        numbers = first_solution(instance, self._draws(given), patience=patience, progress=progress)
        if numbers is None:
            return None
        placements = tuple(
            Placement(instance.pieces[kind], tuple(instance.cells[cell] for cell in cells))
            for kind, cells in (instance.options[number] for number in numbers)
        )
        return self.lying(Solution(self, placements), hints=given)

    def _draws(self, hints: Sequence[Lying]) -> Iterator[list[int]] | None:
        """Choices of pieces whose totals fit, the hinted ones always among them; None without a choice."""
        needed = totals_of_slots(self.slots, self.board.blocked())
        if needed is None or len(self.pool) == len(self.board):
            return None
        hinted = [hint.piece for hint in hints]
        free = [label for label in self.pool if label not in hinted]
        given = [totals_of_piece(self.pool[label]) for label in hinted]
        rest = tuple(count - sum(totals[sort] for totals in given) for sort, count in enumerate(needed))
        if min(rest) < 0:
            return None
        having = [totals_of_piece(self.pool[label]) for label in free]
        choices = choices_of(having, len(self.board) - len(hinted), rest)
        if choices is None or not choices.any:
            return None
        kind_of = {label: number for number, kind in enumerate(self.pieces) for label in kind.labels}
        return self._drawn(choices, [kind_of[label] for label in free], [kind_of[label] for label in hinted])

    @staticmethod
    def _drawn(choices: Choices, kinds: Sequence[int], always: list[int]) -> Iterator[list[int]]:
        random = Random(0)
        while True:
            yield always + [kinds[number] for number in choices.draw(random)]

    def fixed(self, hints: Iterable[Lying]) -> list[int]:
        """The placements that hints mean, by number, for `count(fix=…)` and `solutions(fix=…)`."""
        numbers: list[int] = []
        given = list(hints)
        for index, hint in enumerate(given):
            for other in given[:index]:
                if other.tile == hint.tile or other.piece == hint.piece:
                    what = f"tile {hint.tile}" if other.tile == hint.tile else f"piece {hint.piece!r}"
                    raise ValueError(f"there are two hints for {what}")
            if hint.piece not in self.pool:
                raise ValueError(
                    f"the hint for tile {hint.tile} names piece {hint.piece!r}, which is not in the pool"
                )
            if not 0 <= hint.tile < len(self.board):
                raise ValueError(
                    f"the hint for piece {hint.piece!r} names tile {hint.tile}; "
                    f"the tiles are 0 to {len(self.board) - 1}"
                )
            border = self.pool[hint.piece].oriented(hint.orientation).border
            if border not in self.pool[hint.piece].orientations(flip=self.flip):
                raise ValueError(
                    f"the hint for tile {hint.tile} turns piece {hint.piece!r} over, which is not allowed"
                )
            kind = next(index for index, kind in enumerate(self.pieces) if hint.piece in kind.labels)
            number = self._option_number(hint.tile, kind, border)
            if number is None:
                raise ValueError(
                    f"the hint for tile {hint.tile}: piece {hint.piece!r} would lie on the frame"
                )
            numbers.append(number)
        return numbers

    def _option_number(self, tile: int, kind: int, border: str) -> int | None:
        number = {cell: index for index, cell in enumerate(self.instance.cells)}
        covered = [number.get(("slot", self.slots[SLOTS * tile + slot])) for slot in Piece(border).covered]
        if None in covered:
            return None
        return self.instance.index[kind, (tile, *sorted(cell for cell in covered if cell is not None))]

    def lying(self, solution: Solution, *, hints: Sequence[Lying] = ()) -> Covering:
        """Which piece of the pool lies on which tile, and how, in ascending order of tiles.

        Pieces of one kind are handed out in the order of the pool; hints come first.
        """
        hinted = {hint.tile: hint.piece for hint in hints}
        left = {
            kind.name: [label for label in kind.labels if label not in hinted.values()]
            for kind in self.pieces
        }
        found = []
        for tile, placement in sorted((_tile_of(placement), placement) for placement in solution.placements):
            label = hinted.get(tile) or left[placement.piece].pop(0)
            covered = set(placement.cells)
            own = self.slots[SLOTS * tile : SLOTS * tile + SLOTS]
            border = "".join("01"[("slot", slot) in covered] for slot in own)
            found.append(Lying(tile, label, self.pool[label].orientations(flip=self.flip)[border]))
        return tuple(found)

    def verify(self, proposed: Iterable[Lying], *, hints: Iterable[Lying] = ()) -> list[str]:
        """Everything that is wrong with a proposed solution, in words; an empty list when it is one."""
        return verify(self, proposed, hints)


def _tile_of(placement: Placement) -> int:
    return next(index for sort, index in cast(tuple[Cell, ...], placement.cells) if sort == "tile")

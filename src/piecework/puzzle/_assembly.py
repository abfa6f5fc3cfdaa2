"""What every puzzle can do, wherever its cells are: list placements, find symmetries, check, count, solve.

A kind of puzzle says what its pieces are, which cells there are, and how the pieces may lie on them (its
`Instance`), and how a picture of it looks. Everything else is here.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from piecework.cover import Cover, Strategy
from piecework.puzzle import _check, _counting
from piecework.puzzle._counting import COUNTS, Progress, UpTo
from piecework.puzzle._instance import Instance, Option, Symmetry
from piecework.puzzle._listing import representatives
from piecework.puzzle._solution import Placement, Solution

Hints = Iterable[Placement | int]


class Copies(Protocol):
    """What an assembly must know of a piece: its name, and how many there are."""

    @property
    def name(self) -> str: ...
    @property
    def least(self) -> int: ...
    @property
    def most(self) -> int: ...


class Assembly(ABC):
    """A puzzle: pieces, cells, and the ways the pieces may lie on the cells."""

    if TYPE_CHECKING:  # fields of the subclasses

        @property
        def title(self) -> str:
            """What people call it."""

        @property
        def source(self) -> str:
            """Where it and its counts come from."""

        @property
        def expect(self) -> Mapping[str, Any]:
            """What is known: counts by their names, and placements by piece."""

        @property
        def pieces(self) -> Sequence[Copies]:
            """The pieces; their names are unique."""

    @property
    @abstractmethod
    def instance(self) -> Instance:
        """The puzzle in numbers."""

    @abstractmethod
    def picture(self, symbols: Mapping[Any, str]) -> str:
        """The target as text, with a character for each cell that has one."""

    @abstractmethod
    def neighbours(self, cell: Hashable) -> Iterable[Hashable]:
        """The cells that touch a cell."""

    def parities(self) -> Iterator[tuple[str, Callable[[Any], bool]]]:
        """Named two-colourings of the cells that a solution must balance; `check()` tries them."""
        return iter(())

    # -- placements and symmetries

    def placement(self, number: int) -> Placement:
        """Placement `number` of the list that `placements()` gives."""
        return self.placed(self.instance.options[number])

    def placed(self, option: Option) -> Placement:
        """The placement that an option of the instance stands for."""
        piece, cells = option
        instance = self.instance
        return Placement(instance.pieces[piece], tuple(instance.cells[cell] for cell in cells))

    def placements(self, piece: str | None = None) -> tuple[Placement, ...]:
        """Every way to put down a piece (or the one piece named), each once."""
        instance = self.instance
        if piece is not None and piece not in instance.pieces:
            raise ValueError(f"there is no piece {piece!r}; there are {', '.join(instance.pieces)}")
        return tuple(
            self.placement(number)
            for number, (which, _) in enumerate(instance.options)
            if piece is None or instance.pieces[which] == piece
        )

    def placement_counts(self) -> dict[str, int]:
        """The number of placements of each piece."""
        counts = [0] * len(self.instance.pieces)
        for piece, _ in self.instance.options:
            counts[piece] += 1
        return dict(zip(self.instance.pieces, counts, strict=True))

    def symmetries(self, *, mirrored: bool = True) -> tuple[Symmetry, ...]:
        """The motions that map target and piece set to themselves; without `mirrored`, those done by hand."""
        return self.instance.group(mirrored=mirrored)

    def _repr_svg_(self) -> str:
        # Drawing comes after the model: it is only reached for when a notebook asks.
        from piecework.draw.svg import picture_svg

        return picture_svg(str(self), {}, title=self.title)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Any:
        from piecework.draw.widget import mimebundle

        return mimebundle(self)

    # -- answers

    def check(self) -> tuple[_check.Fault, ...]:
        """Why the puzzle cannot be solved, as far as that is plain to see; empty if nothing speaks against
        it.
        """
        return _check.check(self)

    def cover(self, *, fix: Hints = ()) -> Cover:
        """The exact-cover problem: option i is placement i."""
        return self.holding(fix).cover()

    def count(
        self,
        up_to: UpTo = "distinct",
        *,
        fix: Hints = (),
        threads: int | None = None,
        strategy: Strategy = "auto",
        progress: Callable[[Progress], object] | None = None,
        memory: int | None = None,
    ) -> int:
        """The exact number of solutions, told apart as `up_to` says; `docs/puzzles.md` has the four ways."""
        found = self.counts(
            [up_to], fix=fix, threads=threads, strategy=strategy, progress=progress, memory=memory
        )
        return found[up_to]

    def counts(
        self,
        up_to: Iterable[UpTo] = COUNTS,
        *,
        fix: Hints = (),
        threads: int | None = None,
        strategy: Strategy = "auto",
        progress: Callable[[Progress], object] | None = None,
        memory: int | None = None,
    ) -> dict[UpTo, int]:
        """Several counts at once, which takes hardly longer than one of them.

        Where `check()` finds a reason there is nothing to count, and nothing is searched.
        """
        wanted = _counting.checked(up_to)
        instance = self.holding(fix)
        if self.check():
            return dict.fromkeys(wanted, 0)

        def count_one(cover: Cover, report: Callable[[Progress], object] | None) -> int:
            return cover.count(threads=threads, strategy=strategy, progress=report, memory=memory)

        return _counting.counts(instance, wanted, count_one, progress)

    def solutions(
        self,
        up_to: UpTo = "distinct",
        *,
        limit: int | None = None,
        fix: Hints = (),
        threads: int | None = None,
        strategy: Strategy = "auto",
        progress: Callable[[Progress], object] | None = None,
    ) -> Iterator[Solution]:
        """The solutions, one by one as they are found; up to rotations or symmetries, one of each class.

        The strategy can only be to search: a sweep counts solutions without ever seeing one.
        """
        instance = self.holding(fix)

        def list_one(cover: Cover, limit: int | None) -> Iterator[tuple[int, ...]]:
            return iter(cover.solutions(limit=limit, threads=threads, strategy=strategy, progress=progress))

        if self.check():
            return
        for options in representatives(instance, up_to, list_one, limit):
            yield Solution(self, tuple(self.placed(instance.options[number]) for number in options))

    def holding(self, fix: Hints) -> Instance:
        """The instance whose solutions contain the hints (placements, or their numbers)."""
        return self.instance.holding([self._number(hint) for hint in fix])

    def _number(self, hint: Placement | int) -> int:
        instance = self.instance
        if isinstance(hint, int):
            if not 0 <= hint < len(instance.options):
                raise ValueError(
                    f"there is no placement {hint}; they are numbered 0 to {len(instance.options) - 1}"
                )
            return hint
        if hint.piece not in instance.pieces:
            raise ValueError(f"there is no piece {hint.piece!r}; there are {', '.join(instance.pieces)}")
        where = {cell: number for number, cell in enumerate(instance.cells)}
        for cell in hint.cells:
            if cell not in where:
                raise ValueError(f"{hint}: {cell} is no cell of the target")
        option = instance.pieces.index(hint.piece), tuple(sorted(where[cell] for cell in hint.cells))
        if option not in instance.index:
            raise ValueError(f"{hint}: the piece {hint.piece!r} cannot lie there")
        return instance.index[option]

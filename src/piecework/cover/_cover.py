"""Exact cover in Python: name the items, list the options, ask for the count or the covers."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass

from piecework.cover import _native
from piecework.cover._counting import Counting, Strategy
from piecework.cover._errors import CoverError
from piecework.cover._listing import Solutions
from piecework.cover._resume import ResumePoint
from piecework.cover._runs import Progress

MOST_ITEMS = 1_000_000
MOST_MEMBERSHIPS = 50_000_000
"""Limits of one problem: beyond them the tables alone would fill the memory of an ordinary machine."""

_MOST_USES = 2**32 - 1
_MOST_MEMORY = 2**64 - 1


@dataclass(frozen=True, slots=True)
class Item:
    """An item that must be covered at least `lo` and at most `hi` times.

    A cell or a piece is `Item("a1")`, an optional cell `Item("a1", 0, 1)`, three identical pieces
    `Item("Z", 3, 3)`.
    """

    name: Hashable
    lo: int = 1
    hi: int = 1


class Cover:
    """A set of items and a list of options, each a set of items.

    A solution is a set of options in which every item lies within its range.

    >>> cover = Cover("abcdefg", ["ce", "adg", "bcf", "adf", "bg", "deg"])
    >>> cover.first()
    (0, 3, 4)
    >>> cover.count()
    1
    """

    def __init__(
        self,
        items: int | Iterable[Hashable | Item],
        options: Iterable[Iterable[Hashable]],
        *,
        optional: Iterable[Hashable] = (),
    ) -> None:
        """`items` is a number n (for items 0 to n-1), or names and `Item`s; a name alone is needed once.

        `optional` names further items, covered at most once. Raises CoverError (a ValueError) that names
        the option and the item at fault.
        """
        self.items = _read_items(items, optional)
        self._number = {item.name: number for number, item in enumerate(self.items)}
        self.options = _read_options(options)
        numbered = self._numbered_options()
        self._engine = _native.Engine([(item.lo, item.hi) for item in self.items], numbered)
        self._impossible = _first_impossible(self.items, numbered)

    def __repr__(self) -> str:
        return f"<Cover of {len(self.items)} items by {len(self.options)} options>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Cover):
            return NotImplemented
        return self.items == other.items and self.options == other.options

    def __hash__(self) -> int:
        return hash((self.items, self.options))

    def why_impossible(self) -> str | None:
        """Say why there can be no solution, where that is cheap to see: an item that too few options hold."""
        return self._impossible

    def count(
        self,
        *,
        threads: int | None = None,
        strategy: Strategy = "auto",
        memory: int | None = None,
        progress: Callable[[Progress], object] | None = None,
        resume: ResumePoint | None = None,
    ) -> int:
        """Count the solutions, exactly.

        `threads` defaults to all cores; `memory` bounds the sweep's tables, in bytes. `progress` is called
        ten times a second. Ctrl-C raises Interrupted, which holds the count so far and a resume point.
        """
        run = self.counting(threads=threads, strategy=strategy, memory=memory, resume=resume)
        return run.result(progress)

    def counting(
        self,
        *,
        threads: int | None = None,
        strategy: Strategy = "auto",
        memory: int | None = None,
        resume: ResumePoint | None = None,
    ) -> Counting:
        """Start counting, and return at once with a handle to watch, cancel, and resume it."""
        if memory is not None and (not _is_int(memory) or not 1 <= memory <= _MOST_MEMORY):
            raise ValueError(f"memory must be a number of bytes from 1 to {_MOST_MEMORY}, not {memory!r}")
        return Counting(self._engine, _thread_count(threads), strategy, memory, self._fitting(resume))

    def first(self) -> tuple[int, ...] | None:
        """Return the first solution found, as ascending option numbers, or None."""
        return next(iter(self.solutions(limit=1, threads=1)), None)

    def solutions(
        self,
        *,
        limit: int | None = None,
        threads: int | None = None,
        strategy: Strategy = "auto",
        progress: Callable[[Progress], object] | None = None,
        resume: ResumePoint | None = None,
    ) -> Solutions:
        """Iterate over the solutions, as tuples of ascending option numbers, while the search goes on.

        With one thread the order is always the same. The search waits when the reader is slow, so memory
        stays bounded. A sweep cannot list, so the strategy is always to search.
        """
        if strategy not in ("auto", "search"):
            raise ValueError(f"solutions are listed by strategy 'search'; {strategy!r} cannot")
        if limit is not None and (not _is_int(limit) or limit < 0):
            raise ValueError(f"limit must be a number from 0 up, not {limit!r}")
        return Solutions(self._engine, _thread_count(threads), limit, progress, self._fitting(resume))

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return iter(self.solutions())

    def _fitting(self, resume: ResumePoint | None) -> ResumePoint | None:
        """The point itself, unless it brings solutions that are none; the rest of it the engine checks."""
        if resume is None:
            return None
        if not isinstance(resume, ResumePoint):
            kind = type(resume).__name__
            raise ValueError(f"resume must be a ResumePoint, not {kind}; ResumePoint.parse reads its text")
        needed = sum(item.lo > 0 for item in self.items)
        for solution in resume.state["unread"] + resume.state["pending"]:
            if not self._is_solution(solution, needed):
                raise ValueError("the resume point does not belong to this problem: a solution in it is none")
        return resume

    def _is_solution(self, numbers: list[int], needed: int) -> bool:
        """Whether these options are a solution, where so many items must be covered."""
        if len(set(numbers)) < len(numbers) or not all(0 <= n < len(self.options) for n in numbers):
            return False
        covered = Counter(self._number[name] for number in numbers for name in self.options[number])
        items = [(self.items[number], times) for number, times in covered.items()]
        fits = all(item.lo <= times <= item.hi for item, times in items)
        return fits and sum(item.lo > 0 for item, _ in items) == needed

    def _numbered_options(self) -> list[list[int]]:
        numbered = []
        memberships = 0
        for index, option in enumerate(self.options):
            numbers = []
            for name in option:
                number = self._number.get(name)
                if number is None:
                    raise CoverError(f"option {index} holds {name!r}, which is not an item")
                numbers.append(number)
            if len(set(numbers)) < len(numbers):
                twice = next(name for name in option if option.count(name) > 1)
                raise CoverError(f"option {index} holds item {twice!r} more than once")
            memberships += len(numbers)
            if memberships > MOST_MEMBERSHIPS:
                raise CoverError(f"option {index} is too much for the engine: {memberships:,} items in all")
            numbered.append(numbers)
        return numbered


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _thread_count(threads: int | None) -> int:
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not _is_int(threads) or not 1 <= threads <= 1024:
        raise ValueError(f"threads must be a number from 1 to 1024, not {threads!r}")
    return threads


def _read_items(items: int | Iterable[Hashable | Item], optional: Iterable[Hashable]) -> tuple[Item, ...]:
    if isinstance(items, int):
        if isinstance(items, bool) or items < 0:
            raise CoverError(f"the number of items must be 0 or more, not {items!r}")
        if items > MOST_ITEMS:
            raise CoverError(f"{items:,} items are more than the engine can hold ({MOST_ITEMS:,})")
        items = range(items)
    read: list[Item] = []
    seen: set[Hashable] = set()

    def add(item: Item) -> None:
        try:
            repeated = item.name in seen
        except TypeError:
            raise CoverError(f"item {len(read)} cannot be named {item.name!r}: not hashable") from None
        if repeated:
            raise CoverError(f"item {item.name!r} is named more than once")
        if not _is_int(item.lo) or not _is_int(item.hi):
            raise CoverError(f"item {item.name!r} needs whole numbers as range, not {item.lo!r}, {item.hi!r}")
        if item.lo < 0 or item.hi > _MOST_USES:
            raise CoverError(f"item {item.name!r} has a range beyond 0..{_MOST_USES}: {item.lo}, {item.hi}")
        if item.lo > item.hi:
            raise CoverError(f"item {item.name!r} has an empty range: {item.lo} is more than {item.hi}")
        if len(read) == MOST_ITEMS:
            raise CoverError(f"more than {MOST_ITEMS:,} items: too many for the engine")
        seen.add(item.name)
        read.append(item)

    for entry in _each(items, "items"):
        add(entry if isinstance(entry, Item) else Item(entry))
    for name in _each(optional, "optional"):
        add(name if isinstance(name, Item) else Item(name, 0, 1))
    return tuple(read)


def _each(values: object, what: str) -> Iterator[Hashable]:
    if not isinstance(values, Iterable):
        raise CoverError(f"{what} must be a collection, not {values!r}")
    return iter(values)


def _read_options(options: Iterable[Iterable[Hashable]]) -> tuple[tuple[Hashable, ...], ...]:
    read = []
    for index, option in enumerate(_each(options, "options")):
        if not isinstance(option, Iterable):
            raise CoverError(f"option {index} must be a collection of items, not {option!r}")
        members = tuple(option)
        if not members:
            raise CoverError(f"option {index} is empty")
        for name in members:
            try:
                hash(name)
            except TypeError:
                raise CoverError(f"option {index} holds {name!r}, which cannot be an item's name") from None
        read.append(members)
    return tuple(read)


def _first_impossible(items: tuple[Item, ...], options: list[list[int]]) -> str | None:
    holders = [0] * len(items)
    for option in options:
        for number in option:
            holders[number] += 1
    for item, held in zip(items, holders, strict=True):
        if held < item.lo:
            if held == 0:
                return f"no option covers item {item.name!r}"
            return f"item {item.name!r} is needed {item.lo} times, but only {held} options hold it"
    return None

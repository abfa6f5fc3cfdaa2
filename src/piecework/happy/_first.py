"""One solution, fast: restarts with other pieces and in another order.

Problem: a pool of 36 pieces has astronomically many ways to cover a body of 30 tiles, but a search that
starts badly can miss all of them for hours: its first choices leave totals of cubits that the rest of the
pool cannot reach, and it finds out only at the last tiles.

Idea: draw a choice of pieces whose totals fit (see `_totals`) and search with exactly these, options in
random order, for a moment only; then start again with another draw and a little more time. Every so often
the whole pool gets the time, and since the time grows, that search in the end also proves that there is no
solution, if there is none.

Cost: with 36 pieces, one start of some milliseconds for most bodies, and a few starts of a tenth of a second
for the tightest (3x3x1, the 3D cross), where a search that is not started again may take minutes.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random

from piecework.cover import Cover, Item, Stopped
from piecework.puzzle import Instance

FIRST_TURN = 0.1
GROWTH = 1.15
"""Seconds that the first start gets, and how much more each later one gets."""

WHOLE_POOL_EVERY = 4


class Undecided(Exception):  # noqa: N818  # an answer, not an error
    """Patience ran out before a solution was found or ruled out."""


def first_solution(
    instance: Instance,
    draws: Iterator[Sequence[int]] | None,
    *,
    patience: float | None = None,
    seed: int = 0,
    progress: Callable[[int], object] | None = None,
) -> tuple[int, ...] | None:
    """A solution as option numbers, or None when there is none. `Undecided` after `patience` seconds.

    Each of `draws` lists the kind of every piece to use; None where there is no choice. `progress` is told
    the number of each start.
    """
    random = Random(seed)
    started = time.monotonic()
    turn = FIRST_TURN
    attempt = 0
    while True:
        left = None if patience is None else patience - (time.monotonic() - started)
        if left is not None and left <= 0:
            raise Undecided(f"no solution found and none ruled out in {patience:g} seconds")
        if progress is not None:
            progress(attempt)
        whole = draws is None or attempt % WHOLE_POOL_EVERY == WHOLE_POOL_EVERY - 1
        taken = None if whole or draws is None else next(draws)
        numbers = _allowed(instance, taken)
        random.shuffle(numbers)
        try:
            found = _within(_cover(instance, numbers, taken), turn if left is None else min(turn, left))
        except Stopped:
            pass
        else:
            if found is not None:
                return tuple(sorted(numbers[index] for index in found))
            if whole:
                return None
        turn *= GROWTH
        attempt += 1


def _allowed(instance: Instance, taken: Sequence[int] | None) -> list[int]:
    if taken is None:
        return list(range(len(instance.options)))
    kinds = set(taken)
    return [number for number, (kind, _) in enumerate(instance.options) if kind in kinds]


def _cover(instance: Instance, numbers: Sequence[int], taken: Sequence[int] | None) -> Cover:
    ranges = dict(enumerate(instance.ranges))
    if taken is not None:
        ranges = {kind: (count, count) for kind, count in Counter(taken).items()}
    cells = len(instance.cells)
    items: list[int | Item] = list(range(cells))
    items += [Item(cells + kind, least, most) for kind, (least, most) in ranges.items()]
    options = (instance.options[number] for number in numbers)
    return Cover(items, [(*covered, cells + kind) for kind, covered in options])


def _within(cover: Cover, seconds: float) -> tuple[int, ...] | None:
    """The first solution, or None when there is none; `Stopped` when the time is over."""
    deadline = time.monotonic() + seconds

    def look(_: object) -> None:
        if time.monotonic() > deadline:
            search.cancel()

    search = cover.solutions(limit=1, threads=1, progress=look)
    return next(search, None)

"""Listing solutions while the search for more goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from piecework.cover import _native
from piecework.cover._errors import Interrupted, Stopped
from piecework.cover._resume import ResumePoint
from piecework.cover._runs import TICK, Progress, rest_of, start_search

PORTION = 256
"""Solutions taken from the engine at a time."""


class Solutions(Iterator[tuple[int, ...]]):
    """An iterator over solutions, which keeps searching ahead while they are read."""

    def __init__(
        self,
        engine: _native.Engine,
        threads: int,
        limit: int | None,
        progress: Callable[[Progress], object] | None,
        resume: ResumePoint | None,
    ) -> None:
        if resume is not None and resume.found and not resume.state["listing"]:
            lost = f"the {resume.found:,} found so far would be left out"
            raise ValueError(f"the resume point is that of a count, which keeps no solutions: {lost}")
        self._started = time.monotonic()
        self._search = start_search(engine, listing=True, threads=threads, resume=resume)
        self._left = limit
        self._report = progress
        unread = [] if resume is None else resume.state["unread"]
        self._portion: list[tuple[int, ...]] = [tuple(solution) for solution in unread]

    @property
    def progress(self) -> Progress:
        """How far the work is, now."""
        search = self._search
        return Progress(search.fraction, search.nodes, search.solutions, time.monotonic() - self._started)

    def __iter__(self) -> Solutions:
        return self

    def __next__(self) -> tuple[int, ...]:
        portion = self._portion
        if not portion or self._left is not None:
            self._prepare()
        solution = portion[0]
        # Python answers signals after calls: without one from here on, Ctrl-C finds the solution either still
        # in the portion or with the reader. So no `pop`.
        del portion[0]
        return solution

    def _prepare(self) -> None:
        """See to it that there is a solution to read, or raise what there is instead."""
        if self._left == 0:
            self.cancel()
            raise StopIteration
        try:
            while not self._portion:
                ended = self._search.ended
                most = PORTION if self._left is None else min(PORTION, self._left)
                self._search.take(self._portion, most, TICK)
                if self._report is not None:
                    self._report(self.progress)
                if ended and not self._portion:
                    if not self._search.complete:
                        raise self._stopped(Stopped)
                    raise StopIteration
        except KeyboardInterrupt:
            raise self._stopped(Interrupted) from None
        if self._left is not None:
            self._left -= 1

    def cancel(self) -> None:
        """Ask the search to stop, from any thread; what was found until then can still be read."""
        self._search.cancel()

    def close(self) -> None:
        """Stop searching and reading; what was not read is left to `resume_point()`."""
        self.cancel()
        self._left = 0

    def resume_point(self) -> ResumePoint:
        """Where to go on later: the solutions not yet read will be the first to come.

        Ask for it in the thread that reads. It is there after a limit, `close()` and Ctrl-C, too.
        """
        return rest_of(self._search, self._portion)

    def _stopped(self, error: type[Stopped]) -> Stopped:
        self._search.cancel()
        point = self.resume_point()
        return error(point.found, point)

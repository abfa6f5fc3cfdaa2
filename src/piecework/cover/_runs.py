"""Counting and listing under way: handles that can be watched, cancelled and resumed."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from piecework.cover import _native
from piecework.cover._errors import Interrupted, Stopped
from piecework.cover._resume import ResumePoint

if TYPE_CHECKING:
    from piecework.cover._cover import Strategy

TICK = 0.1
"""Seconds between two looks at the work: progress is promised five times a second."""

PORTION = 256
"""Solutions taken from the engine at a time."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the work is."""

    fraction: float
    """From 0 to 1; never falls."""
    nodes: int
    solutions: int
    seconds: float


class _Run:
    """What counting and listing share: one native search, its progress, and its end."""

    def __init__(
        self, engine: _native.Engine, *, listing: bool, threads: int, resume: ResumePoint | None
    ) -> None:
        self._started = time.monotonic()
        try:
            self._search = _native.Search(
                engine, listing=listing, threads=threads, resume=None if resume is None else resume.state
            )
        except (RuntimeError, TypeError):  # what the binding raises for values it cannot convert
            raise ValueError("the resume point is damaged: it holds values that no search writes") from None

    @property
    def progress(self) -> Progress:
        """How far the work is, now."""
        search = self._search
        return Progress(search.fraction, search.nodes, search.solutions, time.monotonic() - self._started)

    def cancel(self) -> None:
        """Ask the work to stop, from any thread; it does so within a fraction of a second."""
        self._search.cancel()

    def resume_point(self) -> ResumePoint:
        """Where to go on later. Can be asked at any moment; the work goes on, unless it was cancelled."""
        return ResumePoint({**self._search.resume_point(), "unread": []})

    def _stop(self, error: type[Stopped]) -> Stopped:
        self._search.cancel()
        while not self._search.wait(TICK):
            pass
        point = self.resume_point()
        return error(point.found, point)


class Counting(_Run):
    """A count under way."""

    def __init__(
        self,
        engine: _native.Engine,
        threads: int,
        strategy: Strategy,
        memory: int | None,
        resume: ResumePoint | None,
    ) -> None:
        super().__init__(engine, listing=False, threads=threads, resume=resume)

    def result(self, progress: Callable[[Progress], object] | None = None) -> int:
        """Wait for the count. Raises Stopped after `cancel()`, Interrupted on Ctrl-C."""
        try:
            while not self._search.wait(TICK):
                if progress is not None:
                    progress(self.progress)
        except KeyboardInterrupt:
            raise self._stop(Interrupted) from None
        if not self._search.complete:
            raise self._stop(Stopped)
        if progress is not None:
            progress(self.progress)
        return self._search.solutions


class Solutions(_Run, Iterator[tuple[int, ...]]):
    """An iterator over solutions, which keeps searching ahead while they are read."""

    def __init__(
        self,
        engine: _native.Engine,
        threads: int,
        limit: int | None,
        progress: Callable[[Progress], object] | None,
        resume: ResumePoint | None,
    ) -> None:
        super().__init__(engine, listing=True, threads=threads, resume=resume)
        self._left = limit
        self._report = progress
        unread = [] if resume is None else resume.state["unread"]
        self._portion: deque[tuple[int, ...]] = deque(tuple(solution) for solution in unread)

    def __iter__(self) -> Solutions:
        return self

    def __next__(self) -> tuple[int, ...]:
        if self._left == 0:
            self.close()
            raise StopIteration
        try:
            while not self._portion:
                ended = self._search.ended
                most = PORTION if self._left is None else min(PORTION, self._left)
                self._portion.extend(self._search.take(most, TICK))
                if self._report is not None:
                    self._report(self.progress)
                if ended and not self._portion:
                    if not self._search.complete:
                        raise self._stop(Stopped)
                    raise StopIteration
        except KeyboardInterrupt:
            raise self._stop(Interrupted) from None
        if self._left is not None:
            self._left -= 1
        return self._portion.popleft()

    def resume_point(self) -> ResumePoint:
        """Where to go on later: the solutions not yet read will be the first to come."""
        unread = [list(solution) for solution in self._portion]
        return ResumePoint({**self._search.resume_point(), "unread": unread})

    def close(self) -> None:
        """Stop searching; what was not read is dropped."""
        self._search.cancel()

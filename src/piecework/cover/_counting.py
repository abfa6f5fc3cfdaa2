"""Counting under way: which strategy does it, when it changes over, and how it is stopped.

The automatic choice searches for a moment, which is all that most puzzles need. If the end is not in sight,
it gives the sweep a small part of the time that the search seems to take; if that was in vain, the search
goes on where it stopped. If it still has far to go after a while, the sweep gets half of the time that the
search seems to take, and so on, ever more rarely; where no end of the search is in sight, the sweep gets all
the time it needs. If its memory does not suffice, it is not tried again.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from typing import Literal

from piecework.cover import _native
from piecework.cover._errors import Interrupted, Stopped
from piecework.cover._resume import ResumePoint
from piecework.cover._runs import TICK, Progress, rest_of, start_search

Strategy = Literal["auto", "search", "sweep"]

FIRST_TRIAL_SECONDS = 0.01
"""How long the automatic choice searches before it tries a short sweep."""

SHORT_SWEEP_SECONDS = 0.1, 0.2
"""The least that a short sweep is given, which nobody will notice, and the most."""

SHORT_SWEEP_SHARE = 0.6
"""Between the two it takes this part of the time that the search seems to need."""

TRIAL_SECONDS = 0.5
"""When the automatic choice thinks again; from then on, each time after four times as long."""

PATIENCE_SECONDS = 30.0
"""A search that seems to end within this time is left to it."""


def default_memory() -> int:
    """Half of what the machine has free, for the sweep's tables."""
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (AttributeError, ValueError, OSError):
        return 2 * 2**30


class Counting:
    """A count under way, in native threads; who waits for the result also sees to the change of strategy."""

    def __init__(
        self,
        engine: _native.Engine,
        threads: int,
        strategy: Strategy,
        memory: int | None,
        resume: ResumePoint | None,
    ) -> None:
        if strategy not in ("auto", "search", "sweep"):
            raise ValueError(f"strategy must be 'auto', 'search' or 'sweep', not {strategy!r}")
        self.strategy: Literal["search", "sweep"] = "sweep" if strategy == "sweep" else "search"
        """Which strategy is at work, and in the end: which one gave the count."""
        self.note: str | None = None
        """What the user should know about the choice of strategy."""
        self._engine = engine
        self._threads = threads
        self._sweep_only = strategy == "sweep"
        self._memory = default_memory() if memory is None else memory
        # When the automatic choice thinks again, and when a short sweep is given up.
        self._next_thought = FIRST_TRIAL_SECONDS if strategy == "auto" else math.inf
        self._sweep_until = math.inf
        self._sweep_began = self._swept = 0.0  # when the last sweep began; seconds that sweeps took in vain
        self._started = time.monotonic()
        self._shown = 0.0
        self._answer: int | None = None
        self._cancelled = False
        self._sweep: _native.Sweep | None = None
        self._search: _native.Search | None = None
        if strategy != "sweep" or resume is not None:
            self._search = start_search(engine, listing=False, threads=threads, resume=resume)
        if strategy == "sweep":
            self._start_sweep()

    @property
    def progress(self) -> Progress:
        """How far the work is, now."""
        search, sweep = self._search, self._sweep
        fraction, nodes, found = 0.0, 0, 0
        if search is not None:
            fraction, nodes, found = search.fraction, search.nodes, search.solutions
        if sweep is not None:
            fraction, nodes = sweep.fraction, nodes + sweep.states
        self._shown = max(self._shown, fraction)
        found = found if self._answer is None else self._answer
        return Progress(self._shown, nodes, found, time.monotonic() - self._started)

    def result(self, progress: Callable[[Progress], object] | None = None) -> int:
        """Wait for the count. Raises Stopped after `cancel()`, Interrupted on Ctrl-C."""
        try:
            while not self._ended(TICK):
                if progress is not None:
                    progress(self.progress)
        except KeyboardInterrupt:
            raise self._stopped(Interrupted) from None
        except BaseException:  # from the caller's `progress`
            self.cancel()
            raise
        if self._answer is None:
            raise self._stopped(Stopped)
        if progress is not None:  # once more at the end, however soon that came
            progress(self.progress)
        return self._answer

    def cancel(self) -> None:
        """Ask the work to stop, from any thread; it does so within a fraction of a second.

        No lock, since this may run in a signal handler: the wish is noted before one looks what is at work,
        and whoever puts something new to work looks for the wish after that. One of the two sees the other.
        """
        self._cancelled = True
        for work in (self._search, self._sweep):
            if work is not None:
                work.cancel()

    def resume_point(self) -> ResumePoint:
        """Where to go on later. Can be asked at any moment; the work goes on, unless it was cancelled.

        A sweep is all or nothing: a point taken during one goes back to what was searched before it.
        """
        search = self._search
        if search is None:  # a sweep from the start: everything is left to search
            search = start_search(self._engine, listing=False, threads=1, resume=None)
            search.cancel()
        return rest_of(search)

    def _stopped(self, error: type[Stopped]) -> Stopped:
        self.cancel()
        while not self._ended(TICK):
            pass
        point = self.resume_point()
        return error(point.found, point)

    def _ended(self, seconds: float) -> bool:
        """Wait so long for the strategy at work; where it ends without the answer, go on to the next."""
        now = time.monotonic() - self._started
        if self._sweep is not None:
            if now > self._sweep_until:
                self._sweep.cancel()
            patience = max(0.001, min(seconds, self._sweep_until - now))
            return self._sweep.wait(patience) and self._sweep_ended(self._sweep)
        assert self._search is not None  # one of the two is always there
        if self._search.wait(max(0.001, min(seconds, self._next_thought - now))):
            if self._search.complete:
                self._answer = self._search.solutions
                return True
            return self._cancelled  # or else it pauses, for a resume point that another thread asked for
        if time.monotonic() - self._started >= self._next_thought:
            self._think_again(self._search.fraction)
        return False

    def _think_again(self, fraction: float) -> None:
        """The search has been given a trial, and has come so far."""
        now = time.monotonic() - self._started
        first = self._next_thought == FIRST_TRIAL_SECONDS
        self._next_thought = TRIAL_SECONDS if first else 4 * now
        whole = (now - self._swept) / fraction if fraction else math.inf
        if first:
            least, most = SHORT_SWEEP_SECONDS
            self._sweep_until = now + min(most, max(least, SHORT_SWEEP_SHARE * whole))
        elif whole > PATIENCE_SECONDS:
            self._sweep_until = now + whole / 2
        else:
            return
        self._start_sweep()

    def _start_sweep(self) -> None:
        if self._search is not None:
            self._search.cancel()
        self.strategy = "sweep"
        self._sweep_began = time.monotonic()
        sweep = _native.Sweep(self._engine, threads=self._threads, memory=self._memory)
        sweep.start()
        self._sweep = sweep
        if self._cancelled:
            sweep.cancel()

    def _sweep_ended(self, sweep: _native.Sweep) -> bool:
        if sweep.end == "complete":
            self._answer = sweep.count
        elif not self._cancelled:
            if sweep.end == "impossible":
                if self._sweep_only:
                    raise ValueError(f"this problem cannot be swept: {sweep.obstacle}")
                self._next_thought = math.inf
            if sweep.end == "out of memory":
                allowed = f"{self._memory / 2**30:.1f} GiB"
                self.note = f"the sweep would need more than {allowed}, so it was searched instead"
                self._next_thought = math.inf
            self.strategy = "search"
            self._swept += time.monotonic() - self._sweep_began
            rest = self.resume_point()
            search = start_search(self._engine, listing=False, threads=self._threads, resume=rest)
            self._search = search
            self._sweep = None
            if self._cancelled:
                search.cancel()
            return False
        return True

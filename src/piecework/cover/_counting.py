"""Counting under way: which strategy does it, when it changes over, and how it is stopped.

The automatic choice searches for a moment, which is all that most puzzles need. If the end is not in sight,
it tries the sweep within its memory; if that does not fit either, the search goes on where it stopped.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from typing import Literal

from piecework.cover import _native
from piecework.cover._errors import Interrupted, Stopped
from piecework.cover._resume import ResumePoint
from piecework.cover._runs import TICK, Progress, rest_of, start_search

Strategy = Literal["auto", "search", "sweep"]

TRIAL_SECONDS = 0.5
"""How long the automatic choice searches before it thinks again."""

PATIENCE_SECONDS = 5.0
"""A search that seems to end within this time is left to it."""


def default_memory() -> int:
    """Half of what the machine has free, for the sweep's tables."""
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (AttributeError, ValueError, OSError):
        return 2 * 2**30


class Counting:
    """A count under way, in threads of its own."""

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
        obstacle = engine.sweep_obstacle if strategy != "search" else None
        if strategy == "sweep" and obstacle is not None:
            raise ValueError(f"this problem cannot be swept: {obstacle}")
        self.strategy: Literal["search", "sweep"] = "sweep" if strategy == "sweep" else "search"
        """Which strategy is at work, and in the end: which one gave the count."""
        self.note: str | None = None
        """What the user should know about the choice of strategy."""
        self._engine = engine
        self._threads = threads
        self._memory = default_memory() if memory is None else memory
        self._choose = strategy == "auto" and obstacle is None
        self._started = time.monotonic()
        self._cancelled = threading.Event()
        self._answer: int | None = None
        self._failure: BaseException | None = None
        self._shown = 0.0
        self._sweep: _native.Sweep | None = None
        # The search is there from the start, also for a sweep: it knows what is left if that is stopped.
        self._search = start_search(engine, listing=False, threads=threads, resume=resume)
        if strategy == "sweep":
            self._halt_search()
        self._worker = threading.Thread(target=self._work, name="piecework count", daemon=True)
        self._worker.start()

    @property
    def progress(self) -> Progress:
        """How far the work is, now."""
        sweep = self._sweep
        fraction = self._search.fraction if sweep is None else sweep.fraction
        self._shown = max(self._shown, fraction)
        nodes = self._search.nodes + (0 if sweep is None else sweep.states)
        found = self._search.solutions if self._answer is None else self._answer
        return Progress(self._shown, nodes, found, time.monotonic() - self._started)

    def result(self, progress: Callable[[Progress], object] | None = None) -> int:
        """Wait for the count. Raises Stopped after `cancel()`, Interrupted on Ctrl-C."""
        try:
            while self._worker.is_alive():
                self._worker.join(TICK)
                if progress is not None:
                    progress(self.progress)
        except KeyboardInterrupt:
            raise self._stopped(Interrupted) from None
        if self._failure is not None:
            raise self._failure
        if self._answer is None:
            raise self._stopped(Stopped)
        if progress is not None:  # once more at the end, however soon that came
            progress(self.progress)
        return self._answer

    def cancel(self) -> None:
        """Ask the work to stop, from any thread; it does so within a fraction of a second."""
        self._cancelled.set()
        self._search.cancel()
        if self._sweep is not None:
            self._sweep.cancel()

    def resume_point(self) -> ResumePoint:
        """Where to go on later. Can be asked at any moment; the work goes on, unless it was cancelled.

        A sweep is all or nothing: a point taken during one goes back to what was searched before it.
        """
        return rest_of(self._search)

    def _stopped(self, error: type[Stopped]) -> Stopped:
        self.cancel()
        self._worker.join()
        point = self.resume_point()
        return error(point.found, point)

    def _halt_search(self) -> None:
        self._search.cancel()
        while not self._search.wait(TICK):
            pass

    def _work(self) -> None:
        try:
            if self.strategy == "search" and self._searched(TRIAL_SECONDS if self._choose else None):
                return
            if self._swept():
                return
            self.strategy = "search"
            self._search = start_search(
                self._engine, listing=False, threads=self._threads, resume=rest_of(self._search)
            )
            self._sweep = None
            if self._cancelled.is_set():
                self._search.cancel()
            self._searched(None)
        except BaseException as error:
            self._failure = error

    def _searched(self, seconds: float | None) -> bool:
        """Search; true if that is the end of it, false if the sweep should have a try after `seconds`."""
        while not self._search.wait(TICK if seconds is None else seconds):
            if seconds is None:
                continue
            fraction = self._search.fraction
            if fraction * PATIENCE_SECONDS >= seconds:
                seconds = None
                continue
            self._halt_search()
            break
        if self._search.complete:
            self._answer = self._search.solutions
            return True
        return self._cancelled.is_set()

    def _swept(self) -> bool:
        """Sweep; true if that is the end of it, false if the search must go on."""
        self.strategy = "sweep"
        self._sweep = _native.Sweep(self._engine, threads=self._threads, memory=self._memory)
        if self._cancelled.is_set():
            return True
        end = self._sweep.run()
        if end == "complete":
            self._answer = self._sweep.count
        elif end == "out of memory":
            allowed = f"{self._memory / 2**30:.1f} GiB"
            self.note = f"the sweep would need more than {allowed}, so it was searched instead"
            return False
        return True

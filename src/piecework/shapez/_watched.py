"""Run a search in a thread of its own, and never leave while it still runs.

`runs.watched` waits for its thread with `join`. In CPython 3.11 a `join` that Ctrl-C interrupts takes the
running thread for finished, so the second `join` returns at once; leaving the process then aborts it. The
search therefore tells by itself when it has ended.
"""

import threading
from collections.abc import Callable
from typing import TypeVar

from piecework.runs import watched
from piecework.shapez import _native

Result = TypeVar("Result")
Report = Callable[[str, _native.Progress], object]
"""Called ten times a second with the name of the phase and the progress of the search."""


def run_watched(phase: str, call: Callable[[_native.Progress], Result], report: Report | None) -> Result:
    """What the call returns; on Ctrl-C it is asked to stop, and waited for."""
    progress = _native.Progress()
    ended = threading.Event()

    def work() -> Result:
        try:
            return call(progress)
        finally:
            ended.set()

    tick = None if report is None else lambda: report(phase, progress)
    try:
        return watched(work, progress, tick)
    except BaseException:
        progress.cancel()
        ended.wait()
        raise

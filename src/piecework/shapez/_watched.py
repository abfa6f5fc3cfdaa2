"""Run a native search where it can be watched: its phase has a name, and its progress goes to a report."""

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
    tick = None if report is None else lambda: report(phase, progress)
    return watched(lambda: call(progress), progress, tick)

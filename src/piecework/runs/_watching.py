"""Run a native call in a thread of its own, so that Ctrl-C and progress reach people while it works.

A native call with the GIL released cannot be interrupted from Python: signals are only handled between
two byte codes of the main thread. So the call gets a worker thread, and the caller's thread stays free to
tick, to notice Ctrl-C, and to ask the call to stop through its watch.
"""

import threading
from collections.abc import Callable
from typing import Protocol, TypeVar

Result = TypeVar("Result")

TICK = 0.1
"""Seconds between two looks at the work; progress promises at least five a second."""


class Watch(Protocol):
    """What a native call offers to those who wait for it."""

    def cancel(self) -> None: ...


def watched(call: Callable[[], Result], watch: Watch, tick: Callable[[], object] | None = None) -> Result:
    """Return `call()`, with `tick()` called ten times a second while it runs.

    On Ctrl-C, or when `tick` raises, the call is asked to stop through `watch.cancel()` and waited for,
    so that what it had found is complete when the exception goes on to the caller.
    """
    outcome: list[Result] = []
    failure: list[BaseException] = []
    # Not Thread.join: in CPython 3.11 a join that Ctrl-C interrupts takes the running thread for finished.
    ended = threading.Event()

    def work() -> None:
        try:
            outcome.append(call())
        except BaseException as error:
            failure.append(error)
        finally:
            ended.set()

    threading.Thread(target=work, name="piecework", daemon=True).start()
    try:
        while not ended.wait(TICK):
            if tick is not None:
                tick()
    except BaseException:
        watch.cancel()
        ended.wait()
        raise
    if tick is not None:
        tick()
    if failure:
        raise failure[0]
    return outcome[0]

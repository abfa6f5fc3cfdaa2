"""A progress bar that appears when work takes longer than a second, and only where someone is looking."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from piecework.cli._common import grouped

PATIENCE = 1.0


class Reached(Protocol):
    """What the bar shows."""

    @property
    def fraction(self) -> float: ...
    @property
    def solutions(self) -> int: ...


@contextmanager
def bar(label: str, *, quiet: bool) -> Iterator[Callable[[Reached], None]]:
    """A function to report progress to; it draws on standard error, so that answers can be piped."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        TextColumn("[dim]{task.fields[found]} so far"),
    )
    shown = Progress(*columns, console=console, transient=True)
    task = shown.add_task(label, total=1.0, found="none")
    start = time.monotonic()
    visible = False

    def report(now: Reached) -> None:
        nonlocal visible
        if not visible and not quiet and console.is_terminal and time.monotonic() - start > PATIENCE:
            visible = True
            shown.start()
        if visible:
            shown.update(task, completed=now.fraction, found=grouped(now.solutions))

    try:
        yield report
    finally:
        if visible:
            shown.stop()

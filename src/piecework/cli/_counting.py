"""Counting for the command line: hints, progress, other engines, and how counts are printed."""

import sys
import time
from collections.abc import Iterable

from rich.console import Console

from piecework.cli._bar import bar
from piecework.cli._common import grouped
from piecework.cover import Strategy
from piecework.cover.engines import ENGINES, EngineError, solutions
from piecework.puzzle import Assembly, Placement, Progress, UpTo

EXPLAINED = {
    "labelled": "identical pieces told apart",
    "distinct": "identical pieces interchangeable",
    "rotations": "and turned solutions counted once",
    "symmetries": "and mirror images counted once",
}

NOT_COMPARED = "no other engine could answer, so nothing was cross-checked; leave --engine away"


def counts(
    puzzle: Assembly,
    wanted: Iterable[UpTo],
    *,
    hints: Iterable[Placement | int] = (),
    threads: int | None = None,
    strategy: Strategy = "auto",
    quiet: bool = False,
) -> dict[UpTo, int]:
    """Count with a progress bar on a terminal, once it takes longer than a second."""
    with bar("counting", quiet=quiet) as progress:
        return puzzle.counts(wanted, fix=hints, threads=threads, strategy=strategy, progress=progress)


def counts_within(puzzle: Assembly, seconds: float, *, threads: int | None) -> dict[UpTo, int]:
    """The four counts, or nothing if they are not found in so many seconds."""
    end = time.monotonic() + seconds
    late = False

    def stop(now: Progress) -> None:
        nonlocal late
        if time.monotonic() > end:
            late = True
            raise KeyboardInterrupt  # what an engine takes for "stop at once, and leave nothing running"

    try:
        return puzzle.counts(threads=threads, progress=stop)
    except KeyboardInterrupt:
        if not late:
            raise
        return {}


def count_with(puzzle: Assembly, engine: str, *, hints: Iterable[Placement | int], quiet: bool) -> int:
    """The number of distinct solutions by another engine, or by all of them, which must agree."""
    cover = puzzle.cover(fix=hints)
    if engine != "all":
        return sum(1 for _ in solutions(engine, cover))
    counts = {"piecework": puzzle.count(fix=hints)}
    for name in ENGINES:
        try:
            counts[name] = sum(1 for _ in solutions(name, cover))
        except EngineError as error:
            print(f"piecework: {error}", file=sys.stderr)
    if len(counts) == 1:
        raise ValueError(NOT_COMPARED)
    if not quiet:
        for name, number in counts.items():
            print(f"{name:>10}  {number:,}")
    if len(set(counts.values())) > 1:
        raise ValueError(f"the engines do not agree: {counts}")
    return counts["piecework"]


def print_counts(counts: dict[UpTo, int], seconds: float) -> None:
    """Each count with its name and what it means."""
    console = Console(highlight=False)
    shown = {up_to: grouped(number) for up_to, number in counts.items()}
    width = max(map(len, shown.values()))
    for up_to, number in shown.items():
        line = f"[bold]{number:>{width}}[/bold]  {up_to:<10}  [dim]{EXPLAINED[up_to]}[/dim]"
        console.print(line, soft_wrap=True)  # no digit is left out, however narrow the terminal is
    console.print(f"[dim]in {spent(seconds)}[/dim]")


def spent(seconds: float) -> str:
    """A time as people say it."""
    if seconds < 1:
        return f"{seconds * 1000:.1f} ms"
    return f"{seconds:.1f} s" if seconds < 60 else f"{int(seconds // 60)} min {seconds % 60:.0f} s"

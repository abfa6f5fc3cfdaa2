"""`piecework cover`: exact-cover problems in Knuth's text format, which other solvers read, too."""

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated

import typer

from piecework.cli._bar import bar
from piecework.cli._common import NO, STOPPED, grouped, print_json, reporting
from piecework.cover import Cover, Interrupted, ResumePoint, Stopped, Strategy
from piecework.formats import knuth
from piecework.formats._faults import FileError, FileFault
from piecework.formats._text import read_text

app = typer.Typer(no_args_is_help=True, help="Exact-cover problems in Knuth's text format.")

File = Annotated[Path, typer.Argument(metavar="FILE", help="A line of items, then an option a line.")]
Threads = Annotated[int | None, typer.Option(help="Threads to use; all cores by default.", min=1)]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]

_LARGEST_CHECKPOINT = 1 << 28
"""Bytes: thousands of large solutions that wait to be read, and far more tree than anyone leaves."""


@app.command()
@reporting
def count(
    file: File,
    threads: Threads = None,
    strategy: Annotated[Strategy, typer.Option(help="How to count.")] = "auto",
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="On Ctrl-C, write here where to go on; if it exists, go on from it. Removed at the end.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Count the covers."""
    cover = _read(file)
    resume = _resume(checkpoint)
    started = time.monotonic()
    try:
        with bar("counting", quiet=json) as progress:
            run = cover.counting(threads=threads, strategy=strategy, resume=resume)
            found = run.result(progress)
    except Interrupted as stop:
        print(f"piecework: {stop}", file=sys.stderr)
        _keep(checkpoint, stop.resume_point)
        raise typer.Exit(STOPPED) from None
    seconds = time.monotonic() - started
    if json:
        answer = {"file": str(file), "count": found, "strategy": run.strategy, "seconds": round(seconds, 6)}
        print_json(answer)
    else:
        print(f"{grouped(found)} solution{'' if found == 1 else 's'}, by {run.strategy}, in {seconds:.3f} s")
        if run.note is not None:
            print(f"({run.note})")
    if checkpoint is not None:
        checkpoint.unlink(missing_ok=True)
    _explain(cover, found)


@app.command()
@reporting
def solve(
    file: File,
    limit: Annotated[int | None, typer.Option(help="Stop after so many; 1 by default.", min=1)] = 1,
    every: Annotated[bool, typer.Option("--all", help="List all covers.")] = False,
    threads: Threads = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="On Ctrl-C, or at the limit, write here where to go on; if it exists, go on from it. "
            "Removed when all covers are listed.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """List covers, an option a line, an empty line between two covers."""
    cover = _read(file)
    most = None if every else limit
    resume = _resume(checkpoint)
    solutions = cover.solutions(limit=most, threads=threads, resume=resume)
    listed = 0
    with _asked_to_stop(solutions.cancel) as asked:
        with suppress(Stopped):  # asked while the next cover was not found yet
            for listed, solution in enumerate(solutions, 1):  # noqa: B007 - counts what was printed
                _print(cover, solution, json=json)
                if asked():
                    break
        stopped = asked()
        if stopped or listed == most:
            _keep(checkpoint, solutions.resume_point())
            if stopped:
                print(f"piecework: stopped with {listed:,} listed", file=sys.stderr)
                raise typer.Exit(STOPPED)
            return
        found = solutions.progress.solutions
        if checkpoint is not None:
            checkpoint.unlink(missing_ok=True)
        if resume is not None and found:
            print(f"piecework: all {found:,} are listed; the same command begins anew", file=sys.stderr)
        _explain(cover, found)


@contextmanager
def _asked_to_stop(cancel: Callable[[], object]) -> Iterator[Callable[[], bool]]:
    """Let the first Ctrl-C raise nothing, so that it cannot fall between printing a cover and noting that.

    It cancels, and the function that is given then says so. A second one ends the process at once: it may be
    stuck, in writing to a reader who does not read.
    """
    asked = False

    def ask(*_: object) -> None:
        nonlocal asked
        asked = True
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        cancel()

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield lambda: asked
    finally:
        signal.signal(signal.SIGINT, before)


def _print(cover: Cover, solution: tuple[int, ...], *, json: bool) -> None:
    options = [[str(name) for name in cover.options[number]] for number in solution]
    if json:
        print_json({"options": list(solution), "items": options})
    else:
        print("\n".join(" ".join(option) for option in options), end="\n\n", flush=True)


def _read(file: Path) -> Cover:
    try:
        return knuth.read(read_text(file, most=knuth.LARGEST_FILE, pipes=True), name=str(file))
    except MemoryError:
        raise FileError(str(file), [FileFault(0, 0, "takes more memory than there is")]) from None


def _resume(checkpoint: Path | None) -> ResumePoint | None:
    if checkpoint is None or not checkpoint.exists():
        return None
    text = read_text(checkpoint, most=_LARGEST_CHECKPOINT)
    try:
        return ResumePoint.parse(text)
    except ValueError as error:
        raise FileError(str(checkpoint), [FileFault(0, 0, str(error))]) from None


def _keep(checkpoint: Path | None, point: ResumePoint | None) -> None:
    """Write the checkpoint, in one step: there is never half of one."""
    if checkpoint is not None and point is not None:
        aside = checkpoint.with_name(checkpoint.name + ".part")
        aside.write_text(str(point), "utf-8")
        aside.replace(checkpoint)
        print(f"piecework: the same command goes on from {checkpoint}", file=sys.stderr)


def _explain(cover: Cover, found: int) -> None:
    """No solution is an answer, too: exit code 1, with the reason where it is cheap to see."""
    if found:
        return
    reason = cover.why_impossible()
    print("no solution" + (f": {reason}" if reason else ""), file=sys.stderr)
    raise typer.Exit(NO)

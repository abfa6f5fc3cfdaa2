"""`piecework cover`: exact-cover problems in Knuth's text format, which other solvers read, too."""

import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from piecework.cli._bar import bar
from piecework.cli._common import NO, print_json, reporting
from piecework.cover import Cover, Interrupted, ResumePoint, Strategy
from piecework.formats import knuth
from piecework.formats._faults import FileError, FileFault

app = typer.Typer(no_args_is_help=True, help="Exact-cover problems in Knuth's text format.")

File = Annotated[Path, typer.Argument(metavar="FILE", help="A line of items, then an option a line.")]
Threads = Annotated[int | None, typer.Option(help="Threads to use; all cores by default.", min=1)]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]
Checkpoint = Annotated[
    Path | None,
    typer.Option(
        "--checkpoint",
        metavar="FILE",
        help="On Ctrl-C, write here where to go on; if it exists, go on from it.",
    ),
]


@app.command()
@reporting
def count(
    file: File,
    threads: Threads = None,
    strategy: Annotated[Strategy, typer.Option(help="How to count.")] = "auto",
    checkpoint: Checkpoint = None,
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
        _keep(checkpoint, stop)
    seconds = time.monotonic() - started
    if checkpoint is not None:
        checkpoint.unlink(missing_ok=True)
    if json:
        answer = {"file": str(file), "count": found, "strategy": run.strategy, "seconds": round(seconds, 6)}
        print_json(answer)
    else:
        print(f"{found:,} solution{'' if found == 1 else 's'}, by {run.strategy}, in {seconds:.3f} s")
        if run.note is not None:
            print(f"({run.note})")
    _explain(cover, found)


@app.command()
@reporting
def solve(
    file: File,
    limit: Annotated[int | None, typer.Option(help="Stop after so many; 1 by default.", min=1)] = 1,
    every: Annotated[bool, typer.Option("--all", help="List all covers.")] = False,
    threads: Threads = None,
    checkpoint: Checkpoint = None,
    json: Json = False,
) -> None:
    """List covers, an option a line, an empty line between two covers."""
    cover = _read(file)
    found = 0
    try:
        solutions = cover.solutions(
            limit=None if every else limit, threads=threads, resume=_resume(checkpoint)
        )
        for found, solution in enumerate(solutions, 1):  # noqa: B007 - counts what was printed
            options = [[str(name) for name in cover.options[number]] for number in solution]
            if json:
                print_json({"options": list(solution), "items": options})
            else:
                print("\n".join(" ".join(option) for option in options), end="\n\n", flush=True)
    except Interrupted as stop:
        _keep(checkpoint, stop)
    _explain(cover, found)


def _read(file: Path) -> Cover:
    try:
        return knuth.read(file.read_text("utf-8"), name=str(file))
    except UnicodeDecodeError as error:
        fault = FileFault(0, 0, f"not a text file: byte {error.start} is not UTF-8")
        raise FileError(str(file), [fault]) from None
    except OSError as error:
        raise FileError(str(file), [FileFault(0, 0, error.strerror or str(error))]) from None


def _resume(checkpoint: Path | None) -> ResumePoint | None:
    if checkpoint is None or not checkpoint.exists():
        return None
    try:
        return ResumePoint.parse(checkpoint.read_text("utf-8"))
    except ValueError as error:
        raise FileError(str(checkpoint), [FileFault(0, 0, str(error))]) from None


def _keep(checkpoint: Path | None, stop: Interrupted) -> None:
    print(f"piecework: {stop}", file=sys.stderr)
    if checkpoint is not None and stop.resume_point is not None:
        aside = checkpoint.with_name(checkpoint.name + ".part")
        aside.write_text(str(stop.resume_point), "utf-8")
        aside.replace(checkpoint)
        print(f"piecework: the same command goes on from {checkpoint}", file=sys.stderr)
    raise typer.Exit(130)


def _explain(cover: Cover, found: int) -> None:
    """No solution is an answer, too: exit code 1, with the reason where it is cheap to see."""
    if found:
        return
    reason = cover.why_impossible()
    print("no solution" + (f": {reason}" if reason else ""), file=sys.stderr)
    raise typer.Exit(NO)

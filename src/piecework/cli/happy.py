"""`piecework happy sets | show | solve | count | verify`: foam cubes for people."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from piecework.cli._bar import bar
from piecework.cli._common import NO, print_json, reporting
from piecework.cli._foam import (
    Body,
    Hint,
    Json,
    NoFlip,
    Pool,
    hints_of,
    pool_of,
    puzzle_of,
    show_covering,
    write_model,
    write_svg,
)

if TYPE_CHECKING:
    from piecework.happy import Covering, SurfacePuzzle

Threads = Annotated[int | None, typer.Option(min=1, help="Threads; all cores if not given.")]
UpTo = Literal["labelled", "distinct", "rotations", "symmetries"]
Classes = Literal["distinct", "rotations", "symmetries"]
WAYS: tuple[UpTo, ...] = ("labelled", "distinct", "rotations", "symmetries")


def register(app: typer.Typer) -> None:
    """Add the group of commands."""
    group = typer.Typer(
        help="Foam cubes (Happy Cubes): cover surfaces with 5x5 pieces.", no_args_is_help=True
    )
    for command in (sets, show, solve, count, verify):
        group.command()(reporting(command))
    app.add_typer(group, name="happy")


def sets(as_json: Json = False) -> None:
    """The sets of pieces that are known."""
    from piecework.formats.piece_sets import piece_set, set_names

    known = {name: piece_set(name) for name in set_names()}
    if as_json:
        print_json(
            [
                {"name": name, "title": s.title, "pieces": [p.border for p in s.pieces], "expect": s.expect}
                for name, s in known.items()
            ]
        )
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("set", "title", "tray", "cubes up to rotations")
    for name, one in known.items():
        cubes = one.expect.get("cube", {}).get("rotations", "")
        table.add_row(name, one.title, "yes" if one.tray else "", str(cubes))
    Console().print(table)


def show(
    pool: Annotated[str, typer.Argument(help="A set, a family of sets, or a file.")], as_json: Json = False
) -> None:
    """Draw the pieces of a set or a file."""
    pieces = pool_of([pool])
    if as_json:
        print_json({name: piece.border for name, piece in pieces.items()})
        return
    from rich.columns import Columns
    from rich.console import Console

    blocks = [f"{name}\n{piece}\n" for name, piece in pieces.items()]
    Console().print(Columns(blocks, padding=(0, 4)), highlight=False, markup=False)


def solve(
    body: Body = "cube",
    pool: Pool = ["original"],  # noqa: B006  # typer copies it
    limit: Annotated[int, typer.Option(min=1, help="How many solutions to show.")] = 1,
    every: Annotated[bool, typer.Option("--all", help="Show all solutions.")] = False,
    up_to: Annotated[Classes, typer.Option(help="What counts as the same solution.")] = "distinct",
    hint: Hint = None,
    no_flip: NoFlip = False,
    numbers: Annotated[bool, typer.Option("--numbers", help="Number the slots.")] = False,
    svg: Annotated[Path | None, typer.Option(help="Write the net of the first solution as SVG.")] = None,
    model: Annotated[
        Path | None,
        typer.Option(help="Write the cubits of the first solution, as JSON with vertices and faces."),
    ] = None,
    patience: Annotated[
        float | None, typer.Option(help="Seconds after which the search for one solution gives up.")
    ] = None,
    threads: Threads = None,
    as_json: Json = False,
) -> None:
    """Cover a body, a tray or any surface with pieces of a pool."""
    from piecework.happy import Undecided

    puzzle = puzzle_of(body, pool, no_flip=no_flip)
    hints = hints_of(hint)
    puzzle.fixed(hints)  # a hint that is wrong is told before anything else
    _end_if_short(puzzle, as_json=as_json)

    def coverings() -> "Iterator[Covering]":
        if limit > 1 or every:
            yield from puzzle.coverings(up_to, limit=None if every else limit, hints=hints, threads=threads)
        elif one := puzzle.first(hints=hints, patience=patience):
            yield one

    found = 0
    if as_json:
        # Solutions are written as they come: there may be more than fit into memory.
        sys.stdout.write(f'{{"puzzle": {json.dumps(puzzle.title)}, "solutions": [')
    try:
        for covering in coverings():
            found += 1
            if found == 1 and svg is not None:
                write_svg(svg, puzzle, covering, numbers=numbers)
            if found == 1 and model is not None:
                write_model(model, puzzle, covering)
            if as_json:
                comma = ", " if found > 1 else ""
                sys.stdout.write(comma + json.dumps([lying._asdict() for lying in covering]))
            else:
                show_covering(puzzle, covering, numbers=numbers)
    except Undecided as undecided:
        why = str(undecided)
    else:
        why = "" if found else "no solution: every way was tried"
    if as_json:
        sys.stdout.write("]}\n")
    if why:
        typer.echo(why, err=True)
        raise typer.Exit(NO)


def count(
    body: Body = "cube",
    pool: Pool = ["original"],  # noqa: B006
    up_to: Annotated[UpTo | None, typer.Option(help="One of the four counts; all four if not given.")] = None,
    hint: Hint = None,
    no_flip: NoFlip = False,
    threads: Threads = None,
    as_json: Json = False,
) -> None:
    """Count the solutions, in each of the four ways to tell them apart."""
    puzzle = puzzle_of(body, pool, no_flip=no_flip)
    fix = puzzle.fixed(hints_of(hint))
    _end_if_short(puzzle, as_json=as_json)
    counts: dict[str, int] = {}
    for way in (up_to,) if up_to else WAYS:
        with bar(f"counting, {way}", quiet=as_json) as report:
            counts[way] = puzzle.count(way, fix=fix, threads=threads, progress=report)
    if as_json and up_to:
        print_json({"puzzle": puzzle.title, "up_to": up_to, "count": counts[up_to]})
    elif as_json:
        print_json({"puzzle": puzzle.title, "counts": counts})
    else:
        for name, number in counts.items():
            typer.echo(f"{name:<10} {number:,}")
    if not any(counts.values()):
        raise typer.Exit(NO)


def verify(
    solution: Annotated[Path, typer.Argument(help="A file with tile, piece and orientation of every piece.")],
    body: Body = "cube",
    pool: Pool = ["original"],  # noqa: B006
    hint: Hint = None,
    no_flip: NoFlip = False,
    as_json: Json = False,
) -> None:
    """Say what is wrong with a proposed solution, if anything is."""
    from piecework.formats.surfaces import read_covering

    puzzle = puzzle_of(body, pool, no_flip=no_flip)
    faults = puzzle.verify(read_covering(solution), hints=hints_of(hint))
    if as_json:
        print_json({"puzzle": puzzle.title, "faults": faults})
    else:
        typer.echo("\n".join(faults) if faults else "this is a solution")
    if faults:
        raise typer.Exit(NO)


def _end_if_short(puzzle: "SurfacePuzzle", *, as_json: bool) -> None:
    """Say no at once where totals of cubits do."""
    short = puzzle.shortage()
    if short is None:
        return
    if as_json:
        print_json({"puzzle": puzzle.title, "solutions": [], "count": 0, "reason": str(short)})
    typer.echo(f"no solution: {short}", err=True)
    raise typer.Exit(NO)

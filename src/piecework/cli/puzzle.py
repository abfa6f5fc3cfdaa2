"""`piecework puzzles | show | count | solve | export`: assembly puzzles for people."""

import time
from typing import Annotated, Any, Literal

import typer

from piecework.cli._common import DONE, NO, print_json, reporting

UpTo = Literal["labelled", "distinct", "rotations", "symmetries"]
UpToAll = Literal["labelled", "distinct", "rotations", "symmetries", "all"]
Classes = Literal["distinct", "rotations", "symmetries"]
Engine = Literal["piecework", "cpsat", "highs", "gurobi", "all"]
Strategy = Literal["auto", "search", "sweep"]

PuzzleName = Annotated[str, typer.Argument(metavar="PUZZLE", help="A puzzle of the catalogue, or a file.")]
Scenario = Annotated[str | None, typer.Option(help="How to play it, where there are several: flat, cube.")]
Json = Annotated[bool, typer.Option("--json", help="For machines.")]
Fix = Annotated[
    list[str] | None,
    typer.Option(
        metavar="PIECE=PLACEMENT",
        help="A hint that must hold: PIECE=#7 (placement 7 of the piece) or PIECE='0,0 1,0 …' (its cells).",
    ),
]
HowToSearch = Annotated[Strategy, typer.Option(help="How our own engine works; only `count` can sweep.")]
Threads = Annotated[int | None, typer.Option(min=1, help="Threads; all cores if not given.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (puzzles, show, count, solve, export, board):
        app.command()(reporting(command))


def puzzles(as_json: Json = False) -> None:
    """List the catalogue."""
    from rich.console import Console
    from rich.table import Table

    from piecework.formats import catalogue, load

    rows: list[dict[str, Any]] = []
    for name in catalogue():
        puzzle = load(name)
        known = getattr(puzzle, "expect", {})
        rows.append({"puzzle": name, "title": puzzle.title, "expect": dict(known)})
    if as_json:
        print_json(rows)
        return
    table = Table(box=None, pad_edge=False)
    for column in ("name", "title"):
        table.add_column(column)
    for column in ("distinct", "up to rotations", "up to symmetries"):
        table.add_column(column, justify="right")
    for row in rows:
        counts = (row["expect"].get(key) for key in ("distinct", "rotations", "symmetries"))
        table.add_row(row["puzzle"], row["title"], *("" if n is None else f"{n:,}" for n in counts))
    Console().print(table)


def show(
    puzzle: PuzzleName,
    scenario: Scenario = None,
    orientations: Annotated[bool, typer.Option(help="Draw every orientation of every piece.")] = False,
    placements: Annotated[
        bool, typer.Option(help="List every placement, with its number for --fix.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Draw the pieces and the target, and say what is known before any search."""
    from piecework.cli._show import show_picture
    from piecework.formats import load
    from piecework.puzzle import facts

    loaded = load(puzzle, scenario=scenario)
    if as_json:
        print_json({"puzzle": puzzle, **facts(loaded, placements=placements)})
    else:
        show_picture(loaded, orientations=orientations, placements=placements)
    raise typer.Exit(NO if loaded.check() else DONE)


def count(
    puzzle: PuzzleName,
    up_to: Annotated[UpToAll, typer.Option(help="What counts as the same; all for all four.")] = "distinct",
    scenario: Scenario = None,
    engine: Annotated[
        Engine, typer.Option(help="Who counts; `all` cross-checks every engine.")
    ] = "piecework",
    strategy: HowToSearch = "auto",
    threads: Threads = None,
    fix: Fix = None,
    as_json: Json = False,
) -> None:
    """Count the solutions, exactly."""
    from piecework.cli import _counting
    from piecework.formats import load
    from piecework.puzzle import COUNTS, read_hints

    loaded = load(puzzle, scenario=scenario)
    hints = read_hints(loaded, fix or [])
    start = time.perf_counter()
    wanted: tuple[UpTo, ...] = COUNTS if up_to == "all" else (up_to,)
    if engine == "piecework":
        counts = _counting.counts(
            loaded, wanted, hints=hints, threads=threads, strategy=strategy, quiet=as_json
        )
    elif wanted == ("distinct",):
        counts = {"distinct": _counting.count_with(loaded, engine, hints=hints, quiet=as_json)}
    else:
        raise ValueError(f"the engine {engine!r} counts distinct solutions only; leave --up-to away")
    seconds = time.perf_counter() - start
    if as_json:
        facts = {"engine": engine, "seconds": round(seconds, 4)}
        if up_to == "all":
            print_json({"puzzle": puzzle, "up_to": "all", "counts": counts, **facts})
        else:
            print_json({"puzzle": puzzle, "up_to": up_to, "count": counts[up_to], **facts})
        return
    _counting.print_counts(counts, seconds)


def solve(
    puzzle: PuzzleName,
    every: Annotated[bool, typer.Option("--all", help="All solutions.")] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="So many solutions; 1 if not given.")] = None,
    up_to: Annotated[Classes, typer.Option(help="What counts as the same.")] = "distinct",
    scenario: Scenario = None,
    engine: Annotated[
        Engine, typer.Option(help="Who solves; `all` cross-checks every engine.")
    ] = "piecework",
    strategy: HowToSearch = "auto",
    threads: Threads = None,
    fix: Fix = None,
    one_by_one: Annotated[bool, typer.Option(help="One below the other instead of side by side.")] = False,
    as_json: Json = False,
) -> None:
    """Find solutions, and draw them as they are found."""
    from piecework.cli import _solving
    from piecework.formats import load
    from piecework.puzzle import read_hints

    if every and limit is not None:
        raise ValueError("--all and --limit exclude each other")
    loaded = load(puzzle, scenario=scenario)
    request = _solving.Request(
        name=puzzle,
        puzzle=loaded,
        limit=None if every else limit or 1,
        up_to=up_to,
        engine=engine,
        strategy=strategy,
        threads=threads,
        hints=read_hints(loaded, fix or []),
        one_by_one=one_by_one,
    )
    found = _solving.solve_json(request) if as_json else _solving.solve_picture(request)
    raise typer.Exit(DONE if found else NO)


def export(
    puzzle: PuzzleName,
    out: Annotated[
        str,
        typer.Argument(
            metavar="OUT",
            help="model.lp or model.mps: the integer program; .svg, .glb or .html: a solution to look at; "
            ".stl: the pieces to print.",
        ),
    ],
    scenario: Scenario = None,
    as_json: Json = False,
) -> None:
    """Write the puzzle's integer program for another solver, or a picture or model of it."""
    from pathlib import Path

    from piecework.cover.engines import write_program
    from piecework.draw.files import RENDERERS, write
    from piecework.formats import load

    loaded = load(puzzle, scenario=scenario)
    if Path(out).suffix.removeprefix(".") in RENDERERS:
        printing = out.endswith(".stl")  # pieces can be printed whether they fit together or not
        solution = None if printing else next(loaded.solutions(limit=1, threads=1), None)
        write(loaded, solution, out)
        if as_json:
            print_json({"puzzle": puzzle, "file": out, "solved": solution is not None})
        else:
            print(out if solution or printing else f"{out}: the puzzle as it is; it has no solution")
        raise typer.Exit(DONE if solution or printing else NO)
    size = write_program(loaded.instance.cover(), out)
    if as_json:
        print_json({"puzzle": puzzle, "file": out, **size})
    else:
        print(f"{out}: {size['variables']:,} variables, {size['constraints']:,} constraints")


def board(
    board: Annotated[
        str, typer.Argument(metavar="BOARD", help="A key of 30 hexadecimal digits, or a file with a picture.")
    ],
    as_json: Json = False,
) -> None:
    """Draw an 8x8 board of the twelve pieces, and give its key and its trace."""
    from pathlib import Path

    from rich.console import Console

    from piecework.draw.colours import colours
    from piecework.draw.terminal import coloured, has_colour
    from piecework.formats._text import read_text
    from piecework.puzzle.pentomino_board import NAMES, SYMBOLS, Board

    digits = board.replace(" ", "")
    if Path(board).exists():
        read = Board.from_text(read_text(Path(board)))
    elif digits and all(digit in "0123456789abcdefABCDEF" for digit in digits):
        read = Board.from_key(digits)
    else:
        raise ValueError(f"{board!r} is neither a file nor a key of 30 hexadecimal digits")
    if as_json:
        pieces = [
            {
                "piece": NAMES[each.piece],
                "orientation": each.orientation,
                "row": each.location // 8,
                "column": each.location % 8,
            }
            for each in read.placed
        ]
        key, trace = read.key_bytes().hex(), read.trace_bytes().hex()
        print_json({"board": str(read).split("\n"), "key": key, "trace": trace, "pieces": pieces})
        return
    console = Console(highlight=False)
    console.print(coloured(str(read), colours(SYMBOLS)) if has_colour(console) else str(read))
    console.print(f"\nkey    {read.key_bytes().hex(' ')}\ntrace  {read.trace_bytes().hex(' ')}")

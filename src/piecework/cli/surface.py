"""`piecework slots | surfaces`: the slots of a surface, and which bodies a pool of pieces can make."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from piecework.cli._common import NO, print_json, reporting
from piecework.cli._foam import Json, NoFlip, Pool, pool_of, show_covering

if TYPE_CHECKING:
    from rich.progress import Progress

    from piecework.happy import BodyResult


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (slots, surfaces):
        app.command()(reporting(command))


def slots(
    file: Annotated[Path, typer.Argument(help="A shape description, or a file with description or cubes.")],
    space: Annotated[
        bool | None,
        typer.Option(
            "--space/--adjacency",
            help="Join slots that meet in space (a description is folded for it), or look at seams alone. "
            "Cubes are looked at in space by default, descriptions at their seams.",
        ),
    ] = None,
    net: Annotated[bool, typer.Option("--net", help="Draw the net with its numbered slots.")] = False,
    as_json: Json = False,
) -> None:
    """The slots of a surface, and how many tiles meet at its corners."""
    from piecework.formats.surfaces import read_surface
    from piecework.surface import SLOTS, tiles_at_corners

    surface = read_surface(file)
    labels = surface.slots(geometric=surface.given_as_cubes if space is None else space)
    corners = tiles_at_corners(labels)
    if as_json:
        print_json({"tiles": len(surface), "count": max(labels) + 1, "corners": corners, "slots": labels})
        return
    from rich.console import Console
    from rich.table import Table

    if net:
        from piecework.draw.net import net_text

        Console(soft_wrap=True).print(net_text(surface, numbers=True))
    else:
        width = len(str(max(labels)))
        for tile in range(len(surface)):
            own = labels[SLOTS * tile : SLOTS * tile + SLOTS]
            typer.echo(f"{tile:>6}: " + " ".join(str(label).rjust(width) for label in own))
    table = Table("tiles that meet", "corner slots")
    for meeting, count in corners.items():
        table.add_row(str(meeting), str(count))
    Console().print(table)
    typer.echo(f"{max(labels) + 1} slots on {len(surface)} tiles")


def surfaces(
    pool: Pool,
    cubes: Annotated[int, typer.Option(min=1, max=9, help="The most cubes a body has.")] = 4,
    no_flip: NoFlip = False,
    patience: Annotated[float, typer.Option(help="Seconds after which a body is left undecided.")] = 20.0,
    resume: Annotated[
        Path | None,
        typer.Option(help="A file that keeps the results: a search that was stopped goes on there."),
    ] = None,
    pictures: Annotated[bool, typer.Option("--pictures", help="Draw the solution of every body.")] = False,
    as_json: Json = False,
) -> None:
    """Which bodies of unit cubes can these pieces make? One solution for each, up to rotation."""
    from piecework.formats.body_log import BodyLog
    from piecework.happy import SurfacePuzzle, Verdict, polycubes, try_body
    from piecework.puzzle import drawing_of_cells
    from piecework.surface import Surface

    pieces = pool_of(pool)
    log = BodyLog(resume, pieces, flip=not no_flip) if resume is not None else None
    results: list[BodyResult] = []
    with _body_bar() as bar:
        task = bar.add_task(f"listing the bodies of up to {cubes} cubes", total=None)
        bodies = list(polycubes(cubes))
        bar.update(task, total=len(bodies))
        for body in bodies:
            known = log.results.get(body) if log is not None else None
            if known is None or known.verdict is Verdict.UNDECIDED:
                known = try_body(body, pieces, flip=not no_flip, patience=patience)
                if log is not None:
                    log.add(known)
            results.append(known)
            covered = sum(result.verdict is Verdict.COVERED for result in results)
            bar.update(task, advance=1, description=f"{len(body)} cubes, {covered} bodies covered")
            if known.verdict is Verdict.COVERED and not as_json:
                print(f"{drawing_of_cells(body)}  {known.tiles} tiles")
                if pictures:
                    puzzle = SurfacePuzzle(Surface.from_cubes(body), pieces, flip=not no_flip)
                    show_covering(puzzle, known.covering, numbers=False)
    if as_json:
        print_json([_result_json(result) for result in results])
    else:
        _summary(results)
    if not any(result.verdict is Verdict.COVERED for result in results):
        raise typer.Exit(NO)


def _body_bar() -> "Progress":
    """A bar on standard error; results go to standard output, through the bar where both are a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    together = sys.stdout.isatty()
    return Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=together)


def _summary(results: "list[BodyResult]") -> None:
    from rich.console import Console
    from rich.table import Table

    from piecework.happy import Verdict

    table = Table("cubes", "bodies", *Verdict)
    for size in sorted({len(result.cubes) for result in results}):
        verdicts = [result.verdict for result in results if len(result.cubes) == size]
        table.add_row(str(size), str(len(verdicts)), *(str(verdicts.count(verdict)) for verdict in Verdict))
    Console().print(table)


def _result_json(result: "BodyResult") -> dict[str, Any]:
    return {
        "cubes": result.cubes,
        "tiles": result.tiles,
        "verdict": result.verdict,
        "reason": result.reason,
        "solution": [lying._asdict() for lying in result.covering],
    }

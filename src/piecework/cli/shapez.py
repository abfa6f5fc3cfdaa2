"""`piecework shapez`: shapes, machines, atlases and plans on the command line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from piecework.shapez._atlas import Atlas
    from piecework.shapez._watched import Report

app = typer.Typer(help="Shapez 2: which shapes can be built, and how.", no_args_is_help=True)

Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]
Extended = Annotated[bool, typer.Option("--extended", help="Also read the letters k, X and Y.")]
Threads = Annotated[int, typer.Option("--threads", "-t", min=1, max=256, help="Threads to search with.")]
Skin = Annotated[str, typer.Option("--skin", help="How colours look: rgb, ryb or cmyk.")]


@contextmanager
def _clear() -> Iterator[None]:
    """One line for everything that can be put right: exit 1 when the answer is no, 2 for bad input."""
    from piecework.shapez import NotBuildableError, ShapezError

    try:
        yield
    except NotBuildableError as error:
        _fail(str(error), 1)
    except (ShapezError, ValueError) as error:
        _fail(str(error), 2)
    except MemoryError:
        _fail("out of memory", 2)
    except OSError as error:
        _fail(f"{error.filename or 'file'}: {error.strerror or error}", 2)
    except KeyboardInterrupt:
        _fail("stopped; what was finished is kept, and the same command goes on from there", 130)


def _fail(message: str, status: int) -> None:
    print(f"piecework: {message}", file=sys.stderr)
    raise typer.Exit(status)


def _print(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False))


def _save(path: Path, text: str) -> None:
    """Write aside, then rename."""
    import os
    import tempfile

    handle, aside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(text)
        os.chmod(aside, 0o644)
        os.replace(aside, path)
    finally:
        Path(aside).unlink(missing_ok=True)


_MOST_CODES = 64 << 20
"""Bytes of a file of codes."""

_PHASES = {"halves": "halves", "pins": "pin pushes", "full": "full set", "count": "counting swappable shapes"}


@contextmanager
def _progress(*, quiet: bool) -> Iterator[Report | None]:
    """A bar with the phase, how much is found, and the time left, on standard error."""
    if quiet:
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"),
        TextColumn("{task.fields[found]} found"), TimeElapsedColumn(), TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("starting", total=None, found="0")
        shown: list[tuple[str, int]] = []

        def report(phase: str, progress: Any) -> None:
            if shown[-1:] != [(phase, progress.phase)]:
                shown.append((phase, progress.phase))
                bar.reset(task)
            name = _PHASES[phase] + (
                f", batch {progress.phase}" if phase == "pins" and progress.phase else ""
            )
            bar.update(
                task,
                description=name,
                completed=min(progress.done, progress.total) if progress.total else 0,
                total=progress.total or None,
                found=f"{progress.found:,}",
            )

        yield report


def _open(path: Path) -> Atlas:
    from piecework.shapez import Atlas

    return Atlas(path)


def _atlas_for(code: str, file: Path | None, layers: int | None, *, extended: bool, threads: int) -> Atlas:
    from piecework.shapez import Atlas, Shape

    shape = Shape(code, extended=extended)
    if file is not None:
        return Atlas(file)
    with _progress(quiet=not sys.stderr.isatty()) as report:
        return Atlas.open_for(shape, layers=layers, threads=threads, report=report)


@app.command()
def draw(
    code: str,
    svg: Annotated[Path | None, typer.Option("--svg", help="Write an SVG file.")] = None,
    exploded: Annotated[bool, typer.Option("--exploded", help="Layers side by side.")] = False,
    patterns: Annotated[bool, typer.Option("--patterns", help="Mark colours with patterns too.")] = False,
    skin: Skin = "rgb",
    extended: Extended = False,
    as_json: Json = False,
) -> None:
    """Draw a shape in the terminal, or as SVG."""
    with _clear():
        from rich.console import Console

        from piecework.draw.shapez import SKINS, shape_svg, shape_text
        from piecework.shapez import Shape

        if skin not in SKINS:
            raise ValueError(f"unknown skin {skin!r}: one of {', '.join(SKINS)}")
        shape = Shape(code, extended=extended)
        picture = shape_svg(shape, exploded=exploded, skin=skin, patterns=patterns)
        if svg is not None:
            _save(svg, picture)
        if as_json:
            _print({
                "code": shape.code, "parts": shape.part_count, "layers": shape.layer_count,
                "canonical": shape.canonical().code, "settled": shape.is_settled, "svg": picture,
            })  # fmt: skip
        elif svg is None:
            Console().print(shape_text(shape, skin=skin))


@app.command("apply")
def apply_machine(
    machine: str,
    inputs: list[str],
    colour: Annotated[
        str | None, typer.Option("--colour", "--color", "-c", help="For crystal and paint.")
    ] = None,
    layers: Annotated[int, typer.Option("--layers", "-l", help="The layer limit.")] = 4,
    extended: Extended = False,
    as_json: Json = False,
) -> None:
    """Run one machine on shapes (mix: on two colours) and print what comes out."""
    with _clear():
        from piecework.shapez import Shape, apply

        shapes = inputs if machine == "mix" else [str(Shape(code, extended=extended)) for code in inputs]
        out = [str(one) for one in apply(machine, *inputs, colour=colour, layers=layers, extended=extended)]
        if as_json:
            _print({"op": machine, "in": shapes, "out": out})
        else:
            print("\n".join(out))


@app.command()
def search(
    config: str,
    output: Annotated[Path, typer.Option("--output", "-o", help="The atlas file to write.")],
    half_parents: Annotated[
        bool, typer.Option("--half-parents", help="Record how each half is made.")
    ] = False,
    pp_parents: Annotated[bool, typer.Option("--pp-parents", help="Also find pin-essential shapes.")] = False,
    full_set: Annotated[
        bool, typer.Option("--full-set", help="Also list every non-swappable shape.")
    ] = False,
    threads: Threads = 1,
    memory: Annotated[float | None, typer.Option("--memory", help="The most GiB of memory to use.")] = None,
    as_json: Json = False,
) -> None:
    """Search what can be built in a configuration (Quad4, Hex3 ...), into an atlas file."""
    with _clear():
        from piecework.shapez._search import search as run

        with _progress(quiet=not sys.stderr.isatty()) as report:
            row = run(
                config, output, half_parents=half_parents, pp_parents=pp_parents, full_set=full_set,
                threads=threads, memory=None if memory is None else int(memory * (1 << 30)), report=report,
            )  # fmt: skip
        _show_info(row, as_json=as_json)


@app.command()
def info(file: Path, as_json: Json = False) -> None:
    """What an atlas file holds."""
    with _clear():
        _show_info(_open(file).info(), as_json=as_json)


def _show_info(row: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        _print(row)
        return
    from rich.console import Console
    from rich.table import Table

    def count(key: str) -> str:
        return "-" if row[key] is None else f"{row[key]:,}"

    def seconds(phase: str) -> str:
        return f"{row['times'][phase]['wall']:.2f} s" if phase in row["times"] else "-"

    table = Table(box=None, header_style="bold")
    names = ("Configuration", "Halves (canonical)", "Total", "Swappable", "Non-swappable", "Pin-essential")
    for at, name in enumerate((*names, "Halves", "Full set", "Pins")):
        table.add_column(name, justify="left" if at == 0 else "right")
    table.add_row(
        row["config"], f"{count('halves')} ({count('canonical_halves')})", count("total"), count("swappable"),
        count("non_swappable"), count("pp_essential"), seconds("halves"), seconds("full"), seconds("pins"),
    )  # fmt: skip
    Console(width=None if sys.stdout.isatty() else 160).print(table)


@app.command()
def verify(file: Path, as_json: Json = False) -> None:
    """Check an atlas against itself: parents, plans, cuts and sets must agree."""
    with _clear():
        from piecework.shapez._verify import verify as run

        def tick(check: str, done: int, total: int) -> None:
            if sys.stderr.isatty():
                print(f"\r{check}: {done:,} of {total:,}\x1b[K", end="", file=sys.stderr, flush=True)

        findings = run(_open(file), tick)
        if sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr)
        if as_json:
            _print({"ok": all(one.ok for one in findings), "checks": [one.to_json() for one in findings]})
        for one in findings:
            if not as_json:
                print(f"{'ok  ' if one.ok else 'FAIL'} {one.check} ({one.looked_at:,})")
            for failure in one.failures:
                print(f"piecework: {one.check}: {failure}", file=sys.stderr)
        if not all(one.ok for one in findings):
            raise typer.Exit(1)


@app.command()
def check(
    codes: Annotated[list[str] | None, typer.Argument()] = None,
    atlas: Annotated[
        Path | None, typer.Option("--atlas", help="An atlas file; else one is searched and kept.")
    ] = None,
    source: Annotated[Path | None, typer.Option("--from", help="A file with one code a line.")] = None,
    layers: Annotated[int | None, typer.Option("--layers", "-l", help="The layer limit.")] = None,
    extended: Extended = False,
    threads: Threads = 1,
    as_json: Json = False,
) -> None:
    """Can a shape be built? If not, why not, and what comes near?"""
    with _clear():
        from piecework.formats._text import read_text
        from piecework.shapez import Shape

        wanted = list(codes or [])
        if source is not None:
            wanted += read_text(source, most=_MOST_CODES, pipes=True).split()
        if not wanted:
            raise ValueError("no shape code given")
        verdicts = []
        given = None if atlas is None else _open(atlas)
        for code in wanted:
            known = given or _atlas_for(code, None, layers, extended=extended, threads=threads)
            verdicts.append(known.check(Shape(code, extended=extended)))
        if as_json:
            listed = [verdict.to_json() for verdict in verdicts]
            _print(listed[0] if len(listed) == 1 and source is None else listed)
        else:
            for verdict in verdicts:
                print(f"{verdict.shape}: {verdict.kind.replace('_', '-')}: {verdict.reason}")
                for near in verdict.nearest:
                    print(f"  nearby: {near}")
        if not all(verdict.buildable for verdict in verdicts):
            raise typer.Exit(1)


@app.command()
def plan(
    code: str,
    file: Annotated[Path | None, typer.Argument(help="An atlas file; else one is searched and kept.")] = None,
    layers: Annotated[int | None, typer.Option("--layers", "-l", help="The layer limit.")] = None,
    leaves: Annotated[
        str, typer.Option("--leaves", help="halves, or game: down to mined shapes.")
    ] = "halves",
    cost: Annotated[
        str | None, typer.Option("--cost", help="Make few machines, little depth, or few belts.")
    ] = None,
    svg: Annotated[Path | None, typer.Option("--svg", help="Write a picture of the plan.")] = None,
    dot: Annotated[Path | None, typer.Option("--dot", help="Write the graph for Graphviz.")] = None,
    extended: Extended = False,
    threads: Threads = 1,
    as_json: Json = False,
) -> None:
    """A construction of the shape, replayed with the game's rules before it is shown."""
    with _clear():
        from piecework.shapez import Shape

        known = _atlas_for(code, file, layers, extended=extended, threads=threads)
        made = known.plan(Shape(code, extended=extended), leaves=leaves, cost=cost)
        if svg is not None:
            _save(svg, made.to_svg())
        if dot is not None:
            _save(dot, made.to_dot())
        if as_json:
            _print(made.to_json())
            return
        print(made)
        total = made.cost()
        counts = ", ".join(f"{count} {name}" for name, count in total["by_machine"].items())
        inputs = ", ".join(
            f"{count} {name}" if count > 1 else name for name, count in total["inputs"].items()
        )
        print(f"\n{total['machines']} machines ({counts}), depth {total['depth']}, {total['belts']} belts")
        print(f"inputs: {inputs}")


@app.command()
def count(config: str, threads: Threads = 1, as_json: Json = False) -> None:
    """How many shapes two halves make, by matrices, without listing them."""
    with _clear():
        from piecework.shapez._counting import count_swappable

        with _progress(quiet=not sys.stderr.isatty()) as report:
            result = count_swappable(config, threads=threads, report=report)
        if as_json:
            _print(result)
        else:
            print(
                f"{result['config']}: {result['swappable']:,} swappable shapes up to rotation and mirroring"
            )
            print(f"  {result['swappable_oriented']:,} in all orientations, from {result['halves']:,} halves")


@app.command()
def sample(
    atlas: str,
    number: Annotated[int, typer.Argument(min=1, max=1_000_000)] = 10,
    of: Annotated[str, typer.Option("--of", help="any, swappable, stackable or pin_essential.")] = "any",
    layers: Annotated[
        int | None, typer.Option("--layers", "-l", help="Only shapes of so many layers.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same shapes.")] = 0,
    coloured: Annotated[bool, typer.Option("--coloured", help="With random kinds and colours.")] = False,
    threads: Threads = 1,
    as_json: Json = False,
) -> None:
    """Random buildable shapes from an atlas file, or from a configuration such as Quad4."""
    with _clear():
        from piecework.shapez import Atlas

        with _progress(quiet=not sys.stderr.isatty()) as report:
            known = Atlas.open(atlas, threads=threads, report=report)
        shapes = known.sample(number, of=of, seed=seed, coloured=coloured, layers=layers)
        if as_json:
            _print([shape.code for shape in shapes])
        else:
            print("\n".join(shape.code for shape in shapes))


@app.command()
def export(file: Path, section: str, output: Path, as_json: Json = False) -> None:
    """Write a section of an atlas (halves, pins or full) as Parquet."""
    with _clear():
        from piecework.shapez._export import export as run

        rows = run(_open(file), section, output)
        if as_json:
            _print({"section": section, "rows": rows, "file": str(output)})
        else:
            print(f"{rows:,} rows in {output}")

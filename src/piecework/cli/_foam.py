"""What the commands for surfaces share: reading what people name, and showing what was found."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from piecework.happy import Board, Covering, Lying, Piece, SurfacePuzzle

Json = Annotated[bool, typer.Option("--json", help="For machines.")]
Body = Annotated[
    str, typer.Argument(help="A body (cube, 1x2x3, cross, L, …), `tray`, or a file with a surface.")
]
Pool = Annotated[
    list[str],
    typer.Option(
        "--pool",
        metavar="SET,…",
        help="Sets, families of sets, or a file with pieces or a pad; may be repeated.",
    ),
]
NoFlip = Annotated[bool, typer.Option("--no-flip", help="Pieces may be turned, but not turned over.")]
Hint = Annotated[
    list[str] | None,
    typer.Option(metavar="TILE=PIECE@HOW", help="A piece that must lie so, as 0=original/blue 3@R1."),
]


def puzzle_of(body: str, pool: list[str], *, no_flip: bool) -> "SurfacePuzzle":
    """The puzzle that a body and pools make."""
    from piecework.happy import SurfacePuzzle

    return SurfacePuzzle(
        _board(body, pool), pool_of(pool), flip=not no_flip, title=f"{body} with {', '.join(pool)}"
    )


def _board(body: str, pool: list[str]) -> "Board":
    from piecework.formats.piece_sets import piece_set, set_names
    from piecework.formats.surfaces import read_pad, read_surface
    from piecework.surface import NAMED_BODIES, Surface
    from piecework.surface import body as named_body

    if body == "tray":
        if len(pool) != 1:
            raise ValueError("a tray belongs to one set: give exactly one --pool")
        known = piece_set(pool[0]) if pool[0] in set_names() else None
        if known is None and Path(pool[0]).exists():
            return read_pad(Path(pool[0])).tray
        if known is None or known.tray is None:
            having = ", ".join(name for name in set_names() if piece_set(name).tray)
            raise ValueError(
                f"the tray of {pool[0]!r} is not known; known are those of {having}, and pads in files"
            )
        return known.tray
    if body not in NAMED_BODIES and ("." in body or "/" in body or Path(body).exists()):
        return read_surface(Path(body))
    return Surface.from_cubes(named_body(body))


def pool_of(names: list[str]) -> "dict[str, Piece]":
    """The pieces of sets, families of sets and files, by name; sets may be listed with commas."""
    from piecework.formats.piece_sets import pool
    from piecework.formats.surfaces import read_pool

    in_files = [name for name in names if Path(name).is_file()]
    pieces = pool(one for name in names if name not in in_files for one in name.split(","))
    for name in in_files:
        for label, piece in read_pool(Path(name)).items():
            pieces[label if len(names) == 1 else f"{name} {label}"] = piece
    return pieces


def hints_of(texts: list[str] | None) -> "list[Lying]":
    """Hints as people write them: TILE=PIECE@ORIENTATION."""
    from piecework.happy import Lying

    hints = []
    for text in texts or ():
        tile, _, rest = text.partition("=")
        piece, _, orientation = rest.rpartition("@")
        if not tile.strip().isdecimal() or not piece or not orientation:
            raise ValueError(
                f"a hint is written TILE=PIECE@ORIENTATION, as in '0=original/blue 3@R1', not {text!r}"
            )
        hints.append(Lying(int(tile), piece.strip(), orientation.strip()))
    return hints


def show_covering(puzzle: "SurfacePuzzle", covering: "Covering", *, numbers: bool) -> None:
    """The net in colour, and where each piece lies."""
    from rich.console import Console

    from piecework.draw.net import net_text

    console = Console(soft_wrap=True)
    console.print(net_text(puzzle, covering, numbers=numbers))
    for lying in covering:
        console.print(f"tile {lying.tile}: {lying.piece}, {lying.orientation}", highlight=False, markup=False)
    console.print()


def write_svg(path: Path, puzzle: "SurfacePuzzle", covering: "Covering", *, numbers: bool) -> None:
    """The net as a picture."""
    from piecework.draw.net import net_svg

    _write(path, net_svg(puzzle, covering, numbers=numbers))


def write_model(path: Path, puzzle: "SurfacePuzzle", covering: "Covering") -> None:
    """The cubits of all pieces, for three dimensions."""
    from dataclasses import asdict

    from piecework.draw.cubits import cubit_models

    models = cubit_models(puzzle, covering)
    _write(path, json.dumps({"unit": "cubit", "pieces": [asdict(model) for model in models]}) + "\n")


def _write(path: Path, text: str) -> None:
    """Write aside and rename, so that nobody ever sees half a file."""
    aside = path.with_name(path.name + ".part")
    aside.write_text(text, encoding="utf-8")
    aside.replace(path)

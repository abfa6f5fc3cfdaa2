"""What `piecework show` says about a puzzle."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from piecework.draw.colours import colours
from piecework.draw.terminal import coloured, has_colour, side_by_side
from piecework.geometry import Cell
from piecework.puzzle import Assembly, drawing_of_cells


def show_picture(puzzle: Assembly, *, orientations: bool, placements: bool) -> None:
    console = Console(highlight=False)
    console.print(Text(puzzle.title or "A puzzle without a title", style="bold"))
    for key in ("author", "source"):
        if value := getattr(puzzle, key, ""):
            console.print(Text(value, style="dim"))
    instance = puzzle.instance
    required = len(instance.cells) - len(instance.optional)
    turns, every = len(puzzle.symmetries(mirrored=False)), len(puzzle.symmetries())
    console.print(
        f"{required} cells to fill"
        + (f", {len(instance.optional)} more that may stay empty" if instance.optional else "")
        + f"; {_number(turns, 'turn')} and {_number(every - turns, 'mirror image')}"
        " map target and pieces to themselves\n"
    )
    console.print(_picture(console, str(puzzle), {}))
    console.print()
    _print_pieces(console, puzzle, orientations=orientations)
    if placements:
        first: dict[str, int] = {}
        for number, placement in enumerate(puzzle.placements()):
            start = first.setdefault(placement.piece, number)
            console.print(f"#{number - start}  {placement}", soft_wrap=True)
        console.print()
    for fault in puzzle.check():
        console.print(Text(f"✗ {fault.reason.value}: {fault.text}", style="red"))
    if not puzzle.check():
        console.print("✓ nothing speaks against a solution")


def _print_pieces(console: Console, puzzle: Assembly, *, orientations: bool) -> None:
    table = Table(box=None, pad_edge=False)
    for column in ("piece", "copies", "cells", "orientations", "placements"):
        table.add_column(column, justify="left" if column == "piece" else "right")
    counts = puzzle.placement_counts()
    shade = colours(piece.name for piece in puzzle.pieces)
    drawn: list[Text] = []
    for piece in puzzle.pieces:
        copies = f"{piece.least}" if piece.least == piece.most else f"{piece.least}..{piece.most}"
        shown, cells = _orientations(piece), _cells(piece)
        table.add_row(piece.name, copies, f"{cells or ''}", f"{shown or ''}", f"{counts[piece.name]:,}")
        paint = {"#": shade[piece.name]}
        if not orientations:
            drawn.append(Text(f"{piece.name}\n").append_text(_picture(console, _upright(str(piece)), paint)))
    if not orientations:
        for row in side_by_side(drawn, width=console.width):
            console.print(row)
    else:
        for piece in puzzle.pieces:
            shapes: tuple[tuple[Cell, ...], ...] = getattr(piece, "orientations", tuple)()
            console.print(f"{piece.name}: {_number(len(shapes), 'orientation')}")
            paint = {"#": shade[piece.name]}
            pictures = [
                _picture(
                    console, _upright(drawing_of_cells(shape).replace("//", "\n\n").replace("/", "\n")), paint
                )
                for shape in shapes
            ]
            for row in side_by_side(pictures, width=console.width):
                console.print(row)
    console.print(table)
    console.print()


def _upright(drawing: str) -> str:
    """The layers of a drawing side by side, with nothing where there is no cell."""
    layers = [layer.split("\n") for layer in drawing.split("\n\n")]
    rows = ["  ".join(parts) for parts in zip(*layers, strict=True)] if len(layers) > 1 else layers[0]
    return "\n".join(rows)


def _picture(console: Console, picture: str, paint: dict[str, str]) -> Text:
    return coloured(picture, paint) if has_colour(console) else Text(picture)


def _orientations(piece: object) -> int | None:
    listed = getattr(piece, "orientations", None)
    return len(listed()) if listed else None


def _cells(piece: object) -> int | None:
    cells = getattr(piece, "cells", None)
    return len(cells) if cells else None


def _number(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")

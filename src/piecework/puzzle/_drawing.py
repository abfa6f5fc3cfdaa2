"""Shapes as drawings: one character a cell, one line a row, a blank line between layers.

`/` may stand for the end of a line, so that a drawing fits on one: `"###/#.#"` is the U pentomino and
`"##/#.//#./.."` a solid of two layers. `#` is a cell and `.` is none; targets know two characters more.
"""

import unicodedata
from collections.abc import Iterable, Mapping

from piecework.geometry import Cell

MARKS = {"#": "a cell", ".": "no cell"}


class DrawingError(ValueError):
    """A drawing that cannot be read; `layer`, `row` and `column` (from 0) say where, as far as they are
    known.
    """

    def __init__(self, text: str, *, layer: int = 0, row: int = 0, column: int = 0) -> None:
        super().__init__(text)
        self.layer, self.row, self.column = layer, row, column


def layers_of_text(text: str) -> list[list[str]]:
    """The rows of each layer of a drawing in one string."""
    layers: list[list[str]] = [[]]
    for line in text.replace("/", "\n").split("\n"):
        row = line.rstrip()
        if row:
            layers[-1].append(row)
        elif layers[-1]:
            layers.append([])
    return [layer for layer in layers if layer]


def locate(text: str, error: DrawingError) -> tuple[int, int]:
    """The line and column (from 0) in a drawing's text that an error about its layers is at."""
    layer = row = 0
    for number, line in enumerate(text.split("\n")):
        column = 0
        for part in line.split("/"):
            if part.rstrip():
                if (layer, row) == (error.layer, error.row):
                    return number, column + error.column
                row += 1
            elif row:
                layer, row = layer + 1, 0
            column += len(part) + 1
    return 0, 0


def marked_cells(layers: Iterable[Iterable[str]], marks: Mapping[str, str] = MARKS) -> dict[Cell, str]:
    """Every character of the drawing by its cell `(x, y, z)`; raises `DrawingError` at the first that is
    wrong.
    """
    found: dict[Cell, str] = {}
    width: int | None = None
    for z, layer in enumerate(layers):
        for y, row in enumerate(layer):
            for x, mark in enumerate(row):
                if mark not in marks:
                    known = ", ".join(f"{known!r} ({meaning})" for known, meaning in marks.items())
                    raise DrawingError(
                        f"{named(mark)} means nothing in a drawing; use {known}", layer=z, row=y, column=x
                    )
                found[x, y, z] = mark
            if width is None:
                width = len(row)
            if len(row) != width:
                raise DrawingError(
                    f"ragged rows: {row!r} has {len(row)} characters where the first row has {width}",
                    layer=z,
                    row=y,
                )
    return found


def named(character: str) -> str:
    """A character so that people recognise it, also when their screen cannot show it."""
    if " " < character <= "~":
        return repr(character)
    return f"{character!a} ({unicodedata.name(character, 'a control character').lower()})"


def cells_of_drawing(drawing: str) -> tuple[Cell, ...]:
    """The cells of a drawing: `(x, y)` if it has one layer, `(x, y, z)` if it has several.

    >>> cells_of_drawing("##/.#")
    ((0, 0), (1, 0), (1, 1))
    """
    layers = layers_of_text(drawing)
    cells = [cell for cell, mark in marked_cells(layers).items() if mark == "#"]
    return tuple(cell[:2] for cell in cells) if len(layers) == 1 else tuple(cells)


def drawing_of_cells(cells: Mapping[Cell, str] | Iterable[Cell], *, empty: str = ".") -> str:
    """The compact drawing of cells (all `#`, or each with its own mark), from the origin to the farthest
    cell.

    >>> drawing_of_cells([(0, 0), (1, 0), (1, 1)])
    '##/.#'
    """
    marks = dict(cells) if isinstance(cells, Mapping) else dict.fromkeys(cells, "#")
    if not marks:
        return ""
    return "//".join("/".join(rows) for rows in layer_rows(marks, empty=empty))


def layer_rows(marks: Mapping[Cell, str], *, empty: str = ".") -> list[list[str]]:
    """The rows of each layer, in a box that reaches from the origin to the farthest cell."""
    width, height, *rest = (max(along) + 1 for along in zip(*marks, strict=True))
    depth = rest[0] if rest else 1
    grids = [[[empty] * width for _ in range(height)] for _ in range(depth)]
    for (x, y, *above), mark in marks.items():
        grids[above[0] if above else 0][y][x] = mark
    return [["".join(row) for row in grid] for grid in grids]

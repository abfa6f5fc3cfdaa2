"""Nets of surfaces and trays: tiles unfolded, pieces coloured, slots numbered on request."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from string import ascii_lowercase, ascii_uppercase, digits
from typing import TYPE_CHECKING

from piecework.draw._hues import colour
from piecework.happy import Board, Covering, Piece, SurfacePuzzle
from piecework.surface import SLOTS

if TYPE_CHECKING:
    from rich.text import Text

Place = tuple[int, int]

ALPHABET = digits + ascii_uppercase + ascii_lowercase


@dataclass(frozen=True)
class NetCell:
    """A cell of a net: the tile whose piece covers it (None where no piece does), and its slot, or None in
    the middle of a tile."""

    tile: int | None
    slot: int | None


def net_cells(target: Board | SurfacePuzzle, covering: Covering = ()) -> dict[Place, NetCell]:
    """Every cell of the net by row and column. Where a seam was cut, each tile shows its own side of it.

    A covering speaks of the pieces of a puzzle; without one, no cell belongs to a tile.
    """
    board, pool = _parts(target)
    covered: set[int] = set()
    for lying in covering:
        piece = pool[lying.piece].oriented(lying.orientation)
        covered.update(SLOTS * lying.tile + slot for slot in piece.covered)
    slots = board.slots()
    laid = {lying.tile for lying in covering}
    cells: dict[Place, NetCell] = {}
    for tile, place in enumerate(board.net()):
        for centre in place.centre_cells():
            cells[centre] = NetCell(tile if tile in laid else None, None)
        for slot, border in enumerate(place.slot_cells()):
            own = SLOTS * tile + slot
            if own in covered:
                cells[border] = NetCell(tile, slots[own])
            else:
                cells.setdefault(border, NetCell(None, slots[own]))
    return cells


def _parts(target: Board | SurfacePuzzle) -> tuple[Board, dict[str, Piece]]:
    return (target.board, target.pool) if isinstance(target, SurfacePuzzle) else (target, {})


def net_text(target: Board | SurfacePuzzle, covering: Covering = (), *, numbers: bool = False) -> "Text":
    """The net for the terminal: two characters a cell, or wide enough for the numbers of the slots.

    Tiles are named by their number in the middle; colours and, without colours, letters tell the pieces
    apart.
    """
    from rich.text import Text

    board, _ = _parts(target)
    cells = net_cells(target, covering)
    width = max(2, 1 + len(str(max(board.slots())))) if numbers else 2
    middles = {(place.row + 2, place.column + 2): tile for tile, place in enumerate(board.net())}
    text = Text(no_wrap=True)
    last_row, last_column = max(row for row, _ in cells), max(column for _, column in cells)
    for row in range(last_row + 1):
        line = Text()
        for column in range(last_column + 1):
            cell = cells.get((row, column))
            if cell is None:
                line.append(" " * width)
                continue
            own = "" if cell.tile is None else colour(cell.tile)
            if (row, column) in middles:
                label, style = str(middles[row, column]), f"black on {own}" if own else ""
            elif cell.slot is not None and (numbers or not own):
                label = str(cell.slot) if numbers else "" if covering else "··"
                style = f"black on {own}" if own else "dim"
            elif own:
                # Letters in their own colour: they only show where there are no colours.
                label, style = ALPHABET[(cell.tile or 0) % len(ALPHABET)] * width, f"{own} on {own}"
            else:
                label, style = "", ""
            line.append(label.rjust(width)[-width:], style=style)
        line.rstrip()
        text.append_text(line).append("\n")
    return text


UNIT = 12
"""The side of a cell in SVG."""


def net_svg(
    target: Board | SurfacePuzzle,
    covering: Covering = (),
    *,
    numbers: bool = False,
    colours: Mapping[int, str] | None = None,
) -> str:
    """The net as an SVG picture: one outlined shape a tile, its piece's name as a tooltip.

    `colours` gives tiles colours other than their own.
    """
    board, _ = _parts(target)
    cells = net_cells(target, covering)
    high, wide = max(row for row, _ in cells) + 1, max(column for _, column in cells) + 1
    names = {lying.tile: f"{lying.piece}, {lying.orientation}" for lying in covering}
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {wide * UNIT + 2} {high * UNIT + 2}" '
        f'width="{wide * UNIT + 2}" height="{high * UNIT + 2}" font-family="sans-serif" text-anchor="middle">'
    )
    parts = [head]
    cells_of: dict[int | None, set[Place]] = {}
    for at, cell in cells.items():
        cells_of.setdefault(cell.tile, set()).add(at)
    empty = cells_of.get(None, set())
    parts.append(f'<path d="{"".join(_squares(empty))}" fill="none" stroke="#ccc" stroke-width="0.5"/>')
    for tile, place in enumerate(board.net()):
        own = cells_of.get(tile, set())
        title = escape(f"tile {tile}" + (f": {names[tile]}" if tile in names else ""))
        fill = (colours or {}).get(tile, colour(tile)) if own else "#eee"
        x, y = (place.column + 2.5) * UNIT, (place.row + 2.5) * UNIT
        parts.append(
            f"<g><title>{title}</title>"
            f'<path d="{"".join(_squares(own or set(place.centre_cells())))}" fill="{fill}"/>'
            f'<path d="{"".join(_outline(own))}" fill="none" stroke="#222" stroke-linecap="square"/>'
            f'<text x="{x:g}" y="{y:g}" dy="0.35em" font-size="{UNIT}">{tile}</text></g>'
        )
    if numbers:
        for (row, column), cell in cells.items():
            if cell.slot is not None:
                parts.append(
                    f'<text x="{(column + 0.5) * UNIT:g}" y="{(row + 0.5) * UNIT:g}" dy="0.35em" '
                    f'font-size="{UNIT / 2:g}">{cell.slot}</text>'
                )
    return "\n".join([*parts, "</svg>", ""])


def _squares(places: set[Place]) -> Iterator[str]:
    for row, column in sorted(places):
        yield f"M{column * UNIT} {row * UNIT}h{UNIT}v{UNIT}h-{UNIT}z"


def _outline(places: set[Place]) -> Iterator[str]:
    for row, column in sorted(places):
        x, y = column * UNIT, row * UNIT
        if (row - 1, column) not in places:
            yield f"M{x} {y}h{UNIT}"
        if (row + 1, column) not in places:
            yield f"M{x} {y + UNIT}h{UNIT}"
        if (row, column - 1) not in places:
            yield f"M{x} {y}v{UNIT}"
        if (row, column + 1) not in places:
            yield f"M{x + UNIT} {y}v{UNIT}"

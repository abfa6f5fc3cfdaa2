"""Pictures as SVG: squares in the colours of their pieces, with an edge wherever a piece ends.

Like the terminal's, they start from the plain text of a picture, so that every kind of puzzle that can draw
itself as text has an SVG, too.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from piecework.draw.colours import colours, ink, piece_colours

if TYPE_CHECKING:
    from piecework.puzzle import Solution

UNIT = 24
"""Pixels a cell."""
MARGIN = 4


def solution_svg(solution: "Solution") -> str:
    """A solution as an SVG document."""
    return picture_svg(str(solution), solution_colours(solution), title=solution.puzzle.title)


def solution_colours(solution: "Solution") -> dict[str, str]:
    """The colour of each symbol: that of its piece, which is the same in every solution.

    Where there are more placements than symbols, symbols stand for several, and have colours of their own.
    """
    drawn = solution.symbols()
    own = [drawn[placement.cells[0]] for placement in solution.placements]
    if len(set(own)) < len(own):
        return colours(own)
    shades = piece_colours(solution.puzzle.pieces)
    used: Counter[str] = Counter()
    found = {}
    for symbol, placement in zip(own, solution.placements, strict=True):
        found[symbol] = shades[placement.piece][used[placement.piece]]
        used[placement.piece] += 1
    return found


def picture_svg(picture: str, colour_of: Mapping[str, str], *, title: str = "") -> str:
    """A text picture as an SVG document: `#` is wall, `.` is an empty cell, a space is nothing."""
    marks = {
        (x, y): mark
        for y, line in enumerate(picture.split("\n"))
        for x, mark in enumerate(line)
        if mark != " "
    }
    width = max((x + 1 for x, _ in marks), default=0) * UNIT + 2 * MARGIN
    height = max((y + 1 for _, y in marks), default=0) * UNIT + 2 * MARGIN
    font = f'font-family="sans-serif" font-size="{UNIT // 2}" text-anchor="middle"'
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font}>', f"<title>{escape(title)}</title>"]
    for (x, y), mark in marks.items():
        left, top = MARGIN + x * UNIT, MARGIN + y * UNIT
        fill = colour_of.get(mark, "#d0d0d0" if mark == "#" else "#ffffff")
        lines.append(f'<rect x="{left}" y="{top}" width="{UNIT}" height="{UNIT}" fill="{fill}"/>')
        if mark in colour_of:
            middle, base = left + UNIT // 2, top + UNIT * 2 // 3
            lines.append(f'<text x="{middle}" y="{base}" fill="{ink(fill)}">{escape(mark)}</text>')
    edges = "".join(_edges(marks))
    lines.append(f'<path d="{edges}" stroke="#202020" stroke-width="2" stroke-linecap="square" fill="none"/>')
    lines.append("</svg>")
    return "\n".join(lines)


def _edges(marks: Mapping[tuple[int, int], str]) -> Iterator[str]:
    """A line wherever a cell borders on something else; between two cells it is drawn once."""
    for (x, y), mark in marks.items():
        left, top = MARGIN + x * UNIT, MARGIN + y * UNIT
        if marks.get((x - 1, y)) != mark:
            yield f"M{left} {top}v{UNIT}"
        if marks.get((x, y - 1)) != mark:
            yield f"M{left} {top}h{UNIT}"
        if (x + 1, y) not in marks:
            yield f"M{left + UNIT} {top}v{UNIT}"
        if (x, y + 1) not in marks:
            yield f"M{left} {top + UNIT}h{UNIT}"

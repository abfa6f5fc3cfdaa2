"""Small pictures of solved puzzles: flat ones from above, solid ones at an angle; no letters, soft edges.

A picture starts from cells with an owner (any value; cells with the same owner are drawn as one body) and a
colour for every owner, so that all kinds of puzzles share it. There is no background: pages may be dark.
"""

from collections.abc import Hashable, Iterator, Mapping
from xml.sax.saxutils import escape

Cell = tuple[int, ...]
Owners = Mapping[Cell, Hashable]
Point = tuple[float, float]

EMPTY = "#b6bcc4"
"""The colour of owners without one: cells that are empty."""
BLOCKED = "#4b5058"
"""The colour for cells that no piece may cover."""
EDGE = "#15181b"

# The three sides that are seen from above, in front: where the neighbour would be that hides the side, its
# four corners, and how bright it is.
TOP = ((0, 0, 1), ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)), 1.0)
RIGHT = ((1, 0, 0), ((1, 0, 0), (1, 1, 0), (1, 1, 1), (1, 0, 1)), 0.66)
LEFT = ((0, 1, 0), ((0, 1, 0), (1, 1, 0), (1, 1, 1), (0, 1, 1)), 0.83)
WIDE, HIGH = 0.866, 0.5
"""How far one step along x or y goes sideways, and down."""


def card_svg(owners: Owners, colour_of: Mapping[Hashable, str], *, title: str = "") -> str:
    """Cells of two or three coordinates as an SVG document."""
    dimension = len(next(iter(owners), (0, 0)))
    body, box = _flat(owners, colour_of) if dimension == 2 else _solid(owners, colour_of)
    left, top, width, height = box
    around = 0.05 * max(width, height)
    view = f"{left - around:.2f} {top - around:.2f} {width + 2 * around:.2f} {height + 2 * around:.2f}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" stroke-linejoin="round" '
        f'stroke-linecap="round"><title>{escape(title)}</title>{"".join(body)}</svg>'
    )


def _flat(
    owners: Owners, colour_of: Mapping[Hashable, str]
) -> tuple[list[str], tuple[float, float, float, float]]:
    squares: dict[Hashable, list[str]] = {}
    edges = []
    for (x, y), owner in owners.items():
        squares.setdefault(owner, []).append(f"M{x} {y}h1v1h-1z")
        for other, line in (((x - 1, y), f"M{x} {y}v1"), ((x, y - 1), f"M{x} {y}h1")):
            if other not in owners or owners[other] != owner:
                edges.append(line)
        for other, line in (((x + 1, y), f"M{x + 1} {y}v1"), ((x, y + 1), f"M{x} {y + 1}h1")):
            if other not in owners:
                edges.append(line)
    body = []
    for owner, drawn in squares.items():
        fill = colour_of.get(owner, EMPTY)
        # A hair of the same colour closes the seams between the squares of a piece.
        body.append(f'<path d="{"".join(drawn)}" fill="{fill}" stroke="{fill}" stroke-width=".05"/>')
    body.append(f'<path d="{"".join(edges)}" fill="none" stroke="{EDGE}" stroke-width=".09"/>')
    wide, high = max(x for x, _ in owners) + 1, max(y for _, y in owners) + 1
    left, top = min(x for x, _ in owners), min(y for _, y in owners)
    return body, (left, top, wide - left, high - top)


def _solid(
    owners: Owners, colour_of: Mapping[Hashable, str]
) -> tuple[list[str], tuple[float, float, float, float]]:
    body = []
    corners: list[Point] = []
    # What is farther away comes first and is painted over.
    for cell in sorted(owners, key=lambda cell: (sum(cell), cell)):
        for (dx, dy, dz), square, light in (LEFT, RIGHT, TOP):
            x, y, z = cell
            if (x + dx, y + dy, z + dz) in owners:
                continue
            points = [_seen(x + u, y + v, z + w) for u, v, w in square]
            corners += points
            fill = _lit(colour_of.get(owners[cell], EMPTY), light)
            path = "M" + "L".join(f"{u:.3g} {v:.3g}" for u, v in points) + "z"
            body.append(f'<path d="{path}" fill="{fill}" stroke="{fill}" stroke-width=".05"/>')
            outline = "".join(_outline(owners, cell, (dx, dy, dz)))
            if outline:
                body.append(f'<path d="{outline}" fill="none" stroke="{EDGE}" stroke-width=".07"/>')
    left, top = min(u for u, _ in corners), min(v for _, v in corners)
    right, bottom = max(u for u, _ in corners), max(v for _, v in corners)
    return body, (left, top, right - left, bottom - top)


def _outline(owners: Owners, cell: Cell, side: tuple[int, int, int]) -> Iterator[str]:
    """The edges of a side at which the body ends or turns."""
    axis = next(at for at in range(3) if side[at])
    for across in (at for at in range(3) if at != axis):
        along = 3 - axis - across
        for step in (-1, 1):
            beside = tuple(c + (step if at == across else 0) for at, c in enumerate(cell))
            above = tuple(b + s for b, s in zip(beside, side, strict=True))
            if owners.get(beside, owners) == owners[cell] and above not in owners:
                continue
            start = [c + s for c, s in zip(cell, side, strict=True)]
            start[across] += step > 0
            end = list(start)
            end[along] += 1
            (a, b), (c, d) = _seen(*start), _seen(*end)
            yield f"M{a:.3g} {b:.3g}L{c:.3g} {d:.3g}"


def _seen(x: float, y: float, z: float) -> Point:
    return (x - y) * WIDE, (x + y) * HIGH - z


def _lit(colour: str, light: float) -> str:
    parts = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{min(255, round(part * light)):02x}" for part in parts)

"""Pictures of shapez shapes and plans: SVG without any dependency, and the terminal.

A part is drawn in its sector, clockwise from the top. Seen from above, higher layers are smaller and lie on
top; exploded, the layers stand side by side, the lowest first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from math import cos, pi, sin
from typing import TYPE_CHECKING

from piecework.shapez._codes import EMPTY, PIN
from piecework.shapez._shape import Shape

if TYPE_CHECKING:
    from rich.text import Text

    from piecework.shapez._plan import Plan

SKINS: dict[str, dict[str, tuple[str, str]]] = {
    "rgb": {
        "u": ("uncoloured", "#a8adb7"), "r": ("red", "#e5484d"), "g": ("green", "#46a758"),
        "b": ("blue", "#3e63dd"), "c": ("cyan", "#12b5c4"), "m": ("magenta", "#d13fb8"),
        "y": ("yellow", "#f5c518"), "w": ("white", "#ffffff"), "k": ("black", "#22242a"),
    },
    "ryb": {
        "u": ("uncoloured", "#a8adb7"), "r": ("red", "#e5484d"), "g": ("yellow", "#f5c518"),
        "b": ("blue", "#3e63dd"), "c": ("green", "#46a758"), "m": ("purple", "#8e4ec6"),
        "y": ("orange", "#f76b15"), "w": ("black", "#22242a"), "k": ("white", "#ffffff"),
    },
    "cmyk": {
        "u": ("uncoloured", "#a8adb7"), "r": ("cyan", "#12b5c4"), "g": ("magenta", "#d13fb8"),
        "b": ("yellow", "#f5c518"), "c": ("red", "#e5484d"), "m": ("green", "#46a758"),
        "y": ("blue", "#3e63dd"), "w": ("black", "#22242a"), "k": ("white", "#ffffff"),
    },
}  # fmt: skip
"""What the colour letters are called and look like: the game's three ways to show the same colours."""

_BITS = {"r": 1, "g": 2, "b": 4, "y": 3, "m": 5, "c": 6, "w": 7}
_MARKS = {  # one pattern a primary colour; mixes carry those of their parts
    1: '<path d="M0 6 6 0" stroke="#000" stroke-opacity=".55"/>',
    2: '<circle cx="3" cy="3" r="1.1" fill="#000" fill-opacity=".6"/>',
    4: '<path d="M0 1.5H6" stroke="#000" stroke-opacity=".55"/>',
}
_SHRINK = 0.2
_OUTLINE = "#2b2f38"


def shape_svg(
    shape: Shape, *, size: int = 160, exploded: bool = False, skin: str = "rgb", patterns: bool = False
) -> str:
    """The shape as an SVG document."""
    if exploded:
        count = max(shape.layer_count, 1)
        body = "".join(
            f'<g transform="translate({50 + 104 * at} 50)">{plate()}'
            f"{layer_view(row, 44, skin, patterns)}"
            f'<text y="61" font-size="9" text-anchor="middle" fill="#666">layer {at + 1}</text></g>'
            for at, row in enumerate(shape.layers or ((EMPTY,) * shape.part_count,))
        )
        return _document(shape, body, 104 * count - 4, 116, size * count, patterns)
    return _document(
        shape,
        f'<g transform="translate(50 50)">{top_view(shape, skin, patterns)}</g>',
        100,
        100,
        size,
        patterns,
    )


def top_view(shape: Shape, skin: str = "rgb", patterns: bool = False) -> str:
    """SVG elements of the view from above, around the origin, within 50 units."""
    return plate() + "".join(
        layer_view(row, layer_radius(at), skin, patterns) for at, row in enumerate(shape.layers)
    )


def layer_radius(at: int) -> float:
    """Layers get smaller towards the top, so that all can be seen from above."""
    return 44 * max(1 - _SHRINK * at, 0.2)


def _document(shape: Shape, body: str, width: float, height: float, size: int, patterns: bool) -> str:
    marks = f"<defs>{pattern_marks()}</defs>" if patterns else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{size}" '
        f'height="{size * height / width:.0f}" role="img"><title>{escape(shape.code)}</title>'
        f"{marks}{body}</svg>\n"
    )


def plate() -> str:
    """The round ground that a shape lies on."""
    return '<circle r="48" fill="#eceef2" stroke="#d4d8df"/>'


def pattern_marks() -> str:
    """The patterns that tell colours apart, for the `defs` of a picture with `patterns`."""
    return "".join(
        f'<pattern id="piecework-{letter}" width="6" height="6" patternUnits="userSpaceOnUse">'
        + "".join(mark for bit, mark in _MARKS.items() if bits & bit)
        + "</pattern>"
        for letter, bits in _BITS.items()
    )


def layer_view(row: Iterable[str], radius: float, skin: str = "rgb", patterns: bool = False) -> str:
    """SVG elements of one layer from above, around the origin."""
    parts = list(row)
    step = 2 * pi / len(parts)
    return "".join(
        _part(part, column * step, step, radius, skin, patterns)
        for column, part in enumerate(parts)
        if part != EMPTY
    )


def _part(part: str, start: float, step: float, radius: float, skin: str, patterns: bool) -> str:
    def at(share: float, far: float) -> str:
        angle = start + share * step
        return f"{radius * far * sin(angle):.2f} {-radius * far * cos(angle):.2f}"

    if part == PIN:
        x, y = at(0.5, 0.6).split()
        return f'<circle cx="{x}" cy="{y}" r="{radius * 0.13:.2f}" fill="#555b66" stroke="{_OUTLINE}"/>'
    kind, colour = part[0], part[1]
    name, fill = SKINS[skin][colour]
    corner = 1 / cos(step / 2)
    outlines = {
        "C": f"M0 0L{at(0, 1)}A{radius} {radius} 0 0 1 {at(1, 1)}Z",
        "R": f"M0 0L{at(0, 1)}L{at(0.5, corner)}L{at(1, 1)}Z",
        "S": f"M0 0L{at(0, 0.6)}L{at(0.5, 1.25)}L{at(1, 0.6)}Z",
        "W": f"M0 0L{at(0, 1)}L{at(0.5, 0.95)}L{at(1, 0.5)}Z",
        "H": f"M0 0L{at(0, 1)}L{at(1, 1)}Z",
        "G": f"M0 0L{at(0, 0.75)}L{at(0.25, 0.8)}L{at(0.3, 1)}L{at(0.7, 1)}L{at(0.75, 0.8)}L{at(1, 0.75)}Z",
        "F": f"M0 0L{at(0, 0.7)}Q{at(0.5, 1.4)} {at(1, 0.7)}Z",
        "X": f"M0 0L{at(0, 0.9)}L{at(0.5, 0.6)}L{at(1, 0.9)}Z",
        "Y": f"M0 0L{at(0.2, 1)}L{at(0.8, 1)}Z",
        "c": f"M0 0L{at(0, 1)}L{at(0.5, 1.05)}L{at(1, 1)}Z",
    }
    crystal = kind == "c"
    style = 'fill-opacity=".7" stroke-dasharray="2 1.2"' if crystal else ""
    path = (
        f'<path d="{outlines[kind]}" fill="{fill}" stroke="{_OUTLINE}" stroke-width="1" '
        f'stroke-linejoin="round" {style}><title>{name}{" crystal" if crystal else ""}</title></path>'
    )
    if crystal:
        facet = f"M{at(0.5, 0.25)}L{at(0.3, 0.65)}L{at(0.5, 0.95)}L{at(0.7, 0.65)}Z"
        path += f'<path d="{facet}" fill="#fff" fill-opacity=".45"/>'
    if patterns and colour in _BITS:
        path += f'<path d="{outlines[kind]}" fill="url(#piecework-{colour})"/>'
    return path


# ---- the terminal ----------------------------------------------------------------------------------------

_GLYPHS = {
    "C": "●", "R": "■", "S": "★", "W": "◆", "H": "⬢", "G": "✸", "F": "✿", "X": "✖", "Y": "▼",
    "c": "◇", "P": "╿",
}  # fmt: skip


def shape_text(shape: Shape, *, skin: str = "rgb") -> Text:
    """The layers side by side, lowest first, each as seen from above, for a terminal."""
    from rich.text import Text

    text = Text()
    rows = shape.part_count // 2
    layers = shape.layers or ((EMPTY,) * shape.part_count,)
    for line in range(rows):
        for row in layers:
            for part in (row[shape.part_count - 1 - line], row[line]):
                text.append_text(_glyph(part, skin))
            text.append("   ")
        text.append("\n")
    text.append("".join(f"layer {at + 1}".ljust(9) for at in range(len(layers))), style="dim")
    return text


def _glyph(part: str, skin: str) -> Text:
    from rich.text import Text

    if part == EMPTY:
        return Text(" · ", style="dim")
    if part == PIN:
        return Text(f" {_GLYPHS['P']} ")
    _, colour = SKINS[skin][part[1]]
    return Text(f" {_GLYPHS[part[0]]}{part[1]}", style=f"bold {colour}")


# ---- plans -----------------------------------------------------------------------------------------------


class _Box:
    """A machine in a picture: its name, what comes out, and which boxes feed it."""

    def __init__(self, name: str, codes: list[str], feeds: list[int]) -> None:
        self.name, self.codes, self.feeds = name, codes, feeds
        self.depth = 0


def _boxes(plan: Plan) -> list[_Box]:
    boxes: list[_Box] = []
    if plan.factory is not None:
        used = plan.factory.used_outputs()
        for number, machine in enumerate(plan.factory.machines):
            codes = [out for place, out in enumerate(machine.outputs) if (number, place) in used]
            name = plan.factory.name(number) + (f" {machine.colour}" if machine.colour else "")
            boxes.append(_Box(name, codes, [belt.machine for belt in machine.inputs]))
    else:
        place: dict[int, int] = {}
        for step in plan.steps():
            boxes.append(_Box(step.tag, [step.shape.code], [place[id(child)] for child in step.children]))
            place[id(step)] = len(boxes) - 1
    # As late as can be: an input stands just before the machine that takes it.
    away = [0] * len(boxes)
    for at in range(len(boxes) - 1, -1, -1):
        for feed in boxes[at].feeds:
            away[feed] = max(away[feed], away[at] + 1)
    for box, distance in zip(boxes, away, strict=True):
        box.depth = max(away) - distance
    return boxes


def plan_dot(plan: Plan) -> str:
    """The plan for Graphviz."""
    lines = ["digraph plan {", "  rankdir=LR; node [shape=box, fontname=monospace];"]
    for number, box in enumerate(_boxes(plan)):
        label = "\\n".join([box.name, *box.codes])
        lines.append(f'  n{number} [label="{label}"];')
        lines += [f"  n{feed} -> n{number};" for feed in box.feeds]
    return "\n".join([*lines, "}"]) + "\n"


_CELL_X, _CELL_Y, _SIDE = 132, 118, 64


def plan_svg(plan: Plan, *, skin: str = "rgb") -> str:
    """The plan from left to right, with the shape drawn at each machine."""
    boxes = _boxes(plan)
    place: list[tuple[float, float]] = []
    rows: dict[int, int] = {}
    for box in boxes:
        row = rows.get(box.depth, 0)
        rows[box.depth] = row + 1
        place.append((20 + box.depth * _CELL_X, 20 + row * _CELL_Y))
    width = 40 + (max(box.depth for box in boxes) + 1) * _CELL_X
    height = 30 + max(rows.values()) * _CELL_Y
    body = [f'<rect width="{width}" height="{height}" fill="#fff"/>']
    for box, (x, y) in zip(boxes, place, strict=True):
        for feed in box.feeds:
            fx, fy = place[feed]
            start, end = (fx + _SIDE + 8, fy + 46), (x - 2, y + 46)
            bend = max((end[0] - start[0]) / 2, 20)
            body.append(
                f'<path d="M{start[0]} {start[1]}C{start[0] + bend} {start[1]} {end[0] - bend} {end[1]} '
                f'{end[0]} {end[1]}" fill="none" stroke="#9aa1ad" stroke-width="1.5"/>'
            )
    for box, (x, y) in zip(boxes, place, strict=True):
        body += _drawn_box(box, x, y, skin)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="sans-serif"><title>How to make {escape(plan.target.code)}</title>'
        + "".join(body)
        + "</svg>\n"
    )


def _drawn_box(box: _Box, x: float, y: float, skin: str) -> Iterator[str]:
    yield (
        f'<text x="{x + _SIDE / 2 + 4}" y="{y + 8}" font-size="10" text-anchor="middle" fill="{_OUTLINE}">'
        f"{escape(box.name)}</text>"
    )
    for at, code in enumerate(box.codes):
        scale = _SIDE / 100 / (1 if len(box.codes) == 1 else 1.6)
        cx = x + _SIDE / 2 + 4 + (0 if len(box.codes) == 1 else (at - 0.5) * _SIDE * 0.66)
        body = f"<title>{escape(code)}</title>"
        if len(code) == 1:
            body += f'<circle r="24" fill="{SKINS[skin][code][1]}" stroke="{_OUTLINE}" stroke-width="2"/>'
        else:
            body += top_view(Shape(code, extended=True), skin)
        yield f'<g transform="translate({cx} {y + 46}) scale({scale:.3f})">{body}</g>'

"""What the Shapez page draws: layers as rings to click, the layers as a stack that can be pulled apart, and
the graph of machines.

All pictures are SVG text. Those that stay on the page leave sizes and states to the style sheet; `standalone`
makes a file of one.
"""

from collections.abc import Sequence
from html import escape
from math import cos, pi, sin

from piecework.draw.shapez import SKINS, layer_radius, layer_view, pattern_marks, plate, top_view
from piecework.shapez import Shape
from piecework.web.shapez.build import Build, part_name, place_name
from piecework.web.shapez.plan import RAW, Machine, Spot, laid_out, told

INK = "#2b2f38"


def rings(build: Build, *, skin: str = "rgb", patterns: bool = False) -> list[dict[str, object]]:
    """Every layer for the page's rings: a picture, and for each part a sector to click, with its name."""
    found: list[dict[str, object]] = []
    for layer, row in enumerate(build.rows):
        sectors = [
            {
                "path": sector(column, build.parts),
                "name": f"{place_name(layer, column, build.parts)}: {part_name(part)}",
            }
            for column, part in enumerate(row)
        ]
        found.append({
            "art": plate() + _guides(build.parts) + layer_view(row, 44, skin, patterns),
            "caption": f"Layer {layer + 1}",
            "sectors": sectors,
        })  # fmt: skip
    return found


def sector(column: int, parts: int, radius: float = 48) -> str:
    """The outline of the place of a part, clockwise from the top."""
    start, end = (2 * pi * (column + step) / parts for step in (0, 1))
    ends = [f"{radius * sin(angle):.2f} {-radius * cos(angle):.2f}" for angle in (start, end)]
    return f"M0 0L{ends[0]}A{radius} {radius} 0 0 1 {ends[1]}Z"


def _guides(parts: int) -> str:
    lines = "".join(
        f"M0 0L{48 * sin(2 * pi * at / parts):.2f} {-48 * cos(2 * pi * at / parts):.2f}"
        for at in range(parts)
    )
    return f'<path d="{lines}" stroke="#d4d8df" fill="none"/>'


def defs(*, patterns: bool) -> str:
    """What pictures with patterns refer to; once a page, or once a file."""
    return f"<defs>{pattern_marks()}</defs>" if patterns else ""


def from_above(shape: Shape, *, skin: str = "rgb", patterns: bool = False) -> str:
    """The shape as the game shows it."""
    return _svg(
        "-50 -50 100 100",
        defs(patterns=patterns) + top_view(shape, skin, patterns),
        f"{shape.code} from above",
    )


THICK, APART = 5, 38
"""Units that a layer is thick, in the stack, and how far it can be from the next (as in the style sheet)."""


def stack(shape: Shape, *, skin: str = "rgb", patterns: bool = False) -> str:
    """The layers seen from the side and above, lowest first; the style sheet moves `--at` times `--apart`."""
    floors = []
    for at, row in enumerate(shape.layers):
        art = layer_view(row, layer_radius(at), skin, patterns)
        sides = "".join(
            f'<g transform="translate(0 {depth}) scale(1 .55)">{art}</g>' for depth in range(THICK, 0, -1)
        )
        floors.append(
            f'<g class="pw-floor" style="--at:{at}"><g class="pw-side">{sides}</g>'
            f'<g transform="scale(1 .55)">{art}</g></g>'
        )
    ground = f'<g transform="translate(0 {THICK}) scale(1 .55)">{plate()}</g>'
    body = defs(patterns=patterns) + ground + "".join(floors)
    high = 32 + APART * max(shape.layer_count - 1, 0)
    box = f"-52 {-high} 104 {high + 36}"
    return _svg(box, body, f"{shape.code}, its layers one above the other")


CARD_X, CARD_Y, CARD = 138, 128, 104
"""Distances of the machines in the graph, and how wide one is."""
HIGH = 108
MARGIN = 16


def graph(machines: Sequence[Machine], *, skin: str = "rgb") -> str:
    """All machines from left to right with what they put out, each a group that can be clicked."""
    spots = laid_out(machines)
    width = 2 * MARGIN + CARD_X * max((spot.column for spot in spots), default=0) + CARD
    height = 2 * MARGIN + CARD_Y * max((spot.row for spot in spots), default=0) + HIGH
    belts = [
        _belt(spots[feed], machines[feed], output, spots[one.number], place, len(one.inputs), one.number)
        for one in machines
        for place, (feed, output) in enumerate(one.inputs)
    ]
    cards = [_card(one, spots[one.number], told(one, machines), skin) for one in machines]
    body = f'<g class="pw-belts">{"".join(belts)}</g>{"".join(cards)}'
    return _svg(
        f"0 0 {width:.0f} {height:.0f}", body, "The machines of the plan",
        extra=f' width="{width:.0f}" height="{height:.0f}" class="pw-graph"', role="group",
    )  # fmt: skip


def _corner(spot: Spot) -> tuple[float, float]:
    return MARGIN + CARD_X * spot.column, MARGIN + CARD_Y * spot.row


def _belt(start: Spot, feeder: Machine, output: int, end: Spot, place: int, of: int, step: int) -> str:
    x1, y1 = _corner(start)
    x2, y2 = _corner(end)
    x1 += CARD
    y1 += 62
    y2 += 62 + (place - (of - 1) / 2) * 18
    bend = max((x2 - x1) / 2, 18)
    carries = feeder.outputs[output]
    return (
        f'<path class="pw-belt" data-belt="{step}" d="M{x1:.1f} {y1:.1f}C{x1 + bend:.1f} {y1:.1f} '
        f'{x2 - bend:.1f} {y2:.1f} {x2:.1f} {y2:.1f}" fill="none" stroke="#9aa1ad" stroke-width="2">'
        f"<title>{escape(carries)}</title></path>"
    )


def _card(machine: Machine, spot: Spot, words: str, skin: str) -> str:
    x, y = _corner(spot)
    raw = " pw-raw" if machine.op in RAW else ""
    shown = machine.wanted
    scale = 0.72 if len(shown) == 1 else 0.46
    pictures = "".join(
        f'<g transform="translate({CARD / 2 + (at - (len(shown) - 1) / 2) * 50:.1f} 66) scale({scale})">'
        f"{carried(what, skin)}</g>"
        for at, what in enumerate(shown)
    )
    return (
        f'<g class="pw-machine{raw}" data-step="{machine.number + 1}" transform="translate({x:.1f} {y:.1f})" '
        f'tabindex="-1" role="button" aria-label="Step {machine.number + 1}: {escape(words)}">'
        f'<rect class="pw-machine-card" width="{CARD}" height="{HIGH}" rx="12" fill="#fff" stroke="#cfd4dc"/>'
        f'<text class="pw-machine-name" x="{CARD / 2}" y="19" text-anchor="middle" font-size="11" '
        f'fill="{INK}">'
        f"{escape(machine.name)}</text>{pictures}<title>{escape(words)}</title></g>"
    )


def carried(what: str, skin: str) -> str:
    """What lies on a belt, around the origin within 50 units: a shape, or a drop of a colour."""
    if len(what) == 1:
        fill = SKINS[skin][what][1]
        drop = "M0 -34C10 -16 24 -4 24 12A24 24 0 0 1 -24 12C-24 -4 -10 -16 0 -34Z"
        return f'<path d="{drop}" fill="{fill}" stroke="{INK}" stroke-width="2"/>'
    return top_view(Shape(what, extended=True), skin)


def dot(fill: str) -> str:
    """A colour to choose."""
    circle = f'<circle r="38" fill="{fill}" stroke="{INK}" stroke-width="3"/>'
    return f'<svg viewBox="-50 -50 100 100" aria-hidden="true">{circle}</svg>'


def small(what: str, *, skin: str = "rgb", size: int = 56) -> str:
    """A shape or a colour as a small picture of its own."""
    return _svg("-50 -50 100 100", carried(what, skin), what, extra=f' width="{size}" height="{size}"')


def _svg(box: str, body: str, title: str, *, extra: str = "", role: str = "img") -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="{role}" '
        f'aria-label="{escape(title)}" font-family="system-ui, sans-serif"{extra}>{body}</svg>'
    )


def standalone(svg: str) -> str:
    """A file of its own: with a white ground, as pictures are looked at elsewhere."""
    start = svg.index(">") + 1
    box = svg.split('viewBox="', 1)[1].split('"', 1)[0].split()
    x, y, width, height = map(float, box)
    ground = f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="#fff"/>'
    return svg[:start] + ground + svg[start:] + "\n"

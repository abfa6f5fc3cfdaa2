"""Colours for pieces: the same piece has the same colour in every picture."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from piecework.puzzle._assembly import Copies

# The first seven are those of Okabe and Ito, made for eyes that do not tell red from green. Each further one
# is the colour that lies farthest from all before it, in the least favourable of four views: full colour
# vision, and without red, green or blue receptors (after Machado, Oliveira and Fernandes 2009; in OKLab).
PALETTE = [
    "#0072b2",
    "#e69f00",
    "#009e73",
    "#cc79a7",
    "#56b4e9",
    "#d55e00",
    "#f0e442",
    "#793240",
    "#5ef9f1",
    "#4e3c8e",
    "#a0c398",
    "#927eec",
    "#8c541f",
    "#75567c",
    "#bbefb0",
    "#90cfe4",
    "#d8c65a",
    "#6fb07d",
    "#1f744f",
    "#926b8e",
]

SHADES = (0.0, 0.34, -0.24, 0.18)
"""How copies of one piece differ: mixed with so much white, or black where negative."""


def colours(symbols: Iterable[str]) -> dict[str, str]:
    """A colour for each symbol, in their order; with more than twenty, colours repeat."""
    return {symbol: PALETTE[number % len(PALETTE)] for number, symbol in enumerate(dict.fromkeys(symbols))}


def piece_colours(pieces: "Sequence[Copies]") -> dict[str, list[str]]:
    """For every piece by name, a colour for each of its copies; the first is the colour of the piece.

    They depend on the pieces alone, so they stay the same from one solution to the next. While the palette
    lasts, every copy has a colour of its own; beyond, copies are shades of their piece's colour, unless
    there is only one piece.
    """
    total = sum(piece.most for piece in pieces)
    found: dict[str, list[str]] = {}
    used = 0
    for number, piece in enumerate(pieces):
        if total <= len(PALETTE) or len(pieces) == 1:
            own = [PALETTE[(used + copy) % len(PALETTE)] for copy in range(piece.most)]
        else:
            base = PALETTE[number % len(PALETTE)]
            own = [_shade(base, SHADES[copy % len(SHADES)]) for copy in range(piece.most)]
        found[piece.name] = own
        used += piece.most
    return found


def _shade(colour: str, amount: float) -> str:
    goal = 255 if amount > 0 else 0
    parts = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(part + (goal - part) * abs(amount)):02x}" for part in parts)


def ink(colour: str) -> str:
    """Black or white, whichever reads better on a colour (relative luminance after ITU-R BT.709)."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#000000" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 110 else "#ffffff"

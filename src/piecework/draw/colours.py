"""Colours for pieces: the same symbol has the same colour in every picture."""

from collections.abc import Iterable

# Twenty light colours that stay apart from each other and carry black letters.
PALETTE = [
    "#e6194b",
    "#3cb44b",
    "#ffe119",
    "#4363d8",
    "#f58231",
    "#911eb4",
    "#46f0f0",
    "#f032e6",
    "#bcf60c",
    "#fabebe",
    "#008080",
    "#e6beff",
    "#9a6324",
    "#fffac8",
    "#800000",
    "#aaffc3",
    "#808000",
    "#ffd8b1",
    "#6a8caf",
    "#a9a9a9",
]


def colours(symbols: Iterable[str]) -> dict[str, str]:
    """A colour for each symbol, in their order; with more than twenty, colours repeat."""
    return {symbol: PALETTE[number % len(PALETTE)] for number, symbol in enumerate(dict.fromkeys(symbols))}


def ink(colour: str) -> str:
    """Black or white, whichever reads better on a colour (relative luminance after ITU-R BT.709)."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#000000" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 110 else "#ffffff"

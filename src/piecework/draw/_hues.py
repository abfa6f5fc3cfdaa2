"""Colours for many things side by side: as different as they can be, and always the same ones."""

from colorsys import hls_to_rgb

GOLDEN = 0.618033988749895
"""Steps of the golden ratio around the colour circle never come close to a step taken before."""


def colour(number: int) -> str:
    """The colour of thing `number`, as #rrggbb; light enough for black text."""
    lightness = (0.68, 0.58, 0.78)[number // 9 % 3]
    red, green, blue = hls_to_rgb(number * GOLDEN % 1, lightness, 0.62)
    return f"#{round(255 * red):02x}{round(255 * green):02x}{round(255 * blue):02x}"

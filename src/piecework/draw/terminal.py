"""Pictures for the terminal: letters where there is no colour, coloured cells where there is.

Every picture starts as plain text with one character a cell, the text that `str` gives; so what can be seen
without colour can be read back, and colour only adds to it.
"""

from collections.abc import Iterable, Iterator, Mapping

from rich.console import Console
from rich.text import Text

from piecework.draw.colours import ink
from piecework.draw.svg import solution_colours
from piecework.puzzle import Solution

GAP = 8
"""Columns between two pictures in a row: more than between the layers of one."""


def coloured(picture: str, colour_of: Mapping[str, str]) -> Text:
    """A picture with cells two columns wide, so that they look square, and a colour behind each symbol."""
    text = Text()
    for number, line in enumerate(picture.split("\n")):
        if number:
            text.append("\n")
        for character in line:
            if character in colour_of:
                colour = colour_of[character]
                text.append(f"{character} ", style=f"{ink(colour)} on {colour}")
            elif character == "#":
                text.append("▒▒", style="dim")
            elif character == ".":
                text.append("· ", style="dim")
            else:
                text.append("  ")
    return text


def solution_text(solution: Solution, *, colour: bool) -> Text:
    """A solution, ready to print."""
    picture = str(solution)
    if not colour:
        return Text(picture)
    return coloured(picture, solution_colours(solution))


def side_by_side(pictures: Iterable[Text], *, width: int) -> Iterator[Text]:
    """Rows of pictures, as many in each as fit; a row is given out as soon as it is full."""
    row: list[Text] = []
    used = 0
    for picture in pictures:
        wide = max((line.cell_len for line in picture.split("\n")), default=0)
        if row and used + GAP + wide > width:
            yield _joined(row)
            row, used = [], 0
        used += wide + (GAP if row else 0)
        row.append(picture)
    if row:
        yield _joined(row)


def _joined(pictures: list[Text]) -> Text:
    blocks = [list(picture.split("\n")) for picture in pictures]
    widths = [max(line.cell_len for line in block) for block in blocks]
    text = Text()
    for number in range(max(map(len, blocks))):
        line = Text()
        for block, wide in zip(blocks, widths, strict=True):
            part = block[number].copy() if number < len(block) else Text()
            part.pad_right(wide + GAP - part.cell_len)
            line.append_text(part)
        line.rstrip()
        text.append_text(line)
        text.append("\n")
    return text


def has_colour(console: Console) -> bool:
    """Whether this console shows colour: a terminal that can, and nobody asked for none."""
    return console.color_system is not None and not console.no_color

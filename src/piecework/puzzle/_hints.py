"""Hints as people write them."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from piecework.puzzle._solution import Placement

if TYPE_CHECKING:
    from piecework.puzzle._assembly import Assembly


def read_hints(puzzle: "Assembly", texts: Iterable[str]) -> list[Placement | int]:
    """What texts such as `PIECE=#7` (placement 7 of the piece) or `PIECE=0,0 1,0 …` (its cells) mean."""
    found: list[Placement | int] = []
    for text in texts:
        name, equals, number = text.rpartition("=#")
        if not equals:
            found.append(Placement.from_text(text))
            continue
        own = puzzle.placements(name)
        if not number.isdecimal() or len(number) > 9 or int(number) >= len(own):
            raise ValueError(f"{text}: the placements of {name!r} are numbered #0 to #{len(own) - 1}")
        found.append(own[int(number)])
    return found

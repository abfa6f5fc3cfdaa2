"""The sets of foam pieces in the catalogue, and pools of pieces from several of them.

The set `original/blue` is the catalogue's puzzle `happy-original-blue`.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cache

from piecework.formats._catalogue import catalogue
from piecework.formats._piece_set import piece_set_of
from piecework.formats._text import read_text
from piecework.formats._yaml import read_yaml
from piecework.happy import Piece, PieceSet

PREFIX = "happy-"


@cache
def set_names() -> tuple[str, ...]:
    """The names of all sets: family and colour, as in `original/blue`."""
    stems = [name.removeprefix(PREFIX) for name in catalogue() if name.startswith(PREFIX)]
    return tuple(stem.replace("-", "/", 1) for stem in stems)


@cache
def piece_set(name: str) -> PieceSet:
    """A set by its name, such as `original/blue`."""
    if name not in set_names():
        raise ValueError(f"there is no set {name!r}: choose one of {', '.join(set_names())}")
    path = catalogue()[PREFIX + name.replace("/", "-", 1)]
    return piece_set_of(read_yaml(read_text(path), str(path)))


def pool(names: Iterable[str]) -> dict[str, Piece]:
    """The pieces of several sets, each named after its set and number: `original/blue 1`.

    A family's name such as `original` stands for all its sets; a set that is named twice is there twice.
    """
    copies: Counter[str] = Counter()
    found: dict[str, Piece] = {}
    for name in names:
        family = [set_name for set_name in set_names() if set_name.startswith(f"{name}/")]
        for set_name in family or [name]:
            copies[set_name] += 1
            copy = "" if copies[set_name] == 1 else f" ({copies[set_name]})"
            for number, piece in enumerate(piece_set(set_name).pieces, 1):
                found[f"{set_name}{copy} {number}"] = piece
    return found

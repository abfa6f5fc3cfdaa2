"""Sets of pieces that everyone knows by name."""

from collections.abc import Iterable

from piecework.geometry import polyforms
from piecework.puzzle._drawing import drawing_of_cells
from piecework.puzzle._piece import Moves, Piece

_DRAWN = {
    "tetrominoes": {"I": "####", "L": "###/#..", "O": "##/##", "S": ".##/##.", "T": "###/.#."},
    "pentominoes": {
        "F": ".##/##./.#.",
        "I": "#####",
        "L": "...#/####",
        "N": "..##/###.",
        "P": "##./###",
        "T": "###/.#./.#.",
        "U": "###/#.#",
        "V": "###/#../#..",
        "W": ".##/##./#..",
        "X": ".#./###/.#.",
        "Y": "..#./####",
        "Z": "..#/###/#..",
    },
    # Names by common use: B, D and F stand for branch, right screw and left screw.
    "tetracubes": {
        "I": "####",
        "L": "###/#..",
        "O": "##/##",
        "S": ".##/##.",
        "T": "###/.#.",
        "B": "##/#.//#./..",
        "D": "##/#.//.#/..",
        "F": "##/#.//../#.",
    },
}
_GROWN = {"hexominoes": (6, 2), "heptominoes": (7, 2)}

SETS = tuple(sorted({*_DRAWN, *_GROWN}))
"""The names of the sets."""


def piece_set(name: str, *, moves: Moves | str = Moves.TURN) -> list[Piece]:
    """The pieces of a set, each once; those without names of their own are numbered."""
    if name in _DRAWN:
        return [Piece(piece, drawing, moves=moves) for piece, drawing in _DRAWN[name].items()]
    if name not in _GROWN:
        raise ValueError(f"there is no set of pieces {name!r}; there are {', '.join(SETS)}")
    size, dimension = _GROWN[name]
    shapes = sorted(map(drawing_of_cells, polyforms(size, dimension, mirrored=True)))
    return [Piece(f"{number:02}", drawing, moves=moves) for number, drawing in enumerate(shapes, start=1)]


def piece_sets(names: Iterable[str], *, moves: Moves | str = Moves.TURN) -> list[Piece]:
    """The pieces of several sets together."""
    return [piece for name in names for piece in piece_set(name, moves=moves)]

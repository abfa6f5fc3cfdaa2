"""Which character stands for which piece in a picture.

Pieces that exist once and have a name of one character are drawn with it; all other pictures use digits and
letters. Where there are more pieces than characters, characters repeat, but never on two pieces that touch:
so groups of equal characters that hang together are pieces, and every picture can be read back.
"""

from collections.abc import Hashable, Sequence
from string import ascii_lowercase, ascii_uppercase, digits
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from piecework.puzzle._assembly import Assembly
    from piecework.puzzle._solution import Placement

ALPHABET = digits + ascii_uppercase + ascii_lowercase


def symbols(puzzle: "Assembly", placements: "Sequence[Placement]") -> list[str]:
    """One character for every placement."""
    names = {piece.name for piece in puzzle.pieces}
    if all(len(name) == 1 and name.isalnum() for name in names) and all(p.most == 1 for p in puzzle.pieces):
        return [placement.piece for placement in placements]
    if len(placements) <= len(ALPHABET):
        return list(ALPHABET[: len(placements)])
    drawn: dict[Hashable, str] = {}
    chosen = []
    for number, placement in enumerate(placements):
        near = {drawn.get(cell) for own in placement.cells for cell in puzzle.neighbours(own)}
        turn = number % len(ALPHABET)
        symbol = next(c for c in ALPHABET[turn:] + ALPHABET[:turn] if c not in near)
        drawn.update(dict.fromkeys(placement.cells, symbol))
        chosen.append(symbol)
    return chosen

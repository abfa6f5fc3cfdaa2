"""Totals: why a surface cannot be covered, seen from numbers of cubits alone.

Problem: corner slots only ever meet piece corners, the middles of edges only piece edge middles, and the
other slots only the other border cubits. So whichever pieces are taken, one a tile, their cubits of each
sort must add up to the slots of that sort.

Idea: which sums a choice of pieces can reach is a subset-sum problem, solved exactly: one bit for each
(pieces taken, corners, middles, others), in one big number, and taking a piece is a shift. Walking back
through these numbers draws a choice at random, which is where a search for one solution best begins.

Example: the 30 Original pieces that are not green have 40 corners; 3x3x1 has 30 tiles and 32 corner
slots. It needs all 30 pieces, so no search is needed to say no.

Cost: milliseconds; 9 million bits, 36 times, for 30 of 36 pieces.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from random import Random

from piecework.happy._piece import Piece
from piecework.surface import SLOTS

SORTS = ("corner", "edge-middle", "other")
Totals = tuple[int, int, int]

MOST_BITS = 32_000_000
"""Beyond this (bodies of more than about 42 tiles) sorts are looked at one by one instead of together."""


@dataclass(frozen=True)
class Shortage:
    """A reason why no choice of pieces can fit, in words."""

    message: str

    def __str__(self) -> str:
        return self.message


def sort_of(slot: int) -> int:
    """0 for a corner slot of a tile, 1 for the middle of an edge, 2 for the others."""
    return (0, 2, 1, 2)[slot % 4]


def totals_of_piece(piece: Piece) -> Totals:
    counts = [0, 0, 0]
    for slot in piece.covered:
        counts[sort_of(slot)] += 1
    return (counts[0], counts[1], counts[2])


def totals_of_slots(slots: Sequence[int], blocked: frozenset[int] = frozenset()) -> Totals | None:
    """How many slots of each sort must be covered; None where stitches join slots of two sorts."""
    sorts: dict[int, int] = {}
    for slot, label in enumerate(slots):
        if sorts.setdefault(label, sort_of(slot % SLOTS)) != sort_of(slot % SLOTS):
            return None
    counts = [0, 0, 0]
    for label, sort in sorts.items():
        counts[sort] += label not in blocked
    return (counts[0], counts[1], counts[2])


def shortage(tiles: int, needed: Totals, pool: Sequence[Piece]) -> Shortage | None:
    """Why no choice of one piece a tile has the cubits needed; None when some choice has."""
    if len(pool) < tiles:
        return Shortage(f"there are {tiles} tiles and only {len(pool)} pieces")
    having = [totals_of_piece(piece) for piece in pool]
    for sort, name in enumerate(SORTS):
        choices = choices_of([(totals[sort],) for totals in having], tiles, (needed[sort],))
        if choices is not None and not choices.any:
            values = sorted(totals[sort] for totals in having)
            low, high = sum(values[:tiles]), sum(values[len(values) - tiles :])
            between = f"have {low}" if low == high else f"have between {low} and {high}"
            choice = f"the {tiles} pieces" if len(pool) == tiles else f"any {tiles} of the {len(pool)} pieces"
            skipped = "" if not low <= needed[sort] <= high else " in steps that miss it"
            return Shortage(
                f"the surface needs {needed[sort]} {name} cubits, but {choice} {between}{skipped}"
            )
    together = choices_of(having, tiles, needed)
    if together is not None and not together.any:
        wanted = ", ".join(f"{count} {name}" for count, name in zip(needed, SORTS, strict=True))
        return Shortage(f"no choice of {tiles} of the {len(pool)} pieces has {wanted} cubits at once")
    return None


@dataclass(frozen=True)
class Choices:
    """All choices of pieces that add up to a goal: `sums[i]` holds the sums of the first i pieces."""

    sums: tuple[int, ...]
    weights: tuple[int, ...]
    goal: int

    @property
    def any(self) -> bool:
        """Whether there is a choice at all."""
        return bool(self.sums[-1] >> self.goal & 1)

    def draw(self, random: Random) -> list[int]:
        """One choice, by the numbers of its pieces in ascending order."""
        chosen = []
        goal = self.goal
        for number in reversed(range(len(self.weights))):
            before = self.sums[number]
            without = before >> goal & 1
            rest = goal - self.weights[number]
            taken = rest >= 0 and before >> rest & 1
            if taken and (not without or random.random() < 0.5):
                chosen.append(number)
                goal = rest
        return chosen[::-1]


def choices_of(having: Sequence[tuple[int, ...]], tiles: int, needed: tuple[int, ...]) -> Choices | None:
    """The choices of that many pieces with exactly the totals needed; None if too large to say.

    Each digit has room for one piece more than can be of use, so that a sum that grows too large is
    masked away before it can spill into the next digit.
    """
    useful = (tiles, *needed)
    pieces = [(1, *totals) for totals in having]
    sizes = [limit + max(p[digit] for p in pieces) + 1 for digit, limit in enumerate(useful)]
    if prod(sizes) > MOST_BITS:
        return None
    strides = [prod(sizes[:digit]) for digit in range(len(sizes))]
    mask = 1
    for digit, limit in enumerate(useful):
        # Repeat what is allowed for the lower digits once for each value of this one.
        mask = sum(mask << value * strides[digit] for value in range(limit + 1))
    weights = tuple(sum(a * b for a, b in zip(piece, strides, strict=True)) for piece in pieces)
    sums = [1]
    for weight in weights:
        sums.append(sums[-1] | (sums[-1] << weight & mask))
    return Choices(tuple(sums), weights, sum(a * b for a, b in zip(useful, strides, strict=True)))

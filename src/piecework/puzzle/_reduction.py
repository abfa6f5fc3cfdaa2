"""Search one of many alike: fix one item to representatives of its placements under the symmetry group.

Every solution has exactly one placement for an item that must be covered exactly once: a piece that exists
once, or a required cell. Let H be the symmetries that map that item to itself. They permute its placements,
and they map the solutions with one placement one-to-one to the solutions with its image. So it is enough to
search with one placement of each H-orbit, and every solution found stands for as many as its orbit is long.

Example: the cross pentomino on 8x8 has 36 placements in 6 orbits (three of 8, three of 4), so six searches
replace 36, and `distinct` is 8 times one sum plus 4 times the other.

The item is one that as many symmetries as possible map to itself, and among these the one with the fewest
representatives: measured on pentominoes and the 25 Y, that made our search two to five times as fast as the
smallest share, or the smallest number, of representatives alone. Orbits differ in length, which is why the
weights travel with the representatives and nothing is ever divided.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from piecework.cover import Cover
from piecework.geometry import orbits
from piecework.puzzle._instance import Instance, Symmetry

if TYPE_CHECKING:
    from piecework.puzzle._assembly import Assembly

MOST_CELLS_TRIED = 500
"""On larger targets only pieces are tried as the item to fix: looking at every cell would cost more than it
saves.
"""


@dataclass(frozen=True)
class Reduction:
    """The options left when one item is fixed to representatives; `weights[r]` solutions are alike for r."""

    instance: Instance
    item: int | str
    weights: dict[int, int]
    allowed: tuple[int, ...]

    def batches(self) -> list[tuple[int, tuple[int, ...]]]:
        """For each orbit length, the options to search with: the representatives of that length, and all
        others.
        """
        found = []
        for weight in sorted(set(self.weights.values())):
            found.append(
                (
                    weight,
                    tuple(number for number in self.allowed if self.weights.get(number, weight) == weight),
                )
            )
        return found


def reduction(instance: Instance, group: Sequence[Symmetry]) -> Reduction | None:
    """The best reduction that the group (all its elements) allows, or None where it saves nothing."""
    if len(group) < 2:
        return None
    best: tuple[int, int, int | str, list[list[int]]] | None = None
    for item, own, stabiliser in _candidates(instance, group):
        found = orbits(own, [partial(instance.image, symmetry=symmetry) for symmetry in stabiliser])
        score = (-len(stabiliser), len(found))
        if len(found) < len(own) and (best is None or score < best[:2]):
            best = (*score, item, found)
    if best is None:
        return None
    _, _, item, chosen = best
    dropped = {number for orbit in chosen for number in orbit[1:]}
    return Reduction(
        instance,
        item,
        {orbit[0]: len(orbit) for orbit in chosen},
        tuple(number for number in range(len(instance.options)) if number not in dropped),
    )


def _candidates(
    instance: Instance, group: Sequence[Symmetry]
) -> list[tuple[int | str, list[int], list[Symmetry]]]:
    """Items covered exactly once, with the options that cover them and the symmetries that map them to
    themselves.
    """
    by_piece: dict[int, list[int]] = {}
    by_cell: dict[int, list[int]] = {}
    for number, (piece, cells) in enumerate(instance.options):
        by_piece.setdefault(piece, []).append(number)
        for cell in cells:
            by_cell.setdefault(cell, []).append(number)
    found: list[tuple[int | str, list[int], list[Symmetry]]] = []
    for piece, (name, copies) in enumerate(zip(instance.pieces, instance.ranges, strict=True)):
        stabiliser = [symmetry for symmetry in group if symmetry.pieces[piece] == piece]
        if copies == (1, 1) and len(stabiliser) > 1 and piece in by_piece:
            found.append((name, by_piece[piece], stabiliser))
    if len(instance.cells) <= MOST_CELLS_TRIED:
        for cell, numbers in by_cell.items():
            stabiliser = [symmetry for symmetry in group if symmetry.cells[cell] == cell]
            if cell not in instance.optional and len(stabiliser) > 1:
                found.append((cell, numbers, stabiliser))
    return found


def reduced_cover(puzzle: "Assembly") -> Cover:
    """The exact-cover problem with one item held to one placement of each symmetry class.

    Its solutions stand for all others, though not each for equally many; it is what solvers are compared on.
    """
    instance = puzzle.instance
    reduced = reduction(instance, instance.group(mirrored=True))
    return instance.cover(None if reduced is None else reduced.allowed)

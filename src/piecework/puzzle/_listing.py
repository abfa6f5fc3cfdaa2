"""Solutions one by one, with one of each class where alike ones count as the same; memory stays bounded.

A solution is given out when it is the smallest of its class, so nothing that was given out has to be
remembered. Where the search is reduced (see `_reduction`), the smallest is taken among those that the reduced
search can meet: those with a representative for the fixed item. Every class has such a member.
"""

from collections.abc import Callable, Iterator
from itertools import islice

from piecework.cover import Cover
from piecework.puzzle._counting import COUNTS, UpTo
from piecework.puzzle._instance import Instance
from piecework.puzzle._reduction import reduction

ListOne = Callable[[Cover, int | None], Iterator[tuple[int, ...]]]
"""How the solutions of one cover are listed (so many at most): an engine with its settings."""


def representatives(
    instance: Instance, up_to: UpTo, list_one: ListOne, limit: int | None
) -> Iterator[tuple[int, ...]]:
    """The solutions as ascending option numbers."""
    if up_to not in COUNTS or up_to == "labelled":
        raise ValueError(f"solutions are listed up to {', '.join(COUNTS[1:])}, not {up_to!r}")
    if up_to == "distinct":
        return list_one(instance.cover(), limit)
    return islice(_classes(instance, list_one, mirrored=up_to == "symmetries"), limit)


def _classes(instance: Instance, list_one: ListOne, *, mirrored: bool) -> Iterator[tuple[int, ...]]:
    group = instance.group(mirrored=mirrored)
    reduced = reduction(instance, group)
    allowed = range(len(instance.options)) if reduced is None else reduced.allowed
    reachable = set(allowed)
    moves = [symmetry for symmetry in group if not symmetry.trivial]
    for found in list_one(instance.cover(allowed), None):
        solution = tuple(allowed[number] for number in found)
        for symmetry in moves:
            image = sorted(instance.image(number, symmetry) for number in solution)
            if tuple(image) < solution and reachable.issuperset(image):
                break
        else:
            yield solution

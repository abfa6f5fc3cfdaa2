"""Small permutation groups, given by all their elements: `p[i]` is where i goes."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

Permutation = tuple[int, ...]
Point = TypeVar("Point")


def compose(second: Permutation, first: Permutation) -> Permutation:
    """Do `first`, then `second`."""
    return tuple(second[image] for image in first)


def invert(permutation: Permutation) -> Permutation:
    inverse = [0] * len(permutation)
    for point, image in enumerate(permutation):
        inverse[image] = point
    return tuple(inverse)


def orbits(points: Iterable[Point], group: Sequence[Callable[[Point], Point]]) -> list[list[Point]]:
    """The points in orbits under the group, which must be given by all its elements; each starts with the
    first met.
    """
    seen: set[Point] = set()
    found = []
    for point in points:
        if point not in seen:
            orbit = list(dict.fromkeys([point, *(move(point) for move in group)]))
            seen.update(orbit)
            found.append(orbit)
    return found


def conjugacy_classes(group: Sequence[Permutation]) -> list[list[Permutation]]:
    """The elements in classes of "the same motion seen from elsewhere": conjugates have equally many fixed
    points.
    """
    with_inverses = [(element, invert(element)) for element in group]

    def conjugated_by(element: Permutation, inverse: Permutation) -> Callable[[Permutation], Permutation]:
        return lambda other: compose(element, compose(other, inverse))

    return orbits(group, [conjugated_by(element, inverse) for element, inverse in with_inverses])

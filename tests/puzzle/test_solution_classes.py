"""Counts up to rotations and symmetries, held against the plainest way to get them: list every solution, move
it about in all ways, and count the classes.

Nothing here uses the model's own motions, groups or formulas: a motion is a signed permutation of the
coordinates, and it counts if it maps the set of all solutions to itself. A solution is a partition of the
cells; which of two equal pieces lies where makes no difference.
"""

from collections.abc import Iterator
from itertools import permutations, product

import pytest

import piecework as pw
from piecework.puzzle import Puzzle

QUICK = 1500
"""Distinct solutions that are classified in a second or two; the others carry the marker."""
MOST = 30_000

Partition = tuple[int, ...]
"""A number for each cell; cells of a piece share it, and numbers are given in order of appearance."""


def cases() -> Iterator[object]:
    for name in pw.catalogue():
        puzzle = pw.load(name)
        known = dict(puzzle.expect)
        distinct = known.get("distinct") or 8 * (known.get("symmetries") or known.get("rotations") or MOST)
        classes = {"rotations", "symmetries"} & set(known)
        if isinstance(puzzle, Puzzle) and classes and distinct <= MOST:
            yield pytest.param(name, marks=[pytest.mark.slow] if distinct > QUICK else [], id=name)


def numbered(labels: list[int]) -> Partition:
    seen: dict[int, int] = {}
    return tuple(seen.setdefault(label, len(seen)) for label in labels)


def movements(cells: tuple[tuple[int, ...], ...]) -> Iterator[tuple[list[int], bool]]:
    """Where each cell comes from, for every motion of the target, and whether it can be done by hand."""
    size = len(cells[0])
    number = {cell: index for index, cell in enumerate(cells)}
    corner = [min(axis) for axis in zip(*cells, strict=True)]
    for axes in permutations(range(size)):
        inversions = sum(axes[i] > axes[j] for i in range(size) for j in range(i + 1, size))
        for signs in product((1, -1), repeat=size):
            moved = [
                tuple(sign * cell[axis] for sign, axis in zip(signs, axes, strict=True)) for cell in cells
            ]
            low = [min(axis) for axis in zip(*moved, strict=True)]
            placed = [
                tuple(value - least + to for value, least, to in zip(cell, low, corner, strict=True))
                for cell in moved
            ]
            if set(placed) == set(number):
                source = [0] * len(cells)
                for index, cell in enumerate(placed):
                    source[number[cell]] = index
                # In the plane a piece may be turned over by hand only if the puzzle says so; then a mirror
                # image still counts as one, as in every book on polyominoes.
                yield source, (-1) ** (inversions + signs.count(-1)) == 1


@pytest.mark.parametrize("name", list(cases()))
def test_the_classes_are_as_many_as_expected(name: str) -> None:
    puzzle = pw.load(name)
    assert isinstance(puzzle, Puzzle)
    number = {cell: index for index, cell in enumerate(puzzle.target.cells)}
    solutions = set()
    for solution in puzzle.solutions():
        labels = [-1] * len(number)
        for index, placement in enumerate(solution.placements):
            for cell in placement.cells:
                assert isinstance(cell, tuple)
                labels[number[cell]] = index
        # Empty cells stay apart from all pieces, and from each other.
        solutions.add(numbered([label if label >= 0 else 1000 + at for at, label in enumerate(labels)]))

    groups: dict[str, list[list[int]]] = {"rotations": [], "symmetries": []}
    for source, by_hand in movements(puzzle.target.cells):
        if all(numbered([solution[at] for at in source]) in solutions for solution in solutions):
            groups["symmetries"].append(source)
            if by_hand:
                groups["rotations"].append(source)
    for kind, group in groups.items():
        if kind in puzzle.expect:
            classes = {
                min(numbered([solution[at] for at in source]) for source in group) for solution in solutions
            }
            assert len(classes) == puzzle.expect[kind]

"""Reading pictures of solutions back, for every kind of puzzle that can draw itself."""

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from piecework.puzzle._assembly import Assembly
    from piecework.puzzle._instance import Option

FIRST_MARK = 0xF0000
"""Characters from here on mean nothing to anyone: one of them marks each cell in the template."""


def read_picture(puzzle: "Assembly", picture: str) -> "list[Option]":
    """The options that a picture shows; raises `ValueError` where it is no solution."""
    groups: list[tuple[str, list[int]]] = []
    for symbol, cells in _cells_by_symbol(puzzle, picture).items():
        groups += [(symbol, group) for group in _pieces(puzzle, cells)]
    instance = puzzle.instance
    by_cells: dict[tuple[int, ...], list[int]] = {}
    for piece, covered in instance.options:
        by_cells.setdefault(covered, []).append(piece)
    used: Counter[int] = Counter()
    found: list[Option] = []
    for symbol, group in groups:
        fitting = [
            piece for piece in by_cells.get(tuple(group), ()) if used[piece] < instance.ranges[piece][1]
        ]
        if not fitting:
            raise ValueError(
                f"the cells drawn {symbol!r} from {instance.cells[group[0]]} are no piece that is left"
            )
        piece = next((piece for piece in fitting if instance.pieces[piece] == symbol), fitting[0])
        used[piece] += 1
        found.append((piece, tuple(group)))
    for piece, (name, (least, _)) in enumerate(zip(instance.pieces, instance.ranges, strict=True)):
        if used[piece] < least:
            raise ValueError(f"the picture shows {used[piece]} of {name!r}, and there must be {least}")
    return sorted(found, key=instance.index.__getitem__)


def _cells_by_symbol(puzzle: "Assembly", picture: str) -> dict[str, list[int]]:
    """The numbers of the cells under each character; the template says which character is which cell's."""
    instance = puzzle.instance
    template = puzzle.picture({cell: chr(FIRST_MARK + n) for n, cell in enumerate(instance.cells)})
    lines, expected = picture.rstrip("\n").split("\n"), template.split("\n")
    if len(lines) != len(expected):
        raise ValueError(f"the picture has {len(lines)} lines, and must have {len(expected)}")
    found: dict[str, list[int]] = {}
    for line, marks in zip(lines, expected, strict=True):
        for symbol, mark in zip(line.ljust(len(marks)), marks, strict=False):
            cell = ord(mark) - FIRST_MARK
            if cell < 0:
                continue
            if symbol not in ". ":
                found.setdefault(symbol, []).append(cell)
            elif cell not in instance.optional:
                raise ValueError(f"cell {instance.cells[cell]} is not covered")
    return {symbol: sorted(cells) for symbol, cells in found.items()}


def _pieces(puzzle: "Assembly", cells: list[int]) -> list[list[int]]:
    """Cells with one symbol as one piece if they are one, and else in groups that hang together."""
    instance = puzzle.instance
    whole = tuple(cells)
    if any((piece, whole) in instance.index for piece in range(len(instance.pieces))):
        return [cells]
    number = {instance.cells[cell]: cell for cell in cells}
    groups = []
    while number:
        frontier = [next(iter(number))]
        group = [number.pop(frontier[0])]
        while frontier:
            for near in puzzle.neighbours(frontier.pop()):
                if near in number:
                    group.append(number.pop(near))
                    frontier.append(near)
        groups.append(sorted(group))
    return groups

"""All polyominoes and polycubes of a given size, grown cell by cell."""

from piecework.geometry._cells import Cell, neighbours
from piecework.geometry._motion import motions


def polyforms(size: int, dimension: int, *, mirrored: bool) -> list[tuple[Cell, ...]]:
    """Every connected shape of `size` cells, once; with `mirrored`, mirror images count as the same shape.

    >>> [len(polyforms(size, 2, mirrored=True)) for size in range(1, 7)]
    [1, 1, 2, 5, 12, 35]
    """
    allowed = [motion for motion in motions(dimension) if mirrored or motion.proper]

    def canonical(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
        return min(motion.shape(cells) for motion in allowed)

    shapes: set[tuple[Cell, ...]] = {((0,) * dimension,)}
    for _ in range(size - 1):
        shapes = {
            canonical((*shape, extra))
            for shape in shapes
            for cell in shape
            for extra in neighbours(cell)
            if extra not in shape
        }
    return sorted(shapes)

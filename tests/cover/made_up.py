"""Exact-cover problems that hypothesis makes up, and a few of known size."""

from hypothesis import strategies as st

from piecework.cover import Cover, Item

Problem = tuple[list[tuple[int, int]], list[list[int]]]


@st.composite
def problems(draw: st.DrawFn, *, most_items: int = 8, most_options: int = 11) -> Problem:
    """Items needed once, optional ones, ranges, and options that may be alike."""
    count = draw(st.integers(1, most_items))
    kind = st.sampled_from([(1, 1), (1, 1), (1, 1), (0, 1), (0, 2), (1, 2), (2, 2), (0, 3), (0, 0)])
    ranges = [draw(kind) for _ in range(count)]
    option = st.lists(st.integers(0, count - 1), min_size=1, max_size=4, unique=True)
    options = draw(st.lists(option, max_size=most_options))
    return ranges, options


def as_cover(problem: Problem) -> Cover:
    ranges, options = problem
    return Cover([Item(number, lo, hi) for number, (lo, hi) in enumerate(ranges)], options)


def dominoes(rows: int, columns: int) -> Cover:
    """Dominoes on a board: the product formula of Kasteleyn, Temperley and Fisher (1961) counts them."""
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    options = [
        [(row, column), (row + down, column + 1 - down)]
        for row, column in cells
        for down in (0, 1)
        if row + down < rows and column + 1 - down < columns
    ]
    return Cover(cells, options)


def queens(size: int) -> Cover:
    """Queens that do not attack each other: rows and columns are needed, diagonals optional."""
    board = range(size)
    options = [
        [f"row {row}", f"column {column}", f"up {row + column}", f"down {row - column}"]
        for row in board
        for column in board
    ]
    diagonals = [f"up {n}" for n in range(2 * size - 1)] + [f"down {n}" for n in range(1 - size, size)]
    return Cover([*(f"row {n}" for n in board), *(f"column {n}" for n in board)], options, optional=diagonals)

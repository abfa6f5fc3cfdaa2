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


@st.composite
def packings(draw: st.DrawFn) -> Problem:
    """Problems such as puzzles are: every option covers some cells, one of which must be, with one piece."""
    cells = draw(st.integers(1, 9))
    spare = draw(st.integers(0, 2))
    ranges = [(1, 1)] * cells + [(0, 1)] * spare
    ranges += draw(st.lists(st.sampled_from([(1, 1), (0, 1), (0, 2), (1, 3), (2, 2), (0, 9)]), max_size=3))
    pieces = range(cells + spare, len(ranges))
    option = st.builds(
        lambda needed, others, piece: sorted({needed, *others, *piece}),
        st.integers(0, cells - 1),
        st.sets(st.integers(0, cells + spare - 1), max_size=2),
        st.sampled_from([[piece] for piece in pieces]) if pieces else st.just([]),
    )
    return ranges, draw(st.lists(option, min_size=1, max_size=16))


SMALL_PIECES = [
    [(0, 0)],
    [(0, 0), (0, 1)],
    [(0, 0), (1, 0)],
    [(0, 0), (0, 1), (0, 2)],
    [(0, 0), (0, 1), (1, 0)],
]


@st.composite
def boards(draw: st.DrawFn, *, bound: bool) -> Problem:
    """Small pieces on a small board: the same cells can be filled in several ways, with and without success.

    With `bound`, every option covers a cell that must be covered.
    """
    rows, columns = draw(st.integers(2, 3)), draw(st.integers(3, 5))
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    ranges = [(1, 1)] + [draw(st.sampled_from([(1, 1), (1, 1), (1, 1), (0, 1)])) for _ in cells[1:]]
    needed = {cell for cell in range(len(cells)) if ranges[cell] == (1, 1)}
    options = []
    for piece in draw(st.lists(st.sampled_from(SMALL_PIECES), min_size=1, max_size=3)):
        item = [len(ranges)] if draw(st.booleans()) else []
        if item:
            ranges.append(draw(st.sampled_from([(1, 1), (0, 1), (0, 2), (1, 3), (2, 2), (0, 9)])))
        places = [[(row + down, column + right) for down, right in piece] for row, column in cells]
        options += [[*map(cells.index, place), *item] for place in places if set(place) <= set(cells)]
    if bound:
        options = [option for option in options if needed & set(option)]
    return ranges, draw(st.permutations(options))[:18]


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

"""What holds a part up, what breaks, and what falls: the rules, cell by cell, for any size.

Written to be read, not to be fast; the bit-plane machines of the core are held against it in the tests.
A part is any text whose first character tells what it is (`-` nothing, `P` pin, `c` crystal, anything else
a normal part), so the same functions move coloured parts and the tracers of the planner.

Support is the least set such that a part is in it when it lies in layer 0, or on a supported part, or (not
a pin) beside a supported part that is not a pin, or (a crystal) under a supported crystal.
"""

from collections.abc import Iterable, Sequence

from piecework.shapez._codes import EMPTY, Layers

Cell = tuple[int, int]
Grid = Sequence[Sequence[str]]


def supported(layers: Grid) -> set[Cell]:
    """The cells that gravity leaves alone."""
    if not layers:
        return set()
    parts = len(layers[0])
    reached = {(0, column) for column, part in enumerate(layers[0]) if part[0] != "-"}
    waiting = list(reached)
    top = len(layers) - 1
    while waiting:
        height, column = waiting.pop()
        kind = layers[height][column][0]
        found = []
        if height < top and layers[height + 1][column][0] != "-":
            found.append((height + 1, column))
        if kind != "P":
            for beside in ((column + 1) % parts, (column - 1) % parts):
                if layers[height][beside][0] not in "-P":
                    found.append((height, beside))
        if kind == "c" and height > 0 and layers[height - 1][column][0] == "c":
            found.append((height - 1, column))
        for cell in found:
            if cell not in reached:
                reached.add(cell)
                waiting.append(cell)
    return reached


def shattered(layers: Grid, seeds: Iterable[Cell]) -> set[Cell]:
    """Every crystal that is connected to a seed through crystals; colours do not matter."""
    reached = {cell for cell in seeds if layers[cell[0]][cell[1]][0] == "c"}
    waiting = list(reached)
    while waiting:
        height, column = waiting.pop()
        parts = len(layers[height])
        for cell in (
            (height, (column + 1) % parts),
            (height, (column - 1) % parts),
            (height + 1, column),
            (height - 1, column),
        ):
            if 0 <= cell[0] < len(layers) and layers[cell[0]][cell[1]][0] == "c" and cell not in reached:
                reached.add(cell)
                waiting.append(cell)
    return reached


def without(layers: Grid, cells: Iterable[Cell]) -> list[list[str]]:
    """A copy with those cells emptied."""
    rows = [list(row) for row in layers]
    for height, column in cells:
        rows[height][column] = EMPTY
    return rows


def settled(layers: Grid) -> Layers:
    """Gravity, once: unsupported crystals vanish, then pins and arcs of normal parts fall, lowest first."""
    held = supported(layers)
    rows = [list(row) for row in layers]
    loose = False
    for height, row in enumerate(rows):
        for column, part in enumerate(row):
            if part[0] != "-" and (height, column) not in held:
                loose = True
                if part[0] == "c":
                    row[column] = EMPTY
    if loose:
        for height in range(1, len(rows)):
            for body in _bodies(
                rows[height], {c for c in range(len(rows[height])) if (height, c) not in held}
            ):
                _drop(rows, height, body)
    return trimmed(rows)


def trimmed(rows: Grid) -> Layers:
    """Rows as tuples, without the empty ones on top."""
    count = len(rows)
    while count and all(part[0] == "-" for part in rows[count - 1]):
        count -= 1
    return tuple(tuple(row) for row in rows[:count])


def _bodies(row: Sequence[str], loose: set[int]) -> list[list[int]]:
    """The columns of each body that falls from this row: single pins, and whole ring arcs of normal parts."""
    parts = len(row)
    bodies = [[column] for column in sorted(loose) if row[column][0] == "P"]
    normals = {column for column in loose if row[column][0] not in "-P"}
    while normals:
        body = [normals.pop()]
        for column in body:
            for beside in ((column + 1) % parts, (column - 1) % parts):
                if beside in normals:
                    normals.remove(beside)
                    body.append(beside)
        bodies.append(body)
    return bodies


def _drop(rows: list[list[str]], height: int, body: list[int]) -> None:
    landing = height
    while landing > 0 and all(rows[landing - 1][column][0] == "-" for column in body):
        landing -= 1
    if landing != height:
        for column in body:
            rows[landing][column] = rows[height][column]
            rows[height][column] = EMPTY

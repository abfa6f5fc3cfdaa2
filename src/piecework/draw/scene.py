"""Scenes: a puzzle, and a solution where there is one, as plain data for the viewer.

A scene is JSON, version 1:

- `title`, `kind` ("lattice" or "surface"), `dimension` (2 or 3), and `frame`: which way is `right` and which
  is `up` on the screen. Cells always have three coordinates; those of a flat puzzle have z = 0. Like the
  drawings, y goes down the page and z into it, so that the first layer is the top one.
- `pieces`: name, colour, the colours of all copies, copies (a number, or the least and the most), cells.
- `target`: cells (the optional ones among them), optional, blocked; on a surface also the bare `tiles`.
- `loose`: the pieces beside the target, shown while there is no solution.
- `solution`: None, or for every placement its piece (an index), colour, cells, the `step` in which it arrives
  when the solution is put together, and the direction that it comes `from` (None where no straight move
  brings it in). On a surface cells are cubits, four to the side of a tile, and `tile`, `outward` and the
  squares in the `net` come with them.
- `fold`: None, or for every tile of a surface how it hangs in the net, see `piecework.draw.folding`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, cast

from piecework.draw.colours import piece_colours
from piecework.draw.folding import bare_tiles, fold_of, frame_axes, net_squares
from piecework.happy import Covering, SurfacePuzzle
from piecework.puzzle import Arrival, Assembly, Placement, Puzzle, Solution, VoxelFrame, building_order
from piecework.surface import BORDER, SLOTS, Surface, Tray

Scene = dict[str, Any]
Placed = dict[str, Any]
Cell = tuple[int, ...]
Point = tuple[int, int, int]

VERSION = 1
UPRIGHT = {"right": [1, 0, 0], "up": [0, 0, -1]}
MOST_LOOSE = 48
"""More pieces than that are not laid out one by one."""


def scene_of(puzzle: Assembly, solution: Solution | None = None) -> Scene:
    """The scene of a puzzle; with a solution, its pieces are where it puts them."""
    if isinstance(puzzle, SurfacePuzzle) and isinstance(puzzle.board, Surface):
        scene = _surface(puzzle, puzzle.board)
    else:
        scene = _lattice(puzzle)
    if solution is not None:
        scene["solution"] = placed(puzzle, solution.placements)
    return scene


def covering_scene(puzzle: SurfacePuzzle, covering: Covering) -> Scene:
    """The scene of a surface or a tray that is covered by pieces of a pool."""
    scene = scene_of(puzzle)
    scene["solution"] = lying(puzzle, covering)
    return scene


def placed(puzzle: Assembly, placements: Iterable[Placement]) -> list[Placed]:
    """What a scene's `solution` says of placements; the viewer can be handed one solution after another."""
    if isinstance(puzzle, SurfacePuzzle):
        return lying(puzzle, puzzle.lying(Solution(puzzle, tuple(placements))))
    listed = tuple(placements)
    bodies = [[_point(cell) for cell in cast(tuple[Cell, ...], each.cells)] for each in listed]
    order = building_order(bodies, walls=set(_blocked(puzzle)))
    return _arriving(puzzle, [each.piece for each in listed], bodies, order)


def lying(puzzle: SurfacePuzzle, covering: Covering) -> list[Placed]:
    """The same for pieces that lie on the tiles of a surface or of a tray."""
    kind_of = {label: kind.name for kind in puzzle.pieces for label in kind.labels}
    bodies = []
    tiles = puzzle.board.tiles
    flat = isinstance(puzzle.board, Tray)
    for each in covering:
        border = puzzle.pool[each.piece].oriented(each.orientation).covered
        bare = {BORDER[slot] for slot in range(SLOTS) if slot not in border}
        cubits = [point for index, point in enumerate(tiles[each.tile].cells()) if index not in bare]
        # A tray lies in the plane with y upwards: turned over, its rows go down the page.
        bodies.append([(x, -y, 0) if flat else (x, y, z) for x, y, z in cubits])
    names = [kind_of[each.piece] for each in covering]
    if flat:
        return _arriving(puzzle, names, bodies, building_order(bodies, walls=set(_blocked(puzzle))))
    normals = [tiles[each.tile].normal for each in covering]
    _, _, up = frame_axes(puzzle.board)
    found = _arriving(puzzle, names, bodies, building_order(bodies, up=up, prefer=normals))
    net = net_squares(puzzle, covering)
    for entry, each in zip(found, covering, strict=True):
        outward = list(tiles[each.tile].normal)
        entry |= {"tile": each.tile, "outward": outward, "net": net[each.tile], "label": each.piece}
    return found


def _arriving(
    puzzle: Assembly, names: Sequence[str], bodies: Sequence[list[Point]], order: Iterable[Arrival]
) -> list[Placed]:
    """Pieces with their colours and the order in which they arrive."""
    shades = piece_colours(puzzle.pieces)
    number = {piece.name: index for index, piece in enumerate(puzzle.pieces)}
    used: Counter[str] = Counter()
    found: list[Placed] = []
    for name, cells in zip(names, bodies, strict=True):
        colour = shades[name][used[name] % len(shades[name])]
        used[name] += 1
        found.append({"piece": number[name], "colour": colour, "cells": [list(cell) for cell in cells]})
    for step, arrival in enumerate(order):
        for index in arrival.pieces:
            direction = arrival.direction
            found[index] |= {"step": step, "from": None if direction is None else list(direction)}
    return found


def _point(cell: Cell) -> Point:
    return (cell[0], cell[1], cell[2] if len(cell) == 3 else 0)


def _pieces(puzzle: Assembly) -> list[dict[str, Any]]:
    shades = piece_colours(puzzle.pieces)
    return [
        {
            "name": piece.name,
            "colour": shades[piece.name][0],
            "colours": list(dict.fromkeys(shades[piece.name])),
            "copies": piece.most if piece.least == piece.most else [piece.least, piece.most],
            "cells": [list(_point(cell)) for cell in cast(Any, piece).cells],
        }
        for piece in puzzle.pieces
    ]


def _blocked(puzzle: Assembly) -> list[Point]:
    if isinstance(puzzle, Puzzle):
        return [_point(cell) for cell in puzzle.target.blocked]
    if isinstance(puzzle, VoxelFrame) and puzzle.scenario == "flat":
        return [_point(cell) for cell in puzzle.frame]
    if isinstance(puzzle, SurfacePuzzle) and isinstance(puzzle.board, Tray):
        tray = puzzle.board
        marks = zip(tray.outline_cells(), tray.outline, strict=True)
        return [(column, row, 0) for (row, column), mark in marks if mark == "1"]
    return []


def _cells(puzzle: Assembly) -> list[Point]:
    """The cells that may be covered."""
    if isinstance(puzzle, SurfacePuzzle) and isinstance(puzzle.board, Tray):
        tray, blocked = puzzle.board, set(_blocked(puzzle))
        area = ((x, y, 0) for y in range(4 * tray.rows + 1) for x in range(4 * tray.columns + 1))
        return [cell for cell in area if cell not in blocked]
    if isinstance(puzzle, Puzzle):
        return [_point(cell) for cell in puzzle.target.cells]
    return [_point(cell) for cell in cast(tuple[Cell, ...], puzzle.instance.cells)]


def _lattice(puzzle: Assembly) -> Scene:
    cells, blocked = _cells(puzzle), _blocked(puzzle)
    optional = puzzle.target.optional if isinstance(puzzle, Puzzle) else ()
    solid = isinstance(puzzle, Puzzle) and puzzle.target.dimension == 3
    solid = solid or (isinstance(puzzle, VoxelFrame) and puzzle.scenario == "cube")
    return {
        "version": VERSION,
        "title": puzzle.title,
        "kind": "lattice",
        "dimension": 3 if solid else 2,
        "frame": UPRIGHT,
        "pieces": _pieces(puzzle),
        "target": {
            "cells": [list(cell) for cell in cells],
            "optional": [list(_point(cell)) for cell in optional],
            "blocked": [list(cell) for cell in blocked],
        },
        "loose": laid_out(puzzle, beside=[*cells, *blocked]) if len(puzzle.pieces) <= MOST_LOOSE else [],
        "solution": None,
        "fold": None,
    }


def _surface(puzzle: SurfacePuzzle, board: Surface) -> Scene:
    right, back, up = frame_axes(board)
    tiles = bare_tiles(board)
    return {
        "version": VERSION,
        "title": puzzle.title,
        "kind": "surface",
        "dimension": 3,
        "frame": {"right": list(right), "up": list(up)},
        "pieces": _pieces(puzzle),
        "target": {"cells": [], "optional": [], "blocked": [], "tiles": tiles},
        "loose": _beside(puzzle, tiles, (right, back, up)),
        "solution": None,
        "fold": fold_of(board),
    }


def _beside(
    puzzle: SurfacePuzzle, tiles: list[dict[str, Any]], axes: tuple[Point, Point, Point]
) -> list[Placed]:
    """The pieces in front of a body, which may stand askew: there and back through the axes of the screen."""
    if len(puzzle.pieces) > MOST_LOOSE:
        return []
    right, back, up = axes

    def seen(cell: Sequence[int]) -> Point:
        x, y, z = (sum(a * b for a, b in zip(cell, axis, strict=True)) for axis in (right, back, up))
        return (x, -y, -z)

    # The middles of the tiles end a step before the body does.
    body = [seen(cell) for tile in tiles for cell in tile["cells"]]
    floor = max(z for _, _, z in body)
    found = laid_out(puzzle, beside=[(x, y, floor) for x, y, _ in body])
    for placed in found:
        placed["cells"] = [
            [x * right[i] - y * back[i] - z * up[i] for i in range(3)] for x, y, z in placed["cells"]
        ]
    return found


def laid_out(puzzle: Assembly, *, beside: Sequence[Point] = ()) -> list[Placed]:
    """The pieces in rows, each lying on its broadest side: in front of other cells, or from the origin on.

    All copies, unless there are so many that one of each has to do.
    """
    copies = [piece.most for piece in puzzle.pieces]
    if sum(copies) > MOST_LOOSE:
        copies = [1] * len(copies)
    shades = piece_colours(puzzle.pieces)
    left, right = min((x for x, _, _ in beside), default=0), max((x for x, _, _ in beside), default=0)
    front = max((y + 3 for _, y, _ in beside), default=0)
    floor = max((z for _, _, z in beside), default=0)
    shapes = [_lowest(piece) for piece in puzzle.pieces]
    areas = [(_span(shape, 0) + 1) * (_span(shape, 1) + 1) for shape in shapes]
    area = sum(n * each for n, each in zip(copies, areas, strict=True))
    wide = max(right - left + 1, round((3.6 * area) ** 0.5))
    start = (left + right + 1 - wide) // 2 if beside else 0
    found: list[Placed] = []
    column, row, deep = 0, 0, 0
    for number, (piece, shape) in enumerate(zip(puzzle.pieces, shapes, strict=True)):
        for copy in range(copies[number]):
            if column and column + _span(shape, 0) > wide:
                column, row, deep = 0, row + deep + 1, 0
            shift = (start + column, front + row, floor - _span(shape, 2) + 1)
            cells = [[value + by for value, by in zip(cell, shift, strict=True)] for cell in shape]
            found.append({"piece": number, "colour": shades[piece.name][copy], "cells": cells})
            column, deep = column + _span(shape, 0) + 1, max(deep, _span(shape, 1))
    return found


def _span(shape: Sequence[Point], axis: int) -> int:
    return max(cell[axis] for cell in shape) + 1


def _lowest(piece: Any) -> list[Point]:
    """The piece turned so that it lies low and stable, and is broad rather than deep."""
    shapes = ([_point(cell) for cell in shape] for shape in piece.orientations())

    def preference(shape: list[Point]) -> tuple[int, int, int]:
        height = _span(shape, 2)
        return height, -sum(z == height - 1 for _, _, z in shape), _span(shape, 1)

    return min(shapes, key=preference)

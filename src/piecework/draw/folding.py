"""How a surface unfolds into its net: which tile hangs on which, and by what hinge.

All coordinates are those of the folded surface, on the fine lattice with four steps to the side of a tile.
Unfolding turns a tile about its hinge into the plane of its parent, the parent into the plane of its own, and
so on; the first tile stays. A net may fall into several patches: the first tile of each further patch has no
parent, but a motion that takes it to its place in the net.
"""

from typing import Any

from piecework.draw.net import net_cells
from piecework.happy import Board, Covering, SurfacePuzzle
from piecework.surface import BORDER, EDGES, NetTile, Point, SpaceTile, Surface

PITCH = 4
HEADINGS = {(-PITCH, 0): 0, (0, PITCH): 1, (PITCH, 0): 2, (0, -PITCH): 3}


def fold_of(board: Surface) -> dict[str, Any]:
    """For every tile its parent (None for the first of a patch), hinge, axis and angle in degrees."""
    net, tiles = board.net(), board.tiles
    at = {(place.row, place.column): number for number, place in enumerate(net)}
    found: list[dict[str, Any] | None] = [None] * len(net)
    for start in _roots(net):
        if found[start] is not None:
            continue
        move = None if start == _first(net) else _motion(net, tiles, start)
        found[start] = {"parent": None, "move": move}
        waiting = [start]
        for number in waiting:
            place = net[number]
            for (down, right), heading in HEADINGS.items():
                other = at.get((place.row + down, place.column + right))
                if other is None or found[other] is not None:
                    continue
                hinge = _hinge(tiles[number], tiles[other], (heading - place.turns) % EDGES)
                if hinge is not None:
                    found[other] = {"parent": number, **hinge}
                    waiting.append(other)
    return {"root": _first(net), "tiles": found}


def frame_axes(board: Board) -> tuple[Point, Point, Point]:
    """Right, up the page, and towards the eye: the net lies flat, its outer side up, as it is printed."""
    first = _first(board.net())
    return _axes(board.net()[first], board.tiles[first])


def bare_tiles(board: Surface) -> list[dict[str, Any]]:
    """The tiles without pieces: the middle, which every piece covers."""
    middle = [index for index in range(25) if index not in BORDER]
    net = board.net()
    return [
        {
            "tile": number,
            "outward": list(tile.normal),
            "cells": [list(tile.cells()[index]) for index in middle],
            "net": [[column, row] for row, column in net[number].centre_cells()],
        }
        for number, tile in enumerate(board.tiles)
    ]


def net_squares(puzzle: SurfacePuzzle, covering: Covering) -> dict[int, list[list[int]]]:
    """The squares [column, row] of the net that the piece on each tile covers."""
    found: dict[int, list[list[int]]] = {lying.tile: [] for lying in covering}
    for (row, column), cell in net_cells(puzzle, covering).items():
        if cell.tile is not None:
            found[cell.tile].append([column, row])
    return found


def _first(net: tuple[NetTile, ...]) -> int:
    """The tile that stays where it is: of the first patch, the one nearest to its middle."""
    patch = _patch_of(net, 0)
    rows = [net[number].row for number in patch]
    columns = [net[number].column for number in patch]
    middle = ((min(rows) + max(rows)) / 2, (min(columns) + max(columns)) / 2)

    def far(number: int) -> tuple[float, int]:
        return (net[number].row - middle[0]) ** 2 + (net[number].column - middle[1]) ** 2, number

    return min(patch, key=far)


def _patch_of(net: tuple[NetTile, ...], start: int) -> list[int]:
    at = {(place.row, place.column): number for number, place in enumerate(net)}
    patch = [start]
    for number in patch:
        for down, right in HEADINGS:
            other = at.get((net[number].row + down, net[number].column + right))
            if other is not None and other not in patch:
                patch.append(other)
    return patch


def _roots(net: tuple[NetTile, ...]) -> list[int]:
    """Where to start: with the tile that stays, then with whatever is left."""
    return [_first(net), *range(len(net))]


def _hinge(tile: SpaceTile, other: SpaceTile, edge: int) -> dict[str, Any] | None:
    """The hinge by which `other` hangs on an edge of `tile`; None if they do not share that edge."""
    corners = tile.corners()
    start, end = corners[edge], corners[(edge + 1) % EDGES]
    if not {start, end} <= set(other.corners()):
        return None
    axis = _cross(other.normal, tile.normal)
    angle = 90 if any(axis) else 0
    if not angle:
        if other.normal != tile.normal:
            return None
        axis = (end[0] - start[0], end[1] - start[1], end[2] - start[2])
    return {"hinge": [PITCH * value for value in start], "axis": list(axis), "angle": angle}


def _axes(place: NetTile, tile: SpaceTile) -> tuple[Point, Point, Point]:
    """What is right, up and outwards in the picture of a tile, as directions in space."""
    right, up = tile.east, tile.north
    for _ in range(place.turns):
        # Turned clockwise, what was up now points right, and what was left now points up.
        right, up = up, (-right[0], -right[1], -right[2])
    return right, up, tile.normal


def _motion(net: tuple[NetTile, ...], tiles: tuple[SpaceTile, ...], number: int) -> list[float]:
    """The motion, as a matrix column by column, that takes a tile to its place beside the first tile."""
    goal, own = _axes(net[_first(net)], tiles[_first(net)]), _axes(net[number], tiles[number])
    turn = [[sum(goal[k][i] * own[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
    home, first = net[_first(net)], tiles[_first(net)].cells()[12]
    right, down = net[number].column - home.column, net[number].row - home.row
    place = [first[i] + right * goal[0][i] - down * goal[1][i] for i in range(3)]
    middle = tiles[number].cells()[12]
    shift = [place[i] - sum(turn[i][j] * middle[j] for j in range(3)) for i in range(3)]
    columns = [[turn[i][j] for i in range(3)] + [0] for j in range(3)]
    return [float(value) for column in [*columns, [*shift, 1]] for value in column]


def _cross(a: Point, b: Point) -> Point:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])

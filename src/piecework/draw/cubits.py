"""A covered surface in three dimensions, as plain data: the cubits of every piece, its vertices and faces.

Lengths are in cubits: tiles are 4 apart, each cubit is a unit cube around its point of the fine lattice.
Faces between two cubits of one piece are left out, so every piece is a closed solid.
"""

from dataclasses import dataclass

from piecework.draw._hues import colour
from piecework.happy import Covering, SurfacePuzzle
from piecework.surface import BORDER, Point

Vector = tuple[float, float, float]

# The corners of each side of a cubit, counter-clockwise seen from outside, in half cubits from its centre.
SIDES: tuple[tuple[Point, tuple[Point, Point, Point, Point]], ...] = (
    ((1, 0, 0), ((1, -1, -1), (1, 1, -1), (1, 1, 1), (1, -1, 1))),
    ((-1, 0, 0), ((-1, -1, -1), (-1, -1, 1), (-1, 1, 1), (-1, 1, -1))),
    ((0, 1, 0), ((-1, 1, -1), (-1, 1, 1), (1, 1, 1), (1, 1, -1))),
    ((0, -1, 0), ((-1, -1, -1), (1, -1, -1), (1, -1, 1), (-1, -1, 1))),
    ((0, 0, 1), ((-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1))),
    ((0, 0, -1), ((-1, -1, -1), (-1, 1, -1), (1, 1, -1), (1, -1, -1))),
)


@dataclass(frozen=True)
class CubitModel:
    """One piece: `faces` are quadrangles of indices into `vertices`, counter-clockwise seen from outside."""

    name: str
    tile: int
    colour: str
    cubits: tuple[Point, ...]
    vertices: tuple[Vector, ...]
    faces: tuple[tuple[int, int, int, int], ...]


def cubit_models(puzzle: SurfacePuzzle, covering: Covering, *, apart: float = 0.0) -> list[CubitModel]:
    """One model for every piece that lies; with `apart`, each is moved so many cubits outwards."""
    tiles = puzzle.board.tiles
    models = []
    for lying in covering:
        tile = tiles[lying.tile]
        border = puzzle.pool[lying.piece].oriented(lying.orientation).covered
        bare = {BORDER[slot] for slot in range(len(BORDER)) if slot not in border}
        cubits = tuple(point for index, point in enumerate(tile.cells()) if index not in bare)
        away = (apart * tile.normal[0], apart * tile.normal[1], apart * tile.normal[2])
        vertices, faces = _skin(cubits, away)
        models.append(CubitModel(lying.piece, lying.tile, colour(lying.tile), cubits, vertices, faces))
    return models


def _skin(
    cubits: tuple[Point, ...], away: Vector
) -> tuple[tuple[Vector, ...], tuple[tuple[int, int, int, int], ...]]:
    filled = set(cubits)
    number: dict[Point, int] = {}
    faces = []
    for x, y, z in cubits:
        for (dx, dy, dz), corners in SIDES:
            if (x + dx, y + dy, z + dz) not in filled:
                # Twice the coordinates, so that corners at half cubits are whole numbers.
                a, b, c, d = (
                    number.setdefault((2 * x + u, 2 * y + v, 2 * z + w), len(number)) for u, v, w in corners
                )
                faces.append((a, b, c, d))
    vertices = tuple((u / 2 + away[0], v / 2 + away[1], w / 2 + away[2]) for u, v, w in number)
    return vertices, tuple(faces)

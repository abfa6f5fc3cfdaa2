"""Bodies of unit cubes: their boundary tiles, and how these neighbour each other.

Where two cubes touch along an edge only, four tiles meet at it and "the neighbour" is a choice: across
the same cube (the two bodies part) or across the same empty cell (the gaps part). In space both are the
same surface with the same slots. A description has to choose, and the choice must leave every corner
with 3 to 6 tiles. `neighbours` prefers "same cube" and searches for such a choice; bodies exist, from six
cubes on, that have none (one end of an edge asks for "same cube", the other end for "same empty cell").
"""

from collections.abc import Iterable

from piecework.surface._space import Point, SpaceTile, add
from piecework.surface._tiles import EDGES, FEWEST_AT_CORNER, MOST_AT_CORNER, Description

# One tile a side of the unit cube at the origin, outward normals -z, +z, -y, +y, -x, +x.
SIDES = (
    SpaceTile((1, 1, 0), (-1, 0, 0), (0, 1, 0)),
    SpaceTile((0, 1, 1), (1, 0, 0), (0, 1, 0)),
    SpaceTile((0, 0, 1), (1, 0, 0), (0, 0, 1)),
    SpaceTile((1, 1, 1), (-1, 0, 0), (0, 0, 1)),
    SpaceTile((0, 1, 1), (0, -1, 0), (0, 0, 1)),
    SpaceTile((1, 0, 1), (0, 1, 0), (0, 0, 1)),
)

Edge = tuple[Point, Point]

MOST_STEPS = 100_000
"""Large bodies that touch themselves at many edges are not searched for ever."""


def boundary(cubes: Iterable[Point]) -> tuple[SpaceTile, ...]:
    """The tiles between the cubes and the empty space around and inside them."""
    body = sorted(set(cubes))
    filled = set(body)
    return tuple(
        SpaceTile(add(side.corner, cube), side.east, side.north)
        for cube in body
        for side in SIDES
        if add(cube, side.normal) not in filled
    )


def neighbours(tiles: tuple[SpaceTile, ...]) -> Description:
    """The neighbours of each tile of the boundary of a set of cubes.

    This is a sound shape description if there is one; otherwise tiles of the same cube are neighbours.
    """
    sides: dict[Edge, list[tuple[int, int]]] = {}
    for number, tile in enumerate(tiles):
        corners = tile.corners()
        for edge in range(EDGES):
            a, b = corners[edge], corners[(edge + 1) % EDGES]
            sides.setdefault((min(a, b), max(a, b)), []).append((number, edge))

    entries = [[-1] * EDGES for _ in tiles]

    def glue(pairs: Iterable[tuple[tuple[int, int], tuple[int, int]]]) -> None:
        for (a, a_edge), (b, b_edge) in pairs:
            entries[a][a_edge], entries[b][b_edge] = b, a

    choices = {}
    for where, meeting in sides.items():
        if len(meeting) == 2:
            glue([(meeting[0], meeting[1])])
        else:
            choices[where] = (_paired(tiles, meeting, inner=True), _paired(tiles, meeting, inner=False))

    # A corner can be judged once the last of the edges that end there is decided.
    order = sorted(choices)
    decided_last = {point: index for index, edge in enumerate(order) for point in edge}
    corners_at: dict[Point, list[tuple[int, int]]] = {point: [] for point in decided_last}
    for number, tile in enumerate(tiles):
        for corner, point in enumerate(tile.corners()):
            if point in corners_at:
                corners_at[point].append((number, corner))

    tried = [0]
    steps = 0
    while len(tried) <= len(order):
        steps += 1
        index = len(tried) - 1
        if tried[index] == len(choices[order[index]]):
            tried.pop()
            if not tried or steps > MOST_STEPS:
                for same_cube, _ in choices.values():
                    glue(same_cube)
                break
            continue
        glue(choices[order[index]][tried[index]])
        tried[index] += 1
        judged = [point for point in order[index] if decided_last[point] == index]
        if all(_closes(entries, corners_at[point]) for point in judged):
            tried.append(0)
    return tuple((n, e, s, w) for n, e, s, w in entries)


def _paired(
    tiles: tuple[SpaceTile, ...], meeting: list[tuple[int, int]], *, inner: bool
) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    beside: dict[Point, list[tuple[int, int]]] = {}
    for number, edge in meeting:
        tile = tiles[number]
        beside.setdefault(tile.inner_cube() if inner else tile.outer_cube(), []).append((number, edge))
    return [(a, b) for a, b in beside.values()]


def _closes(entries: list[list[int]], corners: list[tuple[int, int]]) -> bool:
    """Whether every walk around one point of space meets 3 to 6 different tiles."""
    left = set(corners)
    while left:
        tile, corner = left.pop()
        walk = [tile]
        while True:
            neighbour = entries[tile][corner]
            tile, corner = neighbour, (entries[neighbour].index(tile) + 1) % EDGES
            if (tile, corner) not in left:
                break
            left.remove((tile, corner))
            walk.append(tile)
        if len(set(walk)) < len(walk) or not FEWEST_AT_CORNER <= len(walk) <= MOST_AT_CORNER:
            return False
    return True

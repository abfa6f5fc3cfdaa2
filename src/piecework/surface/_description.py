"""Shape descriptions: the neighbours of every tile, and all that can be wrong with them.

A description is a list with one entry a tile: the tiles to its north, east, south and west. `check` looks
for every fault at once and never stops at the first, so that a user can correct them in one go. It works
in three passes, each trusting what the one before found sound: the entries by themselves, the seams
(both tiles must name each other), and the corners (walking around one must come back after 3 to 6
different tiles).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from piecework.surface._tiles import EDGE_NAMES, EDGES, FEWEST_AT_CORNER, MOST_AT_CORNER, Description

CORNER_NAMES = ("north-west", "north-east", "south-east", "south-west")
FAULTS_SHOWN = 20


class FaultKind(Enum):
    """The named reasons why something is no surface."""

    NOT_A_LIST = "not a list"
    NOT_FOUR_ENTRIES = "not four entries"
    NOT_AN_INTEGER = "not an integer"
    NEGATIVE = "negative"
    OUT_OF_RANGE = "out of range"
    OWN_NEIGHBOUR = "its own neighbour"
    NAMED_TWICE = "a tile named twice"
    NOT_MUTUAL = "not mutual"
    OPEN_CORNER = "a corner that does not close"
    BAD_STITCH = "a stitch that joins no two slots"
    CANNOT_BE_ASSEMBLED = "cannot be assembled"
    AMBIGUOUS = "ambiguous"


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong, and with which tile where it belongs to one."""

    kind: FaultKind
    message: str
    tile: int | None = None

    def __str__(self) -> str:
        return self.message


class SurfaceError(ValueError):
    """What was given is no surface; `faults` lists everything that is wrong with it."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        lines = [fault.message for fault in self.faults[:FAULTS_SHOWN]]
        if len(self.faults) > FAULTS_SHOWN:
            lines.append(f"and {len(self.faults) - FAULTS_SHOWN} more")
        super().__init__("\n".join(lines))


def check(shape: object) -> list[Fault]:
    """Every fault of a shape description; an empty list when there is none."""
    if not isinstance(shape, list | tuple):
        message = (
            f"a shape description lists (north, east, south, west) for every tile; it is not {shape!r:.60}"
        )
        return [Fault(FaultKind.NOT_A_LIST, message)]
    faults = [fault for tile, entry in enumerate(shape) for fault in _entry_faults(tile, entry, len(shape))]
    if not faults:
        faults = _seam_faults(tuple(shape))
    if not faults:
        faults = _corner_faults(tuple(shape))
    return faults


def checked(shape: object) -> Description:
    """The description as tuples of tuples; `SurfaceError` with all its faults if it has any."""
    faults = check(shape)
    if faults:
        raise SurfaceError(faults)
    assert isinstance(shape, list | tuple)
    return tuple((n, e, s, w) for n, e, s, w in shape)


def _entry_faults(tile: int, entry: object, tiles: int) -> list[Fault]:
    if not isinstance(entry, list | tuple):
        message = f"tile {tile}: expected its four neighbours (north, east, south, west), found {entry!r:.60}"
        return [Fault(FaultKind.NOT_FOUR_ENTRIES, message, tile)]
    if len(entry) != EDGES:
        message = f"tile {tile}: expected four neighbours (north, east, south, west), found {len(entry)}"
        return [Fault(FaultKind.NOT_FOUR_ENTRIES, message, tile)]
    faults = []
    for edge, neighbour in zip(EDGE_NAMES, entry, strict=True):
        where = f"tile {tile}, {edge}:"
        if isinstance(neighbour, bool) or not isinstance(neighbour, int):
            message = f"{where} expected the number of a tile, found {neighbour!r:.40}"
            faults.append(Fault(FaultKind.NOT_AN_INTEGER, message, tile))
        elif neighbour < 0:
            message = f"{where} {neighbour} is negative; tiles are numbered from 0"
            faults.append(Fault(FaultKind.NEGATIVE, message, tile))
        elif neighbour >= tiles:
            message = f"{where} there is no tile {neighbour}; the tiles are 0 to {tiles - 1}"
            faults.append(Fault(FaultKind.OUT_OF_RANGE, message, tile))
        elif neighbour == tile:
            message = f"{where} the tile is its own neighbour"
            faults.append(Fault(FaultKind.OWN_NEIGHBOUR, message, tile))
    if not faults and len(set(entry)) < EDGES:
        for neighbour in sorted(set(entry)):
            edges = [edge for edge, other in zip(EDGE_NAMES, entry, strict=True) if other == neighbour]
            if len(edges) > 1:
                message = f"tile {tile}: tile {neighbour} is named twice ({' and '.join(edges)})"
                faults.append(Fault(FaultKind.NAMED_TWICE, message, tile))
    return faults


def _seam_faults(shape: Description) -> list[Fault]:
    return [
        Fault(
            FaultKind.NOT_MUTUAL,
            f"tile {tile}, {EDGE_NAMES[edge]}: names tile {neighbour}, which does not name tile {tile}",
            tile,
        )
        for tile, entry in enumerate(shape)
        for edge, neighbour in enumerate(entry)
        if tile not in shape[neighbour]
    ]


def corner_walks(shape: Description) -> list[list[tuple[int, int]]]:
    """Around every corner of a surface: the (tile, corner) pairs met, in counter-clockwise order.

    From corner c of a tile, edge c leads to the neighbour that names the tile on some edge f; there the
    same point is corner f + 1. This step is a permutation of all (tile, corner) pairs, so the walks are
    its cycles.
    """
    seen = bytearray(EDGES * len(shape))
    walks = []
    for start in range(EDGES * len(shape)):
        if seen[start]:
            continue
        walk = []
        tile, corner = divmod(start, EDGES)
        while not seen[EDGES * tile + corner]:
            seen[EDGES * tile + corner] = 1
            walk.append((tile, corner))
            neighbour = shape[tile][corner]
            tile, corner = neighbour, (shape[neighbour].index(tile) + 1) % EDGES
        walks.append(walk)
    return walks


def _corner_faults(shape: Description) -> list[Fault]:
    faults = []
    for walk in corner_walks(shape):
        tiles = [tile for tile, _ in walk]
        if FEWEST_AT_CORNER <= len(walk) <= MOST_AT_CORNER and len(set(tiles)) == len(tiles):
            continue
        tile, corner = walk[0]
        names = ", ".join(map(str, tiles[: MOST_AT_CORNER + 1])) + (
            ", …" if len(tiles) > MOST_AT_CORNER + 1 else ""
        )
        message = (
            f"tile {tile}: its {CORNER_NAMES[corner]} corner does not close after {FEWEST_AT_CORNER} to "
            f"{MOST_AT_CORNER} different tiles: going around it meets tiles {names}"
        )
        faults.append(Fault(FaultKind.OPEN_CORNER, message, tile))
    return faults

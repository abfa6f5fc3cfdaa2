"""What is wrong with a proposed solution, in words."""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from piecework.happy._piece import ORIENTATIONS
from piecework.surface import SLOTS, place_of

if TYPE_CHECKING:
    from piecework.happy._parts import Lying
    from piecework.happy._puzzle import SurfacePuzzle


def verify(puzzle: "SurfacePuzzle", proposed: "Iterable[Lying]", hints: "Iterable[Lying]") -> list[str]:
    """Everything that keeps the proposed pieces from being a solution; an empty list when they are one."""
    given = list(proposed)
    tiles = len(puzzle.board)
    faults = []
    sound = []
    for lying in given:
        if not 0 <= lying.tile < tiles:
            faults.append(f"there is no tile {lying.tile}; the tiles are 0 to {tiles - 1}")
        elif lying.piece not in puzzle.pool:
            faults.append(f"tile {lying.tile}: piece {lying.piece!r} is not in the pool")
        elif lying.orientation not in ORIENTATIONS:
            faults.append(f"tile {lying.tile}: there is no orientation {lying.orientation!r}")
        elif not _may_lie(puzzle, lying):
            faults.append(f"tile {lying.tile}: piece {lying.piece!r} may not be turned over")
        else:
            sound.append(lying)
    used = Counter(lying.piece for lying in sound)
    for piece, times in used.items():
        if times > 1:
            where = ", ".join(str(lying.tile) for lying in sound if lying.piece == piece)
            faults.append(f"piece {piece!r} is used {_times(times)}, on tiles {where}")
    on_tile = Counter(lying.tile for lying in sound)
    for tile in range(tiles):
        if on_tile[tile] == 0:
            faults.append(f"tile {tile} has no piece")
        elif on_tile[tile] > 1:
            names = " and ".join(repr(lying.piece) for lying in sound if lying.tile == tile)
            faults.append(f"tile {tile} has {on_tile[tile]} pieces: {names}")
    faults += _slot_faults(puzzle, sound)
    borders = {_seen(puzzle, lying) for lying in sound}
    faults += [
        f"the hint is not contained: piece {hint.piece!r} on tile {hint.tile}, {hint.orientation}"
        for hint in hints
        if hint.piece not in puzzle.pool or _seen(puzzle, hint) not in borders
    ]
    return faults


def _may_lie(puzzle: "SurfacePuzzle", lying: "Lying") -> bool:
    piece = puzzle.pool[lying.piece]
    return piece.oriented(lying.orientation).border in piece.orientations(flip=puzzle.flip)


def _seen(puzzle: "SurfacePuzzle", lying: "Lying") -> tuple[int, str, str]:
    """A piece on a tile as it looks: orientations that look alike are the same."""
    return lying.tile, lying.piece, puzzle.pool[lying.piece].oriented(lying.orientation).border


def _slot_faults(puzzle: "SurfacePuzzle", sound: "list[Lying]") -> list[str]:
    slots, blocked = puzzle.slots, puzzle.board.blocked()
    covering: dict[int, list[Lying]] = {}
    for lying in sound:
        for slot in puzzle.pool[lying.piece].oriented(lying.orientation).covered:
            covering.setdefault(slots[SLOTS * lying.tile + slot], []).append(lying)
    faults = []
    seen = set()
    for slot, label in enumerate(slots):
        if label in seen:
            continue
        seen.add(label)
        over = covering.get(label, [])
        names = " and ".join(f"{lying.piece!r} on tile {lying.tile}" for lying in over)
        if label in blocked and over:
            faults.append(f"{place_of(slot)} belongs to the frame, but is covered by {names}")
        elif label not in blocked and not over:
            faults.append(f"{place_of(slot)} is uncovered")
        elif len(over) > 1:
            faults.append(f"{place_of(slot)} is covered {_times(len(over))}: by {names}")
    return faults


def _times(count: int) -> str:
    return "twice" if count == 2 else f"{count} times"

"""The plain reasons why a puzzle cannot be solved, all of them, each with its name."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from piecework.puzzle._assembly import Assembly
    from piecework.puzzle._instance import Instance


class Reason(StrEnum):
    """What can be wrong with a puzzle."""

    NO_PIECES = "no pieces"
    NO_CELLS = "no cells"
    TOO_MANY_CELLS = "too many cells"
    TOO_FEW_CELLS = "too few cells"
    NO_FITTING_NUMBERS = "no fitting numbers"
    NO_PLACEMENT = "no placement"
    UNREACHED_CELL = "unreached cell"
    PARITY = "parity"


@dataclass(frozen=True, slots=True)
class Fault:
    """A reason, in words, and where it can be seen."""

    reason: Reason
    text: str
    pieces: tuple[str, ...] = ()
    cells: tuple[object, ...] = ()

    def __str__(self) -> str:
        return self.text


def check(puzzle: "Assembly") -> tuple[Fault, ...]:
    """Every reason found. None of them needs a search, so an empty list promises nothing."""
    instance = puzzle.instance
    if not instance.pieces or not instance.cells:
        empty = []
        if not instance.pieces:
            empty.append(Fault(Reason.NO_PIECES, "there are no pieces"))
        if not instance.cells:
            empty.append(Fault(Reason.NO_CELLS, "the target has no cells"))
        return tuple(empty)
    faults = [*_placements(instance), *_volume(instance)]
    # A colouring says nothing new where cells are missing already.
    if not faults:
        faults = list(_parities(puzzle))
    return tuple(faults)


def _placements(instance: "Instance") -> list[Fault]:
    placed = {piece for piece, _ in instance.options}
    faults = [
        Fault(Reason.NO_PLACEMENT, f"piece {name!r} fits nowhere in the target", pieces=(name,))
        for piece, (name, (least, _)) in enumerate(zip(instance.pieces, instance.ranges, strict=True))
        if least and piece not in placed
    ]
    reached = {cell for _, cells in instance.options for cell in cells}
    dead = [
        name
        for cell, name in enumerate(instance.cells)
        if cell not in reached and cell not in instance.optional
    ]
    if dead:
        some = ", ".join(map(str, dead[:5])) + (", …" if len(dead) > 5 else "")
        text = (
            f"no piece reaches cell {some}"
            if len(dead) == 1
            else f"no piece reaches {len(dead)} cells: {some}"
        )
        faults.append(Fault(Reason.UNREACHED_CELL, text, cells=tuple(dead)))
    return faults


def _volume(instance: "Instance") -> list[Fault]:
    sizes = {piece: len(cells) for piece, cells in instance.options}
    if any(least and piece not in sizes for piece, (least, _) in enumerate(instance.ranges)):
        return []
    low = sum(least * sizes.get(piece, 0) for piece, (least, _) in enumerate(instance.ranges))
    high = sum(most * sizes.get(piece, 0) for piece, (_, most) in enumerate(instance.ranges))
    total = len(instance.cells)
    required = total - len(instance.optional)
    if low > total:
        text = f"the pieces have {low} cells, {low - total} too many for the target's {total}"
        return [Fault(Reason.TOO_MANY_CELLS, text)]
    if high < required:
        text = f"the pieces have {high} cells, {required - high} too few for the target's {required}"
        return [Fault(Reason.TOO_FEW_CELLS, text)]
    # Bit n of `reachable` says that some choice of copies has n cells.
    reachable = 1
    for piece, (least, most) in enumerate(instance.ranges):
        size = sizes.get(piece, 0)
        reachable <<= least * size
        for _ in range(min(most - least, total)):
            reachable |= reachable << size
        reachable &= (1 << (total + 1)) - 1
    if not reachable >> required:
        text = f"no choice of copies adds up to {required}" + (f" to {total}" * (total > required)) + " cells"
        return [Fault(Reason.NO_FITTING_NUMBERS, text)]
    return []


def _parities(puzzle: "Assembly") -> list[Fault]:
    """Colour the cells black and white: the pieces' surpluses of black must be able to add up to the
    target's.
    """
    instance = puzzle.instance
    faults = []
    for name, black in puzzle.parities():
        sign = [1 if black(cell) else -1 for cell in instance.cells]
        surpluses: dict[int, set[int]] = {}
        for piece, cells in instance.options:
            surpluses.setdefault(piece, set()).add(sum(sign[cell] for cell in cells))
        wanted = sum(value for cell, value in enumerate(sign) if cell not in instance.optional)
        spare = [sign[cell] for cell in instance.optional]
        possible = range(wanted - spare.count(-1), wanted + spare.count(1) + 1)
        reach = {0}
        for piece, (least, most) in enumerate(instance.ranges):
            step = surpluses.get(piece, {0})
            for copy in range(most):
                added = {a + b for a in reach for b in step}
                reach = added if copy < least else reach | added
        if reach.isdisjoint(possible):
            nearest = min(reach, key=lambda value: min(abs(value - possible[0]), abs(value - possible[-1])))
            give = " (give or take the optional cells)" * bool(spare)
            text = (
                f"coloured {name}, the target has a surplus of {wanted}{give}"
                f" and the pieces come no closer than {nearest}"
            )
            faults.append(Fault(Reason.PARITY, text))
    return faults

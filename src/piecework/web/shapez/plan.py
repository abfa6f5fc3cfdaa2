"""A plan as the page shows it: machines in the order they are built, what each does in words, and where it
stands in the picture.

The picture goes from left to right. A machine stands just before the first that needs it; in each column the
order is the one that a few sweeps of averaging settle on, which leaves few crossings (after Sugiyama).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from piecework.shapez._codes import COLOURS

NAMES = {
    "mine": "Mine",
    "input": "Take",
    "fluid": "Pump",
    "mix": "Mixer",
    "cut": "Cutter",
    "half_destroy": "Half destroyer",
    "swap": "Swapper",
    "stack": "Stacker",
    "pin_push": "Pin pusher",
    "crystal": "Crystal generator",
    "paint": "Painter",
    "rotate_cw": "Rotate right",
    "rotate_ccw": "Rotate left",
    "rotate_180": "Rotate by half",
}
"""What the machines are called; the first three are where things come from."""

RAW = ("mine", "input", "fluid")

_TURNS = {"rotate_cw": "turn right", "rotate_ccw": "turn left", "rotate_180": "half turn"}


def counted(op: str, number: int) -> str:
    """So many machines of a kind: `2 cutters`, `1 turn right`."""
    first, _, rest = _TURNS.get(op, NAMES.get(op, op).lower()).partition(" ")
    if number == 1:
        return f"1 {first} {rest}".rstrip()
    if op in ("rotate_cw", "rotate_ccw"):
        return f"{number} {first}s {rest}"
    return f"{number} {first} {rest}".rstrip() + "s"


@dataclass(frozen=True)
class Machine:
    """One machine of a plan; `inputs` are (machine, output), `outputs` are codes or letters of colours."""

    number: int
    op: str
    inputs: tuple[tuple[int, int], ...]
    outputs: tuple[str, ...]
    used: tuple[bool, ...]
    """For each output, whether something takes it; what nothing takes goes to waste."""
    colour: str | None = None

    @property
    def name(self) -> str:
        return NAMES.get(self.op, self.op)

    @property
    def wanted(self) -> tuple[str, ...]:
        """The outputs that are taken, or all of them where none is."""
        return tuple(out for out, used in zip(self.outputs, self.used, strict=True) if used) or self.outputs


def machines_of(plan: Mapping[str, Any]) -> list[Machine]:
    """The machines in the JSON of a plan, every one after those that feed it."""
    graph = plan["graph"]
    taken = {(belt[0], belt[1]) for entry in graph for belt in entry["in"]}
    found = []
    for entry in graph:
        number, outputs = entry["id"], tuple(entry["out"])
        used = tuple((number, place) in taken or out == plan["target"] for place, out in enumerate(outputs))
        inputs = tuple((belt[0], belt[1]) for belt in entry["in"])
        found.append(Machine(number, entry["op"], inputs, outputs, used, entry.get("colour")))
    return found


def told(machine: Machine, machines: Sequence[Machine]) -> str:
    """What a machine does, in a sentence."""
    fed = [machines[number].outputs[output] for number, output in machine.inputs]
    shapes = [what for what in fed if len(what) > 1]
    colour = COLOURS.get(machine.colour or "", machine.colour or "")
    out = " and ".join(machine.wanted)
    match machine.op, shapes:
        case "mine", _:
            return f"Mine {out}."
        case "input", _:
            return f"Start with {out}."
        case "fluid", _:
            return f"Pump {COLOURS.get(out, out)}."
        case "mix", _:
            names = [COLOURS.get(letter, letter) for letter in fed]
            return f"Mix {' and '.join(names)} to {COLOURS.get(machine.outputs[0], out)}."
        case "cut", [one]:
            return f"Cut {one} into {out}."
        case "half_destroy", [one]:
            return f"Destroy the west half of {one}; {out} is left."
        case "swap", [one, other]:
            return f"Swap the halves of {one} and {other}: {out}."
        case "stack", [bottom, top]:
            return f"Stack {top} on {bottom}: {out}."
        case "pin_push", [one]:
            return f"Push pins under {one}: {out}."
        case "crystal", [one]:
            return f"Fill the gaps of {one} with {colour} crystals: {out}."
        case "paint", [one]:
            return f"Paint the top layer of {one} {colour}: {out}."
        case ("rotate_cw" | "rotate_ccw" | "rotate_180") as turn, [one]:
            way = {"rotate_cw": "to the right", "rotate_ccw": "to the left", "rotate_180": "by half"}[turn]
            return f"Turn {one} {way}: {out}."
        case _, [one]:
            return f"{machine.name} {one}: {out}."
    return f"{machine.name}: {out}."


@dataclass(frozen=True)
class Spot:
    """Where a machine stands: columns from the left, rows from the top, as numbers that need not be whole."""

    column: int
    row: float


SWEEPS = 8


def laid_out(machines: Sequence[Machine]) -> list[Spot]:
    """A place for every machine, none on top of another."""
    away = [0] * len(machines)
    takers: list[list[int]] = [[] for _ in machines]
    for machine in reversed(machines):
        for feed, _ in machine.inputs:
            away[feed] = max(away[feed], away[machine.number] + 1)
            takers[feed].append(machine.number)
    last = max(away, default=0)
    column = [last - distance for distance in away]
    in_column: list[list[int]] = [[] for _ in range(last + 1)]
    for number in _from_the_end(machines):
        in_column[column[number]].append(number)
    row = {number: float(place) for listed in in_column for place, number in enumerate(listed)}
    for sweep in range(SWEEPS):
        beside = takers if sweep % 2 == 0 else [[feed for feed, _ in one.inputs] for one in machines]
        for listed in in_column[::-1] if sweep % 2 == 0 else in_column:
            wish = {number: _mean([row[other] for other in beside[number]], row[number]) for number in listed}
            listed.sort(key=lambda number: wish[number])
            row |= dict(zip(listed, _spread([wish[number] for number in listed]), strict=True))
    top = min(row.values(), default=0.0)
    return [Spot(column[number], row[number] - top) for number in range(len(machines))]


def _from_the_end(machines: Sequence[Machine]) -> list[int]:
    """All machines, from the last one back along its inputs: neighbours in the picture come together."""
    order: dict[int, None] = {}
    for machine in reversed(machines):
        waiting = [machine.number]
        while waiting:
            number = waiting.pop()
            if number not in order:
                order[number] = None
                waiting += [feed for feed, _ in reversed(machines[number].inputs)]
    return list(order)


def _mean(values: list[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _spread(wishes: list[float]) -> list[float]:
    """Places in this order, at least one apart, as near to the (ascending) wishes as blocks can be moved.

    Neighbours that wish to be closer than one apart form a block, which stands where its mean wishes to.
    """
    blocks: list[tuple[float, int]] = []  # (the wish for the block's first place, how many)
    for wish in wishes:
        blocks.append((wish, 1))
        while len(blocks) > 1 and blocks[-2][0] + blocks[-2][1] > blocks[-1][0]:
            (a, n), (b, m) = blocks[-2:]
            # The second block's first place is n behind the merged block's.
            blocks[-2:] = [((a * n + (b - n) * m) / (n + m), n + m)]
    return [start + place for start, length in blocks for place in range(length)]

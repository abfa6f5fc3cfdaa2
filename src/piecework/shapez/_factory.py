"""A plan as a graph: every machine once, every shape that it puts out on a belt that others may take from.

Machines are run as they are added, with the coloured rules, so a factory cannot hold a wrong step. Asking for
a machine that is already there with the same inputs gives the one that is there; asking for a shape that some
machine already puts out, even as a by-product, gives that belt.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from piecework.shapez import _machines as machines
from piecework.shapez._errors import AtlasError
from piecework.shapez._plan import rotators
from piecework.shapez._shape import Shape

RAW = ("mine", "input", "fluid")
"""What comes from outside: a mined shape, another shape the plan ends on, a colour."""


@dataclass(frozen=True, slots=True)
class Belt:
    """One output of one machine."""

    machine: int
    output: int
    carries: str
    """A shape code, or the letter of a colour."""


@dataclass(frozen=True, slots=True)
class Machine:
    """`kind` is a name of `apply`, or one of `RAW`."""

    kind: str
    inputs: tuple[Belt, ...]
    outputs: tuple[str, ...]
    colour: str | None = None


class Factory:
    def __init__(self, *, parts: int, layers: int) -> None:
        self.parts = parts
        self.layers = layers
        self.machines: list[Machine] = []
        self.target: Belt | None = None
        self._made: dict[tuple[Any, ...], tuple[Belt, ...]] = {}
        self._belts: dict[str, Belt] = {}

    # ---- machines ---------------------------------------------------------------------------------------

    def belt(self, shape: Shape) -> Belt | None:
        """A belt that already carries the shape."""
        return self._belts.get(shape.code)

    def raw(self, shape: Shape) -> Belt:
        """A shape that comes from outside: mined where it is one full layer of one kind, else an input."""
        kinds = {part for _, _, part in shape.parts()}
        mined = shape.layer_count == 1 and len(kinds) == 1 and len(list(shape.parts())) == self.parts
        kind = "mine" if mined and kinds.pop()[1] == "u" else "input"
        return self.belt(shape) or self._add(kind, (), (shape.code,))[0]

    def fluid(self, colour: str) -> Belt:
        """A colour, mixed from red, green and blue; other letters come as they are."""
        known = self._belts.get(colour)
        if known:
            return known
        recipe = {"y": "rg", "c": "gb", "m": "rb", "w": "rc"}.get(colour)
        if recipe is None:
            return self._add("fluid", (), (colour,))[0]
        first, second = (self.fluid(part) for part in recipe)
        return self._add("mix", (first, second), (machines.mix(*recipe),))[0]

    def run(self, kind: str, *inputs: Belt, colour: str | None = None) -> tuple[Belt, ...]:
        """The belts that come out of a machine, shared with one that does the same."""
        if kind == "swap":  # a swapper cuts by itself: no cutter is needed before it
            inputs = (self._uncut(inputs[0], 1), self._uncut(inputs[1], 0))
        key = (kind, tuple(belt.carries for belt in inputs), colour)
        known = self._made.get(key)
        if known is not None:
            return known
        if kind == "swap":  # the same swapper, seen from its other side
            first, second = inputs
            turned = self._made.get((kind, (second.carries, first.carries), colour))
            if turned is not None:
                return turned[::-1]
        shapes = [Shape(belt.carries, extended=True) for belt in inputs]
        results = machines.apply(kind, *shapes, colour=colour, layers=self.layers)
        fed = (*inputs, self.fluid(colour)) if colour is not None else inputs
        belts = self._add(kind, fed, tuple(str(result) for result in results), colour)
        self._made[key] = belts
        return belts

    def _uncut(self, belt: Belt, side: int) -> Belt:
        """What went into the cutter, where the belt carries that side of its output."""
        while self.machines[belt.machine].kind == "cut" and belt.output == side:
            (belt,) = self.machines[belt.machine].inputs
        return belt

    def rotate(self, belt: Belt, turn: int) -> Belt:
        shape = Shape(belt.carries, extended=True).rotated(turn)
        known = self.belt(shape)
        if known:
            return known
        for machine in rotators(turn, self.parts):
            belt = self.run(machine, belt)[0]
        return belt

    def _add(
        self, kind: str, inputs: tuple[Belt, ...], outputs: tuple[str, ...], colour: str | None = None
    ) -> tuple[Belt, ...]:
        number = len(self.machines)
        self.machines.append(Machine(kind, inputs, outputs, colour))
        belts = tuple(Belt(number, place, carries) for place, carries in enumerate(outputs))
        for belt in belts:
            self._belts.setdefault(belt.carries, belt)
        return belts

    # ---- the finished plan ------------------------------------------------------------------------------

    def finish(self, target: Belt) -> Factory:
        """Keep only what the target needs, in an order in which it can be built."""
        needed: set[int] = set()
        waiting = [target.machine]
        while waiting:
            number = waiting.pop()
            if number not in needed:
                needed.add(number)
                waiting += [belt.machine for belt in self.machines[number].inputs]
        order = {old: new for new, old in enumerate(sorted(needed))}

        def moved(belt: Belt) -> Belt:
            return Belt(order[belt.machine], belt.output, belt.carries)

        self.machines = [
            Machine(
                machine.kind, tuple(moved(belt) for belt in machine.inputs), machine.outputs, machine.colour
            )
            for number, machine in enumerate(self.machines)
            if number in needed
        ]
        self.target = moved(target)
        return self

    def used_outputs(self) -> set[tuple[int, int]]:
        used = {(belt.machine, belt.output) for machine in self.machines for belt in machine.inputs}
        if self.target is not None:
            used.add((self.target.machine, self.target.output))
        return used

    def name(self, number: int) -> str:
        """A cutter of which only the east is wanted is a half destroyer."""
        machine = self.machines[number]
        if machine.kind == "cut" and (number, 0) not in self.used_outputs():
            return "half_destroy"
        return machine.kind

    def replay(self) -> Shape:
        """Run everything again from the raw inputs."""
        made: list[tuple[str, ...]] = []
        for machine in self.machines:
            if machine.kind in RAW:
                made.append(machine.outputs)
                continue
            fed = [made[belt.machine][belt.output] for belt in machine.inputs]
            if machine.kind == "mix":
                made.append((machines.mix(*fed),))
                continue
            colour = fed.pop() if machine.colour is not None else None
            results = machines.apply(machine.kind, *fed, colour=colour, layers=self.layers, extended=True)
            made.append(tuple(str(result) for result in results))
            if made[-1] != machine.outputs:
                raise AtlasError(f"the plan is wrong: {machine.kind} gives {made[-1]}, not {machine.outputs}")
        if self.target is None:
            raise AtlasError("the plan has no target")
        return Shape(made[self.target.machine][self.target.output], extended=True)

    def cost(self) -> dict[str, Any]:
        counts: Counter[str] = Counter()
        inputs: Counter[str] = Counter()
        depth: list[int] = []
        for number, machine in enumerate(self.machines):
            below = max((depth[belt.machine] for belt in machine.inputs), default=0)
            if machine.kind in RAW:
                inputs[f"fluid {machine.outputs[0]}" if machine.kind == "fluid" else machine.outputs[0]] += 1
                depth.append(0)
            else:
                counts[self.name(number)] += 1
                depth.append(below + 1)
        return {
            "machines": sum(counts.values()),
            "by_machine": dict(sorted(counts.items())),
            "inputs": dict(sorted(inputs.items())),
            "depth": max(depth, default=0),
            "belts": sum(len(machine.inputs) for machine in self.machines),
        }

    def to_json(self) -> list[dict[str, Any]]:
        entries = []
        for number, machine in enumerate(self.machines):
            entry: dict[str, Any] = {
                "id": number,
                "op": self.name(number),
                "in": [[belt.machine, belt.output] for belt in machine.inputs],
                "out": list(machine.outputs),
            }
            if machine.colour is not None:
                entry["colour"] = machine.colour
            entries.append(entry)
        return entries

    def __str__(self) -> str:
        """One machine a line, numbered; inputs by number (and west, or second, where it is that output)."""
        used = self.used_outputs()
        lines = []
        for number, machine in enumerate(self.machines):
            fed = " ".join(f"#{belt.machine + 1}{self._side(belt)}" for belt in machine.inputs)
            wanted = [out for place, out in enumerate(machine.outputs) if (number, place) in used]
            lines.append(
                f"#{number + 1} [{self.name(number)}] {fed + ' -> ' if fed else ''}{'  and  '.join(wanted)}"
            )
        return "\n".join(lines)

    def _side(self, belt: Belt) -> str:
        kind = self.machines[belt.machine].kind
        if kind == "cut" and self.name(belt.machine) == "cut":
            return (".west", ".east")[belt.output]
        if kind == "swap" and belt.output == 1:
            return ".second"
        return ""

"""A plan: machines in a tree that ends in the wanted shape, replayed before anyone sees it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from piecework.shapez._codes import is_normal
from piecework.shapez._colouring import Plain, Step, colour, run
from piecework.shapez._errors import AtlasError, NotBuildableError
from piecework.shapez._shape import Shape

if TYPE_CHECKING:
    from piecework.shapez._atlas import Atlas
    from piecework.shapez._factory import Factory

COSTS = ("machines", "depth", "belts")


class Plan:
    """How to make a shape. `str(plan)` is the tree, one machine a line with what it puts out."""

    def __init__(self, target: Shape, root: Step, *, layers: int, factory: Factory | None = None) -> None:
        self.target = target
        self.root = root
        self.layers = layers
        self.factory = factory
        """The plan as a graph of machines, where one was asked for."""

    def steps(self) -> list[Step]:
        """Every step, children before the machines they feed."""
        result: list[Step] = []

        def visit(step: Step) -> None:
            for child in step.children:
                visit(child)
            result.append(step)

        visit(self.root)
        return result

    def replay(self) -> Shape:
        """Run every machine again, from the inputs; raises when one puts out anything else than planned."""

        def made(step: Step) -> Shape:
            if step.op == "input":
                return step.shape
            shape = run(step.op, [made(child) for child in step.children], turn=step.turn, layers=self.layers)
            if shape != step.shape:
                raise AtlasError(f"the plan is wrong: {step.tag} gives {shape}, not {step.shape}")
            return shape

        result = made(self.root)
        if self.factory is not None:
            result = self.factory.replay()
        if result != self.target:
            raise AtlasError(f"the plan is wrong: it ends in {result}, not {self.target}")
        return result

    def cost(self) -> dict[str, Any]:
        """How many of each machine and of each raw input, the depth, and the belts between machines."""
        if self.factory is not None:
            return self.factory.cost()
        machines: Counter[str] = Counter()
        inputs: Counter[str] = Counter()
        belts = 0
        for step in self.steps():
            belts += len(step.children)
            if step.op == "input":
                inputs[step.shape.code] += 1
            elif step.op == "stack":
                machines["stack"] += len(step.children) - 1
            elif step.op == "rotate":
                machines.update(rotators(step.turn, step.shape.part_count))
            else:
                machines[step.op] += 1
        return {
            "machines": sum(machines.values()),
            "by_machine": dict(sorted(machines.items())),
            "inputs": dict(sorted(inputs.items())),
            "depth": _depth(self.root),
            "belts": belts,
        }

    def lines(self) -> Iterator[tuple[int, Step]]:
        """(indent, step), parents before children."""

        def visit(step: Step, indent: int) -> Iterator[tuple[int, Step]]:
            yield indent, step
            for child in step.children:
                yield from visit(child, indent + 1)

        return visit(self.root, 0)

    def to_json(self) -> dict[str, Any]:
        def tree(step: Step) -> dict[str, Any]:
            entry: dict[str, Any] = {"op": step.op, "out": step.shape.code}
            if step.op == "rotate":
                entry["turn"] = step.turn
            if step.children:
                entry["in"] = [tree(child) for child in step.children]
            return entry

        result: dict[str, Any] = {"target": self.target.code, "layers": self.layers, "cost": self.cost()}
        result["plan"] = tree(self.root)
        if self.factory is not None:
            result["graph"] = self.factory.to_json()
        return result

    def to_dot(self) -> str:
        from piecework.draw.shapez import plan_dot

        return plan_dot(self)

    def to_svg(self) -> str:
        from piecework.draw.shapez import plan_svg

        return plan_svg(self)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __str__(self) -> str:
        if self.factory is not None:
            return str(self.factory)
        return "\n".join(f"{'  ' * indent}[{step.tag}] {step.shape}" for indent, step in self.lines())


def rotators(turn: int, parts: int) -> list[str]:
    """The rotating machines that turn clockwise by so many parts, as few as there can be."""
    turn %= parts
    best = [["rotate_cw"] * turn, ["rotate_ccw"] * (parts - turn)]
    half = (turn - parts // 2) % parts
    best += [["rotate_180"] + ["rotate_cw"] * half, ["rotate_180"] + ["rotate_ccw"] * (parts - half)]
    return min(best, key=len)


def _depth(step: Step) -> int:
    own = 0 if step.op == "input" else max(1, len(step.children) - 1) if step.op == "stack" else 1
    return own + max((_depth(child) for child in step.children), default=0)


def plan(atlas: Atlas, shape: Shape | str, *, leaves: str = "halves", cost: str | None = None) -> Plan:
    """A replayed plan for the shape.

    `leaves="halves"` ends in halves and rows that the half search starts from; `leaves="game"` goes on down
    to mined shapes and single colours. `cost` (one of `COSTS`) makes a graph in which equal shapes are made
    once and both outputs of a machine are used, and shortens it.
    """
    if leaves not in ("halves", "game"):
        raise ValueError(f"leaves={leaves!r}: 'halves' or 'game'")
    if cost is not None and cost not in COSTS:
        raise ValueError(f"cost={cost!r}: one of {', '.join(COSTS)}")
    if not isinstance(shape, Shape):
        shape = Shape(shape)
    compact = atlas.compact(shape)
    verdict = atlas.classify_compact(compact)
    if verdict == "impossible":
        raise NotBuildableError(atlas.check(shape).reason)
    plain = _plain(shape, leaves)
    try:
        tree = atlas.decomposer.build(compact)
    except RecursionError as error:
        raise AtlasError(f"{atlas.path}: damaged: its parents go round in a circle") from error
    root = colour(tree, shape, layers=atlas.layers, plain=plain)
    factory = None
    if leaves == "game" or cost is not None:
        from piecework.shapez._improve import best_factory

        factory = best_factory(root, layers=atlas.layers, leaves=leaves, cost=cost or "machines", plain=plain)
    result = Plan(shape, root, layers=atlas.layers, factory=factory)
    result.replay()
    return result


def _plain(shape: Shape, leaves: str) -> Plain:
    """Parts that do not matter are of a kind that the shape needs anyway; real crystals have a colour."""
    kinds = [part[0] for _, _, part in shape.parts() if is_normal(part)]
    kind = kinds[0] if kinds else ("H" if shape.part_count == 6 else "C")
    colours = [part[1] for _, _, part in shape.parts() if part[0] == "c" and part[1] != "u"]
    grown = (colours[0] if colours else "r") if leaves == "game" else "u"
    return Plain(normal=f"{kind}u", crystal=f"c{grown}")

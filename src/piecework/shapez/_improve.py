"""From a tree of steps to the cheapest graph that was found for it."""

from __future__ import annotations

from piecework.shapez._colouring import Plain, Step
from piecework.shapez._errors import NotBuildableError
from piecework.shapez._factory import Belt, Factory
from piecework.shapez._leaves import Maker


def best_factory(root: Step, *, layers: int, leaves: str, cost: str, plain: Plain) -> Factory:
    """Several ways to build the same shape; the cheapest one."""
    candidates = []
    for tree in (root, shortened(root)):
        builder = _Builder(tree, layers=layers, leaves=leaves, plain=plain)
        candidates.append(builder.factory.finish(builder.build(tree)))
    if leaves == "game":
        factory = Factory(parts=root.shape.part_count, layers=layers)
        belt = Maker(factory, plain).make(root.shape)
        if belt is not None:
            candidates.append(factory.finish(belt))
    costs = [factory.cost() for factory in candidates]
    best = min(range(len(costs)), key=lambda at: (costs[at][cost], costs[at]["machines"], at))
    return candidates[best]


def shortened(step: Step) -> Step:
    """Without cutters whose output goes straight into a swapper, which cuts by itself."""
    children = [shortened(child) for child in step.children]
    if step.op == "swap":
        first, second = children
        while first.op == "cut_east":
            first = first.children[0]
        half = step.shape.part_count // 2
        while second.op == "rotate" and second.turn == half and second.children[0].op == "cut_east":
            second = _turned(second.children[0].children[0], half)
        children = [first, second]
    return Step(step.op, step.shape, tuple(children), step.turn)


def _turned(step: Step, turn: int) -> Step:
    """The tree turned, with the turn moved towards its leaves."""
    turn %= step.shape.part_count
    if turn == 0:
        return step
    shape = step.shape.rotated(turn)
    if step.op == "input":
        return Step("input", shape)
    if step.op == "rotate":
        return _turned(step.children[0], step.turn + turn)
    if step.op in ("pin_push", "stack"):
        return Step(step.op, shape, tuple(_turned(child, turn) for child in step.children))
    return Step("rotate", shape, (step,), turn)


class _Builder:
    def __init__(self, root: Step, *, layers: int, leaves: str, plain: Plain) -> None:
        self.factory = Factory(parts=root.shape.part_count, layers=layers)
        self.maker = Maker(self.factory, plain) if leaves == "game" else None

    def build(self, step: Step) -> Belt:
        known = self.factory.belt(step.shape)
        if known is not None:
            return known
        if step.op == "input":
            return self._input(step)
        belts = [self.build(child) for child in step.children]
        # What was made for the children may have given this shape as a by-product.
        known = self.factory.belt(step.shape)
        if known is not None:
            return known
        if step.op == "rotate":
            return self.factory.rotate(belts[0], step.turn)
        if step.op == "cut_east":
            return self.factory.run("cut", belts[0])[1]
        if step.op == "stack":
            belt = belts[0]
            for piece in belts[1:]:
                belt = self.factory.run("stack", belt, piece)[0]
            return belt
        return self.factory.run(step.op, *belts)[0]

    def _input(self, step: Step) -> Belt:
        if self.maker is None:
            return self.factory.raw(step.shape)
        belt = self.maker.make(step.shape)
        if belt is None:
            raise NotBuildableError(f"no way is known to make {step.shape} from mined shapes")
        return belt

"""Kinds and colours for a plan that knows neither: trace every part through each machine.

From the top down: each part that goes into a machine gets a number, the machine runs, and the numbers that
come out tell which part of the wanted output each input part becomes. Parts that break or are thrown away
may be anything.
"""

from __future__ import annotations

from dataclasses import dataclass

from piecework.shapez import _machines as machines
from piecework.shapez._codes import EMPTY, PIN, is_normal
from piecework.shapez._compact import from_compact
from piecework.shapez._decompose import Node
from piecework.shapez._errors import ShapezError
from piecework.shapez._shape import Shape


@dataclass(frozen=True, slots=True)
class Step:
    """A machine with its coloured output; children feed it, in order."""

    op: str
    shape: Shape
    children: tuple[Step, ...] = ()
    turn: int = 0

    @property
    def tag(self) -> str:
        """The machine as the text of a plan names it."""
        if self.op != "rotate":
            return self.op
        parts = self.shape.part_count
        if self.turn == parts // 2:
            return "rotate_180"
        if self.turn > parts // 2:
            return f"rotate_ccw {parts - self.turn}"
        return f"rotate_cw {self.turn}"


@dataclass(frozen=True, slots=True)
class Plain:
    """What stands in for parts that do not matter."""

    normal: str = "Cu"
    crystal: str = "cu"


def run(op: str, shapes: list[Shape], *, turn: int = 0, layers: int) -> Shape:
    """What a step of a plan puts out."""
    if op == "rotate":
        return shapes[0].rotated(turn)
    if op == "cut_east":
        return machines.half_destroy(shapes[0], layers=layers)
    if op == "pin_push":
        return machines.pin_push(shapes[0], layers=layers)
    if op == "swap":
        east = machines.half_destroy(shapes[0], layers=layers)
        return machines.joined(east, machines.cut(shapes[1], layers=layers)[0])
    if op == "stack":
        result = shapes[0]
        for piece in shapes[1:]:
            result = machines.stack(result, piece, layers=layers)
        return result
    raise ShapezError(f"a plan has no step {op!r}")


def colour(node: Node, wanted: Shape, *, layers: int, plain: Plain) -> Step:
    """The plan with every part's kind and colour, so that it ends in the wanted shape."""
    if node.op == "input":
        return Step("input", wanted)
    if node.op == "rotate":
        child = colour(node.children[0], wanted.rotated(-node.turn), layers=layers, plain=plain)
        return Step("rotate", wanted, (child,), node.turn)
    parts = wanted.part_count
    traced = []
    number = 0
    for child_node in node.children:
        rows = []
        for row in from_compact(child_node.shape, parts).layers:
            marked = []
            for part in row:
                if part not in (EMPTY, PIN):
                    number += 1
                    part = f"{part[0]}{number}"
                marked.append(part)
            rows.append(marked)
        traced.append(Shape.from_layers(rows, parts=parts))
    becomes: dict[str, str] = {}
    for height, column, mark in run(node.op, traced, layers=layers).parts():
        becomes[mark] = wanted[height, column]
    becomes[EMPTY], becomes[PIN] = EMPTY, PIN
    children = []
    for child_node, marks in zip(node.children, traced, strict=True):
        shape = Shape.from_layers(
            (
                [becomes.get(mark) or (plain.normal if is_normal(mark) else plain.crystal) for mark in row]
                for row in marks.layers
            ),
            parts=parts,
        )
        children.append(colour(child_node, shape, layers=layers, plain=plain))
    return Step(node.op, wanted, tuple(children))

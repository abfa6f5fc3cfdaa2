"""Random buildable shapes.

Swappable ones are two halves, each drawn evenly, turned at random. Pin-essential ones are drawn evenly. A
stackable one is a random start with random rows stacked on it until no swapper could make it.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from piecework.shapez._codes import COLOURS, HEX_KINDS, QUAD_KINDS, is_normal
from piecework.shapez._errors import ShapezError
from piecework.shapez._shape import Shape

if TYPE_CHECKING:
    from piecework.shapez._atlas import Atlas

KINDS = ("any", "swappable", "stackable", "pin_essential")
_TRIES = 20_000


def sample(
    atlas: Atlas, count: int, *, of: str, random: Random, coloured: bool, layers: int | None = None
) -> list[Shape]:
    if of not in KINDS:
        raise ShapezError(f"unknown class {of!r}: one of {', '.join(KINDS)}")
    shapes: list[Shape] = []
    tries = 0
    while len(shapes) < count:
        tries += 1
        if tries > _TRIES + 50 * count:
            raise ShapezError(
                f"{atlas.name}: no {of} shapes{f' of {layers} layers' if layers else ''} were met"
            )
        kind = of
        if of == "any":
            choices = ["swappable"] * 7 + (
                ["stackable"] * 2 + ["pin_essential"] if atlas.has_pin_essential else []
            )
            kind = random.choice(choices)
        value = _draw(atlas, kind, random)
        if value is None:
            continue
        shape = atlas.shape(value)
        if layers is not None and shape.layer_count != layers:
            continue
        shapes.append(painted(shape, random) if coloured else shape)
    return shapes


def _draw(atlas: Atlas, kind: str, random: Random) -> int | None:
    if kind == "swappable":
        return _swappable(atlas, random)
    if kind == "pin_essential":
        shapes = atlas.section("pins.shape")
        if not len(shapes):
            if atlas.layers < 3:
                raise ShapezError(f"{atlas.name} has no pin-essential shapes")
            return None
        value = _turned(atlas, int(shapes[random.randrange(len(shapes))]), random)
        return value if atlas.classify_compact(value) == kind else None
    start = _draw(atlas, "pin_essential", random) if atlas.layers >= 3 and random.random() < 0.5 else None
    value = start if start is not None else _swappable(atlas, random)
    for _ in range(random.randrange(1, 2 * atlas.layers)):
        first, length = random.randrange(atlas.parts), random.randrange(1, atlas.parts + 1)
        pin = random.random() < 0.3
        row = 0
        for step in range(1 if pin else length):
            row |= 1 << (first + step) % atlas.parts
        value = atlas.board.stack_row(value, row, pin)
        if atlas.classify_compact(value) == "stackable":
            return value
    return None


def _swappable(atlas: Atlas, random: Random) -> int:
    keys = atlas.canonical_keys
    east, west = (int(keys[random.randrange(len(keys))]) for _ in range(2))
    if random.random() < 0.5:
        west = atlas.board.half_mirror(west)
    return _turned(atlas, atlas.board.join(east, west), random)


def _turned(atlas: Atlas, value: int, random: Random) -> int:
    if random.random() < 0.5:
        value = atlas.board.mirror(value)
    return atlas.board.rotate(value, random.randrange(atlas.parts))


def painted(shape: Shape, random: Random) -> Shape:
    """The same shape with random kinds and colours."""
    kinds = list(HEX_KINDS if shape.part_count == 6 else QUAD_KINDS)
    colours = [letter for letter in COLOURS if letter != "u"]

    def part(plain: str) -> str:
        if is_normal(plain):
            return random.choice(kinds) + random.choice([*colours, "u"])
        return "c" + random.choice(colours) if plain[0] == "c" else plain

    return Shape.from_layers(([part(plain) for plain in row] for row in shape.layers), parts=shape.part_count)

"""Is a shape buildable, and if not, what stands in the way?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, product
from typing import Any

import numpy as np

from piecework.shapez._atlas import Atlas
from piecework.shapez._codes import EMPTY, PIN, is_normal
from piecework.shapez._compact import to_compact
from piecework.shapez._physics import settled, supported
from piecework.shapez._shape import Shape

_NEAREST = 5


@dataclass(frozen=True)
class Verdict:
    """The answer to "can it be built?": the class, one sentence why, and buildable shapes nearby."""

    shape: Shape
    kind: str
    reason: str
    nearest: list[Shape] = field(default_factory=list)

    @property
    def buildable(self) -> bool:
        return self.kind != "impossible"

    def to_json(self) -> dict[str, Any]:
        return {
            "shape": self.shape.code,
            "buildable": self.buildable,
            "class": self.kind,
            "reason": self.reason,
            "nearest": [shape.code for shape in self.nearest],
        }


def check(atlas: Atlas, shape: Shape | str) -> Verdict:
    if not isinstance(shape, Shape):
        shape = Shape(shape)
    value = atlas.compact(shape)
    kind = atlas.classify_compact(value)
    if kind == "impossible":
        return Verdict(shape, kind, _why_not(atlas, shape, value), nearest(atlas, shape))
    reasons = {
        "swappable": "a swapper joins two halves that can be built",
        "stackable": "rows stacked on a shape that can be built",
        "pin_essential": "its last machine must be a pin pusher",
    }
    return Verdict(shape, kind, reasons[kind])


def _why_not(atlas: Atlas, shape: Shape, value: int) -> str:
    fallen = settled(shape.layers)
    if fallen != shape.layers:
        held = supported(shape.layers)
        height, column, part = next(cell for cell in shape.parts() if cell[:2] not in held)
        does = "break" if part[0] == "c" else "fall"
        return (
            f"the {_word(part)} in layer {height + 1}, place {column + 1} is not held: it would {does}, "
            f"leaving {Shape.from_layers(fallen, parts=shape.part_count)}"
        )
    known = _known_columns(atlas)
    for column, parts in enumerate(shape.columns):
        alone = Shape.from_layers(
            [[part if place == 0 else EMPTY for place in range(shape.part_count)] for part in parts],
            parts=shape.part_count,
        )
        if to_compact(alone) not in known:
            shown = " ".join(parts)
            return (
                f"column {column + 1} (from the bottom: {shown}) occurs in no half, and the shape is not "
                f"stacked or pushed either"
            )
    board = atlas.board
    bad = []
    for turn in range(shape.part_count // 2):
        turned = board.rotate(value, turn)
        for key, side in ((board.east_key(turned), "east"), (board.west_key(turned), "west")):
            if not atlas.index.has_half(key):
                bad.append((turn, side, key))
    turn, side, key = min(bad, key=lambda one: bin(board.from_key(one[2])).count("1"))
    half = atlas.shape(board.from_key(key))
    at = "" if turn == 0 else f" after {turn} turn{'s' * (turn > 1)} clockwise"
    return (
        f"its {side} half{at}, {half} seen from the east, cannot be built; every other way to split the "
        f"shape fails too, and it is not stacked or pushed either"
    )


def _word(part: str) -> str:
    return "pin" if part == PIN else "crystal" if part[0] == "c" else "part"


@lru_cache(maxsize=4)
def _known_columns(atlas: Atlas) -> frozenset[int]:
    """Columns that occur in halves, as compact shapes that hold them at column 0."""
    cells = atlas.parts * atlas.layers // 2
    keys = atlas.canonical_keys.astype(np.uint64)
    first = np.zeros_like(keys)
    last = np.zeros_like(keys)
    half = atlas.parts // 2
    for layer in range(atlas.layers):
        for plane in (0, 1):
            place = np.uint64(plane * 32 + layer * atlas.parts)
            for target, column in ((first, 0), (last, half - 1)):
                bit = np.uint64(plane * cells + layer * half + column)
                target |= ((keys >> bit) & np.uint64(1)) << place
    return frozenset(np.unique(np.concatenate([first, last])).tolist())


def nearest(atlas: Atlas, shape: Shape, count: int = _NEAREST) -> list[Shape]:
    """Buildable shapes that differ in as few parts as possible."""
    found: list[Shape] = []
    if not shape.is_settled:
        fallen = Shape.from_layers(settled(shape.layers), parts=shape.part_count)
        if atlas.classify(fallen) != "impossible":
            found.append(fallen)
    for changes in (1, 2):
        for other in _changed(shape, changes):
            if other not in found and atlas.classify(other) != "impossible":
                found.append(other)
                if len(found) == count:
                    return found
        if found:
            return found
    return found


def _changed(shape: Shape, changes: int) -> Iterator[Shape]:
    """Shapes with that many parts changed; existing parts go, or become what fits beside them."""
    normal = next((part for _, _, part in shape.parts() if is_normal(part)), "Cu")
    crystal = next((part for _, _, part in shape.parts() if part[0] == "c"), "cu")
    cells = [(height, column) for height in range(shape.layer_count) for column in range(shape.part_count)]
    for places in combinations(cells, changes):
        for parts in product((normal, EMPTY, PIN, crystal), repeat=changes):
            if any(_same_kind(shape[place], part) for place, part in zip(places, parts, strict=True)):
                continue
            rows = [list(row) for row in shape.layers]
            for (height, column), part in zip(places, parts, strict=True):
                rows[height][column] = part
            yield Shape.from_layers(rows, parts=shape.part_count)


def _same_kind(one: str, other: str) -> bool:
    return one[0] == other[0] or (is_normal(one) and is_normal(other))

"""Cross-checks of an atlas: everything that its sections allow to be checked against each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from piecework.shapez import _native
from piecework.shapez._atlas import Atlas
from piecework.shapez._container import Array
from piecework.shapez._decompose import Decomposer, Node
from piecework.shapez._errors import AtlasError, NotBuildableError

_CHUNK = 1 << 17
_SHOWN = 5

Tick = Callable[[str, int, int], object]
"""Called with the name of the check, how many shapes are done, and how many there are."""


@dataclass
class Finding:
    """One check: how many shapes it looked at, and the codes of the first that failed."""

    check: str
    looked_at: int
    failures: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.failures

    def to_json(self) -> dict[str, Any]:
        return {"check": self.check, "looked_at": self.looked_at, "ok": self.ok, "failures": self.failures}


def verify(atlas: Atlas, tick: Tick | None = None) -> list[Finding]:
    """All checks that the file allows."""
    return list(_Checks(atlas, tick or (lambda *_: None)).run())


class _Checks:
    def __init__(self, atlas: Atlas, tick: Tick) -> None:
        self.atlas = atlas
        self.tick = tick
        self._seen: dict[int, tuple[Node, int]] = {}

    def run(self) -> Iterator[Finding]:
        damaged = self.atlas.damaged_sections()
        yield Finding("checksums", len(self.atlas.sections()), [f"section {name}" for name in damaged])
        if damaged:
            return
        yield self._counts()
        yield self._mirror_images()
        if self.atlas.has_half_parents:
            yield self._half_plans()
        if self.atlas.has_pin_essential:
            yield self._native(
                "stacked_cuts", "cuts of what is stacked on pin-essential shapes", self._pins()
            )
            if self.atlas.has_half_parents:
                yield self._pin_plans()
        if self.atlas.has_full_set:
            yield self._native("cuts", "cuts of the full set", self._full())
            if self.atlas.has_pin_essential:
                yield self._pins_in_full_set()
                yield self._native("explained", "full set is pin-essential or stacked", self._full())

    def _counts(self) -> Finding:
        facts = self.atlas.facts
        counted = {
            "halves": _bits_set(self.atlas.section("halves.bits")),
            "canonical_halves": len(self.atlas.canonical_keys),
        }
        if self.atlas.has_pin_essential:
            superseded = len(self.atlas.section("pins.superseded"))
            counted["pp_essential"] = len(self.atlas.section("pins.shape")) - superseded
        if self.atlas.has_full_set:
            counted["non_swappable"] = int(self.atlas.section("full.starts")[-1])
        wrong = [
            f"{key}: {facts.get(key)} told, {n} there" for key, n in counted.items() if facts.get(key) != n
        ]
        return Finding("counts", len(counted), wrong)

    def _mirror_images(self) -> Finding:
        """Every canonical half and its mirror image are in the set, and nothing else is."""
        board, index = self.atlas.board, self.atlas.index
        bad: list[str] = []
        total = 0
        keys = self.atlas.canonical_keys
        for at, key in enumerate(keys.tolist()):
            if at % 65536 == 0:
                self.tick("mirror images", at, len(keys))
            mirrored = board.half_mirror(key)
            total += 1 + (mirrored != key)
            if mirrored < key or not index.has_half(key) or not index.has_half(mirrored):
                bad.append(self._half_code(key))
        if total != self.atlas.facts["halves"]:
            bad.append(f"{total} halves with their mirror images, {self.atlas.facts['halves']} told")
        return Finding("mirror images", len(keys), bad[:_SHOWN])

    def _half_code(self, key: int) -> str:
        return str(self.atlas.shape(self.atlas.board.from_key(key)))

    def _half_plans(self) -> Finding:
        maker = Decomposer(self.atlas)
        bad: list[str] = []
        keys = self.atlas.canonical_keys
        for at, key in enumerate(keys.tolist()):
            if at % 1024 == 0:
                self.tick("plans for halves", at, len(keys))
            if len(bad) < _SHOWN and not self._valid(
                lambda key=key: maker.half(key), self.atlas.board.from_key(key)
            ):
                bad.append(self._half_code(key))
        return Finding("plans for halves", len(keys), bad)

    def _pin_plans(self) -> Finding:
        maker = Decomposer(self.atlas)
        bad: list[str] = []
        shapes = self.atlas.section("pins.shape")
        for at, shape in enumerate(shapes.tolist()):
            if at % 256 == 0:
                self.tick("plans for pin-essential shapes", at, len(shapes))
            if len(bad) < _SHOWN and not self._valid(lambda shape=shape: maker.build(shape), shape):
                bad.append(str(self.atlas.shape(shape)))
        return Finding("plans for pin-essential shapes", len(shapes), bad)

    def _valid(self, make: Callable[..., Node], wanted: int) -> bool:
        """Whether a plan can be made, and its machines really give the shape."""
        try:
            return evaluate(self.atlas.board, make(), self._seen) == wanted
        except (AtlasError, NotBuildableError, RecursionError):
            return False

    def _pins(self) -> Iterator[tuple[Array, int]]:
        shapes = self.atlas.section("pins.shape")
        for start in range(0, len(shapes), _CHUNK):
            yield np.array(shapes[start : start + _CHUNK]), len(shapes)

    def _full(self) -> Iterator[tuple[Array, int]]:
        count = self.atlas.facts["non_swappable"]
        for start in range(0, count, _CHUNK):
            yield self.atlas.full_set(start, start + _CHUNK), count

    def _native(self, check: str, name: str, chunks: Iterator[tuple[Array, int]]) -> Finding:
        finding = Finding(name, 0)
        for chunk, total in chunks:
            self.tick(name, finding.looked_at, total)
            found = self.atlas.index.first_failures(chunk, check, _SHOWN - len(finding.failures))
            finding.failures += [str(self.atlas.shape(shape)) for shape in found]
            finding.looked_at += len(chunk)
            if len(finding.failures) >= _SHOWN:
                break
        return finding

    def _pins_in_full_set(self) -> Finding:
        shapes = self.atlas.section("pins.shape").tolist()
        bad = [str(self.atlas.shape(shape)) for shape in shapes if not self.atlas.in_full_set(shape)]
        return Finding("pin-essential shapes are in the full set", len(shapes), bad[:_SHOWN])


def _bits_set(words: Array) -> int:
    flat = words.view(np.uint8)
    return sum(int(np.unpackbits(flat[at : at + _CHUNK]).sum()) for at in range(0, len(flat), _CHUNK))


def evaluate(board: _native.Board, node: Node, known: dict[int, tuple[Node, int]]) -> int:
    """What the machines of a plan give, bottom up; nodes seen before are not run again."""
    found = known.get(id(node))
    if found is not None and found[0] is node:
        return found[1]
    shapes = [evaluate(board, child, known) for child in node.children]
    if node.op == "input":
        result = node.shape
    elif node.op == "rotate":
        result = board.rotate(shapes[0], node.turn)
    elif node.op == "cut_east":
        result = board.cut_east(shapes[0])
    elif node.op == "swap":
        result = board.swap(shapes[0], shapes[1])
    elif node.op == "pin_push":
        result = board.pin_push(shapes[0])
    else:
        result = shapes[0]
        for piece in shapes[1:]:
            result = board.stack(result, piece)
    known[id(node)] = (node, result)
    return result

"""From a compact shape back to machines: which halves, rows and pushes it is made of.

Three strategies, in this order. *Swappable*: some rotation shows two known halves; build both and swap them
together. *Stackable*: it is a known shape with rows stacked on it. *Pin-essential*: look up what it was
before the pin pusher. Halves follow the parents recorded by the half search down to its seeds.

A mirror image is built like the original, mirrored; since every operation commutes with mirroring it is
enough to try the operands in both mirror positions, and no step ever mirrors anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from piecework.shapez._atlas import Atlas
from piecework.shapez._errors import AtlasError, NotBuildableError

SEED, PIN_PUSH, STACK, SWAP_CUT, SWAP_PIN_CUT, SWAP_STACK_CUT = range(6)
"""Operations of the half search, as the core numbers them."""

ANY_BATCH = 256


@dataclass(frozen=True, slots=True)
class Node:
    """A machine in a plan, with the compact shape it puts out."""

    op: str
    shape: int
    children: tuple[Node, ...] = ()
    turn: int = 0

    def size(self) -> int:
        return 1 + sum(child.size() for child in self.children)


class Decomposer:
    """Plans for compact shapes, from one atlas; halves are worked out once."""

    def __init__(self, atlas: Atlas) -> None:
        self.atlas = atlas
        self.board = atlas.board
        self.index = atlas.index
        self.parts, self.half_parts = atlas.parts, atlas.parts // 2
        self._halves: dict[int, Node] = {}

    @cached_property
    def _parents(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        names = ("first", "second", "op", "leaning")
        first, second, op, leaning = (self.atlas.section(f"half_parents.{name}") for name in names)
        return self.atlas.canonical_keys, first, second, op, leaning

    # ---- whole shapes -----------------------------------------------------------------------------------

    def build(self, shape: int, below_batch: int = ANY_BATCH) -> Node:
        """A tree for the shape that uses pin-essential shapes of earlier batches only."""
        if shape == 0:
            return Node("input", 0)
        swapped = [self._swapped(shape, turn) for turn in range(self.half_parts) if self._splits(shape, turn)]
        if swapped:
            return min(swapped, key=Node.size)
        base = self.index.stack_base(shape, below_batch)
        if base is not None:
            return self._stacked(base, shape & ~base, self._base(base, below_batch))
        return self._pushed(shape, below_batch)

    def _base(self, base: int, below_batch: int) -> Node:
        if self.index.is_swappable(base):
            return self.build(base, below_batch)
        return self._pushed(base, below_batch)

    def _splits(self, shape: int, turn: int) -> bool:
        turned = self.board.rotate(shape, turn)
        return self.index.has_half(self.board.east_key(turned)) and self.index.has_half(
            self.board.west_key(turned)
        )

    def _swapped(self, shape: int, turn: int) -> Node:
        turned = self.board.rotate(shape, turn)
        return self.rotated(
            self._beside(self.board.east_key(turned), self.board.west_key(turned)), self.parts - turn
        )

    def _beside(self, east: int, west: int) -> Node:
        """Two halves swapped together."""
        if west == 0:
            return self.half(east)
        other = self.rotated(self.half(west), self.half_parts)
        if east == 0:
            return other
        return Node("swap", self.board.join(east, west), (self.half(east), other))

    def _stacked(self, base: int, added: int, under: Node) -> Node:
        """Rows dropped one by one, from the bottom up."""
        pieces = []
        shape = base
        for row, pin in self._rows(added):
            grown = self.board.stack_row(shape, row, pin)
            if grown == shape:
                raise AtlasError(f"{self.atlas.path}: damaged: a stacked row does not fit")
            shape = grown
            pieces.append(Node("input", row << 32 if pin else row))
        if shape != base | added:
            raise AtlasError(f"{self.atlas.path}: damaged: stacked rows land elsewhere")
        if under.op == "stack":
            pieces = [*under.children[1:], *pieces]
            under = under.children[0]
        if under.shape == 0:
            under, pieces = pieces[0], pieces[1:]
        return Node("stack", shape, (under, *pieces)) if pieces else under

    def _rows(self, added: int) -> Iterator[tuple[int, bool]]:
        """(row, whether it is a pin) of each arc and pin, layer by layer."""
        ring = (1 << self.parts) - 1
        low, high = added & 0xFFFFFFFF, added >> 32
        for layer in range(self.atlas.layers):
            normals = low >> layer * self.parts & ring
            pins = high >> layer * self.parts & ring
            while normals:
                arc = normals & -normals
                while True:
                    beside = arc << 1 | arc >> 1 | arc >> (self.parts - 1) | arc << (self.parts - 1)
                    grown = arc | (beside & normals)
                    if grown == arc:
                        break
                    arc = grown
                normals &= ~arc
                yield arc, False
            while pins:
                yield pins & -pins, True
                pins &= pins - 1

    def _pushed(self, shape: int, below_batch: int) -> Node:
        record = self.index.pin_essential(shape)
        if record is None or record[1] >= below_batch:
            raise NotBuildableError(f"{self.atlas.shape(shape)} cannot be built")
        before, batch = record
        for start in (before, self.board.mirror(before)):
            for turn in range(self.parts):
                turned = self.board.rotate(start, turn)
                if self.board.pin_push(turned) == shape:
                    return Node("pin_push", shape, (self.build(turned, batch),))
        raise AtlasError(f"{self.atlas.path}: damaged: a recorded push does not give its shape")

    # ---- halves -----------------------------------------------------------------------------------------

    def half(self, key: int) -> Node:
        """A tree whose output is that half, east, with nothing in the west."""
        known = self._halves.get(key)
        if known is None:
            known = self._halves[key] = self._half(key)
        return known

    def _half(self, key: int) -> Node:
        keys, firsts, seconds, ops, leaning = self._parents
        mirrored = self.board.half_mirror(key)
        canonical = min(key, mirrored)
        at = int(np.searchsorted(keys, np.uint32(canonical)))
        if at >= len(keys) or int(keys[at]) != canonical:
            raise NotBuildableError(f"the half {self.atlas.shape(self.board.from_key(key))} cannot be built")
        op, first, second = int(ops[at]), int(firsts[at]), int(seconds[at])
        wanted = self.board.from_key(key)
        if op == SEED:
            return Node("input", wanted)
        if op == SWAP_STACK_CUT:
            return self._leaning(key, leaning[4 * second : 4 * second + 4])
        for one in self._both(first):
            shape = self.board.from_key(one)
            if op == PIN_PUSH:
                if self.board.pin_push(shape) == wanted:
                    return Node("pin_push", wanted, (self.half(one),))
                continue
            for other in self._both(second):
                if op == STACK:
                    piece = self.board.from_key(other)
                    row, pin = (piece, False) if piece >> 32 == 0 else (piece >> 32, True)
                    if self.board.stack_row(shape, row, pin) == wanted:
                        return self._stacked(shape, wanted & ~shape, self.half(one))
                    continue
                found = self._cut_from(one, other, wanted, push=op == SWAP_PIN_CUT)
                if found is not None:
                    return found
        raise AtlasError(f"{self.atlas.path}: damaged: a recorded parent does not give its half")

    def _both(self, key: int) -> tuple[int, ...]:
        mirrored = self.board.half_mirror(key)
        return (key,) if mirrored == key else (key, mirrored)

    def _cut_from(self, east: int, west: int, wanted: int, *, push: bool) -> Node | None:
        whole = self.board.join(east, west)
        if push:
            whole = self.board.pin_push(whole)
        for turn in range(self.parts):
            turned = self.board.rotate(whole, turn)
            if self.board.cut_east(turned) == wanted:
                node = self._beside(east, west)
                if push:
                    node = Node("pin_push", whole, (node,))
                return Node("cut_east", wanted, (self.rotated(node, turn),))
        return None

    def _leaning(self, key: int, record: np.ndarray) -> Node:
        """Two halves side by side, turned, rows stacked across the cut, cut."""
        east, west, turn, stacked = (int(value) for value in record)
        wanted = self.board.from_key(key)
        for mirrored in (False, True):
            if mirrored:
                east, west = self.board.half_mirror(east), self.board.half_mirror(west)
                turn = -turn
                stacked = self.board.rotate(self.board.mirror(stacked), self.half_parts)
            under = self.board.rotate(self.board.join(east, west), turn)
            shape = under
            for row, pin in self._rows(stacked):
                shape = self.board.stack_row(shape, row, pin)
            if self.board.cut_east(shape) == wanted:
                node = self._stacked(under, shape & ~under, self.rotated(self._beside(east, west), turn))
                return Node("cut_east", wanted, (node,))
        raise AtlasError(f"{self.atlas.path}: damaged: a recorded parent does not give its half")

    # ---- turning ----------------------------------------------------------------------------------------

    def rotated(self, node: Node, turn: int) -> Node:
        """The tree turned clockwise; turns move towards the leaves, where they cost nothing."""
        turn %= self.parts
        if turn == 0 or node.shape == 0:
            return node
        shape = self.board.rotate(node.shape, turn)
        if node.op == "input":
            return Node("input", shape)
        if node.op == "rotate":
            return self.rotated(node.children[0], node.turn + turn)
        if node.op in ("pin_push", "stack"):
            return Node(node.op, shape, tuple(self.rotated(child, turn) for child in node.children))
        return Node("rotate", shape, (node,), turn)

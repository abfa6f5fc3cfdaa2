"""From what the game offers to the inputs of a plan: mined shapes, colours, and nothing else.

A mine gives full layers of one kind, uncoloured. Painted and cut they give arcs; arcs swapped side by side
give any layer; layers stacked give any tower of normal parts. A crystal grows in the gap that a scaffold of
normal parts around it leaves. A lone pin is what the pin pusher leaves of a crystal tower that overflows.
"""

from __future__ import annotations

from collections.abc import Sequence

from piecework.shapez._codes import EMPTY, PIN, is_normal
from piecework.shapez._colouring import Plain
from piecework.shapez._factory import Belt, Factory
from piecework.shapez._shape import Shape


class Maker:
    """Adds to a factory what makes a shape, from mined shapes and colours."""

    def __init__(self, factory: Factory, plain: Plain) -> None:
        self.factory = factory
        self.plain = plain
        self.parts = factory.parts
        self.half = factory.parts // 2

    def make(self, shape: Shape) -> Belt | None:
        """A belt with the shape, or None when it is not built of towers and rows that this knows of."""
        known = self.factory.belt(shape)
        if known:
            return known
        if shape.is_empty:
            return None
        belt = self._stacked(shape) or self._grown(shape) or self._columns(shape)
        return belt if belt is not None and belt.carries == shape.code else None

    # ---- rows -------------------------------------------------------------------------------------------

    def full(self, part: str) -> Belt:
        """A whole layer of one part: mined, and painted where it has a colour."""
        belt = self.factory.raw(Shape.from_layers([[part[0] + "u"] * self.parts], parts=self.parts))
        return belt if part[1] == "u" else self.factory.run("paint", belt, colour=part[1])[0]

    def arc(self, part: str, start: int, length: int) -> Belt:
        """Neighbouring equal parts of one layer."""
        columns = {(start + step) % self.parts for step in range(length)}
        row = [part if column in columns else EMPTY for column in range(self.parts)]
        known = self.factory.belt(Shape.from_layers([row], parts=self.parts))
        if known:
            return known
        if length == self.parts:
            return self.full(part)
        if length > self.half:
            first = 2 * self.half - length
            east = self.arc(part, first, length - self.half)
            belt = self.factory.run("swap", east, self.full(part))[0]
            return self.factory.rotate(belt, start - first)
        belt = self.factory.run("cut", self.full(part))[1]
        if length == self.half:
            return self.factory.rotate(belt, start)
        belt = self.factory.run("cut", self.factory.rotate(belt, self.half - length))[1]
        return self.factory.rotate(belt, start - (self.half - length))

    def _arc_of(self, row: Sequence[str]) -> tuple[str, int, int] | None:
        """(part, start, length) when a row is one arc of equal normal parts."""
        filled = [column for column, part in enumerate(row) if part != EMPTY]
        if not filled or len({row[column] for column in filled}) > 1 or not is_normal(row[filled[0]]):
            return None
        if len(filled) == self.parts:
            return row[0], 0, self.parts
        starts = [column for column in filled if row[column - 1] == EMPTY]
        return (row[filled[0]], starts[0], len(filled)) if len(starts) == 1 else None

    # ---- several layers ---------------------------------------------------------------------------------

    def _stacked(self, shape: Shape) -> Belt | None:
        """The top layer dropped on the rest, or a single arc."""
        if any(not is_normal(part) for _, _, part in shape.parts()):
            return None
        if shape.layer_count == 1:
            arc = self._arc_of(shape.layers[0])
            return self.arc(*arc) if arc else None
        lower = Shape.from_layers(shape.layers[:-1], parts=self.parts)
        below, above = self.make(lower), self.make(Shape.from_layers(shape.layers[-1:], parts=self.parts))
        if below is None or above is None:
            return None
        belt = self.factory.run("stack", below, above)[0]
        return belt if belt.carries == shape.code else None

    def _grown(self, shape: Shape) -> Belt | None:
        """Crystals of one colour in every gap of something that stands without them."""
        colours = {part[1] for _, _, part in shape.parts() if part[0] == "c"}
        cells = [part for row in shape.layers for part in row]
        if len(colours) != 1 or any(part in (EMPTY, PIN) for part in cells):
            return None
        frame = Shape.from_layers(
            ([EMPTY if part[0] == "c" else part for part in row] for row in shape.layers), parts=self.parts
        )
        if frame.layer_count != shape.layer_count or not frame.is_settled:
            return None
        belt = self.make(frame)
        return None if belt is None else self.factory.run("crystal", belt, colour=colours.pop())[0]

    # ---- columns ----------------------------------------------------------------------------------------

    def _columns(self, shape: Shape) -> Belt | None:
        """Columns made one by one and swapped side by side."""
        filled = [
            column for column, parts in enumerate(shape.columns) if any(part != EMPTY for part in parts)
        ]
        if len(filled) == 1:
            return self._tower(shape, filled[0])
        east, west = shape.east(), shape.west()
        if east.is_empty:
            belt = self.make(shape.rotated(self.half))
            return None if belt is None else self.factory.rotate(belt, self.half)
        if west.is_empty:
            # Turn the first column over the cut, so that it becomes west of the others.
            turn = self.parts - 1 - filled[0]
            belt = self._columns(shape.rotated(turn))
            return None if belt is None else self.factory.rotate(belt, -turn)
        sides = self.make(east), self.make(west)
        if sides[0] is None or sides[1] is None:
            return None
        return self.factory.run("swap", sides[0], sides[1])[0]

    def _tower(self, shape: Shape, column: int) -> Belt | None:
        parts = shape.columns[column]
        if parts == (PIN,):
            return self.factory.rotate(self._pin(), column - (self.half - 1))
        if any(part in (EMPTY, PIN) for part in parts):
            return None
        whole: Belt | None = None
        at = 0
        while at < len(parts):
            if is_normal(parts[at]):
                row = self._around(parts[at])
                if row is None:
                    return None
                whole = row if whole is None else self.factory.run("stack", whole, row)[0]
                at += 1
                continue
            colour = parts[at][1]
            while at < len(parts) and parts[at] == f"c{colour}":
                row = self.arc(self.plain.normal, 1, self.parts - 1)
                whole = row if whole is None else self.factory.run("stack", whole, row)[0]
                at += 1
            if whole is not None:
                whole = self.factory.run("crystal", whole, colour=colour)[0]
        return None if whole is None else self._only_first_column(whole, column)

    def _around(self, part: str) -> Belt | None:
        """A full layer with that part in column 0 and scaffolding everywhere else."""
        row = [part] + [self.plain.normal] * (self.parts - 1)
        if part == self.plain.normal:
            return self.full(part)
        return self.make(Shape.from_layers([row], parts=self.parts))

    def _only_first_column(self, whole: Belt, column: int) -> Belt:
        belt = self.factory.run("cut", whole)[1]
        belt = self.factory.run("cut", self.factory.rotate(belt, self.half - 1))[1]
        return self.factory.rotate(belt, column - (self.half - 1))

    def _pin(self) -> Belt:
        """A single pin, in the last column of the east."""
        row = self.factory.run("cut", self.full(self.plain.normal))[0]
        wall = row
        for _ in range(self.factory.layers - 1):
            wall = self.factory.run("stack", wall, row)[0]
        colour = self.plain.crystal[1] if self.plain.crystal[1] != "u" else "r"
        crystal = self.factory.run("cut", self.factory.run("crystal", wall, colour=colour)[0])[1]
        pins = self.factory.run("pin_push", crystal)[0]
        return self.factory.run("cut", self.factory.rotate(pins, self.half - 1))[1]

"""A shape as a player sees it: layers of parts with kinds and colours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from piecework.shapez._codes import EMPTY, Layers, is_normal, read_layers
from piecework.shapez._errors import ShapeCodeError

__all__ = ["Shape"]


class Shape:
    """An immutable shape: `Shape("CuCu----:RrRr----")`.

    `str(shape)` is its code, `repr` a constructor, and notebooks draw it. Layers are numbered from the
    bottom, columns clockwise from the top right.

    >>> shape = Shape("CuCu----:RrRr----")
    >>> shape.layer_count, shape.part_count
    (2, 4)
    >>> print(shape.rotated(1))
    --CuCu--:--RrRr--
    >>> shape.columns[0]
    ('Cu', 'Rr')
    """

    __slots__ = ("__dict__", "_layers", "_parts")
    _parts: int
    _layers: Layers

    def __init__(self, code: str | Shape, *, extended: bool = False) -> None:
        if isinstance(code, Shape):
            self._parts, self._layers = code._parts, code._layers
            return
        if not isinstance(code, str):
            raise ShapeCodeError(f"a shape code is text, not {type(code).__name__}")
        self._parts, self._layers = read_layers(code.strip(), extended=extended)

    @classmethod
    def from_layers(cls, layers: Iterable[Iterable[str]], *, parts: int) -> Shape:
        """A shape from rows of two-letter parts that are known to be well formed."""
        shape = cls.__new__(cls)
        rows = [tuple(row) for row in layers]
        while rows and all(part == EMPTY for part in rows[-1]):
            rows.pop()
        shape._parts, shape._layers = parts, tuple(rows)
        return shape

    @classmethod
    def empty(cls, parts: int = 4) -> Shape:
        return cls.from_layers((), parts=parts)

    @property
    def part_count(self) -> int:
        """Parts in a layer: 4 for quads, 6 for hexes."""
        return self._parts

    @property
    def layer_count(self) -> int:
        return len(self._layers)

    @property
    def layers(self) -> Layers:
        """Rows of two-letter parts, from the bottom."""
        return self._layers

    @property
    def columns(self) -> Layers:
        """The same parts by column, each from the bottom."""
        return tuple(tuple(row[column] for row in self._layers) for column in range(self._parts))

    def parts(self) -> Iterator[tuple[int, int, str]]:
        """(layer, column, part) of everything that is not empty."""
        for height, row in enumerate(self._layers):
            for column, part in enumerate(row):
                if part != EMPTY:
                    yield height, column, part

    def __getitem__(self, place: tuple[int, int]) -> str:
        """The part at (layer, column); above the top it is empty."""
        layer, column = place
        return self._layers[layer][column % self._parts] if layer < len(self._layers) else EMPTY

    @cached_property
    def code(self) -> str:
        return ":".join("".join(row) for row in self._layers) or EMPTY * self._parts

    @property
    def is_empty(self) -> bool:
        return not self._layers

    @property
    def is_settled(self) -> bool:
        """Whether gravity would leave everything where it is."""
        from piecework.shapez._physics import settled

        return settled(self._layers) == self._layers

    def rotated(self, steps: int) -> Shape:
        """Turned clockwise by that many parts."""
        turn = steps % self._parts
        return Shape.from_layers(
            (row[self._parts - turn :] + row[: self._parts - turn] for row in self._layers), parts=self._parts
        )

    def mirrored(self) -> Shape:
        """Seen in a mirror, left and right exchanged (no machine does this)."""
        return Shape.from_layers((row[::-1] for row in self._layers), parts=self._parts)

    def orientations(self) -> Iterator[Shape]:
        """All rotations, then all rotations of the mirror image."""
        for start in (self, self.mirrored()):
            for steps in range(self._parts):
                yield start.rotated(steps)

    def canonical(self) -> Shape:
        """The orientation whose code comes first: equal for shapes that turn or mirror into each other."""
        return min(self.orientations(), key=lambda shape: shape.code)

    def east(self) -> Shape:
        """The columns of the right-hand half, the rest empty; nothing breaks or falls."""
        half = self._parts // 2
        return Shape.from_layers((row[:half] + (EMPTY,) * half for row in self._layers), parts=self._parts)

    def west(self) -> Shape:
        half = self._parts // 2
        return Shape.from_layers(((EMPTY,) * half + row[half:] for row in self._layers), parts=self._parts)

    def normal_count(self) -> int:
        return sum(is_normal(part) for _, _, part in self.parts())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Shape):
            return NotImplemented
        return self._parts == other._parts and self._layers == other._layers

    def __hash__(self) -> int:
        return hash((self._parts, self._layers))

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"Shape({self.code!r})"

    def _repr_svg_(self) -> str:
        from piecework.draw.shapez import shape_svg

        return shape_svg(self)

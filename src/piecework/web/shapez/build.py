"""A shape as it is being built: layers of parts that may still be empty, float, or be impossible."""

from dataclasses import dataclass, replace

from piecework.shapez import Shape
from piecework.shapez._codes import COLOURS, CRYSTAL, EMPTY, HEX_KINDS, PIN, QUAD_KINDS

KINDS = {4: QUAD_KINDS, 6: HEX_KINDS}
"""The letters of mined parts, by the number of parts in a layer."""
PARTS = {4: "quad", 6: "hex"}
LIMITS = (4, 5)

PLACES = {
    4: ("top right", "bottom right", "bottom left", "top left"),
    6: ("top right", "right", "bottom right", "bottom left", "left", "top left"),
}

_OTHER_KIND = {"C": "H", "R": "G", "S": "F", "W": "H", "H": "C", "G": "R", "F": "S"}

Rows = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Build:
    """Rows of parts from the bottom, always as many as the layer limit allows."""

    rows: Rows
    parts: int = 4

    @classmethod
    def empty(cls, *, parts: int = 4, limit: int = 4) -> "Build":
        return cls(((EMPTY,) * parts,) * limit, parts)

    @classmethod
    def of(cls, code: str, *, limit: int = 4) -> "Build":
        """The build of a code; raises `ShapeCodeError`, also where it is no quad or hex, or too high."""
        shape = Shape(code)
        if shape.part_count not in PARTS:
            raise ValueError(
                f"layers of {shape.part_count} parts: the game has quads (4 parts) and hexes (6 parts)"
            )
        if shape.layer_count > max(LIMITS):
            raise ValueError(f"{shape.layer_count} layers: at most {max(LIMITS)} can be shown here")
        height = max(limit, shape.layer_count)
        blank = (EMPTY,) * shape.part_count
        return cls((*shape.layers, *(blank,) * (height - shape.layer_count)), shape.part_count)

    @property
    def limit(self) -> int:
        """The layer limit."""
        return len(self.rows)

    @property
    def shape(self) -> Shape:
        return Shape.from_layers(self.rows, parts=self.parts)

    @property
    def code(self) -> str:
        return self.shape.code

    def put(self, layer: int, column: int, part: str) -> "Build":
        """With a part in one place; the same part again takes it away."""
        if not (0 <= layer < self.limit and 0 <= column < self.parts):
            return self
        rows = [list(row) for row in self.rows]
        rows[layer][column] = EMPTY if rows[layer][column] == part else part
        return replace(self, rows=tuple(map(tuple, rows)))

    def cleared(self) -> "Build":
        return Build.empty(parts=self.parts, limit=self.limit)

    def turned(self) -> "Build":
        """Turned clockwise by one part."""
        return replace(self, rows=tuple((row[-1], *row[:-1]) for row in self.rows))

    def mirrored(self) -> "Build":
        return replace(self, rows=tuple(row[::-1] for row in self.rows))

    def with_limit(self, limit: int) -> "Build":
        """With another layer limit; layers above it are lost."""
        blank = (EMPTY,) * self.parts
        return replace(self, rows=(*self.rows, *(blank,) * limit)[:limit])

    def with_parts(self, parts: int) -> "Build":
        """As a quad or as a hex: kinds become those of the other, and places beyond the fourth are empty or
        lost.
        """
        if parts == self.parts:
            return self
        rows = tuple(tuple(_translated(part) for part in (*row, EMPTY, EMPTY)[:parts]) for row in self.rows)
        return Build(rows, parts)


def _translated(part: str) -> str:
    return _OTHER_KIND.get(part[0], part[0]) + part[1]


def part_of(kind: str, colour: str) -> str:
    """The two letters of a part; pins and nothing have no colour, and crystals always have one."""
    if kind in "-P":
        return EMPTY if kind == "-" else PIN
    return kind + ("r" if kind == CRYSTAL and colour == "u" else colour)


def part_name(part: str) -> str:
    """A part in words: `red circle`, `cyan crystal`, `pin`, `nothing`."""
    if part in (EMPTY, PIN):
        return "nothing" if part == EMPTY else "pin"
    kind = "crystal" if part[0] == CRYSTAL else (QUAD_KINDS | HEX_KINDS)[part[0]]
    return f"{COLOURS[part[1]]} {kind}"


def place_name(layer: int, column: int, parts: int) -> str:
    return f"layer {layer + 1}, {PLACES[parts][column]}"

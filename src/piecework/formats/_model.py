"""The puzzle file, version 1, as pydantic sees it: strict, and no key that it does not know.

The JSON Schema that editors use is made from these classes, so their descriptions are written for people.
"""

import re
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    model_validator,
)
from pydantic_core import PydanticCustomError

from piecework.geometry import Cell
from piecework.puzzle._drawing import MARKS, DrawingError, layers_of_text, locate, marked_cells
from piecework.puzzle._sets import SETS
from piecework.puzzle._target import LARGEST_BOX, TARGET_MARKS

MOST_PIECES = 1000
MOST_COPIES = 100_000
LONGEST_NAME = 60


class Part(BaseModel):
    """What all parts of a file share."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def _drawing_kind(value: Any) -> str:
    if isinstance(value, list):
        return "layers" if value and isinstance(value[0], list) else "rows"
    return "text"


def _shape_kind(value: Any) -> str:
    return "mapping" if isinstance(value, dict) else _drawing_kind(value)


def layers_of(shape: str | list[str] | list[list[str]]) -> list[list[str]]:
    """Any way to write a drawing, as rows in layers."""
    if isinstance(shape, str):
        return layers_of_text(shape)
    rows = [row for row in shape if isinstance(row, str)]
    return [rows] if rows else [row for row in shape if isinstance(row, list)]


def drawn_cells(shape: str | list[str] | list[list[str]], marks: dict[str, str] = MARKS) -> dict[Cell, str]:
    """The characters of a drawing by their cells: `(x, y)`, or `(x, y, z)` for several layers or a list of
    layers.
    """
    layers = layers_of(shape)
    found = marked_cells(layers, marks)
    if len(layers) > 1 or _drawing_kind(shape) == "layers":
        return found
    return {cell[:2]: mark for cell, mark in found.items()}


def _drawn(marks: dict[str, str]) -> AfterValidator:
    def check(shape: Any) -> Any:
        try:
            found = marked_cells(layers_of(shape), marks)
        except DrawingError as error:
            where: dict[str, Any] = {"text": str(error), "column": error.column}
            if isinstance(shape, str):
                where["line"], where["column"] = locate(shape, error)
            else:
                where["path"] = (error.row,) if _drawing_kind(shape) == "rows" else (error.layer, error.row)
            raise PydanticCustomError("drawing", "{text}", where) from None
        if set(found.values()) <= {"."}:
            raise PydanticCustomError("drawing", "{text}", {"text": "the drawing has no cells"})
        return shape

    return AfterValidator(check)


_PIECE, _TARGET = _drawn(MARKS), _drawn(TARGET_MARKS)
PieceDrawing = Annotated[
    Annotated[str, _PIECE, Tag("text")]
    | Annotated[list[str], _PIECE, Tag("rows")]
    | Annotated[list[list[str]], _PIECE, Tag("layers")],
    Discriminator(_drawing_kind),
]
TargetDrawing = Annotated[
    Annotated[str, _TARGET, Tag("text")]
    | Annotated[list[str], _TARGET, Tag("rows")]
    | Annotated[list[list[str]], _TARGET, Tag("layers")],
    Discriminator(_drawing_kind),
]


def _copies(value: Any) -> Any:
    is_range = isinstance(value, str) and re.fullmatch(r"\d{1,6}\.\.\d{1,6}", value)
    if type(value) is not int and not is_range:
        raise PydanticCustomError("copies", "copies are a number (3) or a range (0..3)")
    least, most = copies_range(value)
    if not 0 <= least <= most or not 1 <= most <= MOST_COPIES:
        text = "copies go from 0 to {most}, the smaller number first, and not from 0 to 0"
        raise PydanticCustomError("copies", text, {"most": MOST_COPIES})
    return value


def copies_range(value: "int | str") -> tuple[int, int]:
    """The smallest and the largest number of copies."""
    if isinstance(value, int):
        return value, value
    least, _, most = value.partition("..")
    return int(least), int(most)


def _box(value: str) -> str:
    sizes = value.split("x")
    if len(sizes) not in (2, 3) or not all(re.fullmatch(r"[1-9]\d{0,5}", size) for size in sizes):
        raise PydanticCustomError("box", "a box is written as width x height, or x depth: 8x8, 3x4x5")
    volume = 1
    for size in sizes:
        volume *= int(size)
    if volume > LARGEST_BOX:
        raise PydanticCustomError("box", "a box may hold {most} cells", {"most": LARGEST_BOX})
    return value


def _cells(value: list[list[int]]) -> list[list[int]]:
    seen = set()
    for number, cell in enumerate(value):
        where = {"index": number}
        if len(cell) not in (2, 3):
            raise PydanticCustomError("cell", "a cell is [x, y] or [x, y, z]", where)
        if len(cell) != len(value[0]):
            raise PydanticCustomError("cell", "some cells have 2 coordinates and some have 3", where)
        if not all(-(10**6) <= coordinate <= 10**6 for coordinate in cell):
            raise PydanticCustomError("cell", "a coordinate is far outside", where)
        if tuple(cell) in seen:
            raise PydanticCustomError("cell", "the cell {cell} is named twice", {**where, "cell": str(cell)})
        seen.add(tuple(cell))
    return value


def _name(value: str) -> str:
    if not value.strip() or len(value) > LONGEST_NAME or not value.isprintable():
        raise PydanticCustomError(
            "name", "a name has 1 to {most} printable characters", {"most": LONGEST_NAME}
        )
    return value


def _cells_kind(value: Any) -> str:
    return "cells" if isinstance(value, list) else "all"


def _sets(value: Any) -> Any:
    names = value if isinstance(value, list) else [value]
    for number, name in enumerate(names):
        where = {"path": (number,) if isinstance(value, list) else (), "name": str(name)[:60]}
        if name not in SETS:
            known = ", ".join(SETS)
            text = "there is no set of pieces '{name}'; there are {known}"
            raise PydanticCustomError("set", text, {**where, "known": known})
        if name in names[:number]:
            raise PydanticCustomError("set", "the set '{name}' is named twice", where)
    return value


Cells = Annotated[list[list[int]], AfterValidator(_cells)]
Text = Annotated[str, Field(max_length=2000)]
Name = Annotated[str, AfterValidator(_name)]
MovesName = Literal["fixed", "turn", "flip", "mirror"]
Known = Annotated[int | None, Field(ge=0)]


class PieceModel(Part):
    """A piece with more to say than its shape."""

    drawing: PieceDrawing | None = Field(
        default=None, description="`#` is a cell, `.` is none; a line a row, and a blank line between layers."
    )
    cells: Annotated[Cells, Field(min_length=1)] | None = Field(
        default=None, description="As [x, y] or [x, y, z]."
    )
    copies: Annotated[int | str, BeforeValidator(_copies)] = Field(
        default=1, description="How many there are: 3, or a range 0..3."
    )
    moves: MovesName | None = Field(
        default=None, description="How this piece may be moved, if not like the others."
    )

    @model_validator(mode="after")
    def _one_shape(self) -> Self:
        if (self.drawing is None) == (self.cells is None):
            raise PydanticCustomError("ways", "a piece needs either `drawing` or `cells`")
        return self


class TargetModel(Part):
    """The cells to fill."""

    box: Annotated[str, AfterValidator(_box)] | None = Field(
        default=None, description="A full rectangle or box: 10x6, 3x4x5."
    )
    drawing: TargetDrawing | None = Field(
        default=None, description="`#` must be covered, `+` may be covered, `x` is blocked, `.` is outside."
    )
    cells: Cells | None = Field(default=None, description="What must be covered, as [x, y] or [x, y, z].")
    optional: (
        Annotated[
            Annotated[Literal["all"], Tag("all")] | Annotated[Cells, Tag("cells")], Discriminator(_cells_kind)
        ]
        | None
    ) = Field(default=None, description="Cells that may stay empty; `all` for every cell.")
    blocked: Cells | None = Field(default=None, description="Cells that no piece may cover.")

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        ways = sum(way is not None for way in (self.box, self.drawing, self.cells))
        if ways != 1 and not (ways == 0 and isinstance(self.optional, list)):
            raise PydanticCustomError("ways", "the target needs one of `box`, `drawing` and `cells`")
        return self


class ExpectModel(Part):
    """What is known about the puzzle; a catalogue puzzle is tested against it."""

    labelled: Known = Field(default=None, description="Solutions with identical pieces told apart.")
    distinct: Known = Field(default=None, description="Solutions.")
    rotations: Known = Field(
        default=None, description="Solutions, those that turning maps to each other counted once."
    )
    symmetries: Known = Field(default=None, description="Solutions, mirror images counted once as well.")
    placements: dict[str, int] | None = Field(default=None, description="Placements of each piece.")


PieceShape = Annotated[
    Annotated[str, _PIECE, Tag("text")]
    | Annotated[list[str], _PIECE, Tag("rows")]
    | Annotated[list[list[str]], _PIECE, Tag("layers")]
    | Annotated[PieceModel, Tag("mapping")],
    Discriminator(_shape_kind),
]
TargetShape = Annotated[
    Annotated[str, _TARGET, Tag("text")]
    | Annotated[list[str], _TARGET, Tag("rows")]
    | Annotated[list[list[str]], _TARGET, Tag("layers")]
    | Annotated[TargetModel, Tag("mapping")],
    Discriminator(_shape_kind),
]


class PuzzleModel(Part):
    """A puzzle: pieces, and the target they fill."""

    version: Literal[1] = Field(description="The version of this format: 1.")
    title: Text = Field(default="", description="What people call it.")
    author: Text = Field(default="", description="Who invented it.")
    source: Text = Field(default="", description="Where the puzzle and its counts come from.")
    moves: MovesName = Field(
        default="turn",
        description="fixed: pieces are only shifted; turn: turned, too (the default); "
        "flip: turned over as well; mirror: replaced by their mirror images as well.",
    )
    sets: Annotated[str | list[str], BeforeValidator(_sets)] = Field(
        default=[], description="Sets of pieces known by name: pentominoes, tetracubes …"
    )
    pieces: dict[Name, PieceShape] = Field(
        default={}, description="The pieces by name: a drawing, or a mapping.", max_length=MOST_PIECES
    )
    target: TargetShape = Field(description="The cells to fill: a drawing, or a mapping.")
    expect: ExpectModel = Field(default=ExpectModel(), description="Known counts.")

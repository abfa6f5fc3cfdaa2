"""Drafts as the text of a puzzle file, and back.

A draft that is not finished is written, too: what is wrong with it is then said by the reader of files, with
the line where it stands, as for any other file.
"""

import json
import re
from collections.abc import Iterator
from math import prod

from piecework.formats import FileError, parse
from piecework.formats._faults import FileFault
from piecework.formats._piece_set import is_piece_set, piece_set_of
from piecework.formats._text import LARGEST_FILE
from piecework.formats._write import quoted
from piecework.formats._yaml import read_yaml
from piecework.geometry import Cell, normalised
from piecework.happy import Pad, PadError
from piecework.puzzle import Moves, Puzzle
from piecework.puzzle._drawing import layer_rows
from piecework.puzzle._voxel_frame import VoxelFrame
from piecework.web.editor.foam import Foam, foam_of, foam_of_pad
from piecework.web.editor.frame import Frame, frame_of
from piecework.web.editor.lattice import REQUIRED, Drawn, Lattice, lattice_of

Draft = Lattice | Frame | Foam


def read(text: str, *, before: Draft | None = None) -> Draft:
    """The draft that a text describes; raises `FileError` with all its faults.

    The rows of a pad are understood as well as a puzzle file.
    """
    if len(text.encode()) > LARGEST_FILE:
        raise FileError("text", [FileFault(0, 0, f"is larger than {LARGEST_FILE // 1024} kB")])
    rows = text.split()
    if rows and all(row.isdecimal() for row in rows):
        try:
            return foam_of_pad(Pad.parse(text))
        except PadError as error:
            raise FileError("text", [FileFault(0, 0, line) for line in str(error).splitlines()]) from None
    document = read_yaml(text, "text")
    if isinstance(document.value, dict) and is_piece_set(document.value):
        return foam_of(piece_set_of(document))
    puzzle = parse(text, name="text", draft=True)
    if isinstance(puzzle, VoxelFrame):
        return frame_of(puzzle)
    assert isinstance(puzzle, Puzzle)
    return lattice_of(puzzle, before if isinstance(before, Lattice) else None)


def write(draft: Draft) -> str:
    """The text of a draft; `read(write(draft))` gives it back where it is complete."""
    lines = {Lattice: _lattice, Frame: _frame, Foam: _foam}[type(draft)]
    return "\n".join(lines(draft)) + "\n"  # type: ignore[operator]  # each gets the kind it is for


def _head(draft: Draft) -> Iterator[str]:
    yield "version: 1"
    for key in ("title", "author", "source"):
        if value := getattr(draft, key):
            yield f"{key}: {quoted(value)}"


def key(name: str) -> str:
    """A name as a key: bare where that is safe."""
    return name if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_ -]*(?<! )", name) else quoted(name)


def _lattice(draft: Lattice) -> Iterator[str]:
    yield from _head(draft)
    usual = draft.usual_moves
    yield f"moves: {usual.value}"
    yield "pieces:" if draft.pieces else "pieces: {}"
    for piece in draft.pieces:
        yield from _piece(piece, usual, solid=draft.solid)
    yield "target:"
    yield from _target(draft)


def _piece(piece: Drawn, usual: Moves, *, solid: bool) -> Iterator[str]:
    drawing = _drawing(piece.cells, solid=solid)
    if piece.least == piece.most == 1 and piece.moves is usual:
        yield f"  {key(piece.name)}: {drawing}"
        return
    yield f"  {key(piece.name)}:"
    yield f"    drawing: {drawing}"
    if (piece.least, piece.most) != (1, 1):
        yield f"    copies: {piece.least}" + (f"..{piece.most}" if piece.most != piece.least else "")
    if piece.moves is not usual:
        yield f"    moves: {piece.moves.value}"


def _drawing(cells: frozenset[Cell], *, solid: bool) -> str:
    """On one line; a solid of a single layer is a list of layers, to be told from something flat."""
    if not cells:
        return '"."'
    layers = layer_rows(dict.fromkeys(normalised(cells), "#"))
    if solid and len(layers) == 1:
        return json.dumps(layers)
    return quoted("//".join("/".join(rows) for rows in layers))


def _target(draft: Lattice) -> Iterator[str]:
    width, height, depth = draft.size
    if len(draft.marks) == prod(draft.size) and set(draft.marks.values()) == {REQUIRED}:
        yield f"  box: {width}x{height}" + (f"x{depth}" if draft.solid else "")
        return
    # The corner that is farthest from the origin keeps the size where nothing else reaches it.
    marks = {(width - 1, height - 1, depth - 1): ".", **draft.marks}
    layers = layer_rows(marks)
    if draft.solid and len(layers) == 1:
        yield f"  drawing: {json.dumps(layers)}"
        return
    yield "  drawing: |"
    for number, rows in enumerate(layers):
        if number:
            yield ""
        yield from (f"    {row}" for row in rows)


def _frame(draft: Frame) -> Iterator[str]:
    yield from _head(draft)
    if draft.moves is not Moves.TURN:
        yield f"moves: {draft.moves.value}"
    yield "board:"
    yield f'  border30: "{draft.border}"'
    yield "pieces:"
    for name, bits in draft.plates:
        yield f'  {key(name)}: "{bits}"'


def _foam(draft: Foam) -> Iterator[str]:
    yield from _head(draft)
    yield "border16:" if draft.pieces else "border16: []"
    for bits in draft.pieces:
        yield f'  - "{bits}"'
    if draft.tray is not None:
        yield f'border40: "{draft.tray}"'

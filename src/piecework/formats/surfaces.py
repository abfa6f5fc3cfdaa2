"""Files that hold a surface, a pool of pieces, or a proposed solution.

A surface file is a shape description, a list with (north, east, south, west) for every tile, or a mapping:

    description: [[5, 3, 2, 1], …]      and, if need be,  stitches: [[3, 20]]   (pairs of 16 * tile + slot)
    cubes: [[0, 0, 0], [1, 0, 0]]       or as a drawing with // between layers:  cubes: "##/#.//#./.."

A pool file is a pad (11 rows of 15 digits), a set, or a list or mapping of pieces. All may be JSON or YAML;
round brackets and a comma after the last entry are understood too, so that Python lists can be pasted.
"""

import json
import re
from pathlib import Path
from typing import Any

from piecework.formats._faults import FileError, FileFault
from piecework.formats._text import read_text
from piecework.formats._yaml import Document, read_yaml
from piecework.happy import Lying, Pad, PadError, Piece
from piecework.puzzle import cells_of_drawing
from piecework.surface import SLOTS, Surface, SurfaceError

LARGEST_FILE = 4 * 1024 * 1024
"""Bytes: room for more than 100,000 tiles."""

LARGEST_FOR_LINES = 100_000
"""Characters: up to here faults are told with their lines, which needs the slower reader."""

MOST_CUBES = 20_000
LARGEST_DRAWING = 100_000
"""Characters of a drawing, most of which may be empty."""


def read_surface(path: Path) -> Surface:
    """The surface in a file; `FileError` says what is wrong with it, and where."""
    return parse_surface(read_text(path, most=LARGEST_FILE), str(path))


def parse_surface(text: str, name: str) -> Surface:
    """The surface in a text; `name` is what errors call it."""
    value = _value(text, name)
    keys: tuple[str, ...] = ()
    try:
        if isinstance(value, list):
            return Surface.from_description(value)
        if not isinstance(value, dict) or not ({"description", "cubes"} & value.keys()):
            raise _fault(name, "expected a list of tiles, or a mapping with `description` or `cubes`")
        unknown = value.keys() - {"description", "stitches", "cubes"}
        if unknown or {"description", "cubes"} <= value.keys() or {"stitches", "cubes"} <= value.keys():
            raise _fault(
                name,
                f"unknown key {min(unknown)!r}" if unknown else "cubes need neither description nor stitches",
            )
        if "cubes" in value:
            keys = ("cubes",)
            return Surface.from_cubes(_cubes(value["cubes"], name))
        keys = ("description",)
        stitches = value.get("stitches", [])
        if not isinstance(stitches, list):
            raise _fault(name, "stitches: expected a list of pairs of tile slots")
        return Surface.from_description(value["description"], stitches=stitches)
    except SurfaceError as error:
        raise FileError(name, _located(error, keys, text, name)) from None


def _cubes(value: Any, name: str) -> list[tuple[int, ...]]:
    if isinstance(value, str):
        if len(value) > LARGEST_DRAWING:
            raise _fault(name, f"cubes: the drawing has more than {LARGEST_DRAWING:,} characters")
        try:
            cells = cells_of_drawing(value)
        except ValueError as error:
            raise _fault(name, f"cubes: {error}") from None
        value = [cell if len(cell) == 3 else (*cell, 0) for cell in cells]
    if not isinstance(value, list):
        raise _fault(name, "cubes: expected a list of [x, y, z], or a drawing")
    if len(value) > MOST_CUBES:
        raise _fault(name, f"cubes: there are {len(value):,}, and no more than {MOST_CUBES:,} can be read")
    return value


def read_pool(path: Path) -> dict[str, Piece]:
    """The pieces in a file, by name; pieces without a name are numbered from 1."""
    text = read_text(path, most=LARGEST_FILE)
    rows = text.split()
    if rows and all(row.isdecimal() for row in rows) and len(rows[0]) != SLOTS:
        return {str(number): piece for number, piece in enumerate(read_pad(path).pieces, 1)}
    # One piece a line needs no brackets; quotes would be needed in YAML, where 0101 is a number.
    value = rows if all(re.fullmatch("[01]{16}", row) for row in rows) else _value(text, str(path))
    if isinstance(value, dict):
        value = value.get("border16", value.get("pieces", value))
    if isinstance(value, list):
        value = {str(number): piece for number, piece in enumerate(value, 1)}
    if not isinstance(value, dict) or not value:
        raise _fault(str(path), "expected a pad, a list of pieces, or a mapping of names to pieces")
    pool, faults = {}, []
    for label, source in value.items():
        try:
            pool[str(label)] = Piece.parse(source)
        except ValueError as error:
            faults.append(FileFault(0, 0, f"piece {label}: {error}"))
    if faults:
        raise FileError(str(path), faults)
    return pool


def read_pad(path: Path) -> Pad:
    """The pad in a file: its six pieces and its tray."""
    try:
        return Pad.parse(read_text(path, most=LARGEST_FILE))
    except PadError as error:
        raise FileError(str(path), [FileFault(0, 0, line) for line in str(error).splitlines()]) from None


def read_covering(path: Path) -> list[Lying]:
    """A proposed solution: a list of {tile, piece, orientation}, or what `solve --json` wrote."""
    name = str(path)
    value = _value(read_text(path, most=LARGEST_FILE), name)
    if isinstance(value, dict):
        listed = value.get("solutions")
        value = listed[0] if isinstance(listed, list) and listed else value.get("solution")
    if not isinstance(value, list):
        raise _fault(name, "expected a list of {tile, piece, orientation}")
    found = []
    for number, entry in enumerate(value):
        if not isinstance(entry, dict) or entry.keys() != {"tile", "piece", "orientation"}:
            raise _fault(name, f"entry {number}: expected tile, piece and orientation, found {entry!r:.60}")
        tile = entry["tile"]
        if not isinstance(tile, int) or isinstance(tile, bool):
            raise _fault(name, f"entry {number}: expected the number of a tile, found {tile!r:.20}")
        found.append(Lying(tile, str(entry["piece"]), str(entry["orientation"])))
    return found


def _fault(name: str, text: str) -> FileError:
    return FileError(name, [FileFault(0, 0, text)])


def _value(text: str, name: str) -> Any:
    """Read with the fast reader where that can, else with the one that knows what YAML is."""
    plain = _as_json(text)
    try:
        return json.loads(plain)
    except (ValueError, RecursionError):
        return _document(plain, name).value


def _document(text: str, name: str) -> Document:
    document = read_yaml(text, name)
    document.fail()
    return document


def _as_json(text: str) -> str:
    """Python's lists of tuples as JSON, every character at its place."""
    if text.lstrip()[:1] not in ("[", "("):
        return text
    square = text.translate(str.maketrans("()", "[]"))
    return re.sub(r",(?=\s*\])", " ", square)


def _located(error: SurfaceError, keys: tuple[str, ...], text: str, name: str) -> list[FileFault]:
    """The faults with the lines of the tiles they belong to, where the file is small enough to find them."""
    starts = {}
    if len(text) <= LARGEST_FOR_LINES:
        starts = _document(_as_json(text), name).starts
    return [
        FileFault(*starts.get((*keys, fault.tile), (0, 0)), str(fault))
        if fault.tile is not None
        else FileFault(0, 0, str(fault))
        for fault in error.faults
    ]

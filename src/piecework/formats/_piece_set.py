"""Files of foam piece sets: the borders of the pieces, and the outline of their tray.

    border16:
      - "0010001000100101"        # 16 cubits clockwise from the north-west corner, 1 where there is one
      …
    border40: "110101…"           # the tray: 40 cells clockwise from the north-west, 1 where it is frame

A title, an author, a source, and an `expect` block for each scenario may stand beside them.
"""

from typing import Any

from pydantic import ValidationError

from piecework.formats._heading import read_heading
from piecework.formats._model import ExpectModel
from piecework.formats._puzzle_file import note_errors
from piecework.formats._yaml import Document
from piecework.happy import SCENARIOS, Piece, PieceSet, SurfacePuzzle
from piecework.surface import Tray

_KEYS = {"version", "title", "author", "source", "border16", "border40", "expect"}

MOST_PIECES = 1000


def is_piece_set(value: Any) -> bool:
    """Whether a file with these values is meant as a set of foam pieces."""
    return "border16" in value


def puzzle_of_set(document: Document, scenario: str) -> SurfacePuzzle:
    """The puzzle that a set makes in a scenario; raises `FileError` with all faults of the document."""
    pieces = piece_set_of(document)
    if pieces.tray is None and scenario.startswith("tray"):
        document.fault((), f"the scenario {scenario} needs the tray, `border40`")
        document.fail()
    return pieces.puzzle(scenario)


def piece_set_of(document: Document) -> PieceSet:
    """The set in a document; raises `FileError` with all its faults."""
    value = document.value
    texts = read_heading(document, _KEYS)
    pieces = _pieces(document)
    tray = _tray(document) if "border40" in value else None
    expect = _expect(document)
    document.fail()
    return PieceSet(tuple(pieces), tray, expect=expect, **texts)


def _pieces(document: Document) -> list[Piece]:
    listed = document.value["border16"]
    if not isinstance(listed, list) or not 0 < len(listed) <= MOST_PIECES:
        document.fault(("border16",), f"must be a list of 1 to {MOST_PIECES} pieces, 16 digits each")
        return []
    found = []
    for number, border in enumerate(listed):
        try:
            found.append(Piece(border))
        except ValueError as error:
            quotes = "" if isinstance(border, str) else "; put the digits in quotes"
            document.fault(("border16", number), f"{error}{quotes}")
    return found


def _tray(document: Document) -> Tray | None:
    outline = document.value["border40"]
    try:
        return Tray(outline if isinstance(outline, str) else "")
    except ValueError as error:
        document.fault(("border40",), str(error) if isinstance(outline, str) else "put the digits in quotes")
        return None


def _expect(document: Document) -> dict[str, dict[str, Any]]:
    value = document.value.get("expect", {})
    if not isinstance(value, dict):
        document.fault(("expect",), f"must be a mapping with some of {', '.join(SCENARIOS)}")
        return {}
    found = {}
    for scenario, counts in value.items():
        if scenario not in SCENARIOS:
            text = f"unknown scenario {scenario!r}; known are {', '.join(SCENARIOS)}"
            document.fault(("expect", scenario), text, at_key=True)
            continue
        try:
            found[scenario] = ExpectModel.model_validate(counts).model_dump(exclude_none=True)
        except ValidationError as error:
            note_errors(document, error, ("expect", scenario))
    return found

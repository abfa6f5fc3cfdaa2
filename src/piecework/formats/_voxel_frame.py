"""Voxel frame files: `border12` for six pieces and `border30` for the board, as lists or as text.

    board:
      border30: "101001010110111001000110001010"
    pieces:
      A: "001110000110"                       # or {border12: …}, or a list of {name: …, border12: …}

Bits are true and false, 1 and 0, or the characters 1 and 0. A title, a source, `moves: flip` for pieces that
may be turned over, and an `expect` block for each scenario may stand beside them.
"""

from typing import Any, cast

from pydantic import ValidationError

from piecework.formats._heading import read_heading, refuse_unknown
from piecework.formats._model import ExpectModel
from piecework.formats._puzzle_file import note_errors
from piecework.formats._yaml import Document, Path
from piecework.puzzle._piece import Moves
from piecework.puzzle._voxel_frame import Plate, Scenario, VoxelFrame

_KEYS = {"version", "title", "author", "source", "moves", "board", "border30", "pieces", "expect"}
_PLATE_KEYS = {"name", "border12"}


def is_frame(value: Any) -> bool:
    """Whether a file with these values is meant as a voxel frame."""
    board = value.get("board")
    return "border30" in value or (isinstance(board, dict) and "border30" in board) or _has_border12(value)


def _has_border12(value: Any) -> bool:
    pieces = value.get("pieces")
    listed = pieces.values() if isinstance(pieces, dict) else pieces if isinstance(pieces, list) else ()
    return any(isinstance(piece, dict) and "border12" in piece for piece in listed)


def frame_of(document: Document, scenario: str) -> VoxelFrame:
    """The puzzle that a document describes; raises `FileError` with all its faults."""
    value = document.value
    texts = read_heading(document, _KEYS)
    moves = value.get("moves", "turn")
    if moves not in ("turn", "flip"):
        document.fault(("moves",), f"must be turn or flip, not {moves!r:.60}")
        moves = "turn"
    border: Path = ("border30",)
    if "board" in value:
        border = ("board", "border30")
        if isinstance(value["board"], dict):
            refuse_unknown(document, ("board",), value["board"], {"border30"})
    bits = _bits(document, border, 30)
    plates = _plates(document, Moves(moves))
    expect = _expect(document)
    document.fail()
    assert bits is not None  # there would have been a fault
    return VoxelFrame(
        plates, bits, scenario=cast(Scenario, scenario), expect=expect.get(scenario, {}), **texts
    )


def _plates(document: Document, moves: Moves) -> list[Plate]:
    pieces = document.value.get("pieces")
    found: list[tuple[Path, Any, Path]] = []
    if isinstance(pieces, dict):
        for name, spec in pieces.items():
            path: Path = ("pieces", name)
            if isinstance(spec, dict):
                refuse_unknown(document, path, spec, {"border12"})
            found.append((path, name, (*path, "border12") if isinstance(spec, dict) else path))
    elif isinstance(pieces, list):
        for number, spec in enumerate(pieces):
            path = ("pieces", number)
            if not isinstance(spec, dict):
                document.fault(path, "a piece in a list is a mapping with `name` and `border12`")
                continue
            refuse_unknown(document, path, spec, _PLATE_KEYS)
            if "name" not in spec:
                document.fault(path, "`name` is missing")
            name = spec.get("name", number)
            found.append(((*path, "name"), str(name) if type(name) is int else name, (*path, "border12")))
    else:
        document.fault(("pieces",), "`pieces` is missing: six pieces with their border12")
        return []
    if len(found) != 6:
        document.fault(("pieces",), f"a voxel frame has six pieces, not {len(found)}", at_key=True)
    plates = []
    seen: set[str] = set()
    for path, name, border in found:
        bits = _bits(document, border, 12)
        if not isinstance(name, str) or not name.strip() or not name.isprintable():
            document.fault(path, "a piece needs a name", at_key=True)
        elif name in seen:
            document.fault(path, f"two pieces have the name {name!r}", at_key=True)
        elif bits is not None:
            plates.append(Plate(name, bits, moves))
        seen.add(str(name))
    return plates


def _bits(document: Document, path: Path, length: int) -> str | None:
    """A row of bits in any of the ways to write one, as text."""
    value: Any = document.value
    for step in path:
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int):
            value = value[step]
    name = f"border{length}"
    if value is None:
        document.fault(path, f"`{name}` is missing")
        return None
    if isinstance(value, str):
        listed: list[Any] = list(value)
    elif isinstance(value, list):
        listed = value
    else:
        document.fault(path, f"{name} is a list or a text of {length} bits; put the digits in quotes")
        return None
    if len(listed) != length:
        document.fault(path, f"{name} has {len(listed)} entries, and must have {length}")
        return None
    for number, bit in enumerate(listed):
        if bit not in (0, 1, "0", "1") or isinstance(bit, float):
            where: Path = (*path, number) if isinstance(value, list) else path
            document.fault(where, f"{bit!r:.40} is no bit: use 0 and 1, or true and false")
            return None
    return "".join(str(int(bit)) for bit in listed)


def _expect(document: Document) -> dict[str, dict[str, Any]]:
    found = {}
    value = document.value.get("expect", {})
    if not isinstance(value, dict):
        document.fault(("expect",), "must be a mapping with `flat` and `cube`")
        return {}
    refuse_unknown(document, ("expect",), value, {"flat", "cube"})
    for scenario in ("flat", "cube"):
        try:
            model = ExpectModel.model_validate(value.get(scenario, {}))
            found[scenario] = model.model_dump(exclude_none=True)
        except ValidationError as error:
            note_errors(document, error, ("expect", scenario))
    return found

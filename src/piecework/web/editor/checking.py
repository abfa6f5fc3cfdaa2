"""What speaks against a puzzle, in words, while it is being made."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

from piecework.formats import FileError, parse
from piecework.formats._faults import FileFault
from piecework.puzzle import facts
from piecework.web.editor.foam import Foam
from piecework.web.editor.frame import Frame
from piecework.web.editor.text import Draft

LIGHT = 50_000
"""Cells times pieces times orientations: below that a check takes a moment, and is done at once."""


MOST_COPIES = 300


@dataclass(frozen=True)
class Note:
    """One line of the check; `good`, bad, or just something to know (None)."""

    text: str
    good: bool | None = None


def scenarios_of(draft: Draft) -> tuple[str | None, ...]:
    """The ways to play what is being made."""
    if isinstance(draft, Frame):
        return ("flat", "cube")
    if isinstance(draft, Foam):
        return ("cube", "tray") if draft.tray is not None else ("cube",)
    return (None,)


def is_light(draft: Draft) -> bool:
    """Whether checking takes no more than a moment."""
    if isinstance(draft, Frame | Foam):
        return True
    ways = 24 if draft.solid else 8
    copies = sum(piece.most for piece in draft.pieces)
    return prod(draft.size) * len(draft.pieces) * ways <= LIGHT and copies <= MOST_COPIES


def checked(text: str, scenario: str | None) -> list[Note]:
    """Check a text at once; only for what `is_light`."""
    try:
        return notes_of(facts(parse(text, name="text", scenario=scenario)), scenario)
    except FileError as error:
        return notes_of_faults(error.faults)
    except ValueError as error:
        return [Note(str(error), False)]


def notes_of_faults(faults: Iterable[FileFault]) -> list[Note]:
    """Why a text cannot be read."""
    return [Note(f"line {fault.line}: {fault.text}" if fault.line else fault.text, False) for fault in faults]


def notes_of(found: Mapping[str, Any], scenario: str | None) -> list[Note]:
    """The facts of a puzzle: what is wrong first, or that nothing plain is."""
    where = {"flat": "Flat: ", "cube": "As a cube: ", "tray": "In the tray: "}.get(scenario or "", "")
    notes = [Note(_sentence(where, fault["text"]), False) for fault in found["check"]]
    if not notes:
        notes.append(Note(f"{where}Nothing plain speaks against it.".replace(": N", ": n"), True))
    pieces = found["pieces"]
    copies = [sum(piece["copies"][end] for piece in pieces) for end in (0, 1)]
    many = f"{copies[0]:,}" if copies[0] == copies[1] else f"{copies[0]:,} to {copies[1]:,}"
    cells, optional = found["cells"]["required"], found["cells"]["optional"]
    placements = sum(piece["placements"] for piece in pieces)
    text = f"{where}{many} {'piece' if many == '1' else 'pieces'}, {cells:,} places to fill"
    if optional:
        text += f" and {optional:,} that may be filled"
    return [*notes, Note(f"{text}; {placements:,} placements.")]


def _sentence(where: str, text: str) -> str:
    text = where + text if where else text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."

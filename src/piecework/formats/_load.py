"""From a name, a path or a text to a puzzle, whatever kind of file it is."""

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from piecework.formats._catalogue import catalogue
from piecework.formats._faults import FileError, FileFault
from piecework.formats._piece_set import is_piece_set, puzzle_of_set
from piecework.formats._puzzle_file import puzzle_of
from piecework.formats._text import decoded, read_text
from piecework.formats._voxel_frame import frame_of, is_frame
from piecework.formats._yaml import Document, read_yaml
from piecework.happy import SCENARIOS
from piecework.puzzle import Assembly


@dataclass(frozen=True)
class Kind:
    """A kind of puzzle file: how it is known, how it is read, and the scenarios it can be played in."""

    recognises: Callable[[Any], bool]
    read: Callable[[Document, str], Assembly]
    scenarios: tuple[str, ...] = ()


KINDS = [
    Kind(is_frame, frame_of, ("flat", "cube")),
    Kind(is_piece_set, puzzle_of_set, SCENARIOS),
    Kind(lambda value: True, lambda document, scenario: puzzle_of(document)),
]
"""Every kind of file, the particular ones first."""


def load(puzzle: str | Path, *, scenario: str | None = None) -> Assembly:
    """A puzzle of the catalogue by its name, or a file by its path.

    `scenario` chooses among the ways to play a puzzle that has several: a voxel frame is `flat` (the
    default) or a `cube`. Raises `FileError`, a `ValueError`, with every fault of the file.
    """
    name = str(puzzle)
    path = Path(puzzle)
    if isinstance(puzzle, str) and name in catalogue():
        path = catalogue()[name]
    elif isinstance(puzzle, str) and not path.suffix and "/" not in name and not path.exists():
        near = difflib.get_close_matches(name, catalogue(), 1)
        hint = f"did you mean {near[0]!r}?" if near else "`piecework puzzles` lists them"
        raise FileError(name, [FileFault(0, 0, f"is neither a file nor a puzzle of the catalogue; {hint}")])
    return parse(read_text(path), name=str(path), scenario=scenario)


def parse(
    text: str | bytes, *, name: str = "<text>", scenario: str | None = None, draft: bool = False
) -> Assembly:
    """The puzzle that a text describes; in a draft, pieces may still be larger than the target."""
    document = read_yaml(decoded(text, name) if isinstance(text, bytes) else text, name)
    document.draft = draft
    if not isinstance(document.value, dict):
        document.fault((), "a puzzle file is a mapping: version: 1, pieces: …, target: …")
        document.fail()
    kind = next(kind for kind in KINDS if kind.recognises(document.value))
    if scenario is not None and scenario not in kind.scenarios:
        known = f"there are {', '.join(kind.scenarios)}" if kind.scenarios else "this puzzle has only one"
        raise FileError(name, [FileFault(0, 0, f"there is no scenario {scenario!r}: {known}")])
    return kind.read(document, scenario or next(iter(kind.scenarios), ""))

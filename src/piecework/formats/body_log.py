"""What is known of bodies so far, in a file: one line of JSON a body, so that a long search can be resumed.

The first line says which pieces the answers are for. Lines are only ever added; a line that was cut off
when the machine stopped is dropped, and its body is tried again.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from piecework.formats._text import read_bytes
from piecework.happy import BodyResult, Cubes, Lying, Piece, Verdict

VERSION = 1

LARGEST_LOG = 1 << 30
"""Bytes: room for about a million bodies."""


class BodyLog:
    """The results in a file, and the file to which further ones are added."""

    def __init__(self, path: Path, pool: Mapping[str, Piece], *, flip: bool) -> None:
        self.path = path
        self.results: dict[Cubes, BodyResult] = {}
        header = {
            "piecework": "bodies",
            "version": VERSION,
            "flip": flip,
            "pool": {name: piece.border for name, piece in pool.items()},
        }
        lines = _lines(path) if path.exists() else []
        whole = [line for line in lines if line.endswith("\n")]
        if whole:
            self._read(whole, header)
        if len(whole) < len(lines):
            _replace(path, "".join(whole))
        if not whole:
            _replace(path, json.dumps(header) + "\n")

    def _read(self, lines: list[str], header: Mapping[str, Any]) -> None:
        if _parsed(lines[0], self.path, 1) != header:
            raise ValueError(
                f"{self.path}: line 1 is for other pieces or another version; choose another file"
            )
        for number, line in enumerate(lines[1:], 2):
            entry = _parsed(line, self.path, number)
            try:
                cubes = tuple((int(x), int(y), int(z)) for x, y, z in entry["cubes"])
                covering = tuple(
                    Lying(int(tile), str(piece), str(how)) for tile, piece, how in entry["covering"]
                )
                result = BodyResult(
                    cubes, int(entry["tiles"]), Verdict(entry["verdict"]), covering, str(entry["reason"])
                )
            except (KeyError, TypeError, ValueError) as error:
                raise ValueError(f"{self.path}: line {number} is no result: {error}") from None
            self.results[cubes] = result

    def add(self, result: BodyResult) -> None:
        """Remember a result, in the file too."""
        self.results[result.cubes] = result
        entry = {
            "cubes": result.cubes,
            "tiles": result.tiles,
            "verdict": result.verdict,
            "reason": result.reason,
            "covering": result.covering,
        }
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")


def _lines(path: Path) -> list[str]:
    """All lines; what a stopped machine left instead of text may be anything, and is no JSON."""
    content = read_bytes(path, most=LARGEST_LOG)
    return content.decode("utf-8-sig", errors="replace").splitlines(keepends=True)


def _parsed(line: str, path: Path, number: int) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise ValueError(f"{path}: line {number} is not JSON") from None


def _replace(path: Path, text: str) -> None:
    aside = path.with_name(path.name + ".part")
    aside.write_text(text, encoding="utf-8")
    aside.replace(path)

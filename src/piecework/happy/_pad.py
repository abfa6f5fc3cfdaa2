"""Foam pads: the sheet that six pieces are pressed out of, which is also their flat tray.

A pad is 11 rows of 15 digits: 0 is the frame, 1 to 6 are the pieces. Piece k sits in the 5x5 window whose
north-west cell is at row 1 + 4 ((k - 1) div 3) and column 1 + 4 ((k - 1) mod 3); neighbouring windows
share a row or column of cells, each of which belongs to one of the pieces.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from piecework.happy._piece import SIDE, Piece
from piecework.surface import Tray

ROWS, COLUMNS, PIECES = 11, 15, 6
PITCH = SIDE - 1


class PadError(ValueError):
    """What was given is no pad; the message lists everything that is wrong with it."""


@dataclass(frozen=True)
class Pad:
    """Six pieces and the tray that they came in."""

    pieces: tuple[Piece, ...]
    tray: Tray

    @classmethod
    def parse(cls, source: str | Sequence[str]) -> "Pad":
        """Read a pad from its 11 rows."""
        rows = source.split() if isinstance(source, str) else list(source)
        faults = _faults(rows)
        if faults:
            raise PadError("\n".join(faults))
        pieces = []
        for number in range(1, PIECES + 1):
            top, left = _window(number)
            pieces.append(
                Piece.from_matrix(
                    [[int(rows[top + r][left + c] == str(number)) for c in range(SIDE)] for r in range(SIDE)]
                )
            )
        outline = Tray("0" * 40).outline_cells()
        return cls(tuple(pieces), Tray("".join("01"[rows[r + 1][c + 1] == "0"] for r, c in outline)))

    def __str__(self) -> str:
        """The pad as it was: this can be read again, if every cell belongs to one piece or the frame."""
        rows = [["0"] * COLUMNS for _ in range(ROWS)]
        for number, piece in enumerate(self.pieces, 1):
            top, left = _window(number)
            for r, row in enumerate(piece.matrix()):
                for c, cell in enumerate(row):
                    if cell:
                        rows[top + r][left + c] = str(number)
        return "\n".join("".join(row) for row in rows)


def _window(number: int) -> tuple[int, int]:
    return 1 + PITCH * ((number - 1) // 3), 1 + PITCH * ((number - 1) % 3)


def _faults(rows: Sequence[str]) -> list[str]:
    if len(rows) != ROWS:
        return [f"a pad has {ROWS} rows of {COLUMNS} digits; this one has {len(rows)} rows"]
    faults = [
        f"row {number}: expected {COLUMNS} digits, found {len(row)} characters"
        for number, row in enumerate(rows)
        if len(row) != COLUMNS
    ]
    if faults:
        return faults
    seen = set()
    for r, row in enumerate(rows):
        for c, mark in enumerate(row):
            where = f"row {r}, column {c}:"
            inside = 1 <= r < ROWS - 1 and 1 <= c < COLUMNS - 1
            if mark not in "0123456":
                faults.append(f"{where} {mark!r} is neither the frame (0) nor a piece (1 to {PIECES})")
            elif mark != "0":
                seen.add(mark)
                top, left = _window(int(mark))
                if not (top <= r < top + SIDE and left <= c < left + SIDE):
                    faults.append(
                        f"{where} piece {mark} must lie in rows {top} to {top + SIDE - 1} "
                        f"and columns {left} to {left + SIDE - 1}"
                    )
            elif inside and not _on_outline(r, c):
                faults.append(f"{where} the frame cannot reach inside the tray")
    faults += [f"piece {number} is missing" for number in range(1, PIECES + 1) if str(number) not in seen]
    for number in range(1, PIECES + 1):
        top, left = _window(number)
        for r in range(top + 1, top + SIDE - 1):
            for c in range(left + 1, left + SIDE - 1):
                if str(number) in seen and rows[r][c] != str(number):
                    faults.append(f"row {r}, column {c}: the 3x3 centre of piece {number} must be full")
    return faults


def _on_outline(row: int, column: int) -> bool:
    return row in (1, ROWS - 2) or column in (1, COLUMNS - 2)

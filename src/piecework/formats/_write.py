"""Puzzles as YAML that reads well and loads again."""

import json
from collections.abc import Iterator

from piecework.puzzle import Moves, Piece, Puzzle, Target


def dump(puzzle: Puzzle) -> str:
    """The text of a puzzle file; `parse(dump(puzzle)) == puzzle`."""
    return "\n".join(_lines(puzzle)) + "\n"


def _lines(puzzle: Puzzle) -> Iterator[str]:
    yield "version: 1"
    for key in ("title", "author", "source"):
        if text := getattr(puzzle, key):
            yield f"{key}: {json.dumps(text)}"
    usual = puzzle.pieces[0].moves if puzzle.pieces else Moves.TURN
    yield f"moves: {usual.value}"
    yield "pieces:" if puzzle.pieces else "pieces: {}"
    for piece in puzzle.pieces:
        yield from _piece(piece, usual)
    yield "target:"
    yield from _target(puzzle.target)
    if puzzle.expect:
        yield f"expect: {json.dumps(puzzle.expect)}"


def _piece(piece: Piece, usual: Moves) -> Iterator[str]:
    drawing = json.dumps(piece.drawing().removesuffix("//"))
    name = json.dumps(piece.name)
    if piece.copies == 1 and piece.moves is usual:
        yield f"  {name}: {drawing}"
        return
    yield f"  {name}:"
    yield f"    drawing: {drawing}"
    if piece.copies != 1:
        yield f"    copies: {piece.least}" + (f"..{piece.most}" if piece.most > piece.least else "")
    if piece.moves is not usual:
        yield f"    moves: {piece.moves.value}"


def _target(target: Target) -> Iterator[str]:
    yield "  drawing: |"
    for number, layer in enumerate(str(target).split("\n\n")):
        if number:
            yield ""
        yield from (f"    {row}" for row in layer.split("\n"))

"""Puzzles as YAML that reads well and loads again."""

import json
from collections.abc import Iterator

from piecework.puzzle import Moves, Piece, Puzzle, Target


def dump(puzzle: Puzzle) -> str:
    """The text of a puzzle file; `parse(dump(puzzle)) == puzzle`."""
    return "\n".join(_lines(puzzle)) + "\n"


def quoted(text: str) -> str:
    """A text in double quotes, which YAML reads like JSON; what cannot be seen is escaped."""
    return '"' + "".join(c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08x}" for c in text) + '"'


def _lines(puzzle: Puzzle) -> Iterator[str]:
    yield "version: 1"
    for key in ("title", "author", "source"):
        if text := getattr(puzzle, key):
            yield f"{key}: {quoted(text)}"
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
    drawing = _drawing(piece.drawing(), solid=piece.dimension == 3)
    name = quoted(piece.name)
    if piece.copies == 1 and piece.moves is usual:
        yield f"  {name}: {drawing}"
        return
    yield f"  {name}:"
    yield f"    drawing: {drawing}"
    if piece.copies != 1:
        yield f"    copies: {piece.least}" + (f"..{piece.most}" if piece.most > piece.least else "")
    if piece.moves is not usual:
        yield f"    moves: {piece.moves.value}"


def _drawing(drawing: str, *, solid: bool) -> str:
    """On one line; a solid of a single layer must be a list of layers to be told from something flat."""
    layers = drawing.removesuffix("//").split("//")
    if solid and len(layers) == 1:
        return json.dumps([layers[0].split("/")])
    return quoted("//".join(layers))


def _target(target: Target) -> Iterator[str]:
    layers = [layer.split("\n") for layer in str(target).split("\n\n")]
    if target.dimension == 3 and len(layers) == 1:
        yield f"  drawing: {json.dumps(layers)}"
        return
    yield "  drawing: |"
    for number, layer in enumerate(layers):
        if number:
            yield ""
        yield from (f"    {row}" for row in layer)

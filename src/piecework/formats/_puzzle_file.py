"""Puzzle files: YAML to `Puzzle` and back."""

import difflib
import operator
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from piecework.formats._model import (
    ExpectModel,
    PieceModel,
    PuzzleModel,
    TargetModel,
    copies_range,
    drawn_cells,
)
from piecework.formats._yaml import Document, Path
from piecework.geometry import Cell, box, normalised, size_of
from piecework.puzzle import Piece, Puzzle, Target
from piecework.puzzle._sets import piece_set
from piecework.puzzle._target import TARGET_MARKS

_TAGS = {"text", "rows", "layers", "mapping", "[key]", "all", "cells"}
_MODELS: dict[str, type[BaseModel]] = {"pieces": PieceModel, "target": TargetModel, "expect": ExpectModel}


def puzzle_of(document: Document) -> Puzzle:
    """The puzzle that a document describes; raises `FileError` with all its faults."""
    has_target = True
    try:
        model = PuzzleModel.model_validate(document.value)
    except ValidationError as error:
        note_errors(document, error)
        # What is sound is looked at as well, so that nobody has to correct a file twice.
        rest = _sound_part(document.value, error)
        has_target = "target" in rest
        model = PuzzleModel.model_validate({"target": "#", **rest})
    target = _target(document, model.target) if has_target else None
    pieces = _pieces(document, model)
    if target is None or not pieces:
        raise document.error()
    expect = model.expect.model_dump(exclude_none=True)
    facts = {"title": model.title, "author": model.author, "source": model.source}
    puzzle = Puzzle(pieces, target, **facts, expect=expect)
    if not document.draft:
        _note_oversized(document, puzzle)
    if document.faults:
        raise document.error()
    return puzzle


def _sound_part(value: Any, error: ValidationError) -> dict[str, Any]:
    """A puzzle file's entries without those at fault: whole keys, but single pieces."""
    rest: dict[str, Any] = {**value} if isinstance(value, Mapping) else {}
    rest["version"] = 1
    for detail in error.errors(include_url=False, include_context=False):
        key, *below = map(str, detail["loc"] or ("version",))
        if key == "pieces" and below and isinstance(rest.get(key), Mapping):
            rest[key] = {name: shape for name, shape in rest[key].items() if name != below[0]}
        elif key != "version":
            rest.pop(key, None)
    return rest


def _note_oversized(document: Document, puzzle: Puzzle) -> None:
    """A piece that must be used and is longer or has more cells than the target is a slip of the pen."""
    room = size_of(normalised(puzzle.target.cells))
    for piece in puzzle.pieces:
        views = piece.orientations() if piece.least else ()
        if not views or (
            len(views[0]) <= len(puzzle.target.cells)
            and any(all(map(operator.le, size_of(view), room)) for view in views)
        ):
            continue
        path = ("pieces", piece.name) if ("pieces", piece.name) in document.keys else ("sets",)
        sizes = ["x".join(map(str, size)) for size in (size_of(views[0]), room)]
        text = (
            f"the piece {piece.name!r} ({len(views[0])} cells, {sizes[0]}) is larger than the target "
            f"({len(puzzle.target.cells)} cells, {sizes[1]})"
        )
        document.fault(path, text, at_key=True)


def _pieces(document: Document, model: PuzzleModel) -> list[Piece]:
    pieces: list[Piece] = []
    names = [model.sets] if isinstance(model.sets, str) else model.sets
    for name in names:
        pieces += piece_set(name, moves=model.moves)
    taken = {piece.name for piece in pieces}
    if len(taken) < len(pieces):
        document.fault(("sets",), "two of the sets have pieces of the same name")
    for name, spec in model.pieces.items():
        if name in taken:
            document.fault(("pieces", name), f"one of the sets has a piece {name!r} already", at_key=True)
            continue
        if not isinstance(spec, PieceModel):
            spec = PieceModel(drawing=spec)
        cells = (
            _cells(spec.cells)
            if spec.drawing is None
            else [cell for cell, mark in drawn_cells(spec.drawing).items() if mark == "#"]
        )
        pieces.append(Piece(name, cells, copies=copies_range(spec.copies), moves=spec.moves or model.moves))
    if not pieces and not document.faults:
        document.fault((), "there are no pieces: neither `pieces` nor `sets` has any")
    return pieces


def _cells(listed: list[list[int]] | None) -> list[Cell]:
    return [tuple(cell) for cell in listed or ()]


def _target(document: Document, spec: Any) -> Target | None:
    if not isinstance(spec, TargetModel):
        spec = TargetModel(drawing=spec)
    optional = _cells(spec.optional) if isinstance(spec.optional, list) else []
    blocked = _cells(spec.blocked)
    required: list[Cell] = _cells(spec.cells)
    if spec.box is not None:
        required = list(box(*map(int, spec.box.split("x"))))
    elif spec.drawing is not None:
        marks = drawn_cells(spec.drawing, TARGET_MARKS)
        required = [cell for cell, mark in marks.items() if mark == "#"]
        optional += [cell for cell, mark in marks.items() if mark == "+"]
        blocked += [cell for cell, mark in marks.items() if mark == "x"]
    if spec.optional == "all":
        out_of_reach = set(blocked)
        optional += [cell for cell in required if cell not in out_of_reach]
    try:
        return Target(required, optional=optional, blocked=blocked)
    except ValueError as error:
        document.fault(("target",), str(error), at_key=True)
        return None


def note_errors(document: Document, error: ValidationError, below: Path = ()) -> None:
    """What pydantic found wrong with the value at a path, in our words; of several faults of a value the
    first.
    """
    noted: set[Path] = set()
    for detail in error.errors(include_url=False):
        path, value = below, document.value
        for step in below:
            value = value[step]
        _note(document, detail, path, value, noted)


def _note(document: Document, detail: ErrorDetails, path: Path, value: Any, noted: set[Path]) -> None:
    for step in detail["loc"]:
        if isinstance(value, Mapping) and str(step) in value:
            path, value = (*path, str(step)), value[str(step)]
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            path, value = (*path, step), value[step]
        elif step not in _TAGS and detail["type"] == "missing":
            path = (*path, str(step))
    context = detail.get("ctx", {})
    path = (*path, *context.get("path", ()), *([context["index"]] if "index" in context else []))
    if path in noted:
        return
    noted.add(path)
    last = str(path[-1]) if path else ""
    match detail["type"]:
        case "missing":
            document.fault(path[:-1], f"`{last}` is missing", at_key=len(path) > 1)
        case "extra_forbidden":
            known = sorted(_fields(path))
            near = difflib.get_close_matches(last, known, 1)
            hint = f"did you mean `{near[0]}`?" if near else f"known keys: {', '.join(known)}"
            document.fault(path, f"unknown key {last!r}; {hint}", at_key=True)
        case "string_type" if value is None:
            document.fault(
                path, 'text is missing here; a drawing that starts with # needs quotes: "#.#"', at_key=True
            )
        case "string_type":
            document.fault(path, f"must be text, not {_kind(value)}; put it in quotes")
        case "drawing":
            line, column = context.get("line", 0), context.get("column", 0)
            document.fault(path, context["text"], line=line, column=column)
        case "literal_error":
            document.fault(path, f"must be {context['expected']}, not {value!r:.60}")
        case "int_type" | "int_from_float":
            document.fault(path, f"must be a whole number, not {_kind(value)}")
        case "dict_type" | "model_type" | "model_attributes_type":
            document.fault(path, f"must be a mapping (key: value), not {_kind(value)}")
        case "greater_than_equal":
            document.fault(path, f"must be at least {context['ge']}, not {value!r:.40}")
        case "ways":
            document.fault(path, detail["msg"], at_key=True)
        case "list_type":
            document.fault(path, f"must be a list, not {_kind(value)}")
        case _:
            document.fault(path, detail["msg"], at_key="[key]" in detail["loc"])


def _fields(path: Path) -> set[str]:
    if len(path) == 1:
        return set(PuzzleModel.model_fields)
    return set(_MODELS[str(path[0])].model_fields)


def _kind(value: Any) -> str:
    names = {dict: "a mapping", list: "a list", str: "text", bool: "yes or no", type(None): "nothing"}
    return names.get(type(value)) or f"the number {value!r:.40}"

"""The catalogue as the page shows it: for every puzzle a picture, its size, what is known, how hard it is.

How rare a solution is among all ways to put the pieces down somewhere, regardless of each other, is said in
bits: Soma has 2^46 such ways and 2^13.5 of them are solutions, which makes 32 bits. How hard that is for
people depends on the bits for each piece, and a little on the number of pieces: many dominoes are easy.

That needs the placements of every puzzle, and a picture needs a solution; both would keep the first page
waiting for seconds, so they are kept in `cards.json`, which `python -m piecework.web.catalogue` writes anew.
"""

import json
from collections import Counter
from collections.abc import Hashable, Mapping
from functools import cache
from math import comb, log2
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, Field

from piecework.draw.card import BLOCKED, card_svg
from piecework.draw.colours import piece_colours
from piecework.formats import catalogue, load
from piecework.happy import Lying, SurfacePuzzle
from piecework.puzzle import Assembly, Puzzle, VoxelFrame

CARDS = Path(__file__).parent / "cards.json"

Kind = Literal["flat", "solid", "foam", "frame"]
Level = Literal["easy", "medium", "hard", "very hard", "impossible"]
LEVELS: tuple[tuple[float, Level], ...] = ((12, "easy"), (18, "medium"), (24, "hard"), (10**9, "very hard"))
"""Up to which bits a piece, times the logarithm of the number of pieces, a puzzle is how hard."""


class Entry(BaseModel):
    """A puzzle of the catalogue."""

    name: str
    title: str
    author: str
    source: str
    kind: Kind = Field(description="flat, solid, foam (5x5 pieces on a surface) or frame (voxel frames)")
    pieces: int = Field(description="Pieces of the solution that is shown, or all there are.")
    cells: int
    counts: dict[str, int] = Field(description="Known counts by their names.")
    difficulty: Level
    rarity: float | None = Field(description="How rare a solution is, in bits; null without one.")
    scenarios: list[str] = Field(description="Ways to play it, where there are several.")


@cache
def entries() -> dict[str, Entry]:
    """The whole catalogue by name."""
    return {name: _entry(name) for name in catalogue()}


def _entry(name: str) -> Entry:
    puzzle, card = load(name), cards()[name]
    bits, pieces = card["bits"], len(card["solution"])
    return Entry(
        name=name,
        title=puzzle.title or name,
        author=getattr(puzzle, "author", ""),
        source=puzzle.source,
        kind=kind_of(puzzle),
        pieces=pieces or sum(piece.most for piece in puzzle.pieces),
        cells=card["cells"],
        counts={key: value for key, value in puzzle.expect.items() if isinstance(value, int)},
        difficulty=_level(bits, pieces),
        rarity=bits,
        scenarios=list(scenarios_of(puzzle)),
    )


def _level(bits: float | None, pieces: int) -> Level:
    if bits is None:
        return "impossible"
    effort = bits / pieces * log2(1 + pieces)
    return next(level for most, level in LEVELS if effort < most)


def kind_of(puzzle: Assembly) -> Kind:
    """Which of the four sorts of puzzles it is."""
    if isinstance(puzzle, SurfacePuzzle):
        return "foam"
    if isinstance(puzzle, VoxelFrame):
        return "frame"
    return "solid" if isinstance(puzzle, Puzzle) and puzzle.target.dimension == 3 else "flat"


def scenarios_of(puzzle: Assembly) -> tuple[str, ...]:
    """The ways to play a puzzle of that sort, the usual one first."""
    from piecework.happy import SCENARIOS

    if isinstance(puzzle, SurfacePuzzle):
        return SCENARIOS
    return ("flat", "cube") if isinstance(puzzle, VoxelFrame) else ()


def source_text(name: str) -> str:
    """The file of a puzzle of the catalogue."""
    return catalogue()[name].read_text("utf-8")


@cache
def entry_svg(name: str) -> str:
    """The picture of a puzzle of the catalogue, solved where it can be."""
    puzzle = load(name)
    return solved_svg(puzzle, cards()[name]["solution"])


def solved_svg(puzzle: Assembly, solution: list[dict[str, Any]]) -> str:
    """A small picture of a puzzle with these placements in it, as jobs give them; with none, empty."""
    colours = piece_colours(puzzle.pieces)
    copies: Counter[str] = Counter()
    owners: dict[tuple[int, ...], Hashable] = {}
    colour_of: dict[Hashable, str] = {}
    if isinstance(puzzle, SurfacePuzzle):
        from piecework.draw.cubits import cubit_models

        kind_of_label = {label: kind.name for kind in puzzle.pieces for label in kind.labels}
        covering = tuple(Lying(one["tile"], one["piece"], one["orientation"]) for one in solution)
        for model in cubit_models(puzzle, covering):
            kind = kind_of_label[model.name]
            colour_of[model.tile] = colours[kind][copies[kind] % len(colours[kind])]
            copies[kind] += 1
            owners |= dict.fromkeys(model.cubits, model.tile)
        return card_svg(owners, colour_of, title=puzzle.title)
    for number, one in enumerate(solution):
        own = colours[one["piece"]]
        colour_of[number] = own[copies[one["piece"]] % len(own)]
        copies[one["piece"]] += 1
        owners |= {tuple(cell): number for cell in one["cells"]}
    # Each empty cell is a body of its own, so that the board shows as a grid.
    empty = {cell: cell for cell in puzzle.instance.cells if isinstance(cell, tuple) and cell not in owners}
    owners |= empty
    if isinstance(puzzle, Puzzle):
        owners |= dict.fromkeys(puzzle.target.blocked, "blocked")
        colour_of["blocked"] = BLOCKED
    return card_svg(owners, colour_of, title=puzzle.title)


def get_ready() -> None:
    """Read the catalogue and draw its pictures before anyone asks."""
    for name in entries():
        entry_svg(name)


@cache
def cards() -> dict[str, Any]:
    """What is kept of every puzzle: its cells, its rarity in bits, and a solution."""
    found: dict[str, Any] = json.loads(CARDS.read_text("utf-8"))
    return found


def rarity(puzzle: Assembly, used: Mapping[str, int]) -> float:
    """How rare a solution with so many of each piece is among all ways to put these down, in bits."""
    places = puzzle.placement_counts()
    ways = sum(log2(comb(places[piece], number)) for piece, number in used.items())
    known = puzzle.expect
    number = known.get("distinct") or known.get("symmetries", 1) * len(puzzle.symmetries())
    return round(ways - log2(number), 1)


def _made_card(puzzle: Assembly) -> dict[str, Any]:
    """What `cards.json` holds for a puzzle: the first solution that is found, and how rare they are."""
    cells = len(puzzle.instance.cells)
    first = next(puzzle.solutions(limit=1, threads=1), None)
    if first is None:
        return {"cells": cells, "bits": None, "solution": []}
    bits = rarity(puzzle, Counter(placement.piece for placement in first.placements))
    if isinstance(puzzle, SurfacePuzzle):
        solution: list[dict[str, Any]] = [lying._asdict() for lying in puzzle.lying(first)]
    else:
        solution = [{"piece": placement.piece, "cells": placement.cells} for placement in first.placements]
    return {"cells": cells, "bits": bits, "solution": solution}


def main() -> None:
    """Write `cards.json` anew: a line a puzzle, so that changes can be read."""
    made = {name: json.dumps(_made_card(load(name)), separators=(",", ":")) for name in catalogue()}
    lines = ",\n".join(f"{json.dumps(name)}: {card}" for name, card in made.items())
    CARDS.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""The puzzle that a page is about, and solutions of it as they come from jobs, links and files.

Solutions travel as *entries*, the plain dictionaries that jobs hand out: piece and cells, on surfaces piece,
tile and orientation.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from piecework.draw.files import Shown
from piecework.draw.scene import Placed, Scene, lying, placed, scene_of
from piecework.formats import FileError, catalogue
from piecework.happy import SCENARIOS, Covering, Lying, SurfacePuzzle
from piecework.puzzle import Assembly, Placement, Puzzle, Solution, VoxelFrame
from piecework.web.sources import load_puzzle
from piecework.web.state import state

Entries = Sequence[dict[str, Any]]

LONGEST_LINK = 8000
"""Characters of a solution in an address."""

MOST_TO_READ = 400_000
"""Cells that all placements might cover: reading a solution looks at them, here in the server."""

SCENARIO_NAMES = {
    "flat": "Flat, in its frame",
    "cube": "As a cube",
    "tray": "Flat, in its tray",
    "cube-no-flip": "As a cube, pieces not turned over",
    "tray-no-flip": "Flat, pieces not turned over",
}


@dataclass(frozen=True)
class Subject:
    """A puzzle with its name in the address, its text, and the way it is played."""

    name: str
    text: str
    puzzle: Assembly
    scenario: str | None

    @property
    def request(self) -> str:
        """How jobs are told which puzzle is meant."""
        return self.name if self.name in catalogue() else self.text

    @property
    def title(self) -> str:
        return self.puzzle.title or self.name

    @cached_property
    def scenarios(self) -> dict[str, str]:
        """The ways to play it, with their names; empty where there is only one."""
        if isinstance(self.puzzle, VoxelFrame):
            return {key: SCENARIO_NAMES[key] for key in ("flat", "cube")}
        if not isinstance(self.puzzle, SurfacePuzzle):
            return {}
        return {key: SCENARIO_NAMES[key] for key in SCENARIOS if self._playable(key)}

    def _playable(self, scenario: str) -> bool:
        try:
            load_puzzle(self.request, scenario)
        except FileError:
            return False
        return True

    @property
    def played(self) -> str:
        """The scenario, the usual one where none was chosen."""
        return self.scenario or next(iter(self.scenarios), "")

    # -- solutions

    def solution(self, entries: Entries) -> Solution:
        """The placements of a lattice puzzle."""
        placements = (Placement(each["piece"], tuple(map(tuple, each["cells"]))) for each in entries)
        return Solution(self.puzzle, tuple(placements))

    def covering(self, entries: Entries) -> Covering:
        """The pieces on the tiles of a surface or a tray."""
        return tuple(Lying(each["tile"], each["piece"], each["orientation"]) for each in entries)

    def shown(self, entries: Entries | None) -> Shown:
        """The same, as pictures and models are made from it."""
        if entries is None:
            return None
        if isinstance(self.puzzle, SurfacePuzzle):
            return self.covering(entries)
        return self.solution(entries)

    def placed(self, entries: Entries) -> list[Placed]:
        """What the viewer shows."""
        if isinstance(self.puzzle, SurfacePuzzle):
            return lying(self.puzzle, self.covering(entries))
        return placed(self.puzzle, self.solution(entries).placements)

    def scene(self, entries: Entries | None = None) -> Scene:
        """The puzzle, with a solution or without."""
        scene = scene_of(self.puzzle)
        return scene if entries is None else {**scene, "solution": self.placed(entries)}

    def link_text(self, entries: Entries) -> str:
        """A solution as it stands in an address: the rows of its picture, or the pieces of the tiles."""
        if isinstance(self.puzzle, SurfacePuzzle):
            in_order = sorted(self.covering(entries))
            return "~".join(f"{each.piece}.{each.orientation}" for each in in_order)
        return "~".join(str(self.solution(entries)).replace(" ", "_").split("\n"))

    def read_link(self, text: str) -> Entries:
        """The solution in an address; raises `ValueError` if it is none of this puzzle."""
        if len(text) > LONGEST_LINK:
            raise ValueError("a solution in an address must not be longer than 8,000 characters")
        if not isinstance(self.puzzle, SurfacePuzzle):
            pieces: Any = self.puzzle.pieces
            work = sum(len(piece.orientations()) * len(piece.cells) for piece in pieces)
            if isinstance(self.puzzle, Puzzle) and work * len(self.puzzle.target.cells) > MOST_TO_READ:
                raise ValueError("the puzzle is too large for solutions in addresses")
            read = Solution.from_text(self.puzzle, text.replace("~", "\n").replace("_", " "))
            return [{"piece": each.piece, "cells": each.cells} for each in read.placements]
        covering = []
        for tile, part in enumerate(text.split("~")):
            piece, _, orientation = part.rpartition(".")
            covering.append(Lying(tile, piece, orientation))
        if faults := self.puzzle.verify(covering):
            raise ValueError(faults[0])
        return [each._asdict() for each in covering]

    @property
    def on_tiles(self) -> bool:
        """Whether pieces lie on tiles, as opposed to cells."""
        return isinstance(self.puzzle, SurfacePuzzle)


def find(name: str, scenario: str | None) -> Subject | None:
    """The puzzle with this name, of the catalogue or opened by someone; None if there is none.

    Raises `ValueError` for a scenario that the puzzle does not have.
    """
    if name in catalogue():
        text = catalogue()[name].read_text("utf-8")
    else:
        kept = state().opened.get(name)
        if kept is None:
            return None
        text = kept
    source = name if name in catalogue() else text
    return Subject(name, text, load_puzzle(source, scenario), scenario)

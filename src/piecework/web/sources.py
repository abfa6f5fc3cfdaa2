"""Where the page's puzzles come from: the catalogue by name, or text that someone brought.

Never a path: what comes from a browser must not choose files.
"""

import hashlib
from collections import OrderedDict

from piecework.formats import catalogue, load, parse
from piecework.puzzle import Assembly

OWN = "own-"
"""How the names of puzzles that someone brought begin; the catalogue has none like it."""


def load_puzzle(puzzle: str, scenario: str | None = None) -> Assembly:
    """The puzzle that a request means: a name in the catalogue, or the text of a file.

    Raises `ValueError` (`FileError` with lines and columns for a text).
    """
    if puzzle in catalogue():
        return load(puzzle, scenario=scenario)
    if not is_text(puzzle):
        raise ValueError(f"there is no puzzle {puzzle[:60]!r} in the catalogue")
    # As bytes, so that what is no text at all is called that.
    return parse(puzzle.encode("utf-8", "surrogatepass"), name="puzzle", scenario=scenario)


def is_text(puzzle: str) -> bool:
    """Whether this is a puzzle file and not a name."""
    return any(mark in puzzle for mark in "\n:{")


class Opened:
    """Texts of puzzles that people opened, so that pages can have an address; the oldest are forgotten."""

    def __init__(self, most: int = 200) -> None:
        self._most = most
        self._texts: OrderedDict[str, str] = OrderedDict()

    def keep(self, text: str) -> str:
        """Remember a text; the same text has the same name (`own-…`) every time."""
        name = OWN + hashlib.sha256(text.encode()).hexdigest()[:20]
        self._texts[name] = text
        self._texts.move_to_end(name)
        while len(self._texts) > self._most:
            self._texts.popitem(last=False)
        return name

    def get(self, name: str) -> str | None:
        """The text with that name."""
        if name in self._texts:
            self._texts.move_to_end(name)
        return self._texts.get(name)

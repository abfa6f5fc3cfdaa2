"""The puzzles that come with piecework: one file each, and its name is the file's."""

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "catalogue"


@cache
def catalogue() -> dict[str, Path]:
    """The file of every puzzle in the catalogue, by name."""
    return {path.stem: path for path in sorted(FOLDER.glob("*.yaml"))}

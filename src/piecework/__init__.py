"""Which shapes can be built from these parts, in how many ways, and how?

>>> import piecework as pw
>>> pw.load("galacube").count("rotations")
1
"""

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from piecework import happy, shapez, surface
    from piecework.cover import Cover, Item
    from piecework.formats import FileError, catalogue, dump, load, parse
    from piecework.puzzle import Piece, Placement, Puzzle, Solution, Target

__all__ = [
    "Cover",
    "FileError",
    "Item",
    "Piece",
    "Placement",
    "Puzzle",
    "Solution",
    "Target",
    "__version__",
    "catalogue",
    "dump",
    "happy",
    "load",
    "parse",
    "shapez",
    "surface",
]

__version__ = version("piecework")

# The rooms are opened when something in them is asked for: a command that needs one should not wait for all.
_ROOMS = {
    "Cover": "cover",
    "FileError": "formats",
    "Item": "cover",
    "Piece": "puzzle",
    "Placement": "puzzle",
    "Puzzle": "puzzle",
    "Solution": "puzzle",
    "Target": "puzzle",
    "catalogue": "formats",
    "dump": "formats",
    "load": "formats",
    "parse": "formats",
}


# Rooms that are used by their own name, as in `piecework.surface.get_shape_slots`.
_WHOLE_ROOMS = ("happy", "shapez", "surface")


def __getattr__(name: str) -> Any:
    if name in _WHOLE_ROOMS:
        return import_module(f"piecework.{name}")
    if name not in _ROOMS:
        raise AttributeError(f"module 'piecework' has no attribute {name!r}")
    value = getattr(import_module(f"piecework.{_ROOMS[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__

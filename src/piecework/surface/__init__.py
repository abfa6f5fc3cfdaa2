"""Surfaces of unit tiles: shape descriptions, slots, and folding into space."""

from piecework.surface._bodies import NAMED as NAMED_BODIES
from piecework.surface._bodies import body, box
from piecework.surface._description import Fault, FaultKind, SurfaceError, check
from piecework.surface._flat import Tray
from piecework.surface._net import Net, NetTile
from piecework.surface._slots import get_shape_slots, tiles_at_corners
from piecework.surface._space import BORDER, Point, SpaceTile
from piecework.surface._surface import Surface
from piecework.surface._symmetry import TileMap, turned_slot
from piecework.surface._tiles import EDGE_NAMES, EDGES, SLOTS, place_of

__all__ = [
    "BORDER",
    "EDGES",
    "EDGE_NAMES",
    "NAMED_BODIES",
    "SLOTS",
    "Fault",
    "FaultKind",
    "Net",
    "NetTile",
    "Point",
    "SpaceTile",
    "Surface",
    "SurfaceError",
    "TileMap",
    "Tray",
    "body",
    "box",
    "check",
    "get_shape_slots",
    "place_of",
    "tiles_at_corners",
    "turned_slot",
]

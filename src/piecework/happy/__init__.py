"""Foam puzzles of 5x5 pieces (sold as Happy Cubes): pieces, pads, sets, and covering surfaces with them."""

from piecework.happy._bodies import BodyResult, Cubes, Verdict, polycubes, try_body
from piecework.happy._first import Undecided
from piecework.happy._pad import Pad, PadError
from piecework.happy._parts import Board, Covering, Kind, Lying
from piecework.happy._piece import ORIENTATIONS, Piece, PieceError, get_covered_shape_slots
from piecework.happy._puzzle import SurfacePuzzle
from piecework.happy._sets import SCENARIOS, PieceSet
from piecework.happy._totals import Shortage

__all__ = [
    "ORIENTATIONS",
    "SCENARIOS",
    "Board",
    "BodyResult",
    "Covering",
    "Cubes",
    "Kind",
    "Lying",
    "Pad",
    "PadError",
    "Piece",
    "PieceError",
    "PieceSet",
    "Shortage",
    "SurfacePuzzle",
    "Undecided",
    "Verdict",
    "get_covered_shape_slots",
    "polycubes",
    "try_body",
]

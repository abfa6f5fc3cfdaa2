"""Lattice cells, the motions that map the lattice to itself, and what groups of them do to sets of cells."""

from piecework.geometry._cells import Cell, box, connected, neighbours, normalised, reading_order, size_of
from piecework.geometry._groups import Permutation, compose, conjugacy_classes, invert, orbits
from piecework.geometry._motion import Motion, motions, orientations, symmetries
from piecework.geometry._polyforms import polyforms

__all__ = [
    "Cell",
    "Motion",
    "Permutation",
    "box",
    "compose",
    "conjugacy_classes",
    "connected",
    "invert",
    "motions",
    "neighbours",
    "normalised",
    "orbits",
    "orientations",
    "polyforms",
    "reading_order",
    "size_of",
    "symmetries",
]

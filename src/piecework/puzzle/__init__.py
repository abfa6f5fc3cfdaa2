"""The puzzle model: pieces, the target they fill, how they may lie in it, and what counts as the same
solution.
"""

from piecework.puzzle._assembly import Assembly
from piecework.puzzle._building_order import Arrival, building_order
from piecework.puzzle._check import Fault, Reason
from piecework.puzzle._counting import COUNTS, Progress, UpTo
from piecework.puzzle._drawing import DrawingError, cells_of_drawing, drawing_of_cells
from piecework.puzzle._facts import facts
from piecework.puzzle._hints import read_hints
from piecework.puzzle._instance import Instance, Symmetry, symmetries_of
from piecework.puzzle._piece import Moves, Piece
from piecework.puzzle._puzzle import Puzzle
from piecework.puzzle._reduction import Reduction, reduced_cover, reduction
from piecework.puzzle._sets import SETS, piece_set
from piecework.puzzle._solution import Placement, Solution
from piecework.puzzle._target import Target
from piecework.puzzle._voxel_frame import Plate, VoxelFrame

__all__ = [
    "COUNTS",
    "SETS",
    "Arrival",
    "Assembly",
    "DrawingError",
    "Fault",
    "Instance",
    "Moves",
    "Piece",
    "Placement",
    "Plate",
    "Progress",
    "Puzzle",
    "Reason",
    "Reduction",
    "Solution",
    "Symmetry",
    "Target",
    "UpTo",
    "VoxelFrame",
    "building_order",
    "cells_of_drawing",
    "drawing_of_cells",
    "facts",
    "piece_set",
    "read_hints",
    "reduced_cover",
    "reduction",
    "symmetries_of",
]

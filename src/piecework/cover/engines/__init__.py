"""Other people's engines on our cover problems: OR-Tools CP-SAT, HiGHS and Gurobi, each in a process of its
own.

They solve the integer program that an exact cover is: one 0-1 variable an option, one row an item (covered at
least lo and at most hi times), nothing to minimise. Each enumerates all solutions, so that answers can be
compared. A process of its own keeps their libraries apart (some cannot be loaded together), can be killed,
and gives its memory back. The extra `solvers` installs them.
"""

from piecework.cover.engines._children import ENGINES, EngineError, core, solutions
from piecework.cover.engines._program import Program, write_program

__all__ = ["ENGINES", "EngineError", "Program", "core", "solutions", "write_program"]

"""What can go wrong in the cover room.

CoverError (ValueError)         the problem is not one
Stopped (Exception)             the work was cancelled before its end
  Interrupted (KeyboardInterrupt)   ... by Ctrl-C
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from piecework.cover._resume import ResumePoint


class CoverError(ValueError):
    """An exact-cover problem that cannot be read as one; the text names the option and the item at fault."""


class Stopped(Exception):  # noqa: N818 - it is no error: someone wanted it
    """The work was stopped before its end; nothing that was found is lost."""

    def __init__(self, found: int, resume_point: ResumePoint | None) -> None:
        super().__init__(f"stopped with {found:,} solutions found so far")
        self.found = found
        """Solutions found until then."""
        self.resume_point = resume_point
        """Where to go on: pass it as `resume=`."""


class Interrupted(Stopped, KeyboardInterrupt):
    """The work was stopped by Ctrl-C."""

"""What counting and listing under way have in common: progress, and starting a native search."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from piecework.cover import _native
from piecework.cover._resume import ResumePoint

TICK = 0.1
"""Seconds between two looks at the work: progress is promised ten times a second."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the work is."""

    fraction: float
    """From 0 to 1; never falls."""
    nodes: int
    solutions: int
    seconds: float


def start_search(
    engine: _native.Engine, *, listing: bool, threads: int, resume: ResumePoint | None
) -> _native.Search:
    """Start a native search, or raise ValueError where the resume point does not fit the problem."""
    state = None if resume is None else resume.state
    try:
        return _native.Search(engine, listing=listing, threads=threads, resume=state)
    except (RuntimeError, TypeError):  # what the binding raises for values it cannot convert
        raise ValueError("the resume point is damaged: it holds values that no search writes") from None


def rest_of(search: _native.Search, unread: Iterable[tuple[int, ...]] | None = None) -> ResumePoint:
    """Where a search stands; if it lists, with the solutions that were taken from it but not yet read."""
    taken = [list(solution) for solution in unread or ()]
    return ResumePoint({**search.resume_point(), "listing": unread is not None, "unread": taken})

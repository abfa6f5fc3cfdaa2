"""The exact-cover engine."""

from collections.abc import Sequence


def instruction_set() -> str:
    """The widest vector instructions this build uses."""

class Engine:
    """A problem, checked and laid out for searching."""

    def __init__(self, ranges: Sequence[tuple[int, int]], options: Sequence[Sequence[int]], *, dense: bool = True) -> None:
        """
        Items as (lo, hi) multiplicities, options as lists of item numbers; without `dense`, the sparse kernel.
        """

    @property
    def kernel(self) -> str:
        """Which kernel searches it: 'dense' or 'sparse'."""

    @property
    def fingerprint(self) -> int:
        """Identifies the problem in resume points."""

    @property
    def sweep_obstacle(self) -> str | None:
        """Why the problem cannot be swept; None if it can."""

class Sweep:
    """A sweep: counts without listing."""

    def __init__(self, engine: Engine, *, threads: int, memory: int) -> None:
        """
        `memory` bounds the tables, in bytes. ValueError where the problem has a sweep_obstacle.
        """

    def run(self) -> str:
        """Count; returns 'complete', 'cancelled' or 'out of memory'."""

    def cancel(self) -> None:
        """Ask the sweep to stop."""

    @property
    def fraction(self) -> float:
        """How many of the items are swept, from 0 to 1."""

    @property
    def states(self) -> int:
        """States expanded so far."""

    @property
    def peak_memory(self) -> int:
        """The most bytes that the tables took."""

    @property
    def count(self) -> int:
        """The count, when complete."""

class Search:
    """A search under way, in threads of its own."""

    def __init__(self, engine: Engine, *, listing: bool, threads: int, resume: dict[str, object] | None = None) -> None:
        """Starts at once; `resume` is what resume_point() returned."""

    def wait(self, seconds: float) -> bool:
        """Wait for the end, at most so long; true when it has come."""

    def take(self, most: int, seconds: float) -> list[tuple[int, ...]]:
        """Solutions found and not yet taken, waiting so long for the first."""

    def cancel(self) -> None:
        """Ask the threads to stop; they do so at their next node."""

    def resume_point(self) -> dict[str, object]:
        """
        All that is needed to go on later; the search itself goes on unless it was cancelled.
        """

    @property
    def ended(self) -> bool:
        """No thread is at work any more."""

    @property
    def complete(self) -> bool:
        """Everything was searched."""

    @property
    def fraction(self) -> float:
        """How much of the tree is done, from 0 to 1; never falls."""

    @property
    def nodes(self) -> int:
        """Options tried so far."""

    @property
    def solutions(self) -> int:
        """Solutions found so far."""

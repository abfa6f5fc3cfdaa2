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

class Search:
    """A search under way, in threads of its own."""

    def __init__(self, engine: Engine, *, listing: bool, threads: int, resume: dict | None = None) -> None:
        """Starts at once; `resume` is what resume_point() returned."""

    def wait(self, seconds: float) -> bool:
        """Wait for the end, at most so long; true when it has come."""

    def take(self, most: int, seconds: float) -> list:
        """Solutions found and not yet taken, waiting so long for the first."""

    def cancel(self) -> None:
        """Ask the threads to stop; they do so at their next node."""

    def resume_point(self) -> dict:
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

"""The exact-cover engine."""



def instruction_set() -> str:
    """The widest vector instructions this build uses."""

class Engine:
    """A problem, checked and laid out for searching."""

    def __init__(self, ranges: list[tuple[int, int]], options: list[list[int]], *, kernel: str | None = None) -> None:
        """
        Items as (lo, hi) multiplicities, options as lists of item numbers. Without a name, the kernel that is likely to be the fastest; ValueError where the problem does not fit the one named.
        """

    @property
    def kernel(self) -> str:
        """Which kernel searches it: 'sparse', 'dense' or 'bitset'."""

    @property
    def fingerprint(self) -> int:
        """Identifies the problem in resume points."""

class Sweep:
    """A sweep: counts without listing."""

    def __init__(self, engine: Engine, *, threads: int, memory: int) -> None:
        """`memory` bounds all that the sweep takes, in bytes."""

    def start(self) -> None:
        """Count, in threads of its own."""

    def wait(self, seconds: float) -> bool:
        """Wait for the end, at most so long; true when it has come."""

    @property
    def end(self) -> str:
        """
        How it ended: 'complete', 'cancelled', 'out of memory' or, where the problem cannot be swept, 'impossible'.
        """

    @property
    def obstacle(self) -> str:
        """Why the problem cannot be swept, where that was the end."""

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

    def take(self, into: list[tuple[int, ...]], most: int, seconds: float) -> None:
        """
        Append the solutions found and not yet taken, waiting so long for the first. They are in the list before Python can answer a signal, so that Ctrl-C loses none.
        """

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

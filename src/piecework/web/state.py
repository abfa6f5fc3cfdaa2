"""What all pages of a running server share."""

from dataclasses import dataclass

from piecework.web.jobs import Jobs
from piecework.web.settings import Settings
from piecework.web.sources import Opened


@dataclass(frozen=True)
class State:
    """The settings, the jobs, and the puzzles that people opened."""

    settings: Settings
    jobs: Jobs
    opened: Opened


_running: list[State] = []


def begin(settings: Settings) -> State:
    """Set up what a server needs; one server a process."""
    _running[:] = [State(settings, Jobs(settings), Opened())]
    return _running[0]


def state() -> State:
    """The running server's."""
    if not _running:
        raise RuntimeError("no server is running")
    return _running[0]

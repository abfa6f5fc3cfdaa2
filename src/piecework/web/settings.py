"""What a server may do, and how much of it: limits are few, and each says what it protects."""

import os
from dataclasses import dataclass, field

MIB = 2**20
LOOPBACK = ("127.0.0.1", "localhost", "::1")


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _half_the_memory() -> int:
    try:
        whole = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return 4096 * MIB
    return min(4096 * MIB, whole // 2)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of a server; the defaults suit one person on one machine."""

    host: str = "127.0.0.1"
    port: int = 8580
    password: str | None = None
    """Asked for before anything is shown; None for nobody asked (fit for this machine alone)."""
    hosts: tuple[str, ...] = ()
    """Further names under which the server may be called; this machine's own are always known."""

    at_once: int = field(default_factory=cores)
    """Searches that run at the same time; others wait in a queue."""
    queued: int = 20
    """Searches that may wait; further ones are refused."""
    seconds: float = 600.0
    """Time limit of a search."""
    memory: int = field(default_factory=_half_the_memory)
    """Bytes of address space that a search may use."""
    solutions: int = 20_000
    """Solutions kept of a search, which ends when it has so many."""
    placements: int = 1_000_000
    """Placements in all kept solutions together: large puzzles keep fewer solutions."""
    grace: float = 30.0
    """Seconds for which a search goes on when the last page that shows it is gone: time for a reload."""
    remembered: float = 3600.0
    """Seconds for which the result of a finished search can be asked for."""
    jobs: int = 200
    """Jobs remembered at most, running ones included."""

    body: int = MIB
    """Bytes of a request, uploads included."""

    @property
    def local(self) -> bool:
        """Whether only this machine can reach the server."""
        return self.host in LOOPBACK

"""What a job's process says, in lines of JSON, and how much it may say and keep.

{"progress": [fraction, nodes, found]}
{"placements": [{…}, …], "solutions": [[0, 4, 7], …]}     placements are numbered in the order they come
{"append": [{…}, …]}                                       more of a result that is a list
{"end": {"result": …, "counts": …, "complete": …, "message": …}}      or  {"error": "one line"}
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

EVERY = 0.1
"""Seconds between two lines of progress or solutions."""
AT_ONCE = 200
"""Solutions in a line at most."""

Entry = dict[str, Any]


@dataclass
class Limits:
    """What the job may keep."""

    memory: int
    solutions: int
    placements: int


@dataclass
class Output:
    """Lines to the parent, not too many of them."""

    write: Callable[[dict[str, Any]], None]
    numbers: dict[Any, int] = field(default_factory=dict)
    fresh: list[Entry] = field(default_factory=list)
    waiting: list[list[int]] = field(default_factory=list)
    said: float = 0.0
    found: int = 0

    def progress(self, fraction: float, nodes: int = 0, found: int | None = None) -> None:
        """How far the work is; said only so often."""
        if found is not None:
            self.found = found
        if time.monotonic() - self.said >= EVERY:
            self.flush()
            self.write({"progress": [min(1.0, max(0.0, fraction)), nodes, self.found]})

    def solution(self, entries: Iterable[tuple[Any, Callable[[], Entry]]]) -> None:
        """A solution: the key of each placement, and how to write it the first time it is met."""
        row = []
        for key, describe in entries:
            if key not in self.numbers:
                self.numbers[key] = len(self.numbers)
                self.fresh.append(describe())
            row.append(self.numbers[key])
        self.waiting.append(row)
        self.found += 1
        if self.found == 1 or len(self.waiting) >= AT_ONCE or time.monotonic() - self.said >= EVERY:
            self.flush()

    def flush(self) -> None:
        if self.waiting:
            self.write({"placements": self.fresh, "solutions": self.waiting})
            self.fresh, self.waiting = [], []
        self.said = time.monotonic()

    def end(self, **outcome: Any) -> None:
        self.flush()
        self.write({"end": outcome})

"""Counting swappable shapes of a configuration without listing them."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from piecework.runs import watched
from piecework.shapez import _native
from piecework.shapez._compact import config_name, read_config
from piecework.shapez._search import Report


def count_swappable(config: str, *, threads: int = 1, report: Report | None = None) -> dict[str, Any]:
    """Counts of halves and of swappable shapes; the halves are searched on the way."""
    parts, layers = read_config(config)
    board = _native.Board(parts, layers)
    started = time.perf_counter()

    def run(phase: str, call: Any) -> Any:
        progress = _native.Progress()
        tick = None if report is None else lambda: report(phase, progress)
        return watched(lambda: call(progress), progress, tick)

    halves = run("halves", lambda progress: _native.search_halves(board, progress))
    none = np.zeros(0, np.uint64)
    index = _native.AtlasIndex(board, halves.bits, none, none, np.zeros(0, np.uint8))
    oriented, canonical = run(
        "count", lambda progress: _native.count_swappable(board, index, progress, threads)
    )
    return {
        "config": config_name(parts, layers),
        "halves": halves.count,
        "canonical_halves": len(halves.canonical),
        "swappable": canonical,
        "swappable_oriented": oriented,
        "seconds": round(time.perf_counter() - started, 3),
    }

"""Counting swappable shapes of a configuration without listing them."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from piecework.shapez import _native
from piecework.shapez._compact import config_name, read_config
from piecework.shapez._errors import ConfigError
from piecework.shapez._watched import Report, run_watched


def count_swappable(config: str, *, threads: int = 1, report: Report | None = None) -> dict[str, Any]:
    """Counts of halves and of swappable shapes; the halves are searched on the way."""
    parts, layers = read_config(config)
    if (parts, layers) == (10, 3):
        raise ConfigError("Dec3 has too many columns to be counted without listing: Dec1 and Dec2 can be")
    board = _native.Board(parts, layers)
    started = time.perf_counter()

    halves = run_watched("halves", lambda progress: _native.search_halves(board, progress), report)
    none = np.zeros(0, np.uint64)
    index = _native.AtlasIndex(board, halves.bits, none, none, np.zeros(0, np.uint8))
    oriented, canonical = run_watched(
        "count", lambda progress: _native.count_swappable(board, index, progress, threads), report
    )
    return {
        "config": config_name(parts, layers),
        "halves": halves.count,
        "canonical_halves": len(halves.canonical),
        "swappable": canonical,
        "swappable_oriented": oriented,
        "seconds": round(time.perf_counter() - started, 3),
    }

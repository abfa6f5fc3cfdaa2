"""The search for one configuration, phase by phase, into one file.

After each phase, and after each batch of the pin-push search, what is known is written beside the wanted
file with the ending `.partial`. A search that was stopped takes up from there. When all is done the file is
renamed into place.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from piecework.shapez import _memory, _native
from piecework.shapez._atlas import FORMAT, VERSION, Atlas
from piecework.shapez._compact import config_name, read_config
from piecework.shapez._container import Array, write
from piecework.shapez._errors import AtlasError, MemoryLimitError
from piecework.shapez._watched import Report, run_watched


def search(
    config: str,
    path: Path | str,
    *,
    half_parents: bool = False,
    pp_parents: bool = False,
    full_set: bool = False,
    threads: int = 1,
    memory: int | None = None,
    extend: bool = False,
    report: Report | None = None,
) -> dict[str, Any]:
    """Search a configuration and write its atlas; returns `Atlas.info()`.

    `memory` is the most bytes that may be used; without it, what is free when the search starts. With
    `extend`, what a finished atlas in that file already holds is not searched again.
    """
    run = _Search(config, Path(path), threads=threads, memory=memory, report=report)
    run.sources = [run.partial, run.path] if extend else [run.partial]
    wanted = {"half_parents": half_parents or pp_parents, "pins": pp_parents, "full": full_set}
    return run.run(wanted)


class _Search:
    def __init__(
        self, config: str, path: Path, *, threads: int, memory: int | None, report: Report | None
    ) -> None:
        self.parts, self.layers = read_config(config)
        self.name = config_name(self.parts, self.layers)
        self.path = path
        self.partial = path.with_name(path.name + ".partial")
        self.threads = max(threads, 1)
        self.memory = memory
        self.report = report
        self.board = _native.Board(self.parts, self.layers)
        self.sources = [self.partial]
        self.arrays: dict[str, Array] = {}
        self.facts: dict[str, Any] = {"times": {}}
        if path.is_dir():
            raise AtlasError(f"{path}: is a folder, not a file to write the atlas to")

    def run(self, wanted: dict[str, bool]) -> dict[str, Any]:
        needed = _memory.estimate(
            self.name, self.parts, self.layers, pin_essential=wanted["pins"], full_set=wanted["full"]
        )
        self.allowed = _memory.check(self.name, needed, self.memory)
        self._take_up()
        if "halves.bits" not in self.arrays or (
            wanted["half_parents"] and "half_parents.op" not in self.arrays
        ):
            self._halves(keep_parents=wanted["half_parents"])
            self._write(self.partial)
        index = self._index()
        if wanted["pins"] and not self.facts.get("pins_done"):
            self._pins(index)
            self._write(self.partial)
        if wanted["full"] and "full.low" not in self.arrays:
            self._full(index)
        self._swappable(index)
        for name, section in (("half_parents", "half_parents"), ("pins", "pins"), ("full", "full")):
            if not wanted[name]:
                self.arrays = {key: a for key, a in self.arrays.items() if not key.startswith(section + ".")}
        if not wanted["pins"]:
            for key in ("pp_essential", "pp_kept", "pp_batches", "pins_done"):
                self.facts.pop(key, None)
        self._write(self.path)
        self.partial.unlink(missing_ok=True)
        return Atlas(self.path).info()

    def _take_up(self) -> None:
        """Load what an earlier search left behind."""
        for source in self.sources:
            if not source.exists():
                continue
            try:
                old = Atlas(source)
                arrays = {name: np.array(old.section(name)) for name in old.sections()}
            except AtlasError:
                continue
            if old.name != self.name:
                raise AtlasError(
                    f"{source}: left by a search for {old.name}, not {self.name}; remove it first"
                )
            self.arrays, self.facts = arrays, old.facts
            return

    def _watched(self, phase: str, call: Callable[[_native.Progress], Any]) -> Any:
        started, cpu = time.perf_counter(), time.process_time()
        try:
            result = run_watched(phase, call, self.report)
        except _native.OutOfMemory as error:
            raise MemoryLimitError(f"{self.name}: {phase}: {error}") from error
        times = self.facts["times"].setdefault(phase, {"wall": 0.0, "cpu": 0.0})
        times["wall"] = round(times["wall"] + time.perf_counter() - started, 3)
        times["cpu"] = round(times["cpu"] + time.process_time() - cpu, 3)
        return result

    def _index(self) -> _native.AtlasIndex:
        nothing = np.zeros(0, np.uint64)
        return _native.AtlasIndex(
            self.board, self.arrays["halves.bits"], nothing, nothing, np.zeros(0, np.uint8)
        )

    def _halves(self, *, keep_parents: bool) -> None:
        self.facts["times"].pop("halves", None)
        found = self._watched("halves", lambda progress: _native.search_halves(self.board, progress))
        canonical = found.canonical
        order = np.argsort(canonical)
        self.arrays["halves.bits"] = found.bits
        self.arrays["halves.canonical"] = canonical[order]
        self.facts["halves"] = int(found.count)
        self.facts["canonical_halves"] = len(canonical)
        if keep_parents:
            first, second, op = found.parents
            self.arrays["half_parents.first"] = first[order]
            self.arrays["half_parents.second"] = second[order]
            self.arrays["half_parents.op"] = op[order]
            self.arrays["half_parents.leaning"] = found.leaning

    def _pins(self, index: _native.AtlasIndex) -> None:
        def batch(progress: _native.Progress) -> bool:
            search = _native.PinSearch(self.board, index, progress, self.threads)
            if "pins.shape" in self.arrays:
                search.restore(
                    self.arrays["pins.shape"],
                    self.arrays["pins.before"],
                    self.arrays["pins.batch"],
                    self.facts["pp_batches"],
                )
            more = search.run_batch() > 0
            shapes, before, number = search.result()
            self.arrays |= {"pins.shape": shapes, "pins.before": before, "pins.batch": number}
            self.facts["pp_batches"] = search.batches
            if not more:
                self.arrays["pins.superseded"] = search.superseded()
            return more

        while self._watched("pins", batch):
            self._write(self.partial)
        kept = len(self.arrays["pins.shape"])
        self.facts |= {
            "pp_kept": kept,
            "pp_essential": kept - len(self.arrays["pins.superseded"]),
            "pins_done": True,
        }

    def _full(self, index: _native.AtlasIndex) -> None:
        found = _native.ShapeSet(self.board, self.allowed)
        self._watched(
            "full",
            lambda progress: _native.search_full(self.board, index, progress, self.threads, found),
        )
        self.facts["non_swappable"] = len(found)
        self.facts["non_swappable_oriented"] = _native.count_oriented(self.board, found)
        starts, low = found.dense_buckets(self.board)
        self.arrays |= {"full.starts": starts, "full.low": low}

    def _swappable(self, index: _native.AtlasIndex) -> None:
        """Counted here where that takes seconds; the larger ones are left to `count`."""
        if self.name in ("Hex5", "Oct3", "Dec2", "Dec3"):
            return
        oriented, canonical = self._watched(
            "count", lambda progress: _native.count_swappable(self.board, index, progress, self.threads)
        )
        self.facts |= {"swappable": canonical, "swappable_oriented": oriented}
        if "non_swappable" in self.facts and "full.low" in self.arrays:
            self.facts["total"] = canonical + self.facts["non_swappable"]

    def _write(self, path: Path) -> None:
        metadata = {
            "format": FORMAT,
            "version": str(VERSION),
            "config": self.name,
            "facts": json.dumps(self.facts),
        }
        # Wide types first, so that every array lies at a multiple of its own size.
        ordered = sorted(self.arrays.items(), key=lambda item: (-item[1].itemsize, item[0]))
        write(path, dict(ordered), metadata)

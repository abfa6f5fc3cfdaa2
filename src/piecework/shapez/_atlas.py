"""An atlas: what the enumeration of one configuration found, in one file."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from piecework.shapez import _native
from piecework.shapez._compact import config_name, from_compact, read_config, to_compact
from piecework.shapez._container import Array, Container
from piecework.shapez._errors import AtlasError, ConfigError
from piecework.shapez._shape import Shape

if TYPE_CHECKING:
    from piecework.shapez._check import Verdict
    from piecework.shapez._decompose import Decomposer
    from piecework.shapez._plan import Plan

FORMAT = "piecework-shapez-atlas"
VERSION = 1
CLASSES = ("swappable", "stackable", "pin_essential", "impossible")
_CHECKED_AT_ONCE = 1 << 26
"""Sections up to this size are compared with their checksum when they are first used."""


def cache_folder() -> Path:
    """Where atlases that were searched on demand are kept."""
    chosen = os.environ.get("PIECEWORK_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "piecework" / "shapez"


class Atlas:
    """An atlas file, memory-mapped.

    `Atlas.open("quad4")` takes a configuration or a file; a configuration is searched once and then kept in
    the user's cache folder.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._file = Container(self.path)
        facts = self._file.metadata
        if facts.get("format") != FORMAT:
            raise AtlasError(f"{self.path}: a safetensors file, but not a shapez atlas")
        version = facts.get("version", "")
        if not version.isdigit():
            raise AtlasError(f"{self.path}: damaged: no format version")
        if int(version) > VERSION:
            raise AtlasError(
                f"{self.path}: written by a newer piecework (format {version}, this one reads {VERSION})"
            )
        try:
            self.parts, self.layers = read_config(facts["config"])
            self.facts: dict[str, Any] = json.loads(facts["facts"])
        except (KeyError, ValueError, ConfigError) as error:
            raise AtlasError(f"{self.path}: damaged: its header lacks the configuration") from error
        if not isinstance(self.facts, dict) or not isinstance(self.facts.get("times", {}), dict):
            raise AtlasError(f"{self.path}: damaged: its header lacks the counts")
        self.name = config_name(self.parts, self.layers)
        self.board = _native.Board(self.parts, self.layers)
        self._check_layout()

    @classmethod
    def open(cls, what: Path | str, **search: Any) -> Atlas:
        """The atlas in that file, or the cached one of that configuration, searched now if need be."""
        try:
            parts, layers = read_config(str(what))
        except ConfigError:
            if not Path(what).exists() and not str(what).endswith((".atlas", ".safetensors", ".bin")):
                raise
            return cls(what)
        return cls._cached(config_name(parts, layers), pin_essential=True, **search)

    @classmethod
    def open_for(cls, shape: Shape, *, layers: int | None = None, **search: Any) -> Atlas:
        """The cached atlas of the size that the shape needs.

        The layer limit is that of the game, 4, unless the shape is higher or another one is given. The
        search for pin-essential shapes, which takes longest, is left out while a swapper makes the shape.
        """
        most = {8: 3, 10: 3}.get(shape.part_count, 4)
        name = config_name(shape.part_count, max(shape.layer_count, most) if layers is None else layers)
        atlas = cls._cached(name, pin_essential=False, **search)
        if atlas.has_pin_essential or atlas.index.is_swappable(atlas.compact(shape)):
            return atlas
        return cls._cached(name, pin_essential=True, **search)

    @classmethod
    def _cached(cls, name: str, *, pin_essential: bool, **search: Any) -> Atlas:
        from piecework.shapez._search import search as run

        path = cache_folder() / f"{name.lower()}.atlas"
        if path.exists():
            try:
                atlas = cls(path)
                if atlas.has_half_parents and (atlas.has_pin_essential or not pin_essential):
                    return atlas
            except AtlasError:
                path.unlink(missing_ok=True)  # left by another version, or damaged: searched again
        run(name, path, half_parents=True, pp_parents=pin_essential, extend=True, **search)
        return cls(path)

    def _check_layout(self) -> None:
        """Every section must have the type and length that its place in the atlas asks for."""

        def length(name: str) -> int | None:
            return (
                self._file.layout(name)[1][0] if name in self._file and self._file.layout(name)[1] else None
            )

        bits, halves, pins = self.parts * self.layers, length("halves.canonical"), length("pins.shape")
        groups = 1 << max(2 * bits - 32, 0)
        expected: dict[str, tuple[str, int | None]] = {
            "halves.bits": ("U64", max((1 << bits) // 64, 1)),
            "halves.canonical": ("U32", halves),
            "half_parents.first": ("U32", halves),
            "half_parents.second": ("U32", halves),
            "half_parents.op": ("U8", halves),
            "half_parents.leaning": ("U64", length("half_parents.leaning")),
            "pins.shape": ("U64", pins),
            "pins.before": ("U64", pins),
            "pins.batch": ("U8", pins),
            "pins.superseded": ("U64", length("pins.superseded")),
            "full.starts": ("U64", groups + 1),
            "full.low": ("U32", length("full.low")),
        }
        for name in self._file.names():
            kind, extents = self._file.layout(name)
            if expected.get(name) != (kind, extents[0] if len(extents) == 1 else None):
                raise AtlasError(f"{self.path}: damaged: section {name!r} does not fit a {self.name} atlas")

    # ---- sections ---------------------------------------------------------------------------------------

    def section(self, name: str) -> Array:
        if name not in self._file:
            flag = {"half_parents": "--half-parents", "pins": "--pp-parents", "full": "--full-set"}
            raise AtlasError(
                f"{self.path}: no section {name!r}; search again with {flag[name.split('.')[0]]}"
            )
        if name not in self._trusted and self._file.nbytes(name) <= _CHECKED_AT_ONCE:
            if self._file.damaged(name):
                raise AtlasError(f"{self.path}: damaged: section {name!r} does not match its checksum")
            self._trusted.add(name)
        return self._file.array(name)

    @cached_property
    def _trusted(self) -> set[str]:
        return set()

    def sections(self) -> dict[str, int]:
        """Bytes of every section in the file."""
        return {name: self._file.nbytes(name) for name in self._file.names()}

    def damaged_sections(self) -> list[str]:
        return [name for name in self._file.names() if self._file.damaged(name)]

    @property
    def has_half_parents(self) -> bool:
        return "half_parents.op" in self._file

    @property
    def has_pin_essential(self) -> bool:
        return "pins.shape" in self._file

    @property
    def has_full_set(self) -> bool:
        return "full.low" in self._file

    @cached_property
    def index(self) -> _native.AtlasIndex:
        """Halves and pin-essential shapes in memory, ready to be asked."""
        bits = self.section("halves.bits")
        if self.has_pin_essential:
            pins = (self.section("pins.shape"), self.section("pins.before"), self.section("pins.batch"))
        else:
            pins = (np.zeros(0, np.uint64), np.zeros(0, np.uint64), np.zeros(0, np.uint8))
        try:
            return _native.AtlasIndex(self.board, bits, *pins)
        except ValueError as error:
            raise AtlasError(f"{self.path}: damaged: {error}") from error

    @cached_property
    def decomposer(self) -> Decomposer:
        from piecework.shapez._decompose import Decomposer

        return Decomposer(self)

    @cached_property
    def canonical_keys(self) -> Array:
        return self.section("halves.canonical")

    def in_full_set(self, compact: int) -> bool:
        """Whether a canonical compact shape is in the full (non-swappable) set."""
        cells = self.parts * self.layers
        dense = (compact & 0xFFFFFFFF) | (compact >> 32) << cells
        starts, low = self.section("full.starts"), self._file.array("full.low")
        first, last = int(starts[dense >> 32]), int(starts[(dense >> 32) + 1])
        at = first + int(np.searchsorted(low[first:last], np.uint32(dense & 0xFFFFFFFF)))
        return at < last and int(low[at]) == dense & 0xFFFFFFFF

    def full_set(self, start: int = 0, stop: int | None = None) -> Array:
        """Compact shapes of the full set, in the order of the file."""
        starts, low = self.section("full.starts"), self._file.array("full.low")
        stop = len(low) if stop is None else min(stop, len(low))
        high = np.searchsorted(starts, np.arange(start, stop), side="right") - 1
        dense = low[start:stop].astype(np.uint64) | high.astype(np.uint64) << np.uint64(32)
        cells = np.uint64(self.parts * self.layers)
        mask = np.uint64((1 << self.parts * self.layers) - 1)
        return (dense & mask) | (dense >> cells) << np.uint64(32)

    # ---- shapes -----------------------------------------------------------------------------------------

    def compact(self, shape: Shape | str) -> int:
        """The compact form of a shape, which must be of this atlas's size."""
        if not isinstance(shape, Shape):
            shape = Shape(shape)
        if shape.part_count != self.parts:
            raise ConfigError(
                f"{shape} has {shape.part_count} parts a layer, this atlas ({self.name}) is for {self.parts}"
            )
        if shape.layer_count > self.layers:
            raise ConfigError(
                f"{shape} has {shape.layer_count} layers, this atlas ({self.name}) is for {self.layers}"
            )
        return to_compact(shape)

    def shape(self, compact: int) -> Shape:
        return from_compact(int(compact), self.parts)

    def classify(self, shape: Shape | str) -> str:
        """One of `CLASSES`."""
        return self.classify_compact(self.compact(shape))

    def classify_compact(self, value: int) -> str:
        if self.index.is_swappable(value):
            return "swappable"
        if not self.has_pin_essential:
            raise AtlasError(f"{self.path}: no section 'pins'; search again with --pp-parents")
        if self.index.pin_essential(value) is not None and not self._is_superseded(value):
            return "pin_essential"
        return "stackable" if self.index.stack_base(value, 256) is not None else "impossible"

    def _is_superseded(self, value: int) -> bool:
        gone = self.section("pins.superseded")
        return bool(len(gone)) and int(self.board.canonical(value)) in set(gone.tolist())

    def __contains__(self, shape: Shape | str) -> bool:
        return self.classify(shape) != "impossible"

    def check(self, shape: Shape | str) -> Verdict:
        """Whether and how the shape can be built, and if not, why not and what comes near."""
        from piecework.shapez._check import check

        return check(self, shape)

    def plan(self, shape: Shape | str, **options: Any) -> Plan:
        """A construction of the shape, replayed and found right."""
        from piecework.shapez._plan import plan

        return plan(self, shape, **options)

    def sample(
        self,
        count: int,
        *,
        of: str = "any",
        seed: int = 0,
        coloured: bool = False,
        layers: int | None = None,
    ) -> list[Shape]:
        """Random buildable shapes of a class (and of that many layers), the same for the same seed."""
        from piecework.shapez._sample import sample

        return sample(self, count, of=of, random=random.Random(seed), coloured=coloured, layers=layers)

    def members(self, codes: Iterable[str]) -> Iterator[tuple[str, str]]:
        """(code, class) of each code."""
        for code in codes:
            yield code, self.classify(code)

    def info(self) -> dict[str, Any]:
        """The row of the table: counts (None where a section is missing), times and sizes."""
        row: dict[str, Any] = {"config": self.name, "parts": self.parts, "layers": self.layers}
        for key in (
            "halves", "canonical_halves", "total", "swappable", "non_swappable", "pp_essential",
            "pp_kept", "pp_batches", "non_swappable_oriented", "swappable_oriented",
        ):  # fmt: skip
            row[key] = self.facts.get(key)
        row["times"] = self.facts.get("times", {})
        row["sections"] = self.sections()
        row["bytes"] = self.path.stat().st_size
        row["version"] = VERSION
        return row

"""Sections of an atlas as Parquet, for DuckDB, polars and the like."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from piecework.shapez._errors import AtlasError, ShapezError

if TYPE_CHECKING:
    from piecework.shapez._atlas import Atlas

SECTIONS = ("halves", "pins", "full")
_CHUNK = 1 << 16
OPERATIONS = ("seed", "pin_push", "stack", "swap_cut", "swap_pin_cut", "swap_stack_cut")


def export(atlas: Atlas, section: str, path: Path | str) -> int:
    """Write a section; returns the number of rows. Every shape comes as a code and as its compact value."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise ShapezError("Parquet needs the 'results' extra: pip install 'piecework[results]'") from error
    if section not in SECTIONS:
        raise ShapezError(f"unknown section {section!r}: one of {', '.join(SECTIONS)}")
    path = Path(path)
    rows = 0
    try:
        handle, aside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise ShapezError(f"{path}: cannot be written: {error.strerror or error}") from error
    os.close(handle)
    writer = None
    try:
        for columns in _columns(atlas, section):
            table = pa.table(columns)
            writer = writer or pq.ParquetWriter(aside, table.schema)
            writer.write_table(table)
            rows += table.num_rows
        if writer is None:
            raise AtlasError(f"{atlas.path}: section {section!r} is empty")
        writer.close()
        os.replace(aside, path)
    finally:
        Path(aside).unlink(missing_ok=True)
    return rows


def _columns(atlas: Atlas, section: str) -> Iterator[dict[str, Any]]:
    def codes(values: Any) -> list[str]:
        return [str(atlas.shape(value)) for value in values]

    if section == "halves":
        keys = atlas.canonical_keys
        parents = atlas.section("half_parents.op") if atlas.has_half_parents else None
        for start in range(0, len(keys), _CHUNK):
            chunk = keys[start : start + _CHUNK]
            shapes = [atlas.board.from_key(key) for key in chunk.tolist()]
            columns: dict[str, Any] = {"code": codes(shapes), "key": chunk}
            if parents is not None:
                columns["found_by"] = [OPERATIONS[op] for op in parents[start : start + _CHUNK].tolist()]
            yield columns
    elif section == "pins":
        pins = atlas.section("pins.shape")
        before, batch = atlas.section("pins.before"), atlas.section("pins.batch")
        for start in range(0, len(pins), _CHUNK):
            part = slice(start, start + _CHUNK)
            yield {
                "code": codes(pins[part].tolist()),
                "value": pins[part],
                "before": codes(before[part].tolist()),
                "batch": batch[part],
            }
    else:
        total = int(atlas.section("full.starts")[-1])
        for start in range(0, total, _CHUNK):
            values = atlas.full_set(start, start + _CHUNK)
            yield {"code": codes(values.tolist()), "value": values}

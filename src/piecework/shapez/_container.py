"""Arrays with names in one file, in the safetensors format: any tool that reads safetensors reads an atlas.

A file is the length of a JSON header (8 bytes, little-endian), the header, then the arrays one after another.
The header names each array's type, shape and place, and holds free text under `__metadata__`, where the
checksum of each array is kept as well. Nothing in the file is ever executed.

Files are written aside and renamed when complete, so a reader never sees half a file.
"""

from __future__ import annotations

import errno
import json
import mmap
import os
import struct
import tempfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from piecework.shapez._errors import AtlasError

Array = NDArray[Any]

_TYPES = {"U8": "<u1", "U32": "<u4", "U64": "<u8"}
_NAMES = {np.dtype(code): name for name, code in _TYPES.items()}
_MAX_HEADER = 1 << 20
_CHUNK = 1 << 24


def _bytes_of(array: Array) -> memoryview:
    return memoryview(np.ascontiguousarray(array).data).cast("B")


def checksum(array: Array) -> str:
    """CRC-32 of an array's bytes, as eight hexadecimal digits."""
    view = _bytes_of(array) if array.size else memoryview(b"")
    value = 0
    for start in range(0, len(view), _CHUNK):
        value = zlib.crc32(view[start : start + _CHUNK], value)
    return f"{value:08x}"


def write(path: Path, arrays: Mapping[str, Array], metadata: Mapping[str, str]) -> None:
    """Write all arrays to `path`, aside first."""
    header: dict[str, Any] = {"__metadata__": dict(metadata)}
    offset = 0
    for name, array in arrays.items():
        header["__metadata__"][f"crc32:{name}"] = checksum(array)
        header[name] = {
            "dtype": _NAMES[array.dtype.newbyteorder("<")],
            "shape": list(array.shape),
            "data_offsets": [offset, offset + array.nbytes],
        }
        offset += array.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, aside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(struct.pack("<Q", len(text)) + text)
            for array in arrays.values():
                if array.size:
                    view = _bytes_of(array)
                    for start in range(0, len(view), _CHUNK):
                        file.write(view[start : start + _CHUNK])
            file.flush()
            os.fsync(file.fileno())
        os.chmod(aside, 0o644)
        os.replace(aside, path)
    except OSError as error:
        Path(aside).unlink(missing_ok=True)
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise AtlasError(
                f"{path}: no space left on the disk for {(offset >> 20) + 1:,} MiB; nothing was changed"
            ) from error
        raise AtlasError(f"{path}: cannot be written: {error.strerror or error}") from error
    except BaseException:
        Path(aside).unlink(missing_ok=True)
        raise


class Container:
    """An open file of named arrays, memory-mapped; reading never goes beyond what the file really holds."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._file = path.open("rb")
        except OSError as error:
            raise AtlasError(f"{path}: cannot be opened: {error.strerror or error}") from error
        self._size = os.fstat(self._file.fileno()).st_size
        self._start, self._header = self._read_header()
        self.metadata: dict[str, str] = self._header.pop("__metadata__")
        self._map = mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ)

    def _read_header(self) -> tuple[int, dict[str, Any]]:
        foreign = AtlasError(f"{self.path}: not an atlas (no safetensors header at its start)")
        head = self._file.read(8)
        if len(head) < 8:
            raise foreign
        (length,) = struct.unpack("<Q", head)
        if not 2 <= length <= _MAX_HEADER:
            raise foreign
        text = self._file.read(length)
        if len(text) < length:
            raise AtlasError(f"{self.path}: truncated: ends within its header")
        try:
            header = json.loads(text)
            metadata = header["__metadata__"]
            sections = {name: entry for name, entry in header.items() if name != "__metadata__"}
            end = 0
            for entry in sections.values():
                first, last = entry["data_offsets"]
                count = 1
                for extent in entry["shape"]:
                    count *= extent
                if first != end or last - first != count * np.dtype(_TYPES[entry["dtype"]]).itemsize:
                    raise ValueError
                end = last
            if not all(isinstance(value, str) for value in metadata.values()):
                raise ValueError
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise foreign from error
        if 8 + length + end > self._size:
            missing = 8 + length + end - self._size
            raise AtlasError(f"{self.path}: truncated: {missing:,} bytes are missing at its end")
        if 8 + length + end < self._size:
            raise AtlasError(f"{self.path}: damaged: more bytes than its header tells of")
        return 8 + length, header

    def __contains__(self, name: str) -> bool:
        return name in self._header

    def names(self) -> list[str]:
        return list(self._header)

    def layout(self, name: str) -> tuple[str, list[int]]:
        """Type and extents of an array."""
        entry = self._header[name]
        return entry["dtype"], entry["shape"]

    def nbytes(self, name: str) -> int:
        first, last = self._header[name]["data_offsets"]
        return int(last - first)

    def still_whole(self) -> None:
        """Reading beyond the end of a mapped file would end the process: ask before each use."""
        if os.fstat(self._file.fileno()).st_size != self._size:
            raise AtlasError(f"{self.path}: changed its size while it was open; open it again")

    def array(self, name: str) -> Array:
        """The array, as a view into the mapped file."""
        self.still_whole()
        entry = self._header[name]
        if not self.nbytes(name):
            return np.zeros(0, dtype=_TYPES[entry["dtype"]])
        return np.frombuffer(
            self._map,
            dtype=_TYPES[entry["dtype"]],
            count=self.nbytes(name) // np.dtype(_TYPES[entry["dtype"]]).itemsize,
            offset=self._start + entry["data_offsets"][0],
        ).reshape(entry["shape"])

    def damaged(self, name: str) -> bool:
        """Whether the array's bytes are not those that were written."""
        return checksum(self.array(name)) != self.metadata.get(f"crc32:{name}")

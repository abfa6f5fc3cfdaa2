"""Bytes from people we do not know: read so much and no more, and say plainly what is wrong with the rest."""

import codecs
import os
import re
import stat
from pathlib import Path

from piecework.formats._faults import FileError, FileFault

LARGEST_FILE = 256 * 1024
"""Bytes. A drawing of 10,000 cells needs 10 kB, the same as coordinates 130 kB."""

_AT_ONCE = 1 << 20
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")


def read_text(path: Path, *, most: int = LARGEST_FILE, pipes: bool = False) -> str:
    """The text of a file; raises `FileError` for anything but a readable, modest UTF-8 file."""
    return decoded(read_bytes(path, most=most, pipes=pipes), str(path))


def read_bytes(path: Path, *, most: int, pipes: bool = False) -> bytes:
    """What is in a file, which is left alone when there is more than `most` bytes of it.

    With `pipes`, it may be one, or a device such as /dev/stdin, and is waited for.
    """

    def fault(text: str) -> FileError:
        return FileError(str(path), [FileFault(0, 0, text)])

    too_large = fault(f"is larger than the {most // 1024:,} kB a file of this kind may have")
    content = bytearray()
    try:
        # Look first, without blocking: opening a named pipe would wait for ever.
        found = os.stat(path)
        if stat.S_ISDIR(found.st_mode):
            raise fault("is a directory, not a file")
        if not stat.S_ISREG(found.st_mode) and not pipes:
            raise fault("is not an ordinary file")
        if found.st_size > most:
            raise too_large
        with path.open("rb") as file:
            # Piece by piece: what was asked for at once would be set aside at once, however small the file.
            while len(content) <= most and (piece := file.read(_AT_ONCE)):
                content += piece
    except FileNotFoundError:
        raise fault("there is no such file") from None
    except PermissionError:
        raise fault("may not be read: no permission") from None
    except FileError:
        raise
    except (OSError, ValueError) as error:
        raise fault(f"cannot be read: {error}") from None
    if len(content) > most:
        raise too_large
    return bytes(content)


def decoded(content: bytes, name: str) -> str:
    """UTF-8 text without control characters; a byte order mark before it is no part of it."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise FileError(name, [FileFault(1, 1, "is text in UTF-16: save it in UTF-8")])
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode()
        raise FileError(name, [_fault_after(before, "is not text in UTF-8: is it a binary file?")]) from None
    if control := _CONTROL.search(text):
        what = f"control character {control[0]!a}: is it a binary file?"
        raise FileError(name, [_fault_after(text[: control.start()], what)])
    return text


def _fault_after(before: str, what: str) -> FileFault:
    """A fault of the character that follows on this text."""
    return FileFault(before.count("\n") + 1, len(before) - before.rfind("\n"), what)

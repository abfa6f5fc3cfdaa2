"""Bytes from people we do not know: read so much and no more, and say plainly what is wrong with the rest."""

import os
import stat
from pathlib import Path

from piecework.formats._faults import FileError, FileFault

LARGEST_FILE = 256 * 1024
"""Bytes. A drawing of 10,000 cells needs 10 kB, the same as coordinates 130 kB."""


def read_text(path: Path, *, most: int = LARGEST_FILE) -> str:
    """The text of a file; raises `FileError` for anything but a readable, modest UTF-8 file."""

    def fault(text: str) -> FileError:
        return FileError(str(path), [FileFault(0, 0, text)])

    try:
        # Look first, without blocking: opening a named pipe would wait for ever.
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise fault("is a directory, not a file" if path.is_dir() else "is not an ordinary file")
        with path.open("rb") as file:
            content = file.read(most + 1)
    except FileNotFoundError:
        raise fault("there is no such file") from None
    except PermissionError:
        raise fault("may not be read: no permission") from None
    except (OSError, ValueError) as error:
        raise fault(f"cannot be read: {error}") from None
    if len(content) > most:
        raise fault(f"is larger than the {most // 1024} kB a file of this kind may have")
    return decoded(content, str(path))


def decoded(content: bytes, name: str) -> str:
    """UTF-8 text without control characters."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FileError(name, [FileFault(line, 1, "is not text in UTF-8: is it a binary file?")]) from None
    for number, line_text in enumerate(text.split("\n"), start=1):
        for column, character in enumerate(line_text, start=1):
            if character < " " and character not in "\t\r":
                what = f"control character {character!a}: is it a binary file?"
                raise FileError(name, [FileFault(number, column, what)])
    return text

"""What is wrong with a file: every fault with its line and column, all of them in one error.

ValueError
  FileError            a file that cannot be read or understood, with all its faults
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class FileFault:
    """One thing that is wrong; line and column count from 1, and are 0 where the whole file is meant."""

    line: int
    column: int
    text: str


class FileError(ValueError):
    """A file that cannot be used; `str` has one line a fault, as compilers print them."""

    def __init__(self, name: str, faults: Iterable[FileFault]) -> None:
        self.name = name
        self.faults = tuple(sorted(set(faults)))
        super().__init__(
            "\n".join(
                f"{name}:{fault.line}:{fault.column}: {fault.text}" if fault.line else f"{name}: {fault.text}"
                for fault in self.faults
            )
        )

"""Files: puzzles in YAML, boards as text, and what other tools read and write."""

from piecework.formats._catalogue import catalogue
from piecework.formats._faults import FileError, FileFault
from piecework.formats._load import load, parse
from piecework.formats._write import dump

__all__ = ["FileError", "FileFault", "catalogue", "dump", "load", "parse"]

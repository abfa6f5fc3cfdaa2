"""The integer program of an exact cover, and its two common file formats."""

import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from piecework.cover import Cover


@dataclass(frozen=True)
class Program:
    """One 0-1 variable an option; row i says that item i is covered `ranges[i]` times; `options[j]` lists
    j's rows.
    """

    ranges: tuple[tuple[int, int], ...]
    options: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, cover: Cover) -> "Program":
        number = {item.name: index for index, item in enumerate(cover.items)}
        return cls(
            tuple((item.lo, item.hi) for item in cover.items),
            tuple(tuple(number[name] for name in option) for option in cover.options),
        )

    def rows(self) -> list[list[int]]:
        """The options that cover each item."""
        found: list[list[int]] = [[] for _ in self.ranges]
        for number, items in enumerate(self.options):
            for item in items:
                found[item].append(number)
        return found


def write_program(cover: Cover, path: str | Path) -> dict[str, int]:
    """Write the program as `.lp` (CPLEX LP) or `.mps` (free MPS), by the name's ending; returns its size.

    The file appears under its name only when it is complete.
    """
    path = Path(path)
    writers = {".lp": _lp, ".mps": _mps}
    if path.suffix not in writers:
        raise ValueError(f"{path}: a program is written to a file that ends in .lp or .mps")
    program = Program.of(cover)
    if not path.parent.is_dir():
        raise ValueError(f"{path}: there is no folder {path.parent}")
    handle, aside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.writelines(f"{line}\n" for line in writers[path.suffix](program))
        os.chmod(aside, 0o644)
        os.replace(aside, path)
    except BaseException:
        os.unlink(aside)
        raise
    return {"variables": len(program.options), "constraints": sum(1 for _ in _constraints(program))}


def _constraints(program: Program) -> Iterator[tuple[str, str, int, list[int]]]:
    """Name, sense, right-hand side and options; a range that is neither = nor <= needs two rows."""
    for item, ((least, most), options) in enumerate(zip(program.ranges, program.rows(), strict=True)):
        if least == most:
            yield f"i{item}", "=", least, options
            continue
        if most < len(options):
            yield f"i{item}", "<=", most, options
        if least > 0:
            yield f"i{item}_least", ">=", least, options


def _lp(program: Program) -> Iterator[str]:
    yield "\\ an exact cover: one 0-1 variable an option, one row an item"
    yield "Minimize"
    yield " obj: 0 x0" if program.options else " obj:"
    yield "Subject To"
    for name, sense, right, options in _constraints(program):
        yield f" {name}:"
        # Rows that no option covers still stand: 0 x0 = 1 cannot hold, and says so.
        terms = [f"x{option}" for option in options] or ["0 x0"]
        yield from _wrapped(terms, " + ")
        yield f"  {sense} {right}"
    yield "Binary"
    yield from _wrapped([f"x{option}" for option in range(len(program.options))], " ")
    yield "End"


def _wrapped(terms: list[str], between: str) -> Iterator[str]:
    """Terms in lines of twenty: readers of LP files limit the length of a line."""
    for start in range(0, len(terms), 20):
        yield " " + (between if start else " ") + between.join(terms[start : start + 20])


def _mps(program: Program) -> Iterator[str]:
    constraints = list(_constraints(program))
    letters = {"=": "E", "<=": "L", ">=": "G"}
    yield "NAME piecework"
    yield "ROWS"
    yield " N obj"
    for name, sense, _, _ in constraints:
        yield f" {letters[sense]} {name}"
    of_option: list[list[str]] = [[] for _ in program.options]
    for name, _, _, options in constraints:
        for option in options:
            of_option[option].append(name)
    yield "COLUMNS"
    yield " MARKER 'MARKER' 'INTORG'"
    for option, names in enumerate(of_option):
        yield from (f" x{option} {name} 1" for name in names or ["obj"])
    yield " MARKER 'MARKER' 'INTEND'"
    yield "RHS"
    yield from (f" RHS {name} {right}" for name, _, right, _ in constraints)
    yield "BOUNDS"
    yield from (f" BV BND x{option}" for option in range(len(program.options)))
    yield "ENDATA"

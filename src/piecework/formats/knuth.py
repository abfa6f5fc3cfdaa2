"""Knuth's text format for exact-cover problems, as his DLX programs and many others read it.

    | a comment
    a b c | d          the items; those behind the bar are optional (covered at most once)
    a c                an option a line
    b d

Items before the bar may carry a multiplicity as in his DLX3: `2:3|a` for two or three times, `2|a` for
exactly two. Options without any item from before the bar are left out, as his programs do. So `0:1|a` is not
quite the same as an optional `a`: both are covered at most once, but options that hold nothing else count
only with the former. Colours (`d:red`) are not exact cover as piecework solves it, and are refused.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NoReturn

from piecework.cover import Cover, Item
from piecework.cover._cover import MOST_ITEMS, MOST_MEMBERSHIPS
from piecework.formats._faults import FileError, FileFault

LARGEST_FILE = 200_000_000
"""Bytes of a file, or characters of a text; larger ones are refused before they are read into tables."""

MOST_USES = 2**32 - 1
"""The upper end of a range can be no higher."""

MOST_FAULTS = 100
"""Reading ends here: a large file that is no problem at all would have millions."""

_RANGE = re.compile("(?:([0-9]+):)?([0-9]+)")
_NOT_IN_NAMES = re.compile("[\\s|:\0-\x1f\ud800-\udfff\ufeff]")
"""What would part a name in two, or could not be read back from a UTF-8 file."""


@dataclass
class _Faults:
    """What is wrong with the text so far."""

    name: str
    found: list[FileFault] = field(default_factory=list)

    def add(self, line: int, column: int, text: str) -> None:
        if len(self.found) == MOST_FAULTS:
            self.end(line, column, "there are more faults from here on")
        self.found.append(FileFault(line, column, text))

    def end(self, line: int, column: int, text: str) -> NoReturn:
        """Reading any further would be of no use."""
        raise FileError(self.name, [*self.found, FileFault(line, column, text)])


def read(text: str, *, name: str = "<text>") -> Cover:
    """Read a problem; raises FileError with the line and column of every fault, or of the first hundred."""
    if len(text) > LARGEST_FILE:
        raise FileError(name, [FileFault(0, 0, f"larger than {LARGEST_FILE:,} characters")])
    faults = _Faults(name)
    lines = _lines(text)
    number, line = next(lines, (0, ""))
    if not number:
        faults.end(1, 1, "no items: the first line that is no comment must name them")
    items, primary = _read_items(number, line, faults)
    # Options hold the names of the items line and not copies of them, which would take most of the memory.
    names = {item: item for item in items}
    options = []
    memberships = 0
    for number, line in lines:
        option = _read_option(number, line, names, faults)
        if not primary.isdisjoint(option):
            options.append(option)
            memberships += len(option)
            if memberships > MOST_MEMBERSHIPS:
                faults.end(
                    number, 1, f"more than {MOST_MEMBERSHIPS:,} items in all options: too many for the engine"
                )
    if faults.found:
        raise FileError(name, faults.found)
    return Cover(items.values(), options)


def write(cover: Cover) -> str:
    """Write a problem so that `read` reads the same one, and other programs read no other.

    Optional items stand behind the bar, which all programs understand, but for those of options that hold
    nothing else: such options would be left out by every reader. Their items are written as `0:1|item`, which
    programs without multiplicities refuse. Raises ValueError where an item's name has no place in the format.
    """
    if not cover.items:
        raise ValueError("a problem without items has no place in the format")
    names = {}
    for item in cover.items:
        name = str(item.name)
        if not name or _NOT_IN_NAMES.search(name):
            what = "names have no spaces, bars, colons or control characters"
            raise ValueError(f"item {item.name!r} cannot be written: {what}")
        names[item.name] = name
    if len(set(names.values())) < len(names):
        raise ValueError("two items would be written alike")
    required = {item.name for item in cover.items if (item.lo, item.hi) != (0, 1)}
    alone = {name for option in cover.options if required.isdisjoint(option) for name in option}
    # A line that begins with the bar would be a comment.
    before = required | alone or set(names)
    primary = [_multiplicity(item) + names[item.name] for item in cover.items if item.name in before]
    secondary = [names[item.name] for item in cover.items if item.name not in before]
    lines = [" ".join([*primary, "|", *secondary] if secondary else primary)]
    lines += [" ".join(names[name] for name in option) for option in cover.options]
    return "\n".join(lines) + "\n"


def _multiplicity(item: Item) -> str:
    if (item.lo, item.hi) == (1, 1):
        return ""
    return f"{item.lo}|" if item.lo == item.hi else f"{item.lo}:{item.hi}|"


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are neither empty nor comments, with their numbers."""
    # Not `splitlines`, which parts lines at form feeds and the like: editors do not count those.
    whole = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    for number, line in enumerate(whole.split("\n"), 1):
        first = line.lstrip()[:1]
        if first and first != "|":
            yield number, line


def _words(line: str) -> Iterator[tuple[int, str]]:
    """The words of a line with the columns at which they begin."""
    column = 0
    for word in line.split():
        column = line.index(word, column)
        yield column + 1, word
        column += len(word)


def _read_items(number: int, line: str, faults: _Faults) -> tuple[dict[str, Item], set[str]]:
    """The items by name, and the names of those before the bar."""
    items: dict[str, Item] = {}
    primary: set[str] | None = None
    for column, word in _words(line):
        if word == "|":
            if primary is not None:
                faults.add(number, column, "a second bar: optional items have begun already")
            else:
                primary = set(items)
            continue
        name = word.rpartition("|")[2]
        try:
            item = _item(word, optional=primary is not None)
        except ValueError as error:
            faults.add(number, column, str(error))
            # Known all the same, lest every option that holds it is at fault, too.
            item = Item(name)
        else:
            if name in items:
                faults.add(number, column, f"item {_shown(name)} is named more than once")
        if len(items) == MOST_ITEMS:
            faults.end(number, column, f"more than {MOST_ITEMS:,} items: too many for the engine")
        items[name] = item
    return items, set(items) if primary is None else primary


def _item(word: str, *, optional: bool) -> Item:
    """The item of a word such as `a` or `2:3|a`; raises ValueError."""
    prefix, bar, name = word.rpartition("|")
    if ":" in name:
        raise ValueError(f"{_shown(word)} is no item's name: it may hold no colon")
    if not bar:
        return Item(name, 0, 1) if optional else Item(name)
    given = _RANGE.fullmatch(prefix)
    if given is None:
        raise ValueError(f"{_shown(word)} should be an item, or LO:HI|item")
    if not name:
        raise ValueError(f"{_shown(word)} lacks an item: its name follows the bar without a space")
    if optional:
        raise ValueError(f"{_shown(word)} stands behind the bar, where items are covered at most once")
    lo, hi = (_number(digits) for digits in (given[1] or given[2], given[2]))
    if max(lo, hi) > MOST_USES:
        raise ValueError(f"{_shown(word)} has a range beyond 0..{MOST_USES}")
    if lo > hi:
        raise ValueError(f"item {_shown(name)} has an empty range: {lo} > {hi}")
    return Item(name, lo, hi)


def _number(digits: str) -> int:
    """The number, or any that is too high: Python refuses to read thousands of digits."""
    digits = digits.lstrip("0")
    return int(digits or "0") if len(digits) <= len(str(MOST_USES)) else MOST_USES + 1


def _read_option(number: int, line: str, names: dict[str, str], faults: _Faults) -> tuple[str, ...]:
    words = line.split()
    option = tuple([names[word] for word in words if word in names])
    if len(set(option)) < len(words):
        _note_faults(number, line, names, faults)
    return option


def _note_faults(number: int, line: str, names: dict[str, str], faults: _Faults) -> None:
    """Look once more at an option that has faults, for their columns."""
    seen: set[str] = set()
    for column, word in _words(line):
        if word in seen:
            faults.add(number, column, f"item {_shown(word)} stands in the option more than once")
        elif word in names:
            seen.add(word)
        elif ":" in word:
            faults.add(number, column, f"{_shown(word)} has a colour, which piecework does not solve")
        else:
            faults.add(number, column, f"{_shown(word)} is not an item")


def _shown(word: str) -> str:
    """A word as messages quote it: in a file of another kind, it may be as long as the file."""
    return repr(word if len(word) <= 40 else word[:40] + "…")

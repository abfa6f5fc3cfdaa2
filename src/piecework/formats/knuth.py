"""Knuth's text format for exact-cover problems, as his DLX programs and many others read it.

    | a comment
    a b c | d          the items; those behind the bar are optional (covered at most once)
    a c                an option a line
    b d

Items may carry a multiplicity as in his DLX3: `2:3|a` for two or three times, `2|a` for exactly two. Options
that hold optional items only are left out, as his programs do. Colours (`d:red`) are not exact cover as
piecework solves it, and are refused.
"""

from collections.abc import Iterator

from piecework.cover import Cover, CoverError, Item
from piecework.formats._faults import FileError, FileFault

MOST_CHARACTERS = 200_000_000
"""Larger texts are refused before they are read into tables."""


def read(text: str, *, name: str = "<text>") -> Cover:
    """Read a problem; raises FileError with the line and column of every fault."""
    if len(text) > MOST_CHARACTERS:
        raise FileError(name, [FileFault(0, 0, f"larger than {MOST_CHARACTERS:,} characters")])
    faults: list[FileFault] = []
    lines = (
        (number, line)
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip() and not line.startswith("|")
    )
    items: list[Item] = []
    for number, line in lines:
        items = _read_items(number, line, faults)
        break
    else:
        raise FileError(name, [FileFault(0, 0, "no items: the first line that is no comment must name them")])
    known = {item.name for item in items}
    required = {item.name for item in items if (item.lo, item.hi) != (0, 1)}
    options = []
    for number, line in lines:
        option = _read_option(number, line, known, faults)
        if not required.isdisjoint(option):
            options.append(option)
    if faults:
        raise FileError(name, faults)
    try:
        return Cover(items, options)
    except CoverError as error:
        raise FileError(name, [FileFault(0, 0, str(error))]) from None


def write(cover: Cover) -> str:
    """Write a problem so that `read`, and other programs, read the same one.

    Raises ValueError where an item's name has no place in the format.
    """
    names = {}
    for item in cover.items:
        name = str(item.name)
        if not name or any(character.isspace() or character in "|:" for character in name):
            raise ValueError(f"item {item.name!r} cannot be written: names have no spaces, bars or colons")
        names[item.name] = name
    if all((item.lo, item.hi) == (0, 1) for item in cover.items):
        raise ValueError("a problem in which every item is optional has no place in the format")
    if len(set(names.values())) < len(names):
        raise ValueError("two items would be written alike")
    primary = [_multiplicity(item) + names[item.name] for item in cover.items if (item.lo, item.hi) != (0, 1)]
    secondary = [names[item.name] for item in cover.items if (item.lo, item.hi) == (0, 1)]
    lines = [" ".join([*primary, "|", *secondary] if secondary else primary)]
    lines += [" ".join(names[name] for name in option) for option in cover.options]
    return "\n".join(lines) + "\n"


def _multiplicity(item: Item) -> str:
    if (item.lo, item.hi) == (1, 1):
        return ""
    return f"{item.lo}|" if item.lo == item.hi else f"{item.lo}:{item.hi}|"


def _words(line: str) -> Iterator[tuple[int, str]]:
    """The words of a line with the columns at which they begin."""
    column = 0
    for word in line.split():
        column = line.index(word, column)
        yield column + 1, word
        column += len(word)


def _read_items(number: int, line: str, faults: list[FileFault]) -> list[Item]:
    items: dict[str, Item] = {}
    optional = False
    for column, word in _words(line):
        if word == "|":
            if optional:
                faults.append(FileFault(number, column, "a second bar: optional items have begun already"))
            optional = True
            continue
        prefix, bar, name = word.rpartition("|")
        lo, hi = (0, 1) if optional else (1, 1)
        if bar:
            low, colon, high = prefix.partition(":")
            if not (low.isdecimal() and (high.isdecimal() or not colon)) or optional:
                faults.append(FileFault(number, column, f"{word!r} should be an item, or LO:HI|item"))
                continue
            lo, hi = int(low), int(high if colon else low)
            if lo > hi:
                faults.append(FileFault(number, column, f"item {name!r} has an empty range: {lo} > {hi}"))
        if not name or ":" in name:
            faults.append(FileFault(number, column, f"{word!r} is no item's name: it may hold no colon"))
        elif name in items:
            faults.append(FileFault(number, column, f"item {name!r} is named more than once"))
        else:
            items[name] = Item(name, lo, hi)
    return list(items.values())


def _read_option(number: int, line: str, known: set[object], faults: list[FileFault]) -> tuple[str, ...]:
    option: list[str] = []
    for column, word in _words(line):
        if word in option:
            faults.append(FileFault(number, column, f"item {word!r} stands in the option more than once"))
        elif word in known:
            option.append(word)
        elif ":" in word:
            faults.append(FileFault(number, column, f"{word!r} has a colour, which piecework does not solve"))
        else:
            faults.append(FileFault(number, column, f"{word!r} is not an item"))
    return tuple(option)

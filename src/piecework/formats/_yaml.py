"""YAML 1.2 as plain values that know their line and column.

Only what a data file needs: no aliases (so no bombs), no tags (so no code), one document, bounded nesting.
The node tree is walked here rather than by a constructor, because only nodes know where they stand.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from piecework.formats._faults import FileError, FileFault

DEEPEST = 40
"""Levels of nesting; a puzzle needs six."""

Path = tuple[str | int, ...]
_PREFIX = "tag:yaml.org,2002:"
_KNOWN = {"str", "int", "float", "bool", "null", "timestamp", "map", "seq"}


@dataclass
class Document:
    """The values of a file, where each of them starts, and what is wrong with it so far."""

    name: str
    lines: list[str] = field(default_factory=list)
    value: Any = None
    starts: dict[Path, tuple[int, int]] = field(default_factory=dict)
    keys: dict[Path, tuple[int, int]] = field(default_factory=dict)
    blocks: set[Path] = field(default_factory=set)
    """Texts that start on the line after their mark (`|` and `>`)."""
    quoted: set[Path] = field(default_factory=set)
    faults: list[FileFault] = field(default_factory=list)
    draft: bool = False
    """Still being written: what only makes it impossible is no fault yet."""

    def fault(self, path: Path, text: str, *, at_key: bool = False, line: int = 0, column: int = 0) -> None:
        """Note a fault at a value (or its key), so many lines and columns into its text."""
        while path not in self.starts and path:
            path = path[:-1]
        start = (self.keys if at_key else self.starts).get(path) or self.starts.get(path, (1, 1))
        if path in self.blocks and (line or column):
            row = min(start[0] + 1 + line, len(self.lines))
            indent = len(self.lines[row - 1]) - len(self.lines[row - 1].lstrip())
            start = (row, indent + 1 + column)
        elif line or column:
            start = (start[0] + line, start[1] + column + (path in self.quoted))
        self.faults.append(FileFault(*start, text))

    def error(self) -> FileError:
        """All faults there are, to be raised."""
        return FileError(self.name, self.faults)

    def fail(self) -> None:
        """Raise all faults, if there are any."""
        if self.faults:
            raise self.error()


def read_yaml(text: str, name: str) -> Document:
    """The document, with faults noted that leave the rest readable; raises `FileError` where nothing is."""
    document = Document(name, text.split("\n"))
    depth = deepest = 0
    for character in text:
        depth += (character in "[{") - (character in "]}")
        deepest = max(deepest, depth)
    if deepest > DEEPEST * 4:
        raise FileError(name, [FileFault(1, 1, "brackets are nested too deeply")])
    try:
        root = YAML(typ="safe", pure=True).compose(text)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        problem = " ".join(str(error.problem or error.context or "this is not YAML").split())
        raise FileError(name, [FileFault(line, column, f"not valid YAML: {problem}")]) from None
    except RecursionError:
        raise FileError(name, [FileFault(1, 1, "values are nested too deeply")]) from None
    except (YAMLError, ValueError, TypeError, AttributeError, IndexError, KeyError, AssertionError) as error:
        # The parser is not ours, and strange input finds its corners: whatever it raises is a fault of the
        # file.
        problem = " ".join(str(error).split()) or type(error).__name__
        raise FileError(name, [FileFault(1, 1, f"not valid YAML: {problem}")]) from None
    if root is None:
        raise FileError(name, [FileFault(1, 1, "the file is empty")])
    document.value = _Walk(document).value(root, ())
    return document


class _Walk:
    """One pass over the node tree."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.seen: set[int] = set()

    def value(self, node: Node, path: Path) -> Any:
        document = self.document
        document.starts[path] = node.start_mark.line + 1, node.start_mark.column + 1
        if id(node) in self.seen:
            document.fault(path, "aliases (`&` and `*`) are not allowed: write the value out")
            return None
        self.seen.add(id(node))
        tag = str(node.tag)
        if not tag.startswith(_PREFIX) or tag[len(_PREFIX) :] not in _KNOWN:
            document.fault(path, f"tags are not allowed: {tag!r}")
            return None
        if len(path) > DEEPEST:
            document.fault(path, "values are nested too deeply")
            return None
        if isinstance(node, MappingNode):
            return dict(self.pairs(node, path))
        if isinstance(node, SequenceNode):
            return [self.value(child, (*path, number)) for number, child in enumerate(node.value)]
        assert isinstance(node, ScalarNode)
        if node.style in ("|", ">"):
            document.blocks.add(path)
        elif node.style in ("'", '"'):
            document.quoted.add(path)
        return self.scalar(node, tag[len(_PREFIX) :], path)

    def pairs(self, node: MappingNode, path: Path) -> Iterator[tuple[str, Any]]:
        first: dict[str, int] = {}
        for key_node, value_node in node.value:
            where = key_node.start_mark.line + 1, key_node.start_mark.column + 1
            if not isinstance(key_node, ScalarNode):
                self.document.faults.append(
                    FileFault(*where, "a key must be a word, not a list or a mapping")
                )
                continue
            # Keys are names whatever they look like: a piece may be called 1 or null.
            key = str(key_node.value)
            if not _is_text(key):
                self.document.faults.append(FileFault(*where, "a key holds half a character (a surrogate)"))
                continue
            if key in first:
                text = f"{key!r} is already there, on line {first[key]}"
                self.document.faults.append(FileFault(*where, text))
                continue
            first[key] = where[0]
            self.document.keys[(*path, key)] = where
            yield key, self.value(value_node, (*path, key))

    def scalar(self, node: ScalarNode, kind: str, path: Path) -> Any:
        text = str(node.value)
        if not _is_text(text):
            self.document.fault(path, "the text holds half a character (a surrogate)")
            return None
        try:
            if kind == "int":
                digits = text.replace("_", "")
                based = digits.lstrip("+-")[:2].lower() in ("0x", "0o", "0b")
                return int(digits, 0 if based else 10)
            if kind == "float":
                return float(text.replace("_", ""))
        except ValueError:
            self.document.fault(path, f"{text[:40]!r} is not a number that can be read")
            return None
        if kind == "bool":
            return text.lower() == "true"
        if kind == "null":
            return None
        return text


def _is_text(text: str) -> bool:
    """Escapes such as "\\ud800" can name halves of characters, which no text may hold alone."""
    return not any("\ud800" <= character <= "\udfff" for character in text)

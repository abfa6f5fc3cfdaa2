"""What can be taken home from a puzzle's page."""

import json
import re
from dataclasses import dataclass
from typing import Any

from piecework.draw.files import rendered
from piecework.web.puzzle.subject import Entries, Subject


@dataclass(frozen=True)
class Format:
    """A kind of file: its name, its ending, and what it is."""

    name: str
    ending: str
    about: str
    media_type: str


FORMATS = (
    Format("SVG", "svg", "a flat picture", "image/svg+xml"),
    Format("GLB", "glb", "the model, one part a piece", "model/gltf-binary"),
    Format("STL", "stl", "the pieces, ready to print", "model/stl"),
    Format("HTML", "html", "this viewer in one file, works from disk", "text/html"),
    Format("YAML", "yaml", "the puzzle file", "application/yaml"),
    Format("JSON", "json", "the solution as data", "application/json"),
)


def content(subject: Subject, entries: Entries | None, ending: str) -> bytes:
    """The file of a puzzle and a solution, if there is one to show."""
    if ending == "yaml":
        return subject.text.encode()
    if ending == "json":
        return _json(subject, entries)
    return rendered(subject.puzzle, subject.shown(entries), ending)


def _json(subject: Subject, entries: Entries | None) -> bytes:
    value: dict[str, Any] = {"puzzle": subject.name, "title": subject.title}
    if subject.played:
        value["scenario"] = subject.played
    if entries is not None:
        value["placements"] = list(entries)
        value["link"] = subject.link_text(entries)
    return json.dumps(value, indent=1, ensure_ascii=False).encode() + b"\n"


def file_name(subject: Subject, ending: str) -> str:
    """A name that every system takes."""
    stem = re.sub(r"[^a-z0-9]+", "-", (subject.name if len(subject.name) < 40 else subject.title).lower())
    return f"{stem.strip('-')[:60] or 'puzzle'}.{ending}"

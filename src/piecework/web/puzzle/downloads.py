"""What can be taken home from a puzzle's page."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from piecework.draw.html import scene_html
from piecework.draw.mesh import glb, stl
from piecework.draw.net import net_svg
from piecework.draw.scene import laid_out
from piecework.draw.svg import solution_svg
from piecework.happy import SurfacePuzzle
from piecework.web.puzzle.subject import Entries, Subject

PRINTING_GAP = 0.02
"""Between two printed pieces, in cells: 0.3 mm where a cell has 15."""


@dataclass(frozen=True)
class Format:
    """A kind of file: its ending, what it is, and how it is made from a puzzle and a solution, if any."""

    name: str
    ending: str
    about: str
    make: Callable[[Subject, Entries | None], bytes]
    media_type: str


def _svg(subject: Subject, entries: Entries | None) -> bytes:
    puzzle = subject.puzzle
    if isinstance(puzzle, SurfacePuzzle):
        colours = {each["tile"]: each["colour"] for each in subject.placed(entries or []) if "tile" in each}
        return net_svg(puzzle, subject.covering(entries or []), colours=colours).encode()
    if entries is None:
        return puzzle._repr_svg_().encode()
    return solution_svg(subject.solution(entries)).encode()


def _glb(subject: Subject, entries: Entries | None) -> bytes:
    scene = subject.scene(entries)
    return glb(scene if scene["solution"] else {**scene, "loose": laid_out(subject.puzzle)})


def _stl(subject: Subject, entries: Entries | None) -> bytes:
    return stl(laid_out(subject.puzzle), title=subject.title, gap=PRINTING_GAP)


def _html(subject: Subject, entries: Entries | None) -> bytes:
    return scene_html(subject.scene(entries), title=subject.title).encode()


def _yaml(subject: Subject, entries: Entries | None) -> bytes:
    return subject.text.encode()


def _json(subject: Subject, entries: Entries | None) -> bytes:
    value: dict[str, Any] = {"puzzle": subject.name, "title": subject.title}
    if subject.played:
        value["scenario"] = subject.played
    if entries is not None:
        value["placements"] = list(entries)
        value["link"] = subject.link_text(entries)
    return json.dumps(value, indent=1, ensure_ascii=False).encode() + b"\n"


FORMATS = (
    Format("SVG", "svg", "a flat picture", _svg, "image/svg+xml"),
    Format("GLB", "glb", "the model, one part a piece", _glb, "model/gltf-binary"),
    Format("STL", "stl", "the pieces, ready to print", _stl, "model/stl"),
    Format("HTML", "html", "this viewer in one file, works from disk", _html, "text/html"),
    Format("YAML", "yaml", "the puzzle file", _yaml, "application/yaml"),
    Format("JSON", "json", "the solution as data", _json, "application/json"),
)


def file_name(subject: Subject, ending: str) -> str:
    """A name that every system takes."""
    stem = re.sub(r"[^a-z0-9]+", "-", (subject.name if len(subject.name) < 40 else subject.title).lower())
    return f"{stem.strip('-')[:60] or 'puzzle'}.{ending}"

"""Pictures and models of puzzles and solutions, as files by their endings: .svg, .glb, .stl, .html."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from piecework.draw.html import scene_html
from piecework.draw.mesh import glb, stl
from piecework.draw.net import net_svg
from piecework.draw.scene import Scene, covering_scene, laid_out, scene_of
from piecework.draw.svg import solution_svg
from piecework.happy import Covering, SurfacePuzzle
from piecework.puzzle import Assembly, Solution

Shown = Solution | Covering | None
"""A solution, pieces on tiles, or the puzzle as it is before."""


def rendered(puzzle: Assembly, shown: Shown, ending: str) -> bytes:
    """What belongs into a file with this ending; raises `ValueError` for other endings."""
    if ending not in RENDERERS:
        *others, last = (f".{each}" for each in RENDERERS)
        raise ValueError(
            f"a picture or model is written to a file that ends in {', '.join(others)} or {last}"
        )
    if isinstance(puzzle, SurfacePuzzle) and isinstance(shown, Solution):
        shown = puzzle.lying(shown)
    return RENDERERS[ending](puzzle, shown)


def write(puzzle: Assembly, shown: Shown, path: str | Path) -> None:
    """Write a file, of the kind that its name ends in; it appears under its name only when it is complete."""
    path = Path(path)
    content = rendered(puzzle, shown, path.suffix.removeprefix("."))
    if not path.parent.is_dir():
        raise ValueError(f"{path}: there is no folder {path.parent}")
    handle, aside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(aside, 0o644)
        os.replace(aside, path)
    except BaseException:
        os.unlink(aside)
        raise


def shown_scene(puzzle: Assembly, shown: Shown) -> Scene:
    """The scene of what is to be shown."""
    if isinstance(puzzle, SurfacePuzzle) and isinstance(shown, tuple):
        return covering_scene(puzzle, shown)
    return scene_of(puzzle, shown if isinstance(shown, Solution) else None)


def _svg(puzzle: Assembly, shown: Shown) -> bytes:
    if isinstance(puzzle, SurfacePuzzle):
        covering = shown if isinstance(shown, tuple) else ()
        placed = shown_scene(puzzle, covering)["solution"]
        colours = {lying.tile: each["colour"] for lying, each in zip(covering, placed, strict=True)}
        return net_svg(puzzle, covering, colours=colours).encode()
    return (solution_svg(shown) if isinstance(shown, Solution) else puzzle._repr_svg_()).encode()


def _glb(puzzle: Assembly, shown: Shown) -> bytes:
    scene = shown_scene(puzzle, shown)
    return glb(scene if scene["solution"] else {**scene, "loose": laid_out(puzzle)})


def _stl(puzzle: Assembly, shown: Shown) -> bytes:
    """The pieces side by side on the plate, whatever is shown: that is what one prints."""
    return stl(laid_out(puzzle), title=puzzle.title)


def _html(puzzle: Assembly, shown: Shown) -> bytes:
    return scene_html(shown_scene(puzzle, shown)).encode()


RENDERERS: dict[str, Callable[[Assembly, Shown], bytes]] = {
    "svg": _svg,
    "glb": _glb,
    "stl": _stl,
    "html": _html,
}

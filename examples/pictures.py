"""Draw solved puzzles as SVG files in a folder: `make pictures` makes those of the documentation."""

import sys
from pathlib import Path

import piecework as pw
from piecework.draw.net import net_svg
from piecework.draw.svg import solution_svg
from piecework.formats.piece_sets import pool
from piecework.happy import SurfacePuzzle
from piecework.surface import Surface, body


def pictures() -> dict[str, str]:
    """Every picture by its file: the least of all solutions, whatever order the search finds them in."""
    drawn = {
        f"{name}.svg": solution_svg(min(pw.load(name).solutions(), key=str))
        for name in ("galacube", "pentominoes-6x10")
    }
    cube = SurfacePuzzle(Surface.from_cubes(body("cube")), pool(["original/blue"]))
    drawn["happy-cube.svg"] = net_svg(cube, min(cube.coverings(), key=str))
    return drawn


def main(folder: Path) -> None:
    for name, svg in pictures().items():
        (folder / name).write_text(svg.rstrip("\n") + "\n", encoding="utf-8")
        print(folder / name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

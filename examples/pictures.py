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
    """Every picture by the name of its file; with one thread, the first solution is always the same."""
    drawn = {
        f"{name}.svg": solution_svg(next(pw.load(name).solutions(limit=1, threads=1)))
        for name in ("galacube", "pentominoes-6x10")
    }
    cube = SurfacePuzzle(Surface.from_cubes(body("cube")), pool(["original/blue"]))
    drawn["happy-cube.svg"] = net_svg(cube, next(cube.coverings(limit=1, threads=1)))
    return drawn


def main(folder: Path) -> None:
    for name, svg in pictures().items():
        (folder / name).write_text(svg.rstrip("\n") + "\n", encoding="utf-8")
        print(folder / name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

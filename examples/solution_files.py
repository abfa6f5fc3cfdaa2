"""One solution in every form: a picture, a model, pieces to print, and a page that works from disk."""

import sys
from pathlib import Path
from typing import Any

import piecework as pw
from piecework.draw.files import write
from piecework.puzzle import building_order


def main(folder: Path, name: str = "soma") -> None:
    puzzle = pw.load(name)
    solution = next(puzzle.solutions(limit=1))
    for ending in ("svg", "glb", "stl", "html"):
        path = folder / f"{name}.{ending}"
        write(puzzle, solution, path)
        print(f"{path.name}: {path.stat().st_size:,} bytes")

    # How to put it together: which piece comes next, and from where.
    ways = {(0, 0, -1): "above", (0, 0, 1): "below", (-1, 0, 0): "the left", (1, 0, 0): "the right"}
    ways |= {(0, -1, 0): "behind", (0, 1, 0): "the front"}
    pieces: list[Any] = [placement.cells for placement in solution.placements]
    for arrival in building_order(pieces):
        names = " and ".join(solution.placements[number].piece for number in arrival.pieces)
        print(f"{names} from {ways[arrival.direction] if arrival.direction else 'nowhere'}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))

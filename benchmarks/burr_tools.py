"""Run BurrTools' burrTxt on a puzzle of the catalogue, and print its answer and CPU seconds as JSON.

BurrTools (https://burrtools.sourceforge.net) is no package of Debian 12 or of PyPI: who has its burrTxt on
the path gets its figures. It sees the puzzle, not our matrix, and finds the symmetries by itself.
"""

import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import piecework as pw
from piecework.geometry import Cell
from piecework.puzzle import Puzzle


def voxels(cells: Iterable[Cell]) -> ElementTree.Element:
    """A shape as BurrTools writes it: x runs first, then y, then z."""
    solid = {(*cell, 0)[:3] for cell in cells}
    x, y, z = (max(axis) + 1 for axis in zip(*solid, strict=True))
    drawn = "".join("#" if (i, j, k) in solid else "_" for k, j, i in product(range(z), range(y), range(x)))
    shape = ElementTree.Element("voxel", x=str(x), y=str(y), z=str(z), type="0")
    shape.text = drawn
    return shape


def puzzle_file(puzzle: Puzzle) -> bytes:
    """The puzzle as an .xmpuzzle file: shape 0 is the target, the others are pieces."""
    root = ElementTree.Element("puzzle", version="2")
    ElementTree.SubElement(root, "gridType", type="0")
    ElementTree.SubElement(root, "colors")
    shapes = ElementTree.SubElement(root, "shapes")
    shapes.extend(voxels(cells) for cells in (puzzle.target.cells, *(piece.cells for piece in puzzle.pieces)))
    problem = ElementTree.SubElement(ElementTree.SubElement(root, "problems"), "problem", state="0")
    used = ElementTree.SubElement(problem, "shapes")
    for number, piece in enumerate(puzzle.pieces, start=1):
        ElementTree.SubElement(used, "shape", id=str(number), count=str(piece.most))
    ElementTree.SubElement(problem, "result", id="0")
    ElementTree.SubElement(problem, "bitmap")
    ElementTree.SubElement(root, "comment")
    return ElementTree.tostring(root, xml_declaration=True)


def main(name: str) -> None:
    puzzle = pw.load(name)
    assert isinstance(puzzle, Puzzle)
    with tempfile.NamedTemporaryFile(suffix=".xmpuzzle") as file:
        Path(file.name).write_bytes(puzzle_file(puzzle))
        output = subprocess.run(
            ["burrTxt", "-q", file.name], capture_output=True, text=True, check=True
        ).stdout
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = int(output[: output.index(" assemblies")].split()[-1])
    print(json.dumps({"found": found, "seconds": used.ru_utime + used.ru_stime}))


if __name__ == "__main__":
    main(*sys.argv[1:])

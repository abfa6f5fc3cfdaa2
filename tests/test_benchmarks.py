"""What the benchmark hands to BurrTools is the puzzle, as a program that reads such files sees it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import piecework as pw

STAND_IN = f"""#!{sys.executable}
import sys
from xml.etree import ElementTree
from piecework.puzzle import Piece, Puzzle, Target

root = ElementTree.parse(sys.argv[2]).getroot()
shapes = []
for voxel in root.iter("voxel"):
    x, y, z = (int(voxel.get(axis)) for axis in "xyz")
    assert len(voxel.text) == x * y * z and set(voxel.text) <= set("#_")
    filled = [at for at, sign in enumerate(voxel.text) if sign == "#"]
    shapes.append([(at % x, at // x % y, at // x // y) for at in filled])
problem = root.find("problems/problem")
pieces = [
    Piece(one.get("id"), shapes[int(one.get("id"))], copies=int(one.get("count")))
    for one in problem.iter("shape")
]
target = Target(shapes[int(problem.find("result").get("id"))])
assemblies = Puzzle(pieces, target).count("symmetries")
print(f"{{assemblies}} assemblies and 0 solutions found with 0 iterations ")
"""
"""Takes the place of burrTxt: reads its kind of file, and answers in its words."""


@pytest.mark.parametrize("name", ["soma", "pentominoes-3x20", "tetracubes-2x4x4", "y-pentominoes-5x10"])
def test_burr_tools_gets_the_puzzle(name: str, tmp_path: Path) -> None:
    program = tmp_path / "burrTxt"
    program.write_text(STAND_IN)
    program.chmod(0o755)
    run = subprocess.run(
        [sys.executable, Path(__file__).parents[1] / "benchmarks" / "burr_tools.py", name],
        env={**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["found"] == pw.load(name).count("symmetries")

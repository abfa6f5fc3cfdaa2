"""What the documentation and the examples say is what happens."""

import re
import runpy
from pathlib import Path

import pytest

import piecework as pw
from piecework.puzzle import Puzzle

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "puzzles.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, flags=re.DOTALL)


def test_the_files_on_the_page_load_and_are_as_expected() -> None:
    small, frame = blocks("yaml")
    puzzle = pw.parse(small)
    assert isinstance(puzzle, Puzzle)
    assert puzzle.counts(["distinct"]) == puzzle.expect
    assert pw.parse(frame).count() == 1


def test_the_python_on_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    for code in blocks("python"):
        exec(compile(code, "docs/puzzles.md", "exec"), {})
    assert capsys.readouterr().out == "001\n011\n"


def test_the_counts_on_the_page_are_the_counts() -> None:
    printed = next(block for block in blocks("console") if "galacube --up-to all" in block)
    numbers = [int(line.split()[0]) for line in printed.splitlines()[1:]]
    assert numbers == list(pw.load("galacube").counts().values())


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(ROOT / "examples" / "puzzle_of_your_own.py"))
    counts = "{'labelled': 20, 'distinct': 20, 'rotations': 10, 'symmetries': 5}"
    assert capsys.readouterr().out.startswith(f"{counts}\n")

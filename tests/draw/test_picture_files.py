"""`piecework export` and `piecework.draw.files`: pictures and models by their endings."""

import json
import runpy
from pathlib import Path

import pytest
from typer.testing import CliRunner

import piecework as pw
from piecework.cli import app
from piecework.draw.files import RENDERERS, rendered, write
from piecework.draw.html import three_source


@pytest.mark.parametrize("ending", RENDERERS)
@pytest.mark.parametrize("name", ["galacube", "happy-original-blue"])
def test_the_command_writes_every_kind(name: str, ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"it.{ending}"
    result = CliRunner().invoke(app, ["export", name, str(path), "--json"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["file"] == str(path)
    puzzle = pw.load(name)
    solution = next(puzzle.solutions(limit=1, threads=1))
    assert path.read_bytes() == rendered(puzzle, solution, ending)
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_what_has_no_solution_is_drawn_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    result = CliRunner().invoke(app, ["export", "mutilated-chess-board", str(path)])
    assert result.exit_code == 1
    assert "no solution" in result.stdout
    assert path.read_text("utf-8").startswith("<svg")


def test_other_endings_and_folders_that_are_not_there(tmp_path: Path) -> None:
    puzzle = pw.load("soma")
    with pytest.raises(ValueError, match=r"ends in .svg, .glb, .stl or .html"):
        write(puzzle, None, tmp_path / "soma.doc")
    with pytest.raises(ValueError, match="there is no folder"):
        write(puzzle, None, tmp_path / "nowhere" / "soma.svg")


def test_the_example(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    example = Path(__file__).parents[2] / "examples" / "solution_files.py"
    runpy.run_path(str(example))["main"](tmp_path)
    printed = capsys.readouterr().out
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".glb", ".html", ".stl", ".svg"]
    assert sum(" from " in line for line in printed.splitlines()) == 7


def test_a_page_without_the_extra_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("piecework.draw.html.find_spec", lambda name: None)
    three_source.cache_clear()
    result = CliRunner().invoke(app, ["export", "galacube", str(tmp_path / "it.html")])
    assert result.exit_code == 2
    assert "install piecework[web]" in result.output
    assert not list(tmp_path.iterdir())

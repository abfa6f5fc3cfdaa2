"""What the pages say is what happens: Python blocks run, commands succeed and print what is shown below them.

In ```console blocks a line `$ piecework …` is a command. Lines under it are what it prints, or the beginning
of it, with `...` for what differs from run to run; without such lines it only has to succeed. Some pages have
tests of their own for their Python; here are the others.
"""

import doctest
import os
import re
import runpy
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from piecework.cli import app

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])
TESTED_ELSEWHERE = {"puzzles.md", "surfaces.md", "shapez.md"}
"""Pages whose Python runs in the tests of their rooms."""

# Files that a page asks its reader to save: the file, and which fenced block of the page has its text.
SAVED = {
    "puzzles.md": {"my-puzzle.yaml": ("yaml", 0), "frame.yaml": ("yaml", 1)},
    "cover.md": {"seven.dlx": ("text", 0)},
}


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)


def commands() -> Iterator[object]:
    for page in PAGES:
        for block in blocks(page, "console"):
            for command in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                line, _, printed = command.partition("\n")
                if line.startswith("piecework "):
                    yield pytest.param(page, line, printed, id=f"{page.name}: {line}")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the examples keep is kept apart from what the user has."""
    monkeypatch.setenv("PIECEWORK_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.name not in TESTED_ELSEWHERE], ids=lambda page: page.name
)
@pytest.mark.usefixtures("cache")
def test_python_runs(page: Path) -> None:
    names: dict[str, object] = {}
    for number, code in enumerate(blocks(page, "python")):
        where = f"{page.name}, Python block {number}"
        if ">>>" in code:
            example = doctest.DocTestParser().get_doctest(code, names, where, str(page), 0)
            result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, clear_globs=False)
            assert result.attempted
            assert not result.failed, where
            names.update(example.globs)
        else:
            exec(compile(code, where, "exec"), names)


@pytest.mark.parametrize(("page", "line", "printed"), list(commands()))
@pytest.mark.usefixtures("cache")
def test_commands_do_what_the_page_says(page: Path, line: str, printed: str) -> None:
    for name, (language, number) in SAVED.get(page.name, {}).items():
        Path(name).write_text(blocks(page, language)[number], "utf-8")
    result = CliRunner().invoke(app, shlex.split(line, comments=True)[1:])
    assert result.exit_code == 0, result.output
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    expected = f"{printed.strip()}..." if printed.strip() else "..."
    agree = doctest.OutputChecker().check_output(expected, result.stdout.strip(), flags)
    assert agree, f"the page says\n{printed}\nand the command\n{result.stdout}"


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8")):
            assert link.startswith("https://") or (page.parent / link).exists(), f"{page.name}: {link}"


def test_pictures_are_what_the_script_draws() -> None:
    drawn = runpy.run_path(str(ROOT / "examples" / "pictures.py"))["pictures"]()
    assert drawn.keys() == {path.name for path in (ROOT / "docs" / "images").glob("*.svg")}
    for name, svg in drawn.items():
        kept = (ROOT / "docs" / "images" / name).read_text("utf-8")
        assert kept.strip() == svg.strip(), f"{name} is out of date: make pictures"


def test_make_help_names_every_target() -> None:
    text = (ROOT / "Makefile").read_text("utf-8")
    phony = set(re.findall(r"^\.PHONY: (.*)$", text, flags=re.MULTILINE)[0].split()) - {"sanitize-one"}
    command = ["make", "--no-print-directory", "help"]
    plain = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = subprocess.run(command, cwd=ROOT, env=plain, capture_output=True, text=True, check=True)
    listed = done.stdout
    assert {line.split()[1] for line in listed.splitlines()} == phony

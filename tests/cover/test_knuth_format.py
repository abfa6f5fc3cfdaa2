"""Knuth's format goes both ways, and its faults are found where they are."""

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_up import Problem, as_cover, problems
from typer.testing import CliRunner

from piecework.cli import app
from piecework.cover import Cover, Item
from piecework.formats import FileError, knuth


def test_reading() -> None:
    text = "| a comment\n\na b 2|c 1:3|d | e\na b e\n| more\nc d\ne\n"
    assert knuth.read(text) == Cover(
        ["a", "b", Item("c", 2, 2), Item("d", 1, 3), Item("e", 0, 1)], [("a", "b", "e"), ("c", "d")]
    )


@given(problems())
def test_what_is_written_reads_as_the_same_problem(problem: Problem) -> None:
    ranges, options = problem
    ranges = [(1, 1), *ranges[1:]]
    kept = [option for option in options if any(ranges[item] != (0, 1) for item in option)]
    cover = as_cover((ranges, kept))
    again = knuth.read(knuth.write(cover))
    assert {(int(str(item.name)), item.lo, item.hi) for item in again.items} == {
        (number, lo, hi) for number, (lo, hi) in enumerate(ranges)
    }
    assert [[int(str(name)) for name in option] for option in again.options] == kept


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "no items"),
        ("| only\n| comments\n", "no items"),
        ("a b a\n", "t:1:5: item 'a' is named more than once"),
        ("a\nb\n", "t:2:1: 'b' is not an item"),
        ("a b\na  a\n", "t:2:4: item 'a' stands in the option more than once"),
        ("3:2|a\n", "t:1:1: item 'a' has an empty range"),
        ("x|a\n", "t:1:1: 'x|a' should be"),
        ("a | b | c\n", "t:1:7: a second bar"),
        ("a | b\na b:red\n", "t:2:3: 'b:red' has a colour"),
    ],
)
def test_faults(text: str, fault: str) -> None:
    with pytest.raises(FileError) as error:
        knuth.read(text, name="t")
    assert fault in str(error.value)


@given(st.text(alphabet="ab|: 12\n", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(FileError):
        knuth.read(text).count(strategy="search", threads=1)


def test_names_without_a_place_in_the_format() -> None:
    with pytest.raises(ValueError, match="names have no spaces"):
        knuth.write(Cover(["a b"], []))
    with pytest.raises(ValueError, match="written alike"):
        knuth.write(Cover(["1", 1], []))
    with pytest.raises(ValueError, match="every item is optional"):
        knuth.write(Cover([Item("a", 0, 1)], []))


def test_commands(tmp_path: Path) -> None:
    run = CliRunner().invoke
    file = tmp_path / "toy.dlx"
    file.write_text("a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n")
    counted = run(app, ["cover", "count", str(file), "--json"])
    assert counted.exit_code == 0
    assert '"count": 1' in counted.stdout
    assert run(app, ["cover", "solve", str(file)]).stdout == "c e\na d f\nb g\n\n"
    assert run(app, ["cover", "solve", str(file), "--json"]).stdout.startswith('{"options": [0, 3, 4]')
    file.write_text("a b\na\n")
    impossible = run(app, ["cover", "count", str(file)])
    assert impossible.exit_code == 1
    assert "no option covers item 'b'" in impossible.output
    file.write_bytes(b"\xff\xfe")
    assert run(app, ["cover", "count", str(file)]).exit_code == 2
    assert run(app, ["cover", "count", str(tmp_path)]).exit_code == 2
    assert run(app, ["cover", "count", str(tmp_path / "none")]).exit_code == 2

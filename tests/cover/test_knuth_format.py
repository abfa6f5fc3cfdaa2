"""Knuth's format goes both ways, and its faults are found where they are."""

import contextlib
import os
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_up import Problem, as_cover, problems
from typer.testing import CliRunner

from piecework.cli import app
from piecework.cover import Cover, Item
from piecework.formats import FileError, FileFault, knuth


def test_reading() -> None:
    text = "| a comment\n\na b 2|c 1:3|d | e\na b e\n| more\nc d\ne\n"
    assert knuth.read(text) == Cover(
        ["a", "b", Item("c", 2, 2), Item("d", 1, 3), Item("e", 0, 1)], [("a", "b", "e"), ("c", "d")]
    )


@pytest.mark.parametrize("ranged", ["0:1|a", "0:2|a", "0|a", "0:0|a"])
def test_only_options_behind_the_bar_are_left_out(ranged: str) -> None:
    assert len(knuth.read(f"{ranged} b\na\nb\n").options) == 2
    assert len(knuth.read("b | a\na\nb\n").options) == 1
    assert knuth.read("0:1|a b\na\nb\n").count() == 2


@given(problems(), st.sets(st.integers(0, 7)))
def test_what_is_written_reads_as_the_same_problem(problem: Problem, optional: set[int]) -> None:
    """Also where options, or all of them, hold optional items only."""
    ranges, options = problem
    ranges = [(0, 1) if number in optional else given for number, given in enumerate(ranges)]
    cover = as_cover((ranges, options))
    again = knuth.read(knuth.write(cover))
    assert {(int(str(item.name)), item.lo, item.hi) for item in again.items} == {
        (number, lo, hi) for number, (lo, hi) in enumerate(ranges)
    }
    assert [[int(str(name)) for name in option] for option in again.options] == options
    assert again.count(strategy="search", threads=1) == cover.count(strategy="search", threads=1)


@pytest.mark.parametrize(
    ("items", "options", "optional", "text"),
    [
        ("a", ["ab", "a"], "bc", "a | b c\na b\na\n"),
        ("a", ["a", "b"], "b", "a 0:1|b\na\nb\n"),
        ("a", ["ab", "bc", "ad"], "bcd", "a 0:1|b 0:1|c | d\na b\nb c\na d\n"),
        ("", ["a", "a"], "ab", "0:1|a | b\na\na\n"),
        ("", [], "ab", "0:1|a 0:1|b\n"),
    ],
)
def test_items_stand_behind_the_bar_where_no_option_is_lost(
    items: str, options: list[str], optional: str, text: str
) -> None:
    cover = Cover(items, options, optional=optional)
    assert knuth.write(cover) == text
    assert knuth.read(text).count() == cover.count()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "t:1:1: no items"),
        ("| only\n| comments\n", "t:1:1: no items"),
        ("a b a\n", "t:1:5: item 'a' is named more than once"),
        ("a\nb\n", "t:2:1: 'b' is not an item"),
        ("a b\na  a\n", "t:2:4: item 'a' stands in the option more than once"),
        ("3:2|a\n", "t:1:1: item 'a' has an empty range"),
        ("x|a\n", "t:1:1: 'x|a' should be"),
        ("a | b | c\n", "t:1:7: a second bar"),
        ("a | b\na b:red\n", "t:2:3: 'b:red' has a colour"),
        ("a 99999999999|b\n", "t:1:3: '99999999999|b' has a range beyond 0..4294967295"),
        ("4294967296|a\n", "t:1:1: '4294967296|a' has a range beyond"),
        ("2:" + "9" * 5000 + "|a\n", "t:1:1: '2:99999999999999999999999999999999999999…' has a range beyond"),
        ("\u0663|a\n", "t:1:1: '\u0663|a' should be an item, or LO:HI|item"),
        ("2| a\n", "t:1:1: '2|' lacks an item: its name follows the bar without a space"),
        ("a:b\n", "t:1:1: 'a:b' is no item's name: it may hold no colon"),
        ("a | 2|b\n", "t:1:5: '2|b' stands behind the bar"),
        ("a\r\n\r\n| c\r\nb\r\n", "t:4:1: 'b' is not an item"),
        ("a\x0cb\n\u2028c\n", "t:2:2: 'c' is not an item"),
    ],
)
def test_faults(text: str, fault: str) -> None:
    with pytest.raises(FileError) as error:
        knuth.read(text, name="t")
    assert str(error.value).startswith(fault)
    assert len(error.value.faults) == 1


def test_a_range_may_have_zeros_in_front_and_end_at_the_highest_number() -> None:
    zeros = "0" * 5000
    assert knuth.read(f"{zeros}1:4294967295|a\na\n").items == (Item("a", 1, 2**32 - 1),)


def test_an_item_with_a_fault_is_an_item_for_the_options() -> None:
    with pytest.raises(FileError) as error:
        knuth.read("3:2|a x|b\na b\na c\n", name="t")
    assert [(fault.line, fault.column) for fault in error.value.faults] == [(1, 1), (1, 7), (3, 3)]


def test_of_very_many_faults_the_first_are_told() -> None:
    with pytest.raises(FileError) as error:
        knuth.read("a\n" + "once upon a time\n" * 100_000)
    assert len(error.value.faults) == knuth.MOST_FAULTS + 1
    assert error.value.faults[-1] == FileFault(35, 6, "there are more faults from here on")


@pytest.mark.parametrize(
    ("limit", "fault"),
    [
        ("MOST_ITEMS", "t:1:5: more than 2 items: too many for the engine"),
        ("MOST_MEMBERSHIPS", "t:4:1: more than 2 items in all options: too many for the engine"),
    ],
)
def test_the_engines_limits_have_a_place(limit: str, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knuth, limit, 2)
    with pytest.raises(FileError) as error:
        knuth.read("a b c\na\nb\na c\n", name="t")
    assert str(error.value) == fault


def test_ranges_end_where_the_engines_do() -> None:
    Cover([Item("a", 0, knuth.MOST_USES)], [])
    with pytest.raises(ValueError, match="range beyond"):
        Cover([Item("a", 0, knuth.MOST_USES + 1)], [])


def check_that_it_is_read_or_refused(text: str) -> None:
    """A cover, or faults that all have a place in the text."""
    try:
        knuth.read(text)
    except FileError as error:
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for fault in error.faults:
            assert 1 <= fault.line <= len(lines)
            assert 1 <= fault.column <= max(len(lines[fault.line - 1]), 1)


@given(st.text(alphabet="ab|: 12\n", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    check_that_it_is_read_or_refused(text)
    with contextlib.suppress(FileError):
        knuth.read(text).count(strategy="search", threads=1)


@given(st.text())
def test_any_text_at_all_is_read_or_refused(text: str) -> None:
    check_that_it_is_read_or_refused(text)


REAL = "| seven\r\na b 2|c 1:3|d 0:1|e | f g\na b f\n\nc d\n| more\nc d e\nb g\n"


@given(
    st.lists(
        st.tuples(st.integers(0, len(REAL)), st.integers(0, 3), st.text("a|:9 \r\n\ufeff\x85", max_size=3))
    )
)
def test_spoilt_files_are_read_or_refused(changes: list[tuple[int, int, str]]) -> None:
    text = REAL
    for start, length, put in changes:
        text = text[:start] + put + text[start + length :]
    check_that_it_is_read_or_refused(text)


def test_comments_may_be_indented_and_a_byte_order_mark_is_none_of_the_text() -> None:
    """Knuth's programs skip spaces before they look for the bar of a comment."""
    assert knuth.read("\ufeff | c\na b\n\t| c\na b\n") == Cover("ab", ["ab"])


def test_long_lines_take_no_longer_for_each_item() -> None:
    line = " ".join(f"i{number}" for number in range(100_000))
    start = time.process_time()
    knuth.read(f"{line}\n{line}\n")
    assert time.process_time() - start < 10


def test_names_without_a_place_in_the_format() -> None:
    for name in ("a b", "", "a|b", "a:b", "a\x85b", "\0", "\ufeffa", "\ud800"):
        with pytest.raises(ValueError, match="names have no spaces"):
            knuth.write(Cover([name], []))
    with pytest.raises(ValueError, match="written alike"):
        knuth.write(Cover(["1", 1], []))
    with pytest.raises(ValueError, match="without items"):
        knuth.write(Cover([], []))


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
    assert run(app, ["cover", "count", str(tmp_path)]).exit_code == 2
    assert run(app, ["cover", "count", str(tmp_path / "none")]).exit_code == 2


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("a\n".encode("utf-16"), ":1:1: is text in UTF-16: save it in UTF-8"),
        (b"a \xc3\xa4\na \xc3\xa4 \xff\n", ":2:5: is not text in UTF-8"),
        (b"a\n a\0\n", r":2:3: control character '\x00'"),
        (b"a" * 101, ": is larger than"),
    ],
)
def test_files_that_are_no_text(
    content: bytes, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(knuth, "LARGEST_FILE", 100)
    file = tmp_path / "file.dlx"
    file.write_bytes(content)
    refused = CliRunner().invoke(app, ["cover", "count", str(file)])
    assert refused.exit_code == 2
    assert f"{file}{fault}" in refused.stderr


def test_a_byte_order_mark_before_a_file(tmp_path: Path) -> None:
    file = tmp_path / "marked.dlx"
    file.write_bytes(b"\xef\xbb\xbfa b\r\na b\r\n")
    assert CliRunner().invoke(app, ["cover", "solve", str(file)]).stdout == "a b\n\n"


def test_a_problem_may_come_through_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=("a b\na b\n",))
    writer.start()
    assert CliRunner().invoke(app, ["cover", "solve", str(pipe)]).stdout == "a b\n\n"
    writer.join()


def test_what_takes_too_much_memory_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(text: str, *, name: str) -> Cover:
        raise MemoryError

    monkeypatch.setattr(knuth, "read", fail)
    file = tmp_path / "file.dlx"
    file.write_text("a\na\n")
    refused = CliRunner().invoke(app, ["cover", "count", str(file)])
    assert refused.exit_code == 2
    assert refused.stderr == f"piecework: {file}: takes more memory than there is\n"

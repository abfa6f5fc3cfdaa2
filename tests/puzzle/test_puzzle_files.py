"""Puzzle files: what is read, what is refused and where, and that nothing crashes the reader."""

import json
import os
import re
import time
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import piecework as pw
from piecework.formats import _schema
from piecework.formats._text import LARGEST_FILE
from piecework.puzzle import Moves, Piece, Puzzle, Target

GOOD = """\
version: 1
title: A small puzzle
author: nobody
moves: flip
pieces:
  L: "##/#."
  I:
    drawing: |
      #
      #
    copies: 0..2
    moves: turn
  D: {cells: [[0, 0], [1, 0]], copies: 2}
  R: ["##", "##"]
target:
  box: 4x4
  blocked: [[0, 0]]
  optional: [[3, 3]]
expect:
  distinct: 0
"""


def test_a_file_becomes_a_puzzle() -> None:
    puzzle = pw.parse(GOOD)
    assert puzzle == Puzzle(
        [
            Piece("L", "##/#.", moves="flip"),
            Piece("I", "#/#", copies=(0, 2), moves="turn"),
            Piece("D", "##", copies=2, moves="flip"),
            Piece("R", "##/##", moves="flip"),
        ],
        Target.box(4, 4, blocked=[(0, 0)], optional=[(3, 3)]),
        title="A small puzzle",
        author="nobody",
        expect={"distinct": 0},
    )


@pytest.mark.parametrize(
    "target",
    [
        '"##/#+"',
        '["##", "#+"]',
        "{cells: [[0,0],[1,0],[0,1]], optional: [[1,1]]}",
        '{drawing: "##/#+"}',
    ],
)
def test_targets_can_be_written_in_many_ways(target: str) -> None:
    puzzle = pw.parse(f"version: 1\npieces: {{a: '#'}}\ntarget: {target}\n")
    assert isinstance(puzzle, Puzzle)
    assert puzzle.target == Target([(0, 0), (1, 0), (0, 1)], optional=[(1, 1)])


def test_solids_are_drawn_in_layers() -> None:
    texts = ['"##/#.//#./.."', '[["##", "#."], ["#.", ".."]]', "|\n    ##\n    #.\n\n    #.\n    ..\n"]
    for text in texts:
        puzzle = pw.parse(f"version: 1\npieces:\n  a: {text}\ntarget: {{box: 2x2x2}}\n")
        assert isinstance(puzzle, Puzzle)
        assert puzzle.pieces[0].cells == ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))
    flat = pw.parse("version: 1\npieces: {a: [['##']]}\ntarget: [['##']]\n")
    assert isinstance(flat, Puzzle)
    assert flat.target.dimension == 3


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_what_is_written_loads_again(data: st.DataObject) -> None:
    dimension = data.draw(st.sampled_from([2, 3]))
    cell = st.tuples(*[st.integers(0, 3)] * dimension)
    names = data.draw(
        st.lists(
            st.text(st.characters(categories=["L", "N", "P"]), min_size=1, max_size=5),
            min_size=1,
            max_size=4,
            unique=True,
        )
    )
    pieces = [
        Piece(
            name,
            data.draw(st.sets(cell, min_size=1, max_size=6)),
            copies=data.draw(st.sampled_from([(1, 1), (3, 3), (0, 2)])),
            moves=data.draw(st.sampled_from(list(Moves))),
        )
        for name in names
    ]
    required = data.draw(st.sets(cell, min_size=1, max_size=12))
    optional = data.draw(st.sets(cell, max_size=3))
    puzzle = Puzzle(
        pieces,
        Target(required, optional=optional),
        title=data.draw(st.text(max_size=10).map(lambda t: "".join(c for c in t if c.isprintable()))),
    )
    # Random pieces may be larger than a random target, which only a draft may have.
    assert pw.parse(pw.dump(puzzle), draft=True) == puzzle


HEAD = "version: 1\ntarget: '#'\n"
FAULTS = [
    ("", "1:1: the file is empty"),
    ("- 1\n", "1:1: a puzzle file is a mapping"),
    ("version: 1\npieces: {a: '#'}\n", "1:1: `target` is missing"),
    ("version: 2\npieces: {a: '#'}\ntarget: '#'\n", "1:10: must be 1, not 2"),
    ("pieces: {a: '#'}\ntarget: '#'\n", "1:1: `version` is missing"),
    (HEAD + "", "1:1: there are no pieces"),
    (HEAD + "sets: heptagons\n", "3:7: there is no set of pieces 'heptagons'"),
    (HEAD + "sets: [pentominoes, pentominoes]\n", "3:21: the set 'pentominoes' is named twice"),
    (HEAD + "sets: pentominoes\npieces:\n  X: '#'\n", "5:3: one of the sets has a piece 'X'"),
    (HEAD + "pieces:\n  a: #.#\n", "4:3: text is missing here; a drawing that starts with #"),
    (HEAD + "pieces:\n  a: 0101\n", "4:6: must be text, not the number 101; put it in quotes"),
    (HEAD + "pieces:\n  a: '##/#'\n", "4:10: ragged rows: '#' has 1 characters"),
    (HEAD + "pieces:\n  a: |\n    ##\n    #x\n", "6:6: 'x' means nothing in a drawing"),
    (HEAD + "pieces:\n  a: ['##', '#▓']\n", "4:15: '\\u2593' (dark shade) means nothing"),
    (HEAD + "pieces:\n  a: '..'\n", "4:6: the drawing has no cells"),
    (HEAD + "pieces:\n  a: '#'\n  a: '#'\n", "5:3: 'a' is already there, on line 4"),
    (HEAD + "pieces:\n  a: {}\n", "4:3: a piece needs either `drawing` or `cells`"),
    (HEAD + "pieces:\n  a: {cells: [[0]]}\n", "4:15: a cell is [x, y] or [x, y, z]"),
    (HEAD + "pieces:\n  a: {drawing: '#', copies: 3..1}\n", "4:29: copies go from 0 to 100000"),
    (HEAD + "pieces:\n  a: {drawing: '#', copies: few}\n", "4:29: copies are a number (3) or a range"),
    (HEAD + "pieces:\n  a: {drawing: '#', copys: 3}\n", "4:21: unknown key 'copys'; did you mean `copies`?"),
    ("version: 1\ntarget: {}\npieces: {a: '#'}\n", "2:1: the target needs one of"),
    ("version: 1\ntarget: {box: 4by4}\npieces: {a: '#'}\n", "2:15: a box is written as width x height"),
    ("version: 1\ntarget: {box: 9999x9999}\npieces: {a: '#'}\n", "2:15: a box may hold 100000 cells"),
    ("version: 1\ntarget: {cells: [[-1, 0]]}\npieces: {a: '#'}\n", "2:1: the cells of a target count from 0"),
    ("version: 1\nmoves: jump\ntarget: '#'\npieces: {a: '#'}\n", "2:8: must be 'fixed', 'turn', 'flip'"),
    (HEAD + "pieces: {a: '#'}\nexpect: {distinct: -1}\n", "4:20: must be at least 0, not -1"),
    (HEAD + "pieces: {'': '#'}\n", "3:10: a name has 1 to 60 printable characters"),
    ("a: &x 1\nb: *x\n", "aliases (`&` and `*`) are not allowed"),
    ("a: !!python/object/apply:os.system ['x']\n", "1:4: tags are not allowed"),
    ("a: [1\n", "not valid YAML"),
    ("--- 1\n--- 2\n", "not valid YAML"),
    ("[" * 1000, "brackets are nested too deeply"),
    ("x: \x07\n", "1:4: control character '\\x07'"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), FAULTS)
def test_faults_are_named_with_line_and_column(text: str, message: str) -> None:
    with pytest.raises(pw.FileError) as caught:
        pw.parse(text.encode(), name="file")
    assert message in str(caught.value)
    assert all(line.startswith("file:") for line in str(caught.value).splitlines())


def test_all_faults_come_at_once() -> None:
    text = "version: 2\npieces:\n  a: '##/#'\n  b: {copies: x, drawing: '#'}\ntarget: {box: 4}\nextra: 1\n"
    with pytest.raises(pw.FileError) as caught:
        pw.parse(text)
    assert [(fault.line, fault.column) for fault in caught.value.faults] == [
        (1, 10),
        (3, 10),
        (4, 15),
        (5, 15),
        (6, 1),
    ]


def test_an_anchor_bomb_is_refused_at_once() -> None:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    for before, name in zip("abcdefgh", "bcdefghi", strict=True):
        lines.append(f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]")
    start = time.process_time()
    with pytest.raises(pw.FileError, match="aliases"):
        pw.parse("\n".join(lines))
    assert time.process_time() - start < 5


def test_files_that_cannot_be_read_say_why(tmp_path: Path) -> None:
    cases = {
        tmp_path: "is a directory",
        tmp_path / "nothing.yaml": "there is no such file",
    }
    large = tmp_path / "large.yaml"
    large.write_bytes(b"#" * (LARGEST_FILE + 1))
    cases[large] = "is larger than the 256 kB"
    binary = tmp_path / "binary.yaml"
    binary.write_bytes(bytes(range(128, 256)))
    cases[binary] = "is not text in UTF-8"
    wide = tmp_path / "wide.yaml"
    wide.write_text("version: 1", encoding="utf-16")
    cases[wide] = "is text in UTF-16: save it in UTF-8"
    pipe = tmp_path / "pipe.yaml"
    os.mkfifo(pipe)
    cases[pipe] = "is not an ordinary file"
    for path, message in cases.items():
        with pytest.raises(pw.FileError) as caught:
            pw.load(path)
        assert re.match(rf"{re.escape(str(path))}(:1:1)?: {message}", str(caught.value))


def test_a_byte_order_mark_before_a_file(tmp_path: Path) -> None:
    text = pw.catalogue()["soma"].read_text(encoding="utf-8")
    marked = tmp_path / "marked.yaml"
    marked.write_text(text, encoding="utf-8-sig")
    assert pw.load(marked) == pw.parse("\ufeff" + text) == pw.load("soma")


def test_no_permission_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulated, because tests may run as a user who may read everything."""
    path = tmp_path / "secret.yaml"
    path.write_text("version: 1")

    def refuse(*arguments: object, **options: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(pw.FileError, match=r"secret.yaml: may not be read: no permission$"):
        pw.load(path)


def test_names_that_are_not_in_the_catalogue_get_a_suggestion() -> None:
    with pytest.raises(pw.FileError, match="did you mean 'galacube'"):
        pw.load("galacub")
    with pytest.raises(pw.FileError, match="`piecework puzzles` lists them"):
        pw.load("zzzzzzzz")


TEN_THOUSAND = {
    "drawing": "|\n" + "\n".join(["    " + "#" * 100] * 100),
    "box": "{box: 100x100}",
    "cells": "{cells: [" + ", ".join(f"[{n % 100}, {n // 100}]" for n in range(10_000)) + "]}",
}


@pytest.mark.parametrize("way", ["drawing", "box", pytest.param("cells", marks=pytest.mark.slow)])
def test_ten_thousand_cells_load(way: str) -> None:
    puzzle = pw.parse(f"version: 1\npieces: {{X: '.#./###/.#.'}}\ntarget: {TEN_THOUSAND[way]}\n")
    assert isinstance(puzzle, Puzzle)
    assert len(puzzle.target.cells) == 10_000
    assert puzzle.check()


def test_the_published_schema_is_up_to_date() -> None:
    assert _schema.PATH.read_text(encoding="utf-8") == _schema.text(), "python -m piecework.formats._schema"


KEYS = ["version", "title", "pieces", "target", "sets", "moves", "expect", "box", "cells", "drawing"]
KEYS += ["copies", "optional", "border30", "border12", "board", "a"]
WORDS = ["#", "##/#.", "all", "4x4", "0..2", "turn", "pentominoes", "0" * 12, "01" * 15, "é", "\n"]
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 12)
    | st.floats()
    | st.sampled_from(WORDS)
    | st.text(max_size=6)
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=3), inner, max_size=5)
    ),
    max_leaves=20,
)


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=8))
def test_no_values_crash_the_reader(values: dict[str, object]) -> None:
    try:
        puzzle = pw.parse(json.dumps(values).encode())
    except pw.FileError:
        return
    puzzle.check()


@settings(max_examples=400, deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
@example(b"- " * 3000)
@example(b"? " * 3000)
@example(b"a: " + b"{" * 150)
@example(b'"\\ud800": 1')
@example(b'sets: "\\ud800\\udc00"')
@example(b"%YAML 9.9\n---\na: 1")
@example(b"a: !<tag:yaml.org,2002:int> x")
@example(b"0x" + b"f" * 5000 + b": 1")
@example(b"a: " + b"9" * 5000)
@example("\ufeffversion: 1".encode())
def test_no_bytes_crash_the_reader(content: bytes) -> None:
    with pytest.raises(pw.FileError):
        pw.parse(content)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_no_damage_to_a_good_file_crashes_the_reader(data: st.DataObject) -> None:
    text = GOOD
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        upto = data.draw(st.integers(at, min(at + 6, len(text))))
        text = text[:at] + data.draw(st.text(alphabet="#.:{}[]&*!|>'\"\n\t x0-9é", max_size=4)) + text[upto:]
    try:
        pw.parse(text.encode())
    except pw.FileError:
        return

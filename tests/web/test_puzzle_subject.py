"""Solutions in addresses and files, without a browser."""

import json
from itertools import islice
from typing import Any
from xml.etree import ElementTree

import pytest

import piecework as pw
from piecework.happy import SurfacePuzzle
from piecework.web.puzzle.downloads import FORMATS, content, file_name
from piecework.web.puzzle.subject import Entries, Subject, find
from piecework.web.puzzle.words import amount, duration, plural

PUZZLES = [
    ("soma", None),
    ("pentominoes-8x8-holes", None),
    ("pentominoes-8x8-any-four", None),
    ("dominoes-8x8", None),
    ("voxel-frame-1", "cube"),
    ("happy-original-blue", None),
    ("happy-original-blue", "tray"),
]


def subject_of(name: str, scenario: str | None) -> Subject:
    subject = find(name, scenario)
    assert subject is not None
    return subject


def entries_of(subject: Subject, number: int = 0) -> Entries:
    puzzle = subject.puzzle
    if isinstance(puzzle, SurfacePuzzle):
        return [lying._asdict() for lying in next(islice(puzzle.coverings(), number, None))]
    solution = next(islice(puzzle.solutions(threads=1), number, None))
    return [{"piece": p.piece, "cells": [list(cell) for cell in p.cells]} for p in solution.placements]  # type: ignore[call-overload]


@pytest.mark.parametrize(("name", "scenario"), PUZZLES)
def test_a_link_gives_the_same_solution_again(name: str, scenario: str | None) -> None:
    subject = subject_of(name, scenario)
    entries = entries_of(subject, 1)
    text = subject.link_text(entries)
    assert not set(text) & set(" \n/")
    again = subject.read_link(text)

    def cells(listed: Any) -> list[Any]:
        return sorted(sorted(placed["cells"]) for placed in subject.placed(listed))

    assert cells(again) == cells(entries)


@pytest.mark.parametrize("text", ["", "x", "1.R0", "~" * 50, "A" * 10_000, "0.Z9~" * 6, "<script>"])
@pytest.mark.parametrize("name", ["soma", "happy-original-blue"])
def test_a_link_that_is_no_solution_is_refused_with_a_reason(name: str, text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        subject_of(name, None).read_link(text)


def test_a_link_to_a_huge_puzzle_is_refused_before_it_costs_anything() -> None:
    text = "version: 1\npieces:\n  a: {drawing: '###/#..', copies: 0..999}\ntarget: {box: 300x300}\n"
    subject = Subject("own-x", text, pw.parse(text), None)
    with pytest.raises(ValueError, match="too"):
        subject.read_link("a" * 7999)


def test_scenarios() -> None:
    assert list(subject_of("voxel-frame-1", None).scenarios) == ["flat", "cube"]
    assert "tray" in subject_of("happy-original-blue", None).scenarios
    assert "tray" not in subject_of("happy-pro-blue", None).scenarios
    assert subject_of("soma", None).scenarios == {}
    with pytest.raises(ValueError, match="scenario"):
        find("soma", "cube")


@pytest.mark.parametrize(("name", "scenario"), PUZZLES)
@pytest.mark.parametrize("kind", FORMATS, ids=lambda kind: kind.name)
def test_every_puzzle_has_every_file(name: str, scenario: str | None, kind: Any) -> None:
    subject = subject_of(name, scenario)
    for entries in (None, entries_of(subject)):
        made = content(subject, entries, kind.ending)
        match kind.name:
            case "SVG":
                assert ElementTree.fromstring(made.decode()).tag.endswith("svg")
            case "GLB":
                assert made.startswith(b"glTF")
            case "STL":
                assert (len(made) - 84) % 50 == 0
            case "HTML":
                assert made.startswith(b"<!DOCTYPE html>")
            case "YAML":
                assert pw.parse(made, scenario=scenario) == subject.puzzle
            case "JSON":
                assert json.loads(made)["puzzle"] == name


def test_a_picture_has_the_colours_of_the_viewer() -> None:
    subject = subject_of("soma", None)
    entries = entries_of(subject)
    picture = content(subject, entries, "svg").decode()
    for placed in subject.placed(entries):
        assert placed["colour"] in picture


def test_file_names_are_plain() -> None:
    text = "version: 1\ntitle: '../../Ä <b> \"x\"'\npieces: {a: '#'}\ntarget: '#'\n"
    subject = Subject("own-" + "0" * 60, text, pw.parse(text), None)
    assert file_name(subject, "svg") == "b-x.svg"
    assert file_name(subject_of("soma", None), "glb") == "soma.glb"


def test_words() -> None:
    assert [amount(n) for n in (7, 12_345, 2_300_000, 5 * 10**9)] == ["7", "12,345", "2.3 M", "5.0 G"]
    assert [duration(s) for s in (0.25, 42, 600, 7200)] == ["0.2 s", "42 s", "10 min", "2 h"]
    assert [plural(n, "piece") for n in (1, 2000)] == ["1 piece", "2,000 pieces"]

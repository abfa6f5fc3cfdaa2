"""The search does the same work as before: solutions and nodes of a basket of puzzles are pinned."""

from pathlib import Path

import pytest

import piecework as pw
from piecework.cover import Progress

LINES = [
    line.split()
    for line in (Path(__file__).parent / "signature.txt").read_text().splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(("name", "solutions", "nodes"), LINES, ids=[line[0] for line in LINES])
def test_signature(name: str, solutions: str, nodes: str) -> None:
    seen: list[Progress] = []
    cover = pw.load(name).cover()
    assert cover.count(strategy="search", threads=1, progress=seen.append) == int(solutions)
    assert seen[-1].nodes == int(nodes), "other work than before: say why, and pin the new figure"

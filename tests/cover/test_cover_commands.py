"""`piecework cover` with a checkpoint: whatever stops a run, the next one shows what is left, once."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from made_up import dominoes, queens
from typer.testing import CliRunner

from piecework.cli import app
from piecework.cover import Cover, Item
from piecework.formats import knuth

Start = Callable[..., subprocess.Popen[str]]


def written(cover: Cover, file: Path) -> Path:
    """The problem as a file; its items are numbered, since the format has no place for their names."""
    number = {item.name: f"i{index}" for index, item in enumerate(cover.items)}
    items = [Item(number[item.name], item.lo, item.hi) for item in cover.items]
    file.write_text(
        knuth.write(Cover(items, [[number[name] for name in option] for option in cover.options]))
    )
    return file


def mutilated_board(size: int) -> Cover:
    """Dominoes on a board that lacks two opposite corners: no cover, and a long search for one."""
    whole = dominoes(size, size)
    corners = {(0, 0), (size - 1, size - 1)}
    cells = [item.name for item in whole.items if item.name not in corners]
    return Cover(cells, [option for option in whole.options if not corners & set(option)])


@pytest.fixture
def start(tmp_path: Path) -> Any:
    """Start `piecework cover solve` with a checkpoint, in a process that is gone after the test."""
    running = []

    def run(file: Path, *options: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", "from piecework.cli import app; app()", "cover", "solve", str(file)]
        command += ["--checkpoint", str(tmp_path / "point"), *options]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        running.append(process)
        return process

    yield run
    for process in running:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("read", [40, 150])
def test_control_c_stops_between_two_covers_and_the_next_run_shows_the_others(
    start: Start, tmp_path: Path, read: int
) -> None:
    """The reader reads a little before each Ctrl-C, so that a run is stopped while it waits to print."""
    file = written(queens(9), tmp_path / "queens.dlx")
    listed: list[str] = []
    said, runs = "", 0
    while "all 352 are listed" not in said:
        process = start(file, "--all", "--json")
        assert process.stdout is not None
        assert process.stderr is not None
        listed += filter(None, (process.stdout.readline() for _ in range(read)))
        process.send_signal(signal.SIGINT)
        listed += process.stdout
        said = process.stderr.read()
        process.wait()
        runs += 1
        assert process.returncode == 130 or "all 352 are listed" in said
        assert (tmp_path / "point").exists() == ("the same command goes on" in said)
    assert runs > 1
    assert len(listed) == len(set(listed)) == 352


def test_control_c_stops_a_run_that_waits_for_its_first_cover(start: Start, tmp_path: Path) -> None:
    process = start(written(mutilated_board(20), tmp_path / "board.dlx"), "--threads", "1")
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    asked = time.monotonic()
    out, said = process.communicate(timeout=60)
    assert time.monotonic() - asked < 2  # with the end of the process, on a busy machine
    assert (process.returncode, out) == (130, "")
    assert "the same command goes on from" in said
    assert (tmp_path / "point").exists()


def test_a_second_control_c_ends_a_run_that_is_stuck(start: Start, tmp_path: Path) -> None:
    process = start(written(queens(11), tmp_path / "queens.dlx"), "--all")
    time.sleep(2)  # nobody reads, and the pipe is full
    process.send_signal(signal.SIGINT)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.5)
    process.send_signal(signal.SIGINT)
    assert process.wait(10) == -signal.SIGINT


def test_counts_of_any_size_are_printed(tmp_path: Path) -> None:
    """A column of cells, each to be filled in two ways."""
    file = written(Cover(20_000, [[cell] for cell in range(20_000)] * 2), tmp_path / "column.dlx")
    shown = CliRunner().invoke(app, ["cover", "count", str(file)])
    shown_to_machines = CliRunner().invoke(app, ["cover", "count", str(file), "--json"])
    assert (shown.exit_code, shown_to_machines.exit_code) == (0, 0)
    assert sys.get_int_max_str_digits() == 4300  # what is read stays bounded
    sys.set_int_max_str_digits(0)
    try:
        assert shown.output.startswith(f"{2**20_000:,} solutions, by sweep")
        assert json.loads(shown_to_machines.output)["count"] == 2**20_000
    finally:
        sys.set_int_max_str_digits(4300)


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 5])
def test_runs_with_a_limit_show_one_cover_after_another_and_say_when_they_begin_anew(
    tmp_path: Path, limit: int
) -> None:
    file = written(queens(6), tmp_path / "queens.dlx")
    point = tmp_path / "point"
    command = ["cover", "solve", str(file), "--limit", str(limit), "--checkpoint", str(point), "--json"]
    for _ in range(2):
        listed: list[str] = []
        while True:
            result = CliRunner().invoke(app, command)
            assert result.exit_code == 0
            listed += result.stdout.splitlines()
            if not point.exists():
                break
            assert "the same command goes on" in result.stderr
        assert len(listed) == len(set(listed)) == 4
        assert limit > 4 or "all 4 are listed; the same command begins anew" in result.stderr


def test_a_problem_without_a_cover_says_so_and_leaves_no_checkpoint(tmp_path: Path) -> None:
    file = written(queens(3), tmp_path / "queens.dlx")
    result = CliRunner().invoke(app, ["cover", "solve", str(file), "--checkpoint", str(tmp_path / "point")])
    assert (result.exit_code, result.stderr) == (1, "no solution\n")
    assert not (tmp_path / "point").exists()


@pytest.mark.parametrize("command", ["count", "solve"])
@pytest.mark.parametrize("content", [b"\xff\xfe", b"[" * 200_000, b"", None])
def test_a_checkpoint_that_is_none_gets_one_clear_line(
    tmp_path: Path, command: str, content: bytes | None
) -> None:
    file = written(queens(6), tmp_path / "queens.dlx")
    point = tmp_path / "point"
    if content is None:
        point.mkdir()
    else:
        point.write_bytes(content)
    result = CliRunner().invoke(app, ["cover", command, str(file), "--checkpoint", str(point)])
    assert result.exit_code == 2
    assert str(point) in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("unread", ["[[99]]", "[[-1]]"])
def test_a_forged_checkpoint_lists_nothing(tmp_path: Path, unread: str) -> None:
    file = written(queens(6), tmp_path / "queens.dlx")
    point = tmp_path / "point"
    command = ["cover", "solve", str(file), "--checkpoint", str(point)]
    CliRunner().invoke(app, command)
    point.write_text(point.read_text().replace('"unread":[]', f'"unread":{unread}'))
    result = CliRunner().invoke(app, command)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "piecework: the resume point does not belong to this problem: a solution in it is none\n"
    )

"""Jobs: what they find, how they queue, stop, fail, and are kept within their limits."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from piecework.formats import load
from piecework.puzzle import Placement, Solution
from piecework.web.jobs import Job, Jobs, Refused
from piecework.web.requests import (
    Check,
    Count,
    Pool,
    Request,
    ShapezCheck,
    ShapezPlan,
    ShapezRandom,
    Solve,
    SurfaceBodies,
    SurfaceSolve,
)
from piecework.web.settings import MIB, Settings
from web.browsing import run

LONG = Solve(puzzle="dominoes-16x16", limit=1_000_000)
"""A search without end."""


def with_jobs(test: Callable[[Jobs], Awaitable[Any]], **settings: Any) -> Any:
    """Run a test in an event loop of its own, and leave no process behind."""

    async def within() -> Any:
        jobs = Jobs(Settings(**{"at_once": 2, "seconds": 60.0, "grace": 0.2, **settings}))
        try:
            return await test(jobs)
        finally:
            await jobs.close()

    return run(within())


def done(request: Request, **settings: Any) -> Job:
    """The job when it has ended."""

    async def test(jobs: Jobs) -> Job:
        job = jobs.start(request, owner="test")
        assert await job.wait(60)
        return job

    found: Job = with_jobs(test, **settings)
    return found


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().split(") ")[1][0] != "Z"


def test_solutions_are_those_of_the_puzzle() -> None:
    job = done(Solve(puzzle="pentominoes-3x20"))
    puzzle = load("pentominoes-3x20")
    expected = {frozenset(solution.placements) for solution in puzzle.solutions()}
    found = {
        frozenset(Placement(one["piece"], tuple(map(tuple, one["cells"]))) for one in solution)
        for solution in job.solutions
    }
    assert found == expected
    assert (job.state, job.complete, job.found, job.fraction) == ("done", True, 8, 1.0)
    placements = tuple(Placement(one["piece"], tuple(map(tuple, one["cells"]))) for one in job.solutions[0])
    assert Solution.from_text(puzzle, str(Solution(puzzle, placements)))


def test_the_first_solution_comes_while_the_search_goes_on() -> None:
    async def test(jobs: Jobs) -> None:
        job = jobs.start(Solve(puzzle="tetris-cube"), owner="test")
        version = 0
        while not job.solutions:
            version = await job.changed(version)
        assert job.state == "running"
        assert 0 <= job.fraction < 1
        job.cancel()

    with_jobs(test)


def test_counts() -> None:
    job = done(Count(puzzle="soma"))
    assert job.counts == {"labelled": 11520, "distinct": 11520, "rotations": 480, "symmetries": 240}


def test_other_engines_find_the_same() -> None:
    ours = done(Solve(puzzle="pentominoes-3x20"))
    theirs = done(Solve(puzzle="pentominoes-3x20", engine="cpsat"))
    assert theirs.state == "done", theirs.message
    as_set = [{str(sorted(map(str, solution))) for solution in job.solutions} for job in (ours, theirs)]
    assert as_set[0] == as_set[1]


def test_hints_hold() -> None:
    puzzle = load("soma")
    first = next(puzzle.solutions())
    hint = str(first.placements[0])
    job = done(Solve(puzzle="soma", fix=[hint], limit=20))
    assert job.found == 20
    wanted = {"piece": first.placements[0].piece, "cells": [list(c) for c in first.placements[0].cells]}  # type: ignore[call-overload]
    assert all(wanted in solution for solution in job.solutions)


def test_a_check_says_what_is_known_and_what_is_wrong() -> None:
    job = done(Check(puzzle="mutilated-chess-board"))
    assert job.result["cells"] == {"required": 62, "optional": 0}
    assert [fault["reason"] for fault in job.result["check"]] == ["parity"]


def test_surfaces() -> None:
    one = done(SurfaceSolve(body="cube", pool=Pool(sets=["original/blue"]), limit=100, up_to="rotations"))
    assert one.found == 6
    assert {"piece", "tile", "orientation", "cells"} == set(one.solutions[0][0])
    large = done(SurfaceSolve(cubes=[[0, 0, 0], [1, 0, 0]], pool=Pool(sets=["original"])))
    assert len(large.solutions[0]) == 10
    short = done(SurfaceSolve(body="1x2x2", pool=Pool(sets=["original/blue"])))
    assert (short.found, short.complete) == (0, True)
    assert "16" in short.message
    bodies = done(SurfaceBodies(pool=Pool(sets=["original"]), most=2))
    assert [row["verdict"] for row in bodies.result] == ["covered", "covered"]


def test_shapes(atlases: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIECEWORK_CACHE", str(atlases))
    assert done(ShapezCheck(code="CuCu----:RrRr----", layers=3)).result["buildable"] is True
    no = done(ShapezCheck(code="--------:CuCuCuCu", layers=3))
    assert no.result["buildable"] is False
    assert no.message == no.result["reason"]
    plan = done(ShapezPlan(code="RuCuRuCu", layers=3))
    assert plan.result["target"] == "RuCuRuCu"
    assert plan.result["svg"].startswith("<svg")
    impossible = done(ShapezPlan(code="--------:CuCuCuCu", layers=3))
    assert impossible.result["buildable"] is False
    same = [done(ShapezRandom(layers=3, seed=7, count=3)).result["codes"] for _ in range(2)]
    assert same[0] == same[1]


@pytest.mark.parametrize(
    ("puzzle", "said"),
    [
        ("no-such-puzzle", "there is no puzzle 'no-such-puzzle'"),
        ("../../etc/passwd", "there is no puzzle"),
        ("/etc/passwd", "there is no puzzle"),
        ("version: 1\npieces: {A: '#'}\ntarget: {box: 999999x999999}\n", "puzzle:3:15"),
        ("a: &a [*a, *a]\n", "puzzle:1"),
        ("[" * 100_000 + "\n", "puzzle:1"),
        ("version: 1\npieces:\n" + "  p: '#'\n" * 3, "already there, on line 3"),
        ("!!python/object/apply:os.system ['true']\n", "puzzle:1"),
    ],
    ids=["unknown", "path up", "path", "huge box", "bomb", "deep", "repeated", "code"],
)
def test_what_is_no_puzzle_fails_with_the_reason(puzzle: str, said: str) -> None:
    job = done(Solve(puzzle=puzzle))
    assert job.state == "failed"
    assert said in job.message
    assert "Traceback" not in job.message


THOUSAND = "version: 1\npieces:\n" + "".join(f"  p{n}: '{'#' * 9}'\n" for n in range(1000))


def test_a_thousand_pieces_are_no_harm() -> None:
    began = time.monotonic()
    job = done(Solve(puzzle=THOUSAND + "target: {box: 95x95}\n"), seconds=5.0)
    assert job.state == "failed"
    assert "too many" in job.message
    assert time.monotonic() - began < 12


def test_a_search_without_end_is_cut_off_and_its_solutions_bounded() -> None:
    job = done(LONG, solutions=500)
    assert (job.state, job.found, job.complete) == ("done", 500, False)
    assert job.message == "The first 500 solutions are kept."
    few = done(LONG, placements=1000)
    assert len(few.solutions) == 8  # of 128 placements each: the eighth goes beyond a thousand


def test_the_time_limit_holds_and_no_process_is_left() -> None:
    async def test(jobs: Jobs) -> tuple[Job, int]:
        job = jobs.start(Count(puzzle="dominoes-16x16", strategy="search"), owner="test")
        while job._child is None:
            await job.changed(job.version)
        pid = job._child._process.pid
        assert await job.wait(30)
        return job, pid

    job, pid = with_jobs(test, seconds=1.0)
    assert job.state == "stopped"
    assert "1 seconds" in job.message
    assert not alive(pid)


def test_memory_is_limited() -> None:
    job = done(Solve(puzzle=THOUSAND + "target: {box: 25x25}\n"), memory=150 * MIB)
    assert job.state == "failed"
    assert "memory" in job.message


def test_searches_queue_in_order_and_move_up() -> None:
    async def test(jobs: Jobs) -> None:
        first, second, third = (jobs.start(LONG, owner="test") for _ in range(3))
        assert (first.state, second.state, third.state) == ("running", "queued", "queued")
        assert (first.position, second.position, third.position) == (0, 1, 2)
        quick = jobs.start(Check(puzzle="soma"), owner="test")
        assert await quick.wait(20)  # it does not wait behind searches
        second.cancel()
        assert third.position == 1
        first.cancel()
        assert third.state == "running"

    with_jobs(test, at_once=1, solutions=10**9, placements=10**9)


def test_too_many_searches_are_refused() -> None:
    async def test(jobs: Jobs) -> None:
        for _ in range(4):
            jobs.start(LONG, owner="test")
        with pytest.raises(Refused, match="3 searches are waiting already"):
            jobs.start(LONG, owner="test")

    with_jobs(test, at_once=1, queued=3)


def test_a_job_ends_when_its_page_is_gone_but_not_on_a_reload() -> None:
    async def test(jobs: Jobs) -> None:
        job = jobs.start(LONG, owner="page")
        job.hold("before")
        job.release("before")
        job.hold("after")  # the page is back within the grace
        await asyncio.sleep(0.4)
        assert job.state == "running"
        job.release("after")
        assert await job.wait(5)
        assert job.message == "Stopped: the page that started it was closed."
        by_api = jobs.start(LONG, owner="api")
        await asyncio.sleep(0.4)
        assert by_api.state == "running"

    with_jobs(test, solutions=10**9, placements=10**9)


def test_old_jobs_are_forgotten() -> None:
    async def test(jobs: Jobs) -> None:
        first = jobs.start(Check(puzzle="soma"), owner="test")
        await first.wait(20)
        assert jobs.get(first.id) is first
        second = jobs.start(Check(puzzle="soma"), owner="test")
        await second.wait(20)
        jobs.start(Check(puzzle="soma"), owner="test")
        assert jobs.get(first.id) is None

    with_jobs(test, jobs=2)


def test_stopping_keeps_what_was_found() -> None:
    async def test(jobs: Jobs) -> Job:
        job = jobs.start(Solve(puzzle="tetris-cube"), owner="test")
        while not job.solutions:
            await job.changed(job.version)
        job.cancel()
        return job

    job = with_jobs(test)
    assert (job.state, job.message) == ("stopped", "Stopped.")
    assert job.solutions


def test_searches_that_are_stopped_at_once_leave_no_processes() -> None:
    async def test(jobs: Jobs) -> int:
        for pause in (0, 0, 0.01, 0.05, 0.1, 0.2, 0, 0.3):
            job = jobs.start(LONG, owner="test")
            await asyncio.sleep(pause)
            job.cancel()
        await asyncio.sleep(1.5)
        return sum(child.alive for child in jobs.children._all)

    assert with_jobs(test) <= 1  # the one that waits for the next request

"""Stopping, watching and going on: nothing is lost, whatever the moment and the number of threads."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_up import Problem, as_cover, dominoes, problems, queens

from piecework.cover import Cover, Interrupted, Progress, ResumePoint, Stopped, _native


@settings(max_examples=25, deadline=None)
@given(st.floats(0, 0.01), st.integers(1, 3), st.integers(1, 3))
def test_a_count_stopped_at_any_moment_goes_on_to_the_same_total(
    wait: float, before: int, after: int
) -> None:
    cover = queens(9)
    run = cover.counting(threads=before, strategy="search")
    time.sleep(wait)
    run.cancel()
    try:
        total = run.result()
    except Stopped as stop:
        total = cover.count(threads=after, resume=ResumePoint.parse(str(stop.resume_point)))
    assert total == 352


@settings(max_examples=150, deadline=None)
@given(problems(), st.integers(0, 12), st.integers(1, 2))
def test_a_listing_stopped_after_any_solution_goes_on_with_the_rest(
    problem: Problem, read: int, threads: int
) -> None:
    cover = as_cover(problem)
    expected = sorted(cover.solutions(threads=1))
    solutions = cover.solutions(threads=threads)
    head = [next(solutions) for _ in range(min(read, len(expected)))]
    point = ResumePoint.parse(str(solutions.resume_point()))
    solutions.close()
    assert sorted(head + list(cover.solutions(threads=threads, resume=point))) == expected


def test_resume_points_can_be_taken_while_the_work_goes_on() -> None:
    cover = queens(10)
    run = cover.counting(threads=2, strategy="search")
    points = [run.resume_point() for _ in range(5)]
    assert run.result() == 724
    assert [point.found for point in points] == sorted(point.found for point in points)
    for point in points:
        assert cover.count(resume=point) == 724


def test_a_chain_of_short_runs_ends_at_the_total() -> None:
    cover = queens(9)
    point, total = None, None
    for _ in range(1000):
        run = cover.counting(threads=2, strategy="search", resume=point)
        time.sleep(0.002)
        run.cancel()
        try:
            total = run.result()
            break
        except Stopped as stop:
            point = stop.resume_point
    assert total == 352


def test_a_sweep_can_be_stopped_and_done_again() -> None:
    cover = dominoes(14, 14)
    run = cover.counting(strategy="sweep")
    run.cancel()
    with pytest.raises(Stopped) as stop:
        run.result()
    assert cover.count(resume=stop.value.resume_point) == cover.count()


def test_a_resume_point_of_another_problem_is_refused() -> None:
    point = queens(6).counting(threads=1, strategy="search").resume_point()
    with pytest.raises(ValueError, match="another problem"):
        queens(7).count(resume=point)


@pytest.mark.parametrize(
    "damage",
    [
        "",
        "{}",
        "[1]",
        '{"kind": "piecework resume point", "version": 2}',
        '{"kind": "piecework resume point", "version": 1}',
    ],
)
def test_a_damaged_resume_point_says_so(damage: str) -> None:
    with pytest.raises(ValueError, match="resume point"):
        ResumePoint.parse(damage)


@pytest.mark.parametrize(
    "field", [{"rest": [[[99], 0, 1, 1.0]]}, {"rest": [["x"]]}, {"nodes": -1}, {"pending": [[10**6]]}]
)
def test_a_forged_resume_point_does_no_harm(field: dict[str, object]) -> None:
    cover = queens(6)
    state = cover.counting(threads=1, strategy="search").resume_point().state
    with pytest.raises(ValueError, match="resume point"):
        cover.count(resume=ResumePoint({**state, **field}))


def test_progress_is_frequent_and_never_falls() -> None:
    reports: list[Progress] = []
    moments: list[float] = []

    def report(now: Progress) -> None:
        reports.append(now)
        moments.append(time.monotonic())

    assert queens(12).count(threads=1, strategy="search", progress=report) == 14200
    assert [one.fraction for one in reports] == sorted(one.fraction for one in reports)
    assert all(0 <= one.fraction <= 1 for one in reports)
    assert reports[-1].fraction == pytest.approx(1)
    assert reports[-1].solutions == 14200
    assert reports[-1].nodes > 1000


def test_cancelling_from_another_thread_is_quick() -> None:
    cover = queens(16)
    run = cover.counting(threads=2, strategy="search")
    threading.Timer(0.3, run.cancel).start()
    with pytest.raises(Stopped) as stop:
        run.result()
    assert stop.value.found > 0


def test_control_c_interrupts_a_count_and_keeps_what_was_found() -> None:
    code = (
        "from made_up import queens\n"
        "from piecework.cover import Interrupted\n"
        "import sys\n"
        "try:\n"
        "    queens(16).count(strategy='search', progress=lambda now: print('tick', flush=True))\n"
        "except Interrupted as stop:\n"
        "    print('found', stop.found, stop.resume_point.fraction > 0, flush=True)\n"
    )
    path = os.pathsep.join([os.path.dirname(__file__), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": path}
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=environment
    ) as child:
        assert child.stdout is not None
        for _ in range(5):
            assert child.stdout.readline() == "tick\n"
        child.send_signal(signal.SIGINT)
        last = child.stdout.read().splitlines()[-1]
    assert last.startswith("found ")
    assert last.endswith("True")
    assert issubclass(Interrupted, KeyboardInterrupt)


def test_a_forgotten_search_ends_with_its_handle() -> None:
    before = threading.active_count()
    for _ in range(20):
        _native.Search(_native.Engine([(0, 1)] * 40, [[n] for n in range(40)]), listing=True, threads=2).take(
            1, 0.1
        )
    assert threading.active_count() == before
    assert Cover(3, [[0], [1], [2]]).count() == 1

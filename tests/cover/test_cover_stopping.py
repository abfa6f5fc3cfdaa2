"""Stopping, watching and going on: nothing is lost, whatever the moment and the number of threads."""

import contextlib
import os
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_up import Problem, as_cover, dominoes, problems, queens

import piecework as pw
from piecework.cover import Counting, Cover, Interrupted, Progress, ResumePoint, Stopped, _counting, _native
from piecework.cover._runs import start_search


def pentominoes() -> Cover:
    """A problem whose search meets many states again that it knows to be dead."""
    return pw.load("pentominoes-8x8-centre").cover()


@pytest.mark.parametrize(("make", "solutions"), [(lambda: queens(9), 352), (pentominoes, 520)])
@settings(max_examples=25, deadline=None)
@given(wait=st.floats(0, 0.01), before=st.integers(1, 4), after=st.integers(1, 4))
def test_a_count_stopped_at_any_moment_goes_on_to_the_same_total(
    make: Callable[[], Cover], solutions: int, wait: float, before: int, after: int
) -> None:
    cover = make()
    run = cover.counting(threads=before, strategy="search")
    time.sleep(wait)
    run.cancel()
    try:
        total = run.result()
    except Stopped as stop:
        total = cover.count(threads=after, resume=ResumePoint.parse(str(stop.resume_point)))
    assert total == solutions


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


@pytest.mark.parametrize("milliseconds", range(2, 20, 2))
def test_control_c_at_any_moment_of_a_listing_loses_no_solution(milliseconds: int) -> None:
    cover = pentominoes()
    solutions = cover.solutions(threads=1)
    read: list[tuple[int, ...]] = []

    def press() -> None:
        time.sleep(milliseconds / 1000)
        os.kill(os.getpid(), signal.SIGINT)

    presser = threading.Thread(target=press)
    with contextlib.suppress(KeyboardInterrupt):
        presser.start()
        for solution in solutions:
            read.append(solution)
        presser.join()
    presser.join()
    point = ResumePoint.parse(str(solutions.resume_point()))
    solutions.close()
    everything = read + list(cover.solutions(resume=point))
    assert len(everything) == len(set(everything)) == 520


def rows_of_squares(count: int) -> Cover:
    """Squares of four cells, each to be filled in two ways: a search that finds everything at once."""
    ways = ((0, 1), (2, 3), (0, 2), (1, 3))
    return Cover(4 * count, [[4 * square + a, 4 * square + b] for square in range(count) for a, b in ways])


@pytest.mark.parametrize("threads", [1, 2])
def test_a_limit_leaves_what_was_not_read_to_the_resume_point(threads: int) -> None:
    cover = rows_of_squares(10)
    solutions = cover.solutions(threads=threads)
    read = [next(solutions)]
    while len(read) < 1024:
        point = ResumePoint.parse(str(solutions.resume_point()))
        solutions.close()
        solutions = cover.solutions(threads=threads, limit=100, resume=point)
        read += solutions
        assert next(solutions, None) is None
    assert len(set(read)) == len(read) == 1024


def test_closing_leaves_what_was_not_read_to_the_resume_point() -> None:
    cover = rows_of_squares(6)
    solutions = cover.solutions(threads=1)
    read = [next(solutions)]
    solutions.close()
    assert next(solutions, None) is None
    assert len({*read, *cover.solutions(resume=solutions.resume_point())}) == 64


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


def test_cancelling_counts_while_the_search_takes_over_from_the_sweep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = dominoes(16, 16).counting(strategy="sweep", memory=100_000)

    def cancelled_meanwhile(*engine: _native.Engine, **options: Any) -> _native.Search:
        run.cancel()
        return start_search(*engine, **options)

    monkeypatch.setattr(_counting, "start_search", cancelled_meanwhile)
    too_late = threading.Timer(5, run.cancel)
    too_late.start()
    with pytest.raises(Stopped):
        run.result()
    assert too_late.is_alive()
    too_late.cancel()


@pytest.fixture
def hasty_threads() -> Iterator[None]:
    """Threads take turns far more often than usual, so that they meet at unlikely moments."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


@pytest.mark.parametrize("strategy", ["search", "sweep"])
@pytest.mark.usefixtures("hasty_threads")
def test_resume_points_asked_for_all_the_time_by_other_threads_change_nothing(
    strategy: Literal["search", "sweep"],
) -> None:
    cover = queens(6)
    points: list[ResumePoint] = []
    for _ in range(200):
        run = cover.counting(threads=1, strategy=strategy, memory=1)  # too little: the search takes over
        done = threading.Event()

        def ask(run: Counting = run, done: threading.Event = done) -> None:
            while not done.is_set():
                points.append(run.resume_point())

        asking = [threading.Thread(target=ask) for _ in range(2)]
        for thread in asking:
            thread.start()
        try:
            assert run.result() == 4
        finally:
            done.set()
            for thread in asking:
                thread.join()
    assert all(cover.count(resume=point) == 4 for point in points[:20] + points[-20:])


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
        '{"kind": "piecework resume point", "version": 3}',
        '{"kind": "piecework resume point", "version": 1}',
        "[" * 200_000,
    ],
)
def test_a_damaged_resume_point_says_so(damage: str) -> None:
    with pytest.raises(ValueError, match="resume point"):
        ResumePoint.parse(damage)


NO_SOLUTIONS = [7, [7], [["x"]], [[10**6]], [[2**70]], [[-1]], [[0]], [[1, 9, 17, 18, 26, 34] * 2]]
"""What a resume point for six queens cannot bring; the last is a solution, but with every queen twice."""


@pytest.mark.parametrize(
    "field",
    [
        {"rest": [[[100, 100], [0, 1]]]},
        {"rest": [[[0, 99]]]},
        {"rest": [[[1, 0]]]},
        {"rest": [[[0, 1], [0, 1]]]},
        {"rest": [[["x", 1]]]},
        {"rest": [["x"]]},
        {"listing": 1},
        {"nodes": -1},
        {"solutions": -1},
        *({name: value} for name in ("pending", "unread") for value in NO_SOLUTIONS),
    ],
)
def test_a_forged_resume_point_does_no_harm(field: dict[str, object]) -> None:
    cover = queens(6)
    state = cover.solutions(threads=1).resume_point().state
    for ask in cover.count, cover.solutions:
        with pytest.raises(ValueError, match="resume point"):
            ask(resume=ResumePoint({**state, **field}))


@settings(max_examples=150, deadline=None)
@given(problems())
def test_solutions_that_a_resume_point_brings_are_known_for_such(problem: Problem) -> None:
    """All the solutions are taken up again, and none that lacks an option or has one of its own choice."""
    cover = as_cover(problem)
    solutions = [list(solution) for solution in cover.solutions(threads=1)]
    state = {**cover.solutions(threads=1).resume_point().state, "rest": [], "pending": []}
    again = cover.solutions(resume=ResumePoint({**state, "unread": solutions}))
    assert [list(solution) for solution in again] == solutions
    for solution in solutions[:5]:
        for option in range(len(cover.options)):
            other = sorted({option} ^ set(solution))
            if other not in solutions:
                with pytest.raises(ValueError, match="does not belong"):
                    cover.solutions(resume=ResumePoint({**state, "unread": [other]}))


def test_what_was_counted_cannot_be_listed() -> None:
    cover = queens(6)
    counted, listed = cover.counting(strategy="search"), cover.solutions()
    assert counted.result() == len(list(listed)) == 4
    with pytest.raises(ValueError, match="that of a count, which keeps no solutions: the 4 found so far"):
        cover.solutions(resume=counted.resume_point())
    assert list(cover.solutions(resume=listed.resume_point())) == []
    assert cover.count(resume=listed.resume_point()) == 4


def test_resume_points_of_deep_searches_are_small() -> None:
    work = dominoes(40, 40).counting(strategy="search", threads=2)
    time.sleep(0.3)
    work.cancel()
    with pytest.raises(Stopped) as stop:
        work.result()
    point = stop.value.resume_point
    assert point is not None
    levels = sum(len(stretch) for stretch in point.state["rest"])
    assert levels > 300
    assert len(str(point)) < 1000 + 20 * levels
    again = dominoes(40, 40).counting(strategy="search", threads=2, resume=ResumePoint.parse(str(point)))
    again.cancel()
    with pytest.raises(Stopped):
        again.result()


def test_progress_never_falls() -> None:
    reports: list[Progress] = []
    assert queens(12).count(threads=1, strategy="search", progress=reports.append) == 14200
    assert [one.fraction for one in reports] == sorted(one.fraction for one in reports)
    assert all(0 <= one.fraction <= 1 for one in reports)
    assert reports[-1].fraction == pytest.approx(1)
    assert reports[-1].solutions == 14200
    assert reports[-1].nodes > 1000


@pytest.mark.parametrize("strategy", ["search", "sweep"])
def test_progress_is_frequent_and_cancelling_quick(strategy: Literal["search", "sweep"]) -> None:
    """Others may be using this machine as well: what counts is what it can do, in one of three rounds."""

    def delays() -> tuple[float, float]:
        """The usual time between two reports, and from cancelling to the end."""
        reports: list[float] = []
        cancelled: list[float] = []
        run = queens(16).counting(threads=2, strategy=strategy)

        def cancel() -> None:
            cancelled.append(time.monotonic())
            run.cancel()

        threading.Timer(1.2, cancel).start()
        with pytest.raises(Stopped) as stop:
            run.result(lambda _: reports.append(time.monotonic()))
        delay = time.monotonic() - cancelled[0]
        assert strategy == "sweep" or stop.value.found > 0
        return statistics.median(after - before for before, after in pairwise(reports)), delay

    rounds = [delays() for _ in range(3)]
    assert min(between for between, _ in rounds) <= 0.2
    assert min(until for _, until in rounds) <= 0.2


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
        engine = _native.Engine([(0, 1)] * 40, [[n] for n in range(40)])
        _native.Search(engine, listing=True, threads=2).take([], 1, 0.1)
    assert threading.active_count() == before
    assert Cover(3, [[0], [1], [2]]).count() == 1

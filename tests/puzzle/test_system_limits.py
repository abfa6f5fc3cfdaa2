"""How a process that counts, or reads a file, behaves at the limits of the system: memory, and threads.

This stands apart from the tests of the engine, which also run under sanitizers: those take several times the
memory of the program.
"""

import resource
import subprocess
import sys
from pathlib import Path

import pytest


def output_of(code: str, *, stack: int = 2**23) -> str:
    """What a process of its own prints; each of its threads takes so much address space for its stack."""
    most = resource.getrlimit(resource.RLIMIT_STACK)[1]
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (stack, most)),
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


SWEEP_IN_A_QUARTER_GIBIBYTE = """
import itertools, resource
import piecework as pw
from piecework.cover import Cover, _native

cover = {cover}
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
sweep = _native.Sweep(cover._engine, threads={threads}, memory=2**28)
sweep.start()
assert sweep.wait(60) and sweep.end == "out of memory"
print(1024 * (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before))
"""


@pytest.mark.parametrize("threads", [1, 2, 4])
@pytest.mark.parametrize(
    "cover",
    [
        'pw.load("y-pentacubes-5x5x5").cover()',
        "Cover(60, list(itertools.combinations(range(60), 3)))",  # each state has hundreds to follow it
    ],
)
def test_the_process_of_a_sweep_keeps_to_its_memory(cover: str, threads: int) -> None:
    taken = int(output_of(SWEEP_IN_A_QUARTER_GIBIBYTE.format(cover=cover, threads=threads)))
    assert taken < 1.25 * 2**28  # some goes into what is between tables


LEAVE_SO_MUCH = """
import os, resource
from piecework.cover import Cover, Item

def leave(size):
    taken = int(open("/proc/self/statm").read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    resource.setrlimit(resource.RLIMIT_AS, 2 * (taken + int(size),))
"""

SEARCH_WITHOUT_MEMORY = """
items = [Item(i, 0, 1) for i in range(40_000)]
cover = Cover(items, [[i, i + 1] for i in range(39_999)])
leave(400 * 2**20)
run = cover.counting(strategy="search", threads=2)
for what in (run.result, run.resume_point):
    try:
        what()
    except MemoryError:
        print("no memory")
"""


def test_a_search_that_fails_has_nothing_to_resume() -> None:
    assert output_of(LEAVE_SO_MUCH + SEARCH_WITHOUT_MEMORY).split("\n") == ["no memory", "no memory"]


DEEP_SEARCH = """
import resource
from piecework.cover import Cover, ResumePoint, Stopped

def most_memory():
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

depth = 20_000
cover = Cover(depth, [[item] for item in range(depth)] * 2)
run = cover.counting(strategy="search", threads=2)
while run.progress.solutions == 0:
    pass
before = most_memory()
run.cancel()
try:
    run.result()
except Stopped as stop:
    point = stop.resume_point
assert max(len(stretch) for stretch in point.state["rest"]) > depth // 2
again = cover.counting(strategy="search", resume=ResumePoint.parse(str(point)))
while again.progress.solutions < point.found + 1000:
    pass
again.cancel()
print(most_memory() - before)
"""


def test_stopping_a_deep_search_and_going_on_takes_memory_as_it_is_deep() -> None:
    assert int(output_of(DEEP_SEARCH)) < 2**26  # the paths to all levels together would be 800 MB


FEWER_THREADS = """
cells = [(x, y) for x in range(8) for y in range(8)]
beside = [[(x, y), (x + d, y + 1 - d)] for x, y in cells for d in (0, 1) if x + d < 8 and y + 1 - d < 8]
cover = Cover(cells, beside)
cover.count(threads=1)
leave({stacks} * 2**28)
try:
    print(cover.count(strategy={strategy!r}, threads=50))
except OSError as error:
    print(error)
"""


@pytest.mark.parametrize("strategy", ["search", "sweep"])
@pytest.mark.parametrize("stacks", [1.6, 2.6, 4.6])
def test_the_work_is_done_by_those_threads_that_the_system_grants(strategy: str, stacks: float) -> None:
    code = LEAVE_SO_MUCH + FEWER_THREADS.format(strategy=strategy, stacks=stacks)
    assert output_of(code, stack=2**28) == "12988816"


@pytest.mark.parametrize("strategy", ["search", "sweep"])
def test_without_any_thread_there_is_an_error(strategy: str) -> None:
    code = LEAVE_SO_MUCH + FEWER_THREADS.format(strategy=strategy, stacks=0.6)
    assert output_of(code, stack=2**28).startswith("the system grants no thread to work in")


COUNT_IN_A_GIGABYTE = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (10**9, 10**9))
from piecework.cli import app
app(["cover", "count", sys.argv[1]])
"""


def test_endless_and_huge_files_are_refused_before_they_fill_the_memory(tmp_path: Path) -> None:
    huge = tmp_path / "huge.dlx"
    with huge.open("wb") as file:
        file.truncate(1_500_000_000)  # takes no room on the disk
    for path in ("/dev/zero", str(huge)):
        run = subprocess.run(
            [sys.executable, "-c", COUNT_IN_A_GIGABYTE, path], capture_output=True, text=True, check=False
        )
        assert run.returncode == 2
        assert (
            run.stderr == f"piecework: {path}: is larger than the 195,312 kB a file of this kind may have\n"
        )


ENGINE_WITHOUT_MEMORY = """
from piecework.cover import _native
options = [[0, 1]] * 5_000_000
leave(100 * 2**20)
try:
    _native.Engine([(0, 1), (0, 1)], options)
except MemoryError:
    print("no memory")
"""


def test_a_problem_that_does_not_fit_is_an_error() -> None:
    assert output_of(LEAVE_SO_MUCH + ENGINE_WITHOUT_MEMORY) == "no memory"

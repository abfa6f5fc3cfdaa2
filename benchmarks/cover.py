"""The engine against its peers, all solutions of classic puzzles, one thread each: `make bench`.

Every program gets the same matrix: the puzzle with one piece or cell held to one placement of each symmetry
class; only BurrTools gets the puzzle itself. Times are CPU seconds without reading the problem. Answers are
compared; a peer that is not installed, or takes longer than its limit, is named as such. The table goes to
benchmarks/results.md.
"""

import argparse
import importlib.metadata
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import piecework as pw
from piecework.cover import Cover, instruction_set
from piecework.formats import knuth
from piecework.puzzle import reduced_cover

HERE = Path(__file__).parent
BURR_TOOLS = "burrTxt"
PEERS = ("miniexact", "exact-cover", "xcover", "ortools", BURR_TOOLS)
REFERENCE = "miniexact"
"""The peer that ratios are taken against, and that gets the most time."""

RUNS, SPAN, LONG_RUN = 3, 3.0, 20.0
"""Everyone runs at least so often, over at least so many seconds by the clock, and the best time counts; but
one run that takes longer than the last of these is enough."""

PUZZLES = {
    "pentominoes-6x10": {"count": 50, "list": 10},
    "pentominoes-8x8-centre": {"count": 20, "list": 10},
    "soma": {"list": 5},
    "solid-pentominoes-3x4x5": {"list": 8},
    "bedlam": {"list": 10},
    "y-pentacubes-5x5x5": {"list": 5},
}
"""What miniexact's time divided by ours is meant to be, when we count and when we list."""

LARGE = "pentominoes-8x8-any-four"


@dataclass
class Row:
    puzzle: str
    answer: int
    ours: dict[str, float]
    peers: dict[str, float | str] = field(default_factory=dict)

    def ratio(self, aim: str) -> str:
        """The reference's time over ours; where it did not finish, what is known of it."""
        theirs = self.peers[REFERENCE]
        if isinstance(theirs, float):
            return f"{theirs / self.ours[aim]:.1f}x"
        return f"> {float(theirs[2:]) / self.ours[aim]:.0f}x" if theirs.startswith("> ") else ""


def without_implied_items(cover: Cover) -> Cover:
    """The 25 Y pentominoes are implied by the 125 cells, and not every peer knows items needed 25 times."""
    implied = {item.name for item in cover.items if item.hi > 1}
    items = [item for item in cover.items if item.name not in implied]
    return Cover(items, [[name for name in option if name not in implied] for option in cover.options])


class Sampling:
    """The times of runs of one program, until they are enough to tell its speed."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self._started = time.monotonic()

    def goes_on(self) -> bool:
        if any(seconds > LONG_RUN for seconds in self.times):
            return False
        return len(self.times) < RUNS or time.monotonic() - self._started < SPAN

    def best(self) -> float:
        """The least time; of many runs, the one that a hundredth of them stay below.

        Among thousands of runs a few times are too short to be true, and only short runs come in thousands.
        """
        return sorted(self.times)[len(self.times) // 100]


def best_of(work: Callable[[], int]) -> tuple[int, float]:
    """The answer and the least CPU time of several runs."""
    sampling = Sampling()
    while sampling.goes_on():
        started = time.process_time()
        answer = work()
        sampling.times.append(time.process_time() - started)
    return answer, sampling.best()


def measure_ours(cover: Cover) -> tuple[int, dict[str, float]]:
    """Listing, and counting by the better strategy, and by the one that is chosen without being told."""
    searched, by_search = best_of(lambda: cover.count(strategy="search", threads=1))
    swept, by_sweep = searched, float("inf")
    if by_search < 1:  # larger ones of these are beyond a sweep
        swept, by_sweep = best_of(lambda: cover.count(strategy="sweep", threads=1))
    chosen, by_choice = best_of(lambda: cover.count(threads=1))
    listed, listing = best_of(lambda: sum(1 for _ in cover.solutions(threads=1)))
    assert searched == swept == chosen == listed, (searched, swept, chosen, listed)
    return searched, {"count": min(by_search, by_sweep), "auto": by_choice, "list": listing}


def measure_peer(peer: str, file: Path, limit: float) -> tuple[int | None, float | str]:
    """Its answer and the least CPU time, or what kept it from answering."""
    if not _installed(peer):
        return None, "missing"
    command = [sys.executable, str(HERE / "peers.py"), peer, str(file)]
    if peer == BURR_TOOLS:
        command = [sys.executable, str(HERE / "burr_tools.py"), file.stem]
    sampling = Sampling()
    while sampling.goes_on():
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
        except subprocess.TimeoutExpired:
            return None, f"> {limit:.0f}"
        if done.returncode:
            return None, "failed"
        answer = json.loads(done.stdout)
        sampling.times.append(float(answer["seconds"]))
    return answer["found"], sampling.best()


def speed_up(cover: Cover) -> float:
    """How much faster two threads are than one, by the clock."""

    def clock(threads: int) -> float:
        started = time.monotonic()
        cover.count(strategy="search", threads=threads)
        return time.monotonic() - started

    # In turns, so that a disturbance of the machine meets both, and often: it takes both cores undisturbed.
    times = [(clock(1), clock(2)) for _ in range(4 * RUNS)]
    return min(one for one, _ in times) / min(two for _, two in times)


def measure_large() -> str:
    """A count that no peer finishes, with all threads, and the memory that its process takes."""
    command = "from piecework.cli import main; main()"
    started = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-c", command, "count", LARGE, "--json"], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    count = json.loads(process.stdout.read())["count"]
    memory = os.wait4(process.pid, 0)[2].ru_maxrss / 2**20
    seconds = time.monotonic() - started
    assert count == pw.load(LARGE).expect["distinct"]
    return f"{LARGE}: {count:,} solutions counted in {seconds:.0f} s by the clock, within {memory:.1f} GiB."


def table(rows: list[Row]) -> list[str]:
    ours = {"count": "counted", "auto": "counted, auto", "list": "listed"}
    heads = ["puzzle", "solutions", *ours.values(), *PEERS, "ratio counted", "ratio listed", "bar"]
    shown = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    for row in rows:
        bar = PUZZLES[row.puzzle]
        wanted = ", ".join(f"{aim} {times}x" for aim, times in bar.items())
        cells = [row.puzzle, f"{row.answer:,}", *(f"{row.ours[aim]:.4f}" for aim in ours)]
        cells += [f"{time:.4f}" if isinstance(time := row.peers[peer], float) else time for peer in PEERS]
        cells += [row.ratio(aim) for aim in ("count", "list")]
        shown.append("| " + " | ".join([*cells, wanted]) + " |")
    return shown


def machine() -> str:
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        named = [line.split(":")[1].strip() for line in info.read_text().splitlines() if "model name" in line]
        model = named[0] if named else model
    packages = (peer for peer in PEERS if peer != BURR_TOOLS and _installed(peer))
    versions = ", ".join(f"{peer} {importlib.metadata.version(peer)}" for peer in packages)
    return (
        f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}, "
        f"{instruction_set()} build; {versions}"
    )


def _installed(peer: str) -> bool:
    if peer == BURR_TOOLS:
        return shutil.which(peer) is not None
    try:
        importlib.metadata.version(peer)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--puzzle", action="append", choices=[*PUZZLES], help="only this; may be repeated")
    options.add_argument("--peer", action="append", choices=PEERS, help="only this; may be repeated")
    options.add_argument(
        "--limit", type=float, default=300, help="seconds for the reference peer; a quarter for others"
    )
    options.add_argument("--output", type=Path, default=HERE / "results.md")
    chosen = options.parse_args()

    # First of all: the system says of a child that it took at least as much memory as its parent had by then.
    large = [] if chosen.puzzle else [measure_large(), ""]
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        for name in chosen.puzzle or PUZZLES:
            puzzle = pw.load(name)
            cover = without_implied_items(reduced_cover(puzzle))
            file = Path(folder) / f"{name}.dlx"
            file.write_text(knuth.write(cover))
            row = Row(name, *measure_ours(cover))
            for peer in PEERS:
                if chosen.peer and peer not in chosen.peer:
                    row.peers[peer] = "not asked"
                    continue
                limit = chosen.limit if peer == REFERENCE else chosen.limit / 4
                found, row.peers[peer] = measure_peer(peer, file, limit)
                classes = puzzle.expect.get("symmetries", puzzle.expect.get("rotations"))
                right = classes if peer == BURR_TOOLS else row.answer
                assert found in (None, right), (name, peer, found, right)
            rows.append(row)
            print(table(rows)[-1], flush=True)

    started = time.process_time()
    galacube = pw.load("galacube").cover()
    built = time.process_time() - started
    found, seconds = best_of(lambda: galacube.count(threads=1))
    faster = speed_up(without_implied_items(reduced_cover(pw.load(rows[-1].puzzle))))
    lines = [
        "# The engine against its peers",
        "",
        "All solutions of the symmetry-reduced problem, one thread, CPU seconds; ratios are miniexact's time",
        "over ours. Counted is by the better of the two strategies, named; auto is without naming one.",
        f"Everyone runs at least {RUNS} times, over at least {SPAN:.0f} s, once where a run takes longer",
        f"than {LONG_RUN:.0f} s, and the least time counts, but for the least hundredth where there are that",
        f"many. {REFERENCE} had {chosen.limit:.0f} s, the others a quarter of that. Written by `make bench`.",
        "",
        *table(rows),
        "",
        f"{BURR_TOOLS} is BurrTools, which finds the symmetries by itself.",
        "",
        *large,
        f"Galacube: {found} solutions in {seconds * 1000:.2f} ms; its placements took {built * 1000:.0f} ms.",
        "",
        f"Two threads against one, by the clock, on {rows[-1].puzzle}: {faster:.2f}x.",
        "",
        f"Machine: {machine()}.",
    ]
    chosen.output.write_text("\n".join(lines) + "\n")
    print("\n".join(lines))


if __name__ == "__main__":
    main()

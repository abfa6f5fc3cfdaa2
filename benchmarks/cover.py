"""The engine against its peers, all solutions of classic puzzles, one thread each: `make bench`.

Every program gets the same matrix: the puzzle with one piece or cell held to one placement of each symmetry
class. Times are CPU seconds without reading the problem. Answers are compared; a peer that is not
installed, or takes longer than its limit, is named as such. The table goes to benchmarks/results.md.
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
PEERS = ("miniexact", "exact-cover", "xcover", "ortools")
REFERENCE = "miniexact"
"""The peer that ratios are taken against, and that gets the most time."""

PUZZLES = {
    "pentominoes-6x10": {"count": 50, "list": 10},
    "pentominoes-8x8-centre": {"count": 20, "list": 10},
    "soma": {"list": 5},
    "solid-pentominoes-3x4x5": {"list": 8},
    "bedlam": {"list": 10},
    "y-pentacubes-5x5x5": {"list": 5},
}
"""What miniexact's time divided by ours is meant to be, when we count and when we list."""


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


def best_of(work: Callable[[], int], *, least_seconds: float = 0.5) -> tuple[int, float]:
    """The answer and the least CPU time of several runs, at least one, as many as fit in the time."""
    best, answer, spent = float("inf"), 0, 0.0
    while True:
        started = time.process_time()
        answer = work()
        seconds = time.process_time() - started
        best, spent = min(best, seconds), spent + seconds
        if spent >= least_seconds:
            return answer, best


def measure_ours(cover: Cover) -> tuple[int, dict[str, float]]:
    """Listing, and counting by the better strategy, and by the one that is chosen without being told."""
    searched, by_search = best_of(lambda: cover.count(strategy="search", threads=1))
    swept, by_sweep = searched, float("inf")
    if by_search < 2:
        swept, by_sweep = best_of(lambda: cover.count(strategy="sweep", threads=1))
    chosen, by_choice = best_of(lambda: cover.count(threads=1))
    listed, listing = best_of(lambda: sum(1 for _ in cover.solutions(threads=1)))
    assert searched == swept == chosen == listed, (searched, swept, chosen, listed)
    return searched, {"count": min(by_search, by_sweep), "auto": by_choice, "list": listing}


def measure_peer(peer: str, file: Path, limit: float) -> tuple[int | None, float | str]:
    try:
        importlib.metadata.version(peer)
    except importlib.metadata.PackageNotFoundError:
        return None, "missing"
    command = [sys.executable, str(HERE / "peers.py"), peer, str(file)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None, f"> {limit:.0f}"
    if done.returncode:
        return None, "failed"
    answer = json.loads(done.stdout)
    return answer["found"], float(answer["seconds"])


def measure_burr_tools() -> str:
    return "on the path" if shutil.which("burrTxt") else "missing"


def speed_up(cover: Cover) -> float:
    """How much faster two threads are than one, by the clock."""

    def clock(threads: int) -> float:
        started = time.monotonic()
        cover.count(strategy="search", threads=threads)
        return time.monotonic() - started

    return min(clock(1) for _ in range(2)) / min(clock(2) for _ in range(2))


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
    versions = ", ".join(f"{peer} {importlib.metadata.version(peer)}" for peer in PEERS if _installed(peer))
    return (
        f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}, "
        f"{instruction_set()} build; {versions}"
    )


def _installed(peer: str) -> bool:
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

    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        for name in chosen.puzzle or PUZZLES:
            cover = without_implied_items(reduced_cover(pw.load(name)))
            file = Path(folder) / f"{name}.dlx"
            file.write_text(knuth.write(cover))
            row = Row(name, *measure_ours(cover))
            for peer in PEERS:
                if chosen.peer and peer not in chosen.peer:
                    row.peers[peer] = "not asked"
                    continue
                limit = chosen.limit if peer == REFERENCE else chosen.limit / 4
                found, row.peers[peer] = measure_peer(peer, file, limit)
                assert found in (None, row.answer), (name, peer, found, row.answer)
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
        "Written by `make bench`.",
        "",
        *table(rows),
        "",
        f"BurrTools' burrTxt: {measure_burr_tools()}.",
        "",
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

"""Run one peer on one problem in Knuth's format, and print its answer and the CPU seconds it took as JSON.

Each peer runs in a process of its own, so that none can disturb another, and none is part of the package:
some have licences that we do not build on. Reading the problem is not counted for any of them.
"""

import json
import resource
import subprocess
import sys
import time
from pathlib import Path

from piecework.cover import Cover
from piecework.formats import knuth


def miniexact(file: Path, cover: Cover) -> tuple[int, float]:
    """A C program; the time it takes to read the problem is measured apart and taken off."""
    program = str(Path(sys.executable).with_name("miniexact"))
    algorithm = "-m" if any(item.hi > 1 for item in cover.items) else "-x"

    def run(*arguments: str) -> tuple[str, float]:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        output = subprocess.run([program, *arguments, str(file)], capture_output=True, text=True).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return output, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    reading = min(run(algorithm, "-P")[1] for _ in range(5))
    output, seconds = run(algorithm, "-e")
    if seconds < 0.1:
        output, seconds = min((run(algorithm, "-e") for _ in range(10)), key=lambda one: one[1])
    words = output.split()
    return int(words[words.index("Found") + 1]), max(seconds - reading, 1e-4)


def exact_cover(file: Path, cover: Cover) -> tuple[int, float]:
    """A dancing-links program in C, over a matrix of bytes."""
    import exact_cover as peer
    import numpy

    number = {item.name: column for column, item in enumerate(cover.items)}
    matrix = numpy.zeros((len(cover.options), len(cover.items)), dtype=numpy.int8)
    for row, option in enumerate(cover.options):
        for name in option:
            matrix[row, number[name]] = 1
    started = time.process_time()
    found = peer.get_solution_count(matrix)
    return int(found), time.process_time() - started


def xcover(file: Path, cover: Cover) -> tuple[int, float]:
    """Dancing cells, compiled from Python by numba; compiling is not counted."""
    import xcover as peer

    list(peer.covers([["a"], ["b"]]))
    number = {item.name: f"i{column}" for column, item in enumerate(cover.items)}
    options = [[number[name] for name in option] for option in cover.options]
    started = time.process_time()
    found = sum(1 for _ in peer.covers(options, primary=list(number.values())))
    return found, time.process_time() - started


def cpsat(file: Path, cover: Cover) -> tuple[int, float]:
    """OR-Tools CP-SAT, enumerating all solutions, which it does with one worker."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    chosen = [model.new_bool_var(f"o{number}") for number in range(len(cover.options))]
    holders: dict[object, list[cp_model.IntVar]] = {item.name: [] for item in cover.items}
    for variable, option in zip(chosen, cover.options, strict=True):
        for name in option:
            holders[name].append(variable)
    for item in cover.items:
        model.add_linear_constraint(sum(holders[item.name]), item.lo, item.hi)

    class Counter(cp_model.CpSolverSolutionCallback):
        found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    solver, counter = cp_model.CpSolver(), Counter()
    solver.parameters.enumerate_all_solutions = True
    started = time.process_time()
    solver.solve(model, counter)
    return counter.found, time.process_time() - started


PEERS = {"miniexact": miniexact, "exact-cover": exact_cover, "xcover": xcover, "ortools": cpsat}


def main(peer: str, file: str) -> None:
    cover = knuth.read(Path(file).read_text())
    found, seconds = PEERS[peer](Path(file), cover)
    print(json.dumps({"found": found, "seconds": seconds}))


if __name__ == "__main__":
    main(*sys.argv[1:])

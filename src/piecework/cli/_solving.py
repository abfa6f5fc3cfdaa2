"""Solving for the command line: solutions as pictures or as JSON while they are found, and why there are
none.
"""

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from rich.console import Console
from rich.text import Text

from piecework.cli._common import print_json
from piecework.cli._counting import NOT_COMPARED, counts_within, print_counts, spent
from piecework.cover import Strategy
from piecework.cover.engines import ENGINES, EngineError, core, solutions
from piecework.draw.terminal import has_colour, side_by_side, solution_text
from piecework.puzzle import Assembly, Placement, Solution, UpTo

PATIENCE = 1.0
"""Seconds that are spent on the four counts after a solution was drawn."""


@dataclass(frozen=True)
class Request:
    """What was asked for."""

    name: str
    puzzle: Assembly
    limit: int | None
    up_to: UpTo
    engine: str
    strategy: Strategy
    threads: int | None
    hints: list[Placement | int]
    one_by_one: bool


def found_by(request: Request) -> Iterator[Solution]:
    """The solutions, by the engine that was asked for."""
    puzzle = request.puzzle
    if request.strategy == "sweep":
        raise ValueError("a sweep counts without listing; --strategy sweep belongs to `piecework count`")
    if request.engine == "piecework":
        threads = 1 if request.limit == 1 else request.threads
        return puzzle.solutions(
            request.up_to,
            limit=request.limit,
            fix=request.hints,
            threads=threads,
            strategy=request.strategy,
        )
    if request.up_to != "distinct":
        raise ValueError(f"the engine {request.engine!r} lists distinct solutions only; leave --up-to away")
    if request.engine == "all":
        return islice(_cross_checked(request), request.limit)
    return _by(request.engine, request, request.limit)


def _by(engine: str, request: Request, limit: int | None) -> Iterator[Solution]:
    instance = request.puzzle.holding(request.hints)
    for numbers in solutions(engine, instance.cover(), limit=limit):
        yield Solution(request.puzzle, tuple(request.puzzle.placed(instance.options[n]) for n in numbers))


def _cross_checked(request: Request) -> Iterator[Solution]:
    """All solutions by every engine there is; they must be the same."""
    ours = list(request.puzzle.solutions(fix=request.hints, threads=request.threads))
    expected = {frozenset(solution.placements) for solution in ours}
    compared = False
    for engine, title in ENGINES.items():
        start = time.perf_counter()
        try:
            theirs = [frozenset(solution.placements) for solution in _by(engine, request, None)]
        except EngineError as error:
            print(f"piecework: {error}", file=sys.stderr)
            continue
        if len(theirs) != len(set(theirs)) or set(theirs) != expected:
            raise ValueError(
                f"{title} does not agree: {len(theirs)} solutions, "
                f"{len(set(theirs) & expected)} of our {len(ours)} among them"
            )
        compared = True
        took = spent(time.perf_counter() - start)
        print(f"piecework: {title} agrees: {len(theirs)} solutions, {took}", file=sys.stderr)
    if not compared:
        raise ValueError(NOT_COMPARED)
    yield from ours


def solve_json(request: Request) -> int:
    """A line of JSON a solution, and one more at the end."""
    start = time.perf_counter()
    found = 0
    for found, solution in enumerate(found_by(request), start=1):
        print_json(
            {
                "solution": found,
                "placements": [{"piece": p.piece, "cells": p.cells} for p in solution.placements],
                "picture": str(solution).split("\n"),
            }
        )
    summary = {"puzzle": request.name, "up_to": request.up_to, "found": found, "engine": request.engine}
    seconds = round(time.perf_counter() - start, 4)
    complete = request.limit is None or found < request.limit
    why = [] if found else [str(reason) for reason in reasons(request)]
    print_json({**summary, "complete": complete, "seconds": seconds, **({"why": why} if why else {})})
    return found


def solve_picture(request: Request) -> int:
    """The solutions as pictures, as many side by side as fit; then, for a single one, the counts if they are
    quick.
    """
    console = Console(highlight=False)
    colour = has_colour(console)
    start = time.perf_counter()
    found = 0

    def pictures() -> Iterator[Text]:
        nonlocal found
        for found, solution in enumerate(found_by(request), start=1):  # noqa: B007  (counted for the caller)
            yield solution_text(solution, colour=colour)

    width = 1 if request.one_by_one else console.width
    for row in side_by_side(pictures(), width=width):
        console.print(row, soft_wrap=True)
    seconds = time.perf_counter() - start
    if not found:
        console.print(f"no solution [dim](in {spent(seconds)})[/dim]")
        for reason in reasons(request):
            console.print(Text(f"  {reason}"))
        return 0
    if request.limit != 1 or request.engine != "piecework":
        console.print(
            f"{found:,} solutions [dim]in {spent(seconds)}[/dim]"
            if found > 1
            else f"1 solution in {spent(seconds)}"
        )
        return found
    counts = {} if request.hints else counts_within(request.puzzle, PATIENCE, threads=request.threads)
    if counts:
        print_counts(counts, time.perf_counter() - start)
    else:
        console.print(
            f"[dim]in {spent(seconds)}; `piecework count {request.name}` says how many there are[/dim]"
        )
    return found


def reasons(request: Request) -> list[str]:
    """Why there is no solution, as far as that is cheap: plain reasons, or else a smallest impossible
    part.
    """
    faults = request.puzzle.check()
    if faults:
        return [fault.text for fault in faults]
    instance = request.puzzle.holding(request.hints)
    try:
        items = core(instance.cover())
    except EngineError as error:
        return [f"(a smallest impossible part can be found with CP-SAT; {error})"]
    if not items:
        return []
    required = [cell for number, cell in enumerate(instance.cells) if number not in instance.optional]
    cells = [str(required[item]) for item in items if item < len(required)]
    pieces = [instance.pieces[item - len(required)] for item in items if item >= len(required)]
    parts = []
    if pieces:
        parts.append(f"the pieces {', '.join(pieces)}" if len(pieces) > 1 else f"the piece {pieces[0]}")
    if cells:
        parts.append(f"the cells {', '.join(cells)}" if len(cells) > 1 else f"the cell {cells[0]}")
    return [f"already impossible together: {' and '.join(parts)}; leave any one out and it can be done"]

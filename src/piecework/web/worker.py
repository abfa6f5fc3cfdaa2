"""The child's side of a job: read one request, work on it, write what is found as lines of JSON.

    {"progress": [fraction, nodes, found]}
    {"placements": [{…}, …], "solutions": [[0, 4, 7], …]}     placements are numbered in the order they come
    {"append": [{…}, …]}                                       more of a result that is a list
    {"end": {"result": …, "counts": …, "complete": …, "message": …}}      or  {"error": "one line"}

It runs as `python -m piecework.web.worker`, with a limit on its memory that it sets itself before it does
anything else; time limits are its parent's business.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from piecework.web.requests import (
    Check,
    Count,
    Request,
    ShapezCheck,
    ShapezPlan,
    ShapezRandom,
    Solve,
    SurfaceBodies,
    SurfaceSolve,
)

if TYPE_CHECKING:
    from piecework.happy import SurfacePuzzle
    from piecework.puzzle import Assembly, Solution

EVERY = 0.1
"""Seconds between two lines of progress or solutions."""
AT_ONCE = 200
"""Solutions in a line at most."""

Entry = dict[str, Any]


@dataclass
class Limits:
    """What the job may keep."""

    memory: int
    solutions: int
    placements: int


@dataclass
class Output:
    """Lines to the parent, not too many of them."""

    write: Callable[[dict[str, Any]], None]
    numbers: dict[Any, int] = field(default_factory=dict)
    fresh: list[Entry] = field(default_factory=list)
    waiting: list[list[int]] = field(default_factory=list)
    said: float = 0.0
    found: int = 0

    def progress(self, fraction: float, nodes: int = 0, found: int | None = None) -> None:
        """How far the work is; said only so often."""
        if found is not None:
            self.found = found
        if time.monotonic() - self.said >= EVERY:
            self.flush()
            self.write({"progress": [min(1.0, max(0.0, fraction)), nodes, self.found]})

    def solution(self, entries: Iterable[tuple[Any, Callable[[], Entry]]]) -> None:
        """A solution: the key of each placement, and how to write it the first time it is met."""
        row = []
        for key, describe in entries:
            if key not in self.numbers:
                self.numbers[key] = len(self.numbers)
                self.fresh.append(describe())
            row.append(self.numbers[key])
        self.waiting.append(row)
        self.found += 1
        if self.found == 1 or len(self.waiting) >= AT_ONCE or time.monotonic() - self.said >= EVERY:
            self.flush()

    def flush(self) -> None:
        if self.waiting:
            self.write({"placements": self.fresh, "solutions": self.waiting})
            self.fresh, self.waiting = [], []
        self.said = time.monotonic()

    def end(self, **outcome: Any) -> None:
        self.flush()
        self.write({"end": outcome})


def main() -> None:
    """Read the request from standard input, and answer on standard output."""
    ours = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever a library prints must not end up among our lines

    def write(value: dict[str, Any]) -> None:
        ours.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")
        ours.flush()

    os.nice(10)  # the server, which answers people, comes first
    _get_ready()
    asked = json.loads(sys.stdin.readline())
    limits = Limits(**asked["limits"])
    _limit_memory(limits.memory)
    output = Output(write)
    try:
        handlers[asked["kind"]](asked["request"], limits, output)
    except MemoryError:
        write({"error": f"it needs more memory than the {limits.memory / 2**30:.1f} GiB that a job may use"})
    except Exception as error:
        if not _ours(error):
            raise
        write({"error": str(error) or type(error).__name__})


def _get_ready() -> None:
    """Load what nearly every job needs, so that a worker that waits for its job can begin at once."""
    import piecework.formats
    import piecework.puzzle  # noqa: F401


def _limit_memory(most: int) -> None:
    try:
        import resource
    except ImportError:  # not on Windows; there the time limit alone must do
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _ours(error: Exception) -> bool:
    """Whether an error's text was written to be read by people."""
    from piecework.shapez import ShapezError

    return isinstance(error, ValueError | ShapezError) and not isinstance(error, UnicodeError)


# -- assembly puzzles


def check(request: Check, limits: Limits, output: Output) -> None:
    from piecework.puzzle import facts
    from piecework.web.sources import load_puzzle

    output.end(result=facts(load_puzzle(request.puzzle, request.scenario)))


def solve(request: Solve, limits: Limits, output: Output) -> None:
    from piecework.puzzle import read_hints
    from piecework.web.sources import load_puzzle

    puzzle = load_puzzle(request.puzzle, request.scenario)
    hints = read_hints(puzzle, request.fix)
    if request.engine == "piecework":

        def report(now: Any) -> None:
            output.progress(now.fraction, now.nodes)

        found = puzzle.solutions(request.up_to, limit=request.limit, fix=hints, threads=1, progress=report)
    else:
        if request.up_to != "distinct":
            raise ValueError(f"the engine {request.engine!r} lists distinct solutions only")
        found = _by_other(puzzle, hints, request)
    _hand_over(puzzle, found, request.limit, limits, output)


def _by_other(puzzle: "Assembly", hints: Any, request: Solve) -> "Iterator[Solution]":
    from piecework.cover.engines import solutions
    from piecework.puzzle import Solution

    instance = puzzle.holding(hints)
    for numbers in solutions(request.engine, instance.cover(), limit=request.limit):
        yield Solution(puzzle, tuple(puzzle.placed(instance.options[number]) for number in numbers))


def _hand_over(
    puzzle: "Assembly", found: "Iterable[Solution]", limit: int | None, limits: Limits, output: Output
) -> None:
    """Write solutions until there are as many as were asked for, or as may be kept."""
    most, size = limits.solutions, 0
    for solution in found:
        output.solution(_entries(puzzle, solution))
        size += len(solution.placements)
        if output.found == limit:
            output.end(complete=False)
            return
        if output.found >= most or size >= limits.placements:
            output.end(complete=False, message=f"The first {output.found:,} solutions are kept.")
            return
    if output.found:
        output.end(complete=True)
    else:
        reasons = [fault.text for fault in puzzle.check()]
        output.end(complete=True, message="; ".join(reasons) or "Every way was tried: there is no solution.")


def _entries(puzzle: "Assembly", solution: "Solution") -> Iterator[tuple[Any, Callable[[], Entry]]]:
    from piecework.happy import SurfacePuzzle

    if isinstance(puzzle, SurfacePuzzle):
        by_tile = {cell[1]: p.cells for p in solution.placements for cell in p.cells if cell[0] == "tile"}  # type: ignore[index]
        for lying in puzzle.lying(solution):
            cells = by_tile[lying.tile]
            yield lying, lambda lying=lying, cells=cells: {**lying._asdict(), "cells": cells}
    else:
        for placement in solution.placements:
            yield placement, lambda placement=placement: {"piece": placement.piece, "cells": placement.cells}


def count(request: Count, limits: Limits, output: Output) -> None:
    from piecework.puzzle import read_hints
    from piecework.web.sources import load_puzzle

    puzzle = load_puzzle(request.puzzle, request.scenario)

    def report(now: Any) -> None:
        output.progress(now.fraction, now.nodes, now.solutions)

    counts = puzzle.counts(
        request.up_to,
        fix=read_hints(puzzle, request.fix),
        threads=1,
        strategy=request.strategy,
        progress=report,
        memory=limits.memory // 2,
    )
    reasons = [fault.text for fault in puzzle.check()]
    output.end(counts=counts, complete=True, message="; ".join(reasons))


# -- surfaces


def surface_solve(request: SurfaceSolve, limits: Limits, output: Output) -> None:
    puzzle = surface_puzzle(request)
    short = puzzle.shortage()
    if short is not None:
        output.end(complete=True, message=str(short))
    elif request.limit == 1:
        covering = puzzle.first(progress=lambda start: output.progress(0.0, start))
        if covering is None:
            output.end(complete=True, message="Every way was tried: there is no solution.")
        else:
            output.solution((lying, lying._asdict) for lying in covering)
            output.end(complete=False)
    else:

        def report(now: Any) -> None:
            output.progress(now.fraction, now.nodes)

        found = puzzle.solutions(request.up_to, limit=request.limit, threads=1, progress=report)
        _hand_over(puzzle, found, request.limit, limits, output)


def surface_puzzle(request: SurfaceSolve) -> "SurfacePuzzle":
    """The puzzle that a request means; pages use it to draw what comes back."""
    from piecework.formats.surfaces import parse_surface
    from piecework.happy import SurfacePuzzle
    from piecework.surface import Surface, body

    given = [way for way in (request.body, request.cubes, request.surface) if way is not None]
    if len(given) != 1:
        raise ValueError("name one of `body`, `cubes` and `surface`")
    if request.body is not None:
        board = Surface.from_cubes(body(request.body))
    elif request.cubes is not None:
        board = Surface.from_cubes([tuple(cube) for cube in request.cubes])
    else:
        assert request.surface is not None
        board = parse_surface(request.surface, "surface")
    return SurfacePuzzle(board, _pool(request), flip=request.flip, title=request.body or "")


def _pool(request: SurfaceSolve | SurfaceBodies) -> dict[str, Any]:
    from piecework.formats.piece_sets import pool
    from piecework.happy import Piece

    pieces = pool(request.pool.sets)
    pieces |= {name: Piece(border) for name, border in request.pool.pieces.items()}
    if not pieces:
        raise ValueError("the pool has no pieces: choose a set")
    return pieces


def surface_bodies(request: SurfaceBodies, limits: Limits, output: Output) -> None:
    from piecework.happy import polycubes, try_body

    pieces = _pool(request)
    bodies = list(polycubes(request.most))
    covered = 0
    for number, cubes in enumerate(bodies):
        tried = try_body(cubes, pieces, flip=request.flip, patience=request.patience)
        covered += bool(tried.covering)
        row = {
            "cubes": tried.cubes,
            "tiles": tried.tiles,
            "verdict": tried.verdict.value,
            "reason": tried.reason,
            "covering": [lying._asdict() for lying in tried.covering],
        }
        output.write({"append": [row]})
        output.progress((number + 1) / len(bodies), number + 1, covered)
    output.end(complete=True)


# -- shapez


def _atlas(open_it: Callable[..., Any], output: Output) -> Any:
    """Open an atlas, or search it now; one search at a time, the others wait for what it finds."""
    from piecework.shapez._atlas import cache_folder

    phases = {"halves": 0.0, "pins": 0.3, "count": 0.9}

    def report(phase: str, now: Any) -> None:
        share = now.done / now.total if now.total else 0.0
        output.progress(phases.get(phase, 0.5) + 0.1 * min(1.0, share), now.done, now.found)

    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        except ImportError:  # not on Windows; a search done twice does no harm
            pass
        return open_it(threads=1, report=report)


def shapez_check(request: ShapezCheck, limits: Limits, output: Output) -> None:
    from piecework.shapez import Atlas, Shape

    shape = Shape(request.code, extended=request.extended)
    atlas = _atlas(lambda **search: Atlas.open_for(shape, layers=request.layers, **search), output)
    verdict = atlas.check(shape)
    output.end(result=verdict.to_json(), message=verdict.reason)


def shapez_plan(request: ShapezPlan, limits: Limits, output: Output) -> None:
    from piecework.shapez import Atlas, NotBuildableError, Shape

    shape = Shape(request.code, extended=request.extended)
    atlas = _atlas(lambda **search: Atlas.open_for(shape, layers=request.layers, **search), output)
    try:
        plan = atlas.plan(shape, leaves=request.leaves, cost=request.cost)
    except NotBuildableError as reason:
        verdict = atlas.check(shape)
        output.end(result=verdict.to_json(), message=str(reason))
        return
    output.end(result={"buildable": True, **plan.to_json(), "svg": plan.to_svg()})


def shapez_random(request: ShapezRandom, limits: Limits, output: Output) -> None:
    from random import randrange

    from piecework.shapez import Atlas, Shape
    from piecework.shapez._compact import config_name

    if request.of in ("any", "swappable"):
        # A shape that a swapper makes: for such an atlas the longest part of the search is not needed.
        simple = Shape("Cu------" if request.parts == 4 else "Hu----------")
        atlas = _atlas(lambda **search: Atlas.open_for(simple, layers=request.layers, **search), output)
    else:
        name = config_name(request.parts, request.layers)
        atlas = _atlas(lambda **search: Atlas.open(name, **search), output)
    seed = randrange(2**53) if request.seed is None else request.seed
    shapes = atlas.sample(request.count, of=request.of, seed=seed, coloured=request.coloured)
    output.end(result={"codes": [shape.code for shape in shapes], "seed": seed})


def _handling(model: type[Request], handle: Callable[[Any, Limits, Output], None]) -> Callable[..., None]:
    return lambda request, limits, output: handle(model.model_validate(request), limits, output)


handlers: dict[str, Callable[..., None]] = {
    "check": _handling(Check, check),
    "solve": _handling(Solve, solve),
    "count": _handling(Count, count),
    "surface-solve": _handling(SurfaceSolve, surface_solve),
    "surface-bodies": _handling(SurfaceBodies, surface_bodies),
    "shapez-check": _handling(ShapezCheck, shapez_check),
    "shapez-plan": _handling(ShapezPlan, shapez_plan),
    "shapez-random": _handling(ShapezRandom, shapez_random),
}

if __name__ == "__main__":
    main()

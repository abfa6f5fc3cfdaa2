"""What the worker does for each kind of request."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, cast

from piecework.happy import SurfacePuzzle
from piecework.puzzle import Assembly, Placement, Solution, facts, read_hints
from piecework.web.output import Entry, Limits, Output
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
from piecework.web.sources import load_puzzle

# -- assembly puzzles


def check(request: Check, limits: Limits, output: Output) -> None:
    output.end(result=facts(load_puzzle(request.puzzle, request.scenario)))


def solve(request: Solve, limits: Limits, output: Output) -> None:
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


def _by_other(puzzle: Assembly, hints: Any, request: Solve) -> Iterator[Solution]:
    from piecework.cover.engines import solutions

    instance = puzzle.holding(hints)
    for numbers in solutions(request.engine, instance.cover(), limit=request.limit):
        yield Solution(puzzle, tuple(puzzle.placed(instance.options[number]) for number in numbers))


def _hand_over(
    puzzle: Assembly, found: Iterable[Solution], limit: int | None, limits: Limits, output: Output
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


def _entries(puzzle: Assembly, solution: Solution) -> Iterator[tuple[Any, Callable[[], Entry]]]:
    if not isinstance(puzzle, SurfacePuzzle):
        for placement in solution.placements:
            yield placement, partial(_entry, placement)
        return
    on_tile = {cell[1]: p for p in solution.placements for cell in _pairs(p) if cell[0] == "tile"}
    for lying in puzzle.lying(solution):
        yield lying, partial(_entry, on_tile[lying.tile], **lying._asdict())


def _pairs(placement: Placement) -> tuple[tuple[str, int], ...]:
    return cast(tuple[tuple[str, int], ...], placement.cells)


def _entry(placement: Placement, **more: Any) -> Entry:
    return {"piece": placement.piece, "cells": placement.cells, **more}


def count(request: Count, limits: Limits, output: Output) -> None:
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


def surface_puzzle(request: SurfaceSolve) -> SurfacePuzzle:
    """The puzzle that a request means; pages use it to draw what comes back."""
    from piecework.formats.surfaces import parse_surface
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


HANDLERS: dict[str, tuple[type[Request], Callable[[Any, Limits, Output], None]]] = {
    "check": (Check, check),
    "solve": (Solve, solve),
    "count": (Count, count),
    "surface-solve": (SurfaceSolve, surface_solve),
    "surface-bodies": (SurfaceBodies, surface_bodies),
    "shapez-check": (ShapezCheck, shapez_check),
    "shapez-plan": (ShapezPlan, shapez_plan),
    "shapez-random": (ShapezRandom, shapez_random),
}

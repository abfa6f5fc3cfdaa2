"""Which bodies can these pieces make? Every polycube of up to so many cubes, one after the other."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from piecework.geometry import polyforms
from piecework.happy._first import Undecided
from piecework.happy._parts import Covering
from piecework.happy._piece import Piece
from piecework.happy._puzzle import SurfacePuzzle
from piecework.surface import Point, Surface

Cubes = tuple[Point, ...]


class Verdict(StrEnum):
    """What is known of a body."""

    COVERED = "covered"
    IMPOSSIBLE = "impossible"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class BodyResult:
    """A body, and a solution if the pieces can cover it, or the reason why not."""

    cubes: Cubes
    tiles: int
    verdict: Verdict
    covering: Covering = ()
    reason: str = ""


def polycubes(most: int) -> Iterator[Cubes]:
    """All polycubes of up to `most` cubes, once each up to rotation, smaller ones first."""
    for size in range(1, most + 1):
        for cubes in polyforms(size, 3, mirrored=False):
            yield tuple((x, y, z) for x, y, z in cubes)


def try_body(
    cubes: Iterable[Point],
    pool: Mapping[str, Piece],
    *,
    flip: bool = True,
    patience: float | None = None,
    progress: Callable[[int], object] | None = None,
) -> BodyResult:
    """Whether the pieces can cover the surface of a body; `undecided` after `patience` seconds."""
    body = tuple(sorted(cubes))
    surface = Surface.from_cubes(body)
    puzzle = SurfacePuzzle(surface, pool, flip=flip)
    short = puzzle.shortage()
    if short is not None:
        return BodyResult(body, len(surface), Verdict.IMPOSSIBLE, reason=str(short))
    try:
        covering = puzzle.first(patience=patience, progress=progress)
    except Undecided as undecided:
        return BodyResult(body, len(surface), Verdict.UNDECIDED, reason=str(undecided))
    if covering is None:
        return BodyResult(body, len(surface), Verdict.IMPOSSIBLE, reason="every way was tried")
    return BodyResult(body, len(surface), Verdict.COVERED, covering)

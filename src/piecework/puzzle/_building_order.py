"""An order in which a solution can be put together by straight moves.

Putting together is taking apart backwards, and taking apart is easy to plan: a piece that can leave in a
straight line still can when others have left before it, so one may take whatever piece is free, and never
has to take a choice back. A piece is free in a direction when no other piece has a cell ahead of it. Where no
single piece is free, several that leave as one may be: those that block each other in one direction form a
strongly connected part of the graph "is blocked by", and a part that nothing outside blocks is free (Wilson
and Latombe's directional blocking graph). What is left when even that fails holds together for good.

Cost: about the number of pairs of pieces that lie behind each other, in six directions.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

Point = tuple[int, int, int]

UP: Point = (0, 0, -1)
"""Towards the first layer, the one that is drawn on top."""
AXES: tuple[Point, ...] = (UP, (0, 1, 0), (1, 0, 0), (-1, 0, 0), (0, -1, 0), (0, 0, 1))

Free = tuple[int, int, int, int, Point]
"""A piece that could leave: how much its direction is liked, how high it lies, the piece, the direction."""


@dataclass(frozen=True)
class Arrival:
    """Pieces, by number, that arrive together; `direction` points to where they come from, and is None where
    no straight move brings them in.
    """

    pieces: tuple[int, ...]
    direction: Point | None


def building_order(
    pieces: Sequence[Collection[Point]],
    *,
    walls: Collection[Point] = (),
    up: Point = UP,
    prefer: Sequence[Point | None] = (),
) -> list[Arrival]:
    """The arrivals in order; all pieces that cannot be moved by straight moves are the first ones, together.

    `walls` are cells that are there from the beginning. Pieces come from `up` where they can, and the lower
    ones before the higher ones; `prefer` may name a direction for each piece that is tried before that.
    """
    owner: dict[Point, int] = dict.fromkeys(walls, -1)
    for number, cells in enumerate(pieces):
        owner.update(dict.fromkeys(cells, number))
    ways = sorted(AXES, key=lambda way: -_along(way, up))
    heights = [max(_along(cell, up) for cell in cells) for cells in pieces]
    blocked = {way: _blockers(pieces, owner, way) for way in ways}
    blocks = {way: _turned_round(graph) for way, graph in blocked.items()}
    left = set(range(len(pieces)))

    def entry(way: Point, number: int) -> Free:
        rank = -1 if number < len(prefer) and prefer[number] == way else ways.index(way)
        return (rank, -heights[number], -number, number, way)

    free = [entry(way, number) for way, graph in blocked.items() for number in left if not graph[number]]
    heapify(free)
    leaving: list[Arrival] = []
    while left:
        found = _single(free, left) or _group(blocked, left)
        if found is None:
            break
        leaving.append(found)
        left.difference_update(found.pieces)
        for way, graph in blocked.items():
            for number in found.pieces:
                del graph[number]
                for other in blocks[way].get(number, ()):
                    if other in graph:
                        graph[other].discard(number)
                        if not graph[other]:
                            heappush(free, entry(way, other))
    return [*([Arrival(tuple(sorted(left)), None)] if left else []), *leaving[::-1]]


def _blockers(
    pieces: Sequence[Collection[Point]], owner: Mapping[Point, int], way: Point
) -> dict[int, set[int]]:
    """For every piece, the pieces (-1: the walls) that lie ahead of one of its cells.

    Every line of cells is gone through once, from its end: what was met before lies ahead.
    """
    found: dict[int, set[int]] = {number: set() for number in range(len(pieces))}
    axis = next(axis for axis in range(3) if way[axis])
    met: dict[tuple[int, int], set[int]] = {}
    for cell in sorted(owner, key=lambda cell: -way[axis] * cell[axis]):
        number = owner[cell]
        line = met.setdefault((cell[axis - 2], cell[axis - 1]), set())
        if number >= 0:
            found[number] |= line - {number}
        line.add(number)
    return found


def _turned_round(graph: Mapping[int, set[int]]) -> dict[int, list[int]]:
    """For every piece, those that it blocks."""
    found: dict[int, list[int]] = {}
    for number, others in graph.items():
        for other in others:
            found.setdefault(other, []).append(number)
    return found


def _single(free: list[Free], left: set[int]) -> Arrival | None:
    """The best of the free pieces that are still there."""
    while free:
        *_, number, way = heappop(free)
        if number in left:
            return Arrival((number,), way)
    return None


def _group(blocked: Mapping[Point, Mapping[int, set[int]]], left: set[int]) -> Arrival | None:
    """The smallest group that can leave as one, where no single piece can."""
    groups = [
        (len(group), rank, sorted(group), way)
        for rank, (way, graph) in enumerate(blocked.items())
        for group in _knots(graph)
        if len(group) < len(left) and not set().union(*(graph[number] for number in group)) - group
    ]
    if not groups:
        return None
    _, _, numbers, way = min(groups)
    return Arrival(tuple(numbers), way)


def _knots(graph: Mapping[int, set[int]]) -> Iterator[set[int]]:
    """The strongly connected parts of a graph: those reached forwards and backwards from one of them."""
    back: dict[int, set[int]] = {number: set() for number in graph}
    for number, others in graph.items():
        for other in others & graph.keys():
            back[other].add(number)
    left = set(graph)
    while left:
        start = min(left)
        knot = _reached(graph, start) & _reached(back, start)
        yield knot
        left -= knot


def _reached(graph: Mapping[int, set[int]], start: int) -> set[int]:
    seen = {start}
    frontier = [start]
    while frontier:
        for other in graph[frontier.pop()] & graph.keys():
            if other not in seen:
                seen.add(other)
                frontier.append(other)
    return seen


def _along(cell: Point, way: Point) -> int:
    return cell[0] * way[0] + cell[1] * way[1] + cell[2] * way[2]

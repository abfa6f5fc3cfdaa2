"""The four counts, each exact, each a weighted sum of exact-cover counts.

- distinct: one cover a batch of the symmetry reduction, weighted with the batch's orbit length.
- labelled: copies told apart. If k of n copies are used there are n!/(n-k)! ways to say which is where, so
  pieces with a range of copies are counted once for every number of copies.
- rotations, symmetries: classes under a group, by Burnside's lemma: the mean, over the group, of the number
  of solutions that a symmetry maps to themselves. Those solutions are unions of whole orbits of placements
  under the symmetry, so finding them is an exact cover again, with cell orbits for cells and placement
  orbits for placements: about half the size for a half turn. Conjugate symmetries fix equally many.

Cost: `distinct` is the cost of the reduced search; the other three add little to it.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import factorial, perm, prod
from typing import Literal, Protocol, get_args

from piecework.cover import Cover, Item
from piecework.geometry import Permutation, conjugacy_classes
from piecework.puzzle._instance import Instance, Symmetry
from piecework.puzzle._reduction import reduction

UpTo = Literal["labelled", "distinct", "rotations", "symmetries"]
COUNTS: tuple[UpTo, ...] = get_args(UpTo)

Term = tuple[dict[UpTo, int], Callable[[], Cover]]
"""A cover (built when its turn comes), and how often its solutions count for each of the counts."""


class Progress(Protocol):
    """How far a count is; `fraction` never falls."""

    @property
    def fraction(self) -> float: ...
    @property
    def nodes(self) -> int: ...
    @property
    def solutions(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Reached:
    """Progress through a sequence of covers."""

    fraction: float
    nodes: int
    solutions: int


Report = Callable[[Progress], object]
CountOne = Callable[[Cover, Report | None], int]
"""How one cover is counted: an engine with its settings."""


def checked(wanted: Iterable[UpTo]) -> tuple[UpTo, ...]:
    """The names of counts, each once, if there are such counts."""
    names = tuple(dict.fromkeys(wanted))
    for name in names:
        if name not in COUNTS:
            raise ValueError(f"there is no count {name!r}: choose one of {', '.join(COUNTS)}")
    return names


def counts(
    instance: Instance, wanted: Iterable[UpTo], count_one: CountOne, progress: Report | None = None
) -> dict[UpTo, int]:
    """The number of solutions, told apart in each of the wanted ways; what these share is counted once."""
    totals: dict[UpTo, int] = dict.fromkeys(wanted, 0)
    terms = list(_terms(instance, set(totals)))
    nodes = found = 0
    for stage, (weights, build) in enumerate(terms):
        latest = 0

        def report(now: Progress, stage: int = stage, nodes: int = nodes, found: int = found) -> None:
            nonlocal latest
            latest = now.nodes
            assert progress is not None  # it is only called where there is one
            progress(Reached((stage + now.fraction) / len(terms), nodes + latest, found + now.solutions))

        number = count_one(build(), report if progress else None)
        nodes, found = nodes + latest, found + number
        for up_to, weight in weights.items():
            totals[up_to] += weight * number
    for up_to in totals:
        if up_to in ("rotations", "symmetries"):
            # Burnside: the mean number of fixed solutions; a remainder would mean that a count is wrong.
            group = instance.group(mirrored=up_to == "symmetries")
            totals[up_to], rest = divmod(totals[up_to], len(group))
            assert not rest, f"{len(group)} symmetries do not divide the solutions that they fix"
    return totals


def _terms(instance: Instance, wanted: set[UpTo]) -> Iterator[Term]:
    factors: dict[UpTo, int] = dict.fromkeys(wanted - {"labelled"}, 1)
    if "labelled" in wanted:
        if all(least == most or most == 1 for least, most in instance.ranges):
            factors["labelled"] = prod(factorial(most) for _, most in instance.ranges)
        else:
            yield from _labelled(instance)
    if factors:
        for weight, build in _distinct(instance):
            yield {up_to: weight * factor for up_to, factor in factors.items()}, build
    if wanted & {"rotations", "symmetries"}:
        yield from _fixed(instance, wanted)


def _distinct(instance: Instance) -> Iterator[tuple[int, Callable[[], Cover]]]:
    reduced = reduction(instance, instance.group(mirrored=True))
    if reduced is None:
        yield 1, instance.cover
    else:
        for weight, allowed in reduced.batches():
            yield weight, partial(instance.cover, allowed)


def _labelled(instance: Instance) -> Iterator[Term]:
    """One cover for every choice of how many copies are used of the pieces with a range."""
    choices = [
        [(least, most)] if least == most or most == 1 else [(used, used) for used in range(least, most + 1)]
        for least, most in instance.ranges
    ]
    sizes = {piece: len(cells) for piece, cells in instance.options}
    required = len(instance.cells) - len(instance.optional)
    for ranges in product(*choices):
        low, high = (sum(r[end] * sizes.get(piece, 0) for piece, r in enumerate(ranges)) for end in (0, 1))
        if low <= len(instance.cells) and required <= high:
            ways = prod(
                perm(most, used) for (_, used), (_, most) in zip(ranges, instance.ranges, strict=True)
            )
            yield {"labelled": ways}, partial(instance.cover, ranges=ranges)


def _fixed(instance: Instance, wanted: set[UpTo]) -> Iterator[Term]:
    """Covers that count, for each symmetry but the identity, the solutions it maps to themselves."""
    cells = len(instance.cells)

    def joined(symmetry: Symmetry) -> Permutation:
        return *symmetry.cells, *(cells + piece for piece in symmetry.pieces)

    group = {joined(s): s for s in instance.group(mirrored="symmetries" in wanted)}
    turns = {joined(s) for s in instance.group(mirrored=False)}
    for alike in conjugacy_classes(list(group)):
        weights: dict[UpTo, int] = {}
        if "symmetries" in wanted:
            weights["symmetries"] = len(alike)
        if "rotations" in wanted and alike[0] in turns:
            weights["rotations"] = len(alike)
        symmetry = group[alike[0]]
        if weights and not symmetry.trivial:
            for build in fixed_covers(instance, symmetry):
                yield weights, build


def fixed_covers(instance: Instance, symmetry: Symmetry) -> Iterator[Callable[[], Cover]]:
    """Covers whose solutions together are the solutions that the symmetry maps to themselves.

    An orbit of k placements uses k copies of its piece (or one of each twin, k/2 times). The engine knows no
    item that an option covers several times, so copies used in orbits of different lengths get items of their
    own, and there is one cover for each way to share a piece's copies among those lengths.
    """
    cell_orbit = _cycle_numbers(symmetry.cells)
    piece_orbit = _cycle_numbers(symmetry.pieces)
    options: list[tuple[int, int, frozenset[int]]] = []
    lengths: dict[int, set[int]] = {}
    seen: set[int] = set()
    for start in range(len(instance.options)):
        if start in seen:
            continue
        orbit = [start]
        while (following := instance.image(orbit[-1], symmetry)) != start:
            orbit.append(following)
        seen.update(orbit)
        covered = [cell for number in orbit for cell in instance.options[number][1]]
        if len(set(covered)) == len(covered):
            piece = instance.options[start][0]
            used = sum(instance.options[number][0] == piece for number in orbit)
            options.append((piece_orbit[piece], used, frozenset(cell_orbit[cell] for cell in covered)))
            lengths.setdefault(piece_orbit[piece], set()).add(used)

    required = {cell_orbit[cell] for cell in range(len(cell_orbit)) if cell not in instance.optional}
    optional = {cell_orbit[cell] for cell in instance.optional}

    def build(shares: tuple[Share, ...]) -> Cover:
        items = [
            Item(("piece", piece, used), *bounds)
            for share in shares
            for (piece, used), bounds in share.items()
        ]
        present = {item.name for item in items}
        return Cover(
            [*sorted(required), *items],
            [
                (("piece", piece, used), *sorted(covered))
                for piece, used, covered in options
                if ("piece", piece, used) in present
            ],
            optional=sorted(optional),
        )

    shares = [
        _shares(piece, sorted(lengths.get(piece, ())), instance.ranges[piece], implied=_implied(instance))
        for piece in sorted(set(piece_orbit))
    ]
    for chosen in product(*shares):
        yield partial(build, chosen)


Share = dict[tuple[int, int], tuple[int, int]]
"""For a piece and a length of orbits: how many orbits of that length there may be."""


def _shares(piece: int, lengths: list[int], copies: tuple[int, int], *, implied: bool) -> list[Share]:
    """The ways to share a piece's copies among orbits of these lengths; lengths that get none are left
    out.
    """
    least, most = copies
    if implied:
        return [{(piece, length): (0, most // length) for length in lengths if length <= most}]
    if not lengths:
        return [{}] if least == 0 else []
    *others, last = reversed(lengths)
    found = []
    for numbers in product(*(range(most // length + 1) for length in others)):
        used = sum(number * length for number, length in zip(numbers, others, strict=True))
        low, high = max(0, -((used - least) // last)), (most - used) // last
        if used <= most and low <= high:
            share = {(piece, length): (n, n) for n, length in zip(numbers, others, strict=True) if n}
            if high:
                share[piece, last] = (low, high)
            found.append(share)
    return found


def _implied(instance: Instance) -> bool:
    """Whether covering all cells already fixes the number of copies: a single piece, and no cell is
    optional.
    """
    if len(instance.pieces) > 1 or instance.optional or not instance.options:
        return False
    copies, rest = divmod(len(instance.cells), len(instance.options[0][1]))
    least, most = instance.ranges[0]
    return not rest and least <= copies <= most


def _cycle_numbers(permutation: tuple[int, ...]) -> list[int]:
    """For every point the smallest point of its cycle."""
    numbers = [-1] * len(permutation)
    for start in range(len(permutation)):
        point = start
        while numbers[point] < 0:
            numbers[point] = start
            point = permutation[point]
    return numbers

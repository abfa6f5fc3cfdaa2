"""The slow, obvious way to solve exact cover: try every subset of options, item by item."""

from collections.abc import Iterator, Sequence

Cover = tuple[int, ...]


def all_covers(ranges: Sequence[tuple[int, int]], options: Sequence[Sequence[int]]) -> Iterator[Cover]:
    """All sets of options in which every item i is held between ranges[i][0] and ranges[i][1] times."""

    def extend(index: int, chosen: tuple[int, ...], held: list[int]) -> Iterator[tuple[int, ...]]:
        if any(held[item] > hi for item, (_, hi) in enumerate(ranges)):
            return
        if index == len(options):
            if all(lo <= held[item] for item, (lo, _) in enumerate(ranges)):
                yield chosen
            return
        yield from extend(index + 1, chosen, held)
        with_it = list(held)
        for item in options[index]:
            with_it[item] += 1
        yield from extend(index + 1, (*chosen, index), with_it)

    yield from extend(0, (), [0] * len(ranges))

"""A slow, obvious exact-cover search with the engine's interface, to hold other answers against."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice


@dataclass(frozen=True)
class Item:
    name: Hashable
    lo: int
    hi: int


class Cover:
    """Try the options in order; take or leave each. Prunes only what can no longer be covered."""

    def __init__(
        self,
        items: int | Iterable[Hashable | Item],
        options: Iterable[Iterable[Hashable]],
        *,
        optional: Iterable[Hashable] = (),
    ) -> None:
        listed = range(items) if isinstance(items, int) else items
        self.ranges: dict[Hashable, tuple[int, int]] = {}
        for item in listed:
            if isinstance(item, Item):
                self.ranges[item.name] = (item.lo, item.hi)
            else:
                self.ranges[item] = (1, 1)
        self.ranges.update(dict.fromkeys(optional, (0, 1)))
        self.options = [tuple(option) for option in options]
        for option in self.options:
            assert set(option) <= self.ranges.keys(), option

    def solutions(self, *, limit: int | None = None, **_: object) -> Iterator[tuple[int, ...]]:
        by_item: dict[Hashable, list[int]] = {name: [] for name in self.ranges}
        for number, option in enumerate(self.options):
            for name in option:
                by_item[name].append(number)
        used = dict.fromkeys(self.ranges, 0)
        banned = [0] * len(self.options)

        def usable(number: int) -> bool:
            return not banned[number] and all(
                used[name] < self.ranges[name][1] for name in self.options[number]
            )

        def search(chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            needy = None
            for name, (least, _) in self.ranges.items():
                if used[name] < least:
                    ways = [number for number in by_item[name] if usable(number)]
                    if len(ways) < least - used[name]:
                        return
                    if needy is None or len(ways) < len(needy):
                        needy = ways
            if needy is None:
                free = [number for number in range(len(self.options)) if usable(number)]
                yield chosen
                needy = free  # every further option makes another solution, as long as the ranges allow it
            tried = []
            for number in needy:
                if not usable(number):
                    continue
                for name in self.options[number]:
                    used[name] += 1
                banned[number] += 1
                tried.append(number)
                yield from search((*chosen, number))
                for name in self.options[number]:
                    used[name] -= 1
            for number in tried:
                banned[number] -= 1

        return islice((tuple(sorted(found)) for found in search(())), limit)

    def first(self) -> tuple[int, ...] | None:
        return next(self.solutions(), None)

    def count(self, *, progress: Callable[[object], None] | None = None, **_: object) -> int:
        return sum(1 for _ in self.solutions())

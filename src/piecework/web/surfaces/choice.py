"""What the page of surfaces asks for: a body (by name, or of cubes of one's own) and a pool of sets."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from piecework.formats.piece_sets import piece_set, set_names
from piecework.geometry import connected, motions, size_of
from piecework.surface import NAMED_BODIES, Point, Surface, body
from piecework.web.requests import Pool

BOXES = ("1x1x2", "1x1x3", "1x2x2", "1x2x3", "2x2x2", "2x2x3", "3x3x3")
OWN = "own"
"""The name of a body that is built here."""

ROOM = (6, 6, 4)
"""The room in which cubes are put together: width, depth, layers."""
MOST_COPIES = 6

WORDS = {
    "cube": "Cube",
    "2x2x2+1": "2x2x2 with a cube grown out",
    "2x2x2-1": "2x2x2 with a dent",
    "2x2x2-2": "2x2x2 with two dents",
    "cross": "Cross in space",
    "steps": "Steps",
}


def body_names() -> list[str]:
    """All bodies to choose from, small ones first."""
    return sorted({*NAMED_BODIES, *BOXES}, key=lambda name: (len(body(name)), name))


def body_words(name: str) -> str:
    return WORDS.get(name, f"{name} box" if name in BOXES else name)


@dataclass(frozen=True)
class Choice:
    """A body and a pool; `built` are the cubes of one's own, kept while another body is looked at."""

    name: str = "cube"
    built: frozenset[Point] = frozenset([(1, 1, 0), (2, 1, 0), (1, 2, 0)])
    copies: dict[str, int] = field(default_factory=lambda: {"original/blue": 1})
    """How many of each set; those that are not named are not there."""
    flip: bool = True

    @property
    def cubes(self) -> tuple[Point, ...]:
        """The cubes of the body that is chosen."""
        return tuple(sorted(self.built if self.name == OWN else body(self.name)))

    def painted(self, cells: Iterable[tuple[int, ...]], *, there: bool) -> "Choice":
        """With cubes put into the room, or taken out."""
        width, depth, layers = ROOM
        chosen = {(x, y, z) for x, y, z in cells if 0 <= x < width and 0 <= y < depth and 0 <= z < layers}
        return replace(self, name=OWN, built=self.built | chosen if there else self.built - chosen)

    def taken(self, cubes: Iterable[Point]) -> "Choice":
        """With another body to build on, moved into the room and turned if need be; what does not fit in any
        way stays out.
        """
        listed = list(cubes)
        turned = [motion.shape(listed) for motion in motions(3) if motion.proper]
        fitting = [
            shape for shape in turned if all(a <= b for a, b in zip(size_of(shape), ROOM, strict=True))
        ]
        return replace(self, built=frozenset()).painted((fitting or turned)[0], there=True)

    def with_set(self, name: str, copies: int) -> "Choice":
        """With so many copies of a set; none takes it out."""
        changed = {**self.copies, name: max(0, min(copies, MOST_COPIES))}
        return replace(self, copies={name: number for name, number in changed.items() if number})

    def with_family(self, family: str, copies: int) -> "Choice":
        """With so many copies of every set of a family."""
        changed = self
        for name in sets_of(family):
            changed = changed.with_set(name, copies)
        return changed

    def to_json(self) -> dict[str, Any]:
        """What a page keeps over a reload."""
        return {
            "name": self.name,
            "built": [list(cube) for cube in sorted(self.built)],
            "copies": self.copies,
            "flip": self.flip,
        }

    @classmethod
    def of_json(cls, kept: dict[str, Any]) -> "Choice":
        """The choice that `to_json` gave."""
        built = frozenset((x, y, z) for x, y, z in kept["built"])
        return cls(kept["name"], built, dict(kept["copies"]), kept["flip"])

    @property
    def pool(self) -> Pool:
        """The pool, for a request."""
        return Pool(sets=[name for name in set_names() for _ in range(self.copies.get(name, 0))])

    @property
    def pieces(self) -> int:
        """How many pieces the pool has."""
        return sum(number * len(piece_set(name).pieces) for name, number in self.copies.items())

    @property
    def tiles(self) -> int:
        """How many pieces the body needs."""
        return len(Surface.from_cubes(self.cubes)) if self.cubes else 0

    def notes(self) -> Iterator[str]:
        """What stands in the way, in words."""
        if not self.cubes:
            yield "There are no cubes yet: click some."
            return
        if not self.copies:
            yield "The pool is empty: choose a set."
        elif self.tiles > self.pieces:
            yield f"The body has {self.tiles} tiles and the pool {self.pieces} pieces: add another set."
        parts = len(connected(self.cubes))
        if parts > 1:
            yield f"The cubes are {parts} bodies that do not hang together; they are covered together."


def families() -> list[str]:
    """Original, Pro and so on, in the order of the catalogue."""
    return list(dict.fromkeys(name.partition("/")[0] for name in set_names()))


def sets_of(family: str) -> list[str]:
    return [name for name in set_names() if name.startswith(f"{family}/")]

"""The surface: tiles that hang together, given in one of three ways.

A *description* names every tile's neighbours. A description with *stitches* also names pairs of tile
slots that coincide although no seam says so. *Cubes* are a body, or several, whose boundary is meant; the
positions of the tiles then say which slots coincide.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property

from piecework.surface._cubes import boundary, neighbours
from piecework.surface._description import Fault, FaultKind, SurfaceError, check, checked
from piecework.surface._folding import Assembly, enclosed_cubes, fold
from piecework.surface._net import Net, unfolded
from piecework.surface._slots import joined_slots
from piecework.surface._space import Point, slots_in_space
from piecework.surface._symmetry import TileMap, symmetries_in_space, symmetries_of_description
from piecework.surface._tiles import SLOTS, Description

Stitch = tuple[int, int]


class Surface:
    """A surface of unit tiles. Make one with `from_description` or `from_cubes`.

    >>> Surface.from_cubes([(0, 0, 0), (1, 1, 1)]).slot_count
    87
    """

    def __init__(
        self,
        *,
        shape: Description | None = None,
        stitches: tuple[Stitch, ...] = (),
        cubes: frozenset[Point] | None = None,
    ) -> None:
        self._shape = shape
        self._stitches = stitches
        self._cubes = cubes

    @classmethod
    def from_description(
        cls, shape: Sequence[Sequence[int]], *, stitches: Iterable[Sequence[int]] = ()
    ) -> "Surface":
        """The surface of a shape description.

        Each stitch is a pair of tile slots, `16 * tile + slot`, that coincide as well. Without stitches
        the description is folded into space to find such places; with stitches they are taken as told.
        """
        sound = checked(shape)
        if not sound:
            raise SurfaceError([Fault(FaultKind.NOT_A_LIST, "a surface needs at least one tile")])
        return cls(shape=sound, stitches=_checked_stitches(sound, stitches))

    @classmethod
    def from_cubes(cls, cubes: Iterable[Sequence[int]]) -> "Surface":
        """The boundary of a set of unit cubes, each named by its integer coordinates (x, y, z)."""
        body = frozenset(_checked_cube(cube) for cube in cubes)
        if not body:
            raise SurfaceError([Fault(FaultKind.NOT_A_LIST, "a surface needs at least one cube")])
        return cls(cubes=body)

    def __len__(self) -> int:
        """How many tiles it has."""
        return len(self._shape) if self._shape is not None else len(self.tiles)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Surface) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return (self._shape, self._stitches, self._cubes)

    def __repr__(self) -> str:
        if self._cubes is not None:
            return f"Surface.from_cubes({sorted(self._cubes)!r})"
        stitches = f", stitches={list(self._stitches)!r}" if self._stitches else ""
        return f"Surface.from_description({list(self._shape or ())!r}{stitches})"

    @property
    def given_as_cubes(self) -> bool:
        """Whether it was made from cubes, not from a description."""
        return self._cubes is not None

    @cached_property
    def tiles(self) -> Assembly:
        """The tiles in space; a description is folded for it."""
        if self._cubes is not None:
            return boundary(self._cubes)
        assert self._shape is not None
        return fold(self._shape)

    @property
    def cubes(self) -> frozenset[Point]:
        """The unit cubes inside."""
        if self._cubes is not None:
            return self._cubes
        inside = enclosed_cubes(self.tiles)
        assert inside is not None  # folding found that these tiles bound bodies
        return inside

    @cached_property
    def _described(self) -> Description:
        return self._shape if self._shape is not None else neighbours(self.tiles)

    def description(self) -> list[tuple[int, int, int, int]]:
        """The neighbours (north, east, south, west) of every tile.

        `SurfaceError` for the rare bodies that touch themselves so that no description is sound.
        """
        if check(self._described):
            message = (
                "these cubes touch along edges in such a way that no shape description has corners of 3 to 6 "
                "different tiles: use the cubes"
            )
            raise SurfaceError([Fault(FaultKind.OPEN_CORNER, message)])
        return list(self._described)

    @property
    def stitches(self) -> tuple[Stitch, ...]:
        """Pairs of tile slots, `16 * tile + slot`, that coincide although no seam says so: those given,
        or else those that space shows. A description with them has the slots of the surface.
        """
        return self._stitches or self._stitches_in_space

    @cached_property
    def _stitches_in_space(self) -> tuple[Stitch, ...]:
        first_at: dict[int, int] = {}
        seen: set[int] = set()
        found = []
        for slot, (near, place) in enumerate(
            zip(joined_slots(self._described), slots_in_space(self.tiles), strict=True)
        ):
            if near in seen:
                continue
            seen.add(near)
            if place in first_at:
                found.append((first_at[place], slot))
            else:
                first_at[place] = slot
        return tuple(found)

    def slots(self, *, geometric: bool | None = None) -> list[int]:
        """The shape slot of every tile slot `16 * tile + slot`, numbered from 0 by first appearance.

        `geometric=False` looks at the seams (and stitches) alone, `geometric=True` also at points of
        space that coincide. Left open, a surface of cubes and a description without stitches are looked
        at in space, and a description with stitches is taken at its word.
        """
        if geometric is None:
            geometric = not self._stitches
        if not geometric:
            return joined_slots(self._described, self._stitches)
        if not self._stitches:
            return slots_in_space(self.tiles)
        return joined_slots(self._described, (*self._stitches_in_space, *self._stitches))

    @property
    def slot_count(self) -> int:
        """How many shape slots there are."""
        return max(self.slots()) + 1

    def net(self) -> Net:
        """The tiles unfolded into the plane."""
        return unfolded(self._described, self.slots())

    def blocked(self) -> frozenset[int]:
        """The slots that no piece may cover: none, unlike in a tray."""
        return frozenset()

    def symmetries(self) -> list[TileMap]:
        """The ways to map the surface onto itself: motions of space for a surface of cubes, else the
        ways to map its description onto itself that keep its slots together. The identity comes first.
        """
        if self._cubes is not None:
            return symmetries_in_space(self.tiles)
        assert self._shape is not None
        slots = self.slots()
        return [image for image in symmetries_of_description(self._shape) if image.keeps(slots)]


def _checked_stitches(shape: Description, stitches: Iterable[Sequence[int]]) -> tuple[Stitch, ...]:
    slots = SLOTS * len(shape)
    faults: list[Fault] = []
    sound: list[Stitch] = []
    for number, stitch in enumerate(stitches):
        if not isinstance(stitch, list | tuple) or len(stitch) != 2 or not all(map(_is_integer, stitch)):
            problem = f"expected a pair of tile slots (16 * tile + slot), found {stitch!r:.40}"
        elif not all(0 <= slot < slots for slot in stitch):
            problem = f"{stitch!r} is out of range; the tile slots are 0 to {slots - 1}"
        else:
            sound.append((stitch[0], stitch[1]))
            continue
        faults.append(Fault(FaultKind.BAD_STITCH, f"stitch {number}: {problem}"))
    if not faults and sound:
        labels = joined_slots(shape, sound)
        for tile in range(len(shape)):
            own = labels[SLOTS * tile : SLOTS * tile + SLOTS]
            if len(set(own)) < SLOTS:
                twice = [slot for slot in range(SLOTS) if own.count(own[slot]) > 1]
                message = (
                    f"tile {tile}: the stitches make its own slots {', '.join(map(str, twice))} coincide"
                )
                faults.append(Fault(FaultKind.BAD_STITCH, message, tile))
    if faults:
        raise SurfaceError(faults)
    return tuple(sound)


def _checked_cube(cube: object) -> Point:
    if not isinstance(cube, list | tuple) or len(cube) != 3 or not all(map(_is_integer, cube)):
        message = f"a cube is named by three integers (x, y, z), not {cube!r:.40}"
        raise SurfaceError([Fault(FaultKind.NOT_AN_INTEGER, message)])
    x, y, z = cube
    return (x, y, z)


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)

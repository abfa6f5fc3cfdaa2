"""The game's machines on full shapes, with kinds and colours, at any layer limit."""

from __future__ import annotations

from collections.abc import Callable

from piecework.shapez._codes import EMPTY, MAX_LAYERS, PIN, is_normal, read_colour
from piecework.shapez._errors import MachineError
from piecework.shapez._physics import settled, shattered, without
from piecework.shapez._shape import Shape

DEFAULT_LAYERS = 4
"""The layer limit of every scenario of the game but the hardest, which has 5."""


def cut(shape: Shape | str, *, layers: int = DEFAULT_LAYERS) -> tuple[Shape, Shape]:
    """The west half and the east half, each settled; crystals that the cut passes between break.

    >>> [str(half) for half in cut("CuRuSuWu")]
    ['----SuWu', 'CuRu----']
    """
    shape = _checked(shape, layers)
    half = shape.part_count // 2
    seeds = []
    for height, row in enumerate(shape.layers):
        for left, right in ((half - 1, half), (shape.part_count - 1, 0)):
            if row[left][0] == "c" and row[right][0] == "c":
                seeds += [(height, left), (height, right)]
    rows = without(shape.layers, shattered(shape.layers, seeds))
    nothing = [EMPTY] * half
    east = settled([row[:half] + nothing for row in rows])
    west = settled([nothing + row[half:] for row in rows])
    return (
        Shape.from_layers(west, parts=shape.part_count),
        Shape.from_layers(east, parts=shape.part_count),
    )


def half_destroy(shape: Shape | str, *, layers: int = DEFAULT_LAYERS) -> Shape:
    """The east half of the cut."""
    return cut(shape, layers=layers)[1]


def swap(first: Shape | str, second: Shape | str, *, layers: int = DEFAULT_LAYERS) -> tuple[Shape, Shape]:
    """(first's east with second's west, second's east with first's west); nothing falls after joining."""
    first, second = _checked(first, layers), _checked(second, layers)
    _same_parts(first, second)
    first_west, first_east = cut(first, layers=layers)
    second_west, second_east = cut(second, layers=layers)
    return joined(first_east, second_west), joined(second_east, first_west)


def joined(east: Shape, west: Shape) -> Shape:
    """East columns of one shape beside the west columns of the other."""
    half = east.part_count // 2
    height = max(east.layer_count, west.layer_count)
    return Shape.from_layers(
        (
            [east[layer, column] for column in range(half)]
            + [west[layer, column] for column in range(half, east.part_count)]
            for layer in range(height)
        ),
        parts=east.part_count,
    )


def stack(bottom: Shape | str, top: Shape | str, *, layers: int = DEFAULT_LAYERS) -> Shape:
    """`top` dropped onto `bottom`; all crystals of `top` break, and what exceeds the limit is lost.

    >>> print(stack("CuCu----", "RuRuRuRu"))
    CuCu----:RuRuRuRu
    """
    bottom, top = _checked(bottom, layers), _checked(top, layers)
    _same_parts(bottom, top)
    gap = [(EMPTY,) * bottom.part_count]
    workspace = [*bottom.layers, *gap, *top.layers]
    return Shape.from_layers(settled(workspace)[:layers], parts=bottom.part_count)


def pin_push(shape: Shape | str, *, layers: int = DEFAULT_LAYERS) -> Shape:
    """One layer up, with pins under every part that stood on the ground; an overflowing layer is lost.

    Crystals of the layer that overflows break, with all they are connected to.
    """
    shape = _checked(shape, layers)
    if shape.is_empty:
        return shape
    pins = [PIN if part != EMPTY else EMPTY for part in shape.layers[0]]
    rows = [list(row) for row in shape.layers]
    if len(rows) == layers:
        seeds = [(layers - 1, column) for column in range(shape.part_count)]
        rows = without(rows, shattered(rows, seeds))[: layers - 1]
    return Shape.from_layers(settled([pins, *rows]), parts=shape.part_count)


def crystal(shape: Shape | str, *, colour: str, layers: int = DEFAULT_LAYERS) -> Shape:
    """Every gap and every pin up to the highest layer becomes a crystal of the colour."""
    shape = _checked(shape, layers)
    grown = "c" + read_colour(colour, extended=True)
    return Shape.from_layers(
        ([grown if part in (EMPTY, PIN) else part for part in row] for row in shape.layers),
        parts=shape.part_count,
    )


def paint(shape: Shape | str, *, colour: str, layers: int = DEFAULT_LAYERS) -> Shape:
    """The normal parts of the highest layer take the colour; pins and crystals keep theirs."""
    shape = _checked(shape, layers)
    if shape.is_empty:
        return shape
    letter = read_colour(colour, extended=True)
    top = [part[0] + letter if is_normal(part) else part for part in shape.layers[-1]]
    return Shape.from_layers([*shape.layers[:-1], top], parts=shape.part_count)


def rotate_cw(shape: Shape | str, *, layers: int = DEFAULT_LAYERS) -> Shape:
    """Turned clockwise by one part."""
    return _checked(shape, layers).rotated(1)


def rotate_ccw(shape: Shape | str, *, layers: int = DEFAULT_LAYERS) -> Shape:
    """Turned anticlockwise by one part."""
    return _checked(shape, layers).rotated(-1)


def rotate_180(shape: Shape | str, *, layers: int = DEFAULT_LAYERS) -> Shape:
    """Turned half way round."""
    shape = _checked(shape, layers)
    return shape.rotated(shape.part_count // 2)


_COLOUR_BITS = {"u": 0, "r": 1, "g": 2, "b": 4, "y": 3, "m": 5, "c": 6, "w": 7}


def mix(first: str, second: str) -> str:
    """The colour that two colours mix to: what they have in common, or else both together.

    >>> mix("r", "g"), mix("c", "m"), mix("u", "b"), mix("w", "w")
    ('y', 'b', 'b', 'w')
    """
    bits = [_COLOUR_BITS[read_colour(colour)] for colour in (first, second)]
    both = bits[0] & bits[1] or bits[0] | bits[1]
    return next(letter for letter, value in _COLOUR_BITS.items() if value == both)


_ONE_SHAPE: dict[str, Callable[..., Shape | tuple[Shape, ...]]] = {
    "cut": cut,
    "half_destroy": half_destroy,
    "pin_push": pin_push,
    "rotate_cw": rotate_cw,
    "rotate_ccw": rotate_ccw,
    "rotate_180": rotate_180,
}
_TWO_SHAPES: dict[str, Callable[..., Shape | tuple[Shape, ...]]] = {"swap": swap, "stack": stack}
_WITH_COLOUR: dict[str, Callable[..., Shape]] = {"crystal": crystal, "paint": paint}
MACHINES = (*_ONE_SHAPE, *_TWO_SHAPES, *_WITH_COLOUR, "mix")
"""Names that `apply` knows."""


def apply(
    machine: str,
    *inputs: Shape | str,
    colour: str | None = None,
    layers: int = DEFAULT_LAYERS,
    extended: bool = False,
) -> tuple[Shape, ...] | tuple[str]:
    """What the machine of that name puts out.

    >>> [str(shape) for shape in apply("crystal", "Cu--P-Cu", colour="g", layers=4)]
    ['CucgcgCu']
    """
    name = machine.replace("-", "_")
    if name not in MACHINES:
        raise MachineError(f"unknown machine {machine!r}: one of {', '.join(MACHINES)}")
    wanted = 2 if name in _TWO_SHAPES or name == "mix" else 1
    what = "colour" if name == "mix" else "shape"
    if len(inputs) != wanted:
        raise MachineError(f"{name} takes {wanted} {what}{'s' * (wanted > 1)}, got {len(inputs)}")
    if (colour is not None) != (name in _WITH_COLOUR):
        raise MachineError(f"{name} needs a colour" if colour is None else f"{name} takes no colour")
    if name == "mix":
        return (mix(str(inputs[0]), str(inputs[1])),)
    shapes = [Shape(one, extended=extended) for one in inputs]
    if name in _WITH_COLOUR:
        return (_WITH_COLOUR[name](shapes[0], colour=colour, layers=layers),)
    result = (_TWO_SHAPES.get(name) or _ONE_SHAPE[name])(*shapes, layers=layers)
    return result if isinstance(result, tuple) else (result,)


def _checked(shape: Shape | str, layers: int) -> Shape:
    if not 1 <= layers <= MAX_LAYERS:
        raise MachineError(f"a layer limit of {layers}: between 1 and {MAX_LAYERS}")
    if not isinstance(shape, Shape):
        shape = Shape(shape)
    if shape.layer_count > layers:
        raise MachineError(f"{_short(shape)} has {shape.layer_count} layers, the limit is {layers}")
    return shape


def _same_parts(first: Shape, second: Shape) -> None:
    if first.part_count != second.part_count:
        raise MachineError(
            f"{_short(first)} has {first.part_count} parts a layer and {_short(second)} {second.part_count}: "
            f"both must have the same number"
        )


def _short(shape: Shape) -> str:
    return shape.code if len(shape.code) <= 60 else shape.code[:57] + "..."

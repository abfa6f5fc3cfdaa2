"""Between coloured shapes and the compact ones of the core: what each cell is, without kind and colour."""

from piecework.shapez._codes import EMPTY, PIN
from piecework.shapez._errors import ConfigError
from piecework.shapez._shape import Shape

_FAMILIES = {"quad": (4, 7), "hex": (6, 5), "oct": (8, 3), "dec": (10, 3)}
"""Name: parts in a layer, and the most layers that the core searches."""

PLAIN_NORMAL, PLAIN_CRYSTAL = "Cu", "cu"
_PLAIN = (EMPTY, PLAIN_NORMAL, PIN, PLAIN_CRYSTAL)


def config_name(parts: int, layers: int) -> str:
    """Quad4, Hex3 ... for shapes of that size."""
    for family, (wanted, most) in _FAMILIES.items():
        if parts == wanted:
            if not 1 <= layers <= most:
                raise ConfigError(f"{family.capitalize()} atlases have 1 to {most} layers, not {layers}")
            return f"{family.capitalize()}{layers}"
    raise ConfigError(f"no configuration for {parts} parts a layer: 4 (Quad), 6 (Hex), 8 (Oct) or 10 (Dec)")


def read_config(name: str) -> tuple[int, int]:
    """Parts and layers of a configuration name; upper or lower case."""
    family = name.rstrip("0123456789").lower()
    digits = name[len(family) :]
    if family not in _FAMILIES or not digits or len(digits) > 2:
        known = ", ".join(f"{name.capitalize()}1-{most}" for name, (_, most) in _FAMILIES.items())
        raise ConfigError(f"unknown configuration {name[:40]!r}: one of {known}")
    parts = _FAMILIES[family][0]
    config_name(parts, int(digits))
    return parts, int(digits)


def to_compact(shape: Shape) -> int:
    """The bit planes of a shape, low plane in bits 0 to 31."""
    low = high = 0
    parts = shape.part_count
    for height, column, part in shape.parts():
        bit = 1 << (height * parts + column)
        if part[0] != "P":
            low |= bit
        if part[0] in "Pc":
            high |= bit
    return high << 32 | low


def from_compact(value: int, parts: int) -> Shape:
    """A shape of plain circles, pins and uncoloured crystals."""
    low, high = value & 0xFFFFFFFF, value >> 32
    rows = []
    while low or high:
        rows.append([_PLAIN[(low >> column & 1) | (high >> column & 1) << 1] for column in range(parts)])
        low >>= parts
        high >>= parts
    return Shape.from_layers(rows, parts=parts)

"""The letters of shape codes, and how a code is read.

A code is layers from the bottom up joined by `:`; a layer is one pair of characters a part, clockwise from
the top right: a letter for the kind and one for the colour. `--` is nothing, `P-` a pin, `cr` a red crystal.
The letter `c` means crystal in first place and cyan in second.
"""

from piecework.shapez._errors import ShapeCodeError

EMPTY = "--"
PIN = "P-"
CRYSTAL = "c"

QUAD_KINDS = {"C": "circle", "R": "square", "S": "star", "W": "diamond"}
HEX_KINDS = {"H": "hexagon", "G": "gear", "F": "flower"}
EXTRA_KINDS = {"X": "refined X", "Y": "refined Y"}
KINDS = QUAD_KINDS | HEX_KINDS
"""Letters of the parts that are mined or cut: what is called *normal* here."""

COLOURS = {
    "u": "uncoloured",
    "r": "red",
    "g": "green",
    "b": "blue",
    "c": "cyan",
    "m": "magenta",
    "y": "yellow",
    "w": "white",
}
EXTRA_COLOURS = {"k": "black"}

MAX_PARTS = 32
MAX_LAYERS = 64
MAX_CODE = MAX_LAYERS * (2 * MAX_PARTS + 1)

Layers = tuple[tuple[str, ...], ...]


def is_normal(part: str) -> bool:
    """Whether a part is neither empty, nor a pin, nor a crystal."""
    return part[0] not in "-Pc"


def read_layers(code: str, *, extended: bool = False) -> tuple[int, Layers]:
    """The number of parts in a layer, and the layers from the bottom with empty ones above cut off."""
    if len(code) > MAX_CODE:
        raise ShapeCodeError(f"a shape code of {len(code):,} characters is too long: at most {MAX_CODE:,}")
    if not code:
        raise ShapeCodeError("an empty shape code: write the empty shape as '--------' (one pair a part)")
    texts = code.split(":")
    if len(texts) > MAX_LAYERS:
        raise ShapeCodeError(f"{len(texts)} layers in one shape code: at most {MAX_LAYERS}")
    width = len(texts[0])
    for number, text in enumerate(texts, 1):
        where = f"layer {number} {_shown(text)}"
        if not text:
            raise ShapeCodeError(
                f"layer {number} of {_shown(code)} is empty: write an empty layer as pairs '--'"
            )
        if len(text) % 2:
            raise ShapeCodeError(f"{where} has {len(text)} characters: two are needed for each part")
        if len(text) != width:
            raise ShapeCodeError(
                f"{where} has {len(text) // 2} parts, layer 1 has {width // 2}: make them equal"
            )
    parts = width // 2
    if parts % 2:
        raise ShapeCodeError(f"layers of {parts} parts: the number of parts must be even")
    if parts > MAX_PARTS:
        raise ShapeCodeError(f"layers of {parts} parts: at most {MAX_PARTS}")
    layers = [
        tuple(
            _read_part(text[2 * column : 2 * column + 2], number, column + 1, extended=extended)
            for column in range(parts)
        )
        for number, text in enumerate(texts, 1)
    ]
    while layers and all(part == EMPTY for part in layers[-1]):
        layers.pop()
    return parts, tuple(layers)


def read_colour(letter: str, *, extended: bool = False) -> str:
    """A colour letter, checked; full English names are understood too."""
    known = COLOURS | EXTRA_COLOURS if extended else COLOURS
    if letter in known:
        return letter
    for short, name in known.items():
        if letter.lower() == name:
            return short
    raise ShapeCodeError(f"unknown colour {_shown(letter)}: one of {_choices(known)}")


def _read_part(pair: str, layer: int, place: int, *, extended: bool) -> str:
    if pair in (EMPTY, PIN):
        return pair
    kind, colour = pair[0], pair[1]
    where = f"layer {layer}, pair {place} {pair!r}"
    if kind == "-":
        raise ShapeCodeError(f"{where}: an empty part has no colour, write '--'")
    if kind == "P":
        raise ShapeCodeError(f"{where}: a pin has no colour, write 'P-'")
    kinds = KINDS | EXTRA_KINDS if extended else KINDS
    if kind not in kinds and kind != CRYSTAL:
        hint = ""
        if kind in EXTRA_KINDS:
            hint = "; X and Y are only read when extended codes are switched on"
        elif kind.upper() in kinds:
            hint = f"; did you mean {kind.upper()!r}?"
        raise ShapeCodeError(
            f"{where}: unknown part letter {kind!r}, expected one of {' '.join(kinds)}, c (crystal), "
            f"P (pin) or '--'{hint}"
        )
    colours = COLOURS | EXTRA_COLOURS if extended else COLOURS
    if colour not in colours:
        what = "a crystal" if kind == CRYSTAL else f"a {kinds[kind]}"
        hint = "; k is only read when extended codes are switched on" if colour in EXTRA_COLOURS else ""
        raise ShapeCodeError(f"{where}: {what} needs a colour, one of {_choices(colours)}{hint}")
    return pair


def _choices(known: dict[str, str]) -> str:
    return " ".join(known)


def _shown(text: str) -> str:
    """A piece of the user's text, short enough for one line."""
    return repr(text if len(text) <= 40 else text[:37] + "...")

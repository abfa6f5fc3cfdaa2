"""Pictures of shapes: well formed, complete, and told apart without colour."""

import xml.etree.ElementTree as ET

from hypothesis import given
from rich.console import Console
from test_shapez_shape import shapes

from piecework.draw.shapez import SKINS, shape_svg, shape_text
from piecework.shapez import Shape
from piecework.shapez._codes import COLOURS, EXTRA_COLOURS, EXTRA_KINDS, KINDS

SVG = "{http://www.w3.org/2000/svg}"


@given(shapes())
def test_every_part_is_drawn(shape: Shape) -> None:
    parts = list(shape.parts())
    for exploded in (False, True):
        root = ET.fromstring(shape_svg(shape, exploded=exploded))
        drawn = len(root.findall(f".//{SVG}path/{SVG}title"))
        pins = [circle for circle in root.iter(f"{SVG}circle") if circle.get("fill") == "#555b66"]
        assert drawn + len(pins) == len(parts)
        assert root.findtext(f"{SVG}title") == shape.code


def test_every_letter_has_a_picture_in_every_skin() -> None:
    for skin in SKINS:
        for kind in KINDS | EXTRA_KINDS | {"c": "crystal"}:
            for colour in COLOURS | EXTRA_COLOURS:
                shape = Shape(f"{kind}{colour}------", extended=True)
                picture = shape_svg(shape, skin=skin, patterns=True)
                assert SKINS[skin][colour][1] in picture
                assert SKINS[skin][colour][0] in picture


def test_patterns_tell_colours_apart() -> None:
    picture = shape_svg(Shape("CrCgCbCw"), patterns=True)
    for colour in "rgbw":
        assert f'fill="url(#piecework-{colour})"' in picture
    assert "pattern" not in shape_svg(Shape("CrCgCbCw"))


def test_terminal_drawing() -> None:
    console = Console(width=80, color_system=None)
    with console.capture() as capture:
        console.print(shape_text(Shape("CuRrSgWb:P-cy--Cm")))
    lines = capture.get().splitlines()
    assert lines[0].split() == ["◆b", "●u", "●m", "╿"]
    assert lines[1].split() == ["★g", "■r", "·", "◇y"]
    assert "layer 2" in lines[2]


def test_notebooks_get_the_picture() -> None:
    assert Shape("CuCuCuCu")._repr_svg_().startswith("<svg")

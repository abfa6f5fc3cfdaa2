"""Shapes: read, printed, compared, turned; and what a bad code is told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piecework.shapez import Shape, ShapeCodeError

PARTS = st.sampled_from(["--", "--", "P-", "Cu", "Rr", "cg", "cw", "Sy"])


@st.composite
def shapes(draw: st.DrawFn, parts: int | None = None, layers: int = 5) -> Shape:
    width = draw(st.sampled_from([2, 4, 6, 8, 10])) if parts is None else parts
    rows = draw(st.lists(st.lists(PARTS, min_size=width, max_size=width), max_size=layers))
    return Shape.from_layers(rows, parts=width)


@given(shapes())
def test_code_round_trips(shape: Shape) -> None:
    assert Shape(str(shape)) == shape
    assert eval(repr(shape), {"Shape": Shape}) == shape


@given(shapes())
def test_symmetries(shape: Shape) -> None:
    assert shape.mirrored().mirrored() == shape
    assert shape.rotated(shape.part_count) == shape
    assert shape.rotated(1).mirrored() == shape.mirrored().rotated(-1)
    assert len({turned.canonical() for turned in shape.orientations()}) == 1


def test_facts_about_a_shape() -> None:
    shape = Shape("CuCu----:RrRr----:--------")
    assert str(shape) == "CuCu----:RrRr----"
    assert shape.layer_count == 2
    assert shape.part_count == 4
    assert shape.columns == (("Cu", "Rr"), ("Cu", "Rr"), ("--", "--"), ("--", "--"))
    assert shape[1, 0] == "Rr"
    assert list(Shape("--P-----").parts()) == [(0, 1, "P-")]
    assert shape.is_settled
    assert not Shape("CuCu----:--------:RrRr----").is_settled
    assert Shape("--------").is_empty
    assert str(Shape("--------:--------")) == "--------"
    assert Shape("HuGrFb------").part_count == 6


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("", ["empty shape code"]),
        ("CuC", ["layer 1", "3 characters"]),
        ("CuCuCu", ["3 parts", "even"]),
        ("CuCu----:Cu--", ["layer 2", "2 parts", "layer 1 has 4"]),
        ("CuCu----:CuQu----", ["layer 2, pair 2", "'Q'", "C R S W"]),
        ("CuPr----", ["layer 1, pair 2", "pin has no colour", "'P-'"]),
        ("CuC-----", ["layer 1, pair 2", "circle needs a colour"]),
        ("c-------", ["layer 1, pair 1", "crystal needs a colour"]),
        ("-u------", ["layer 1, pair 1", "'--'"]),
        ("CuCk----", ["layer 1, pair 2", "extended"]),
        ("XuCu----", ["layer 1, pair 1", "extended"]),
        ("ruCu----", ["did you mean 'R'"]),
        ("CuCu----::CuCu----", ["layer 2", "is empty"]),
        ("Cu" * 5_000_000, ["10,000,000 characters", "too long"]),
        (":".join(["CuCu"] * 65), ["65 layers", "at most 64"]),
        ("Cu" * 34, ["34 parts", "at most 32"]),
    ],
)
def test_a_bad_code_says_where_and_what(code: str, words: list[str]) -> None:
    with pytest.raises(ShapeCodeError) as caught:
        Shape(code)
    message = str(caught.value)
    for word in words:
        assert word in message
    assert "\n" not in message
    assert len(message) < 300


def test_extended_letters_need_the_switch() -> None:
    assert str(Shape("XuYkCk--", extended=True)) == "XuYkCk--"

"""The coloured machines, against worked examples, and against what must always hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_shapez_shape import shapes

from piecework.shapez import (
    MACHINES,
    MachineError,
    Shape,
    ShapeCodeError,
    apply,
    cut,
    mix,
    pin_push,
    stack,
    swap,
)

# From a published construction of a five-layer shape, step by step, innermost first.
STEPS = [
    ("pin_push", ["cu------:Cr------:cg------"], "P-------:cu------:Cr------:cg------"),
    ("stack", ["P-------:cu------:Cr------:cg------", "--Cu----"], "P-Cu----:cu------:Cr------:cg------"),
    (
        "swap",
        ["P-Cu----:cuCu----:CrP-----:cgCu----", "------Cu:------cu"],
        "P-Cu--Cu:cuCu--cu:CrP-----:cgCu----",
    ),
    ("half_destroy", ["P-Cu--Cu:cuCu--cu:CrP-----:cgCu----"], "P-Cu----:CrCu----:--P-----:cgCu----"),
    ("rotate_cw", ["P-Cu--P-:CrCu--Cy:--P---cb:cgCu--Cg"], "P-P-Cu--:CyCrCu--:cb--P---:CgcgCu--"),
    ("half_destroy", ["P-P-Cu--:CyCrCu--:cb--P---:CgcgCu--"], "P-P-----:CyCr----:cb------:Cgcg----"),
    ("rotate_180", ["P-P-----:CyCr----:cb------:Cgcg----"], "----P-P-:----CyCr:----cb--:----Cgcg"),
    ("half_destroy", ["CrCy--Cu:cuCg--cu:Cycu----:--cu----"], "CrCy----:--Cg----:Cycu----:--cu----"),
    ("pin_push", ["CrCy----:--Cg----:Cycu----:--cu----"], "P-P-----:CrCy----:--Cg----:Cycu----:--cu----"),
    (
        "pin_push",
        ["P-P-P-P-:CyCrCrCy:cb----Cg:CgcgCycu:------cu"],
        "P-P-P-P-:P-P-P-P-:CyCrCrCy:cb----Cg:CgcgCy--",
    ),
]

EXAMPLES = [
    # Only crystals hang from crystals; colours do not matter when they break.
    ("half_destroy", ["crcgcb--"], 4, "--------"),
    ("pin_push", ["Ru------:RuRucu--"], 4, "P-------:Ru------:RuRucu--"),
    # Pins go where something stood before it broke.
    ("pin_push", ["--cucuCu:CuCucuP-:cu--cuCu:----cu--"], 4, "--P-P-P-:CuCu--Cu:------P-:cu----Cu"),
    # What overflows keeps what lies above it out as well.
    ("stack", ["CuCu----:Cu------", "CuCu----:--Cu----"], 2, "CuCu----:Cu------"),
    # A stacked crystal always breaks.
    ("stack", ["CuCu----", "cuRu----"], 4, "CuCu----:--Ru----"),
    ("stack", ["--------", "CuCu----"], 4, "CuCu----"),
    ("swap", ["CuCuCuCu", "RuRuRuRu"], 4, "CuCuRuRu"),
]


@pytest.mark.parametrize(("machine", "inputs", "output"), STEPS)
def test_a_published_construction_step_by_step(machine: str, inputs: list[str], output: str) -> None:
    assert str(apply(machine, *inputs, layers=5)[0]) == output


@pytest.mark.parametrize(("machine", "inputs", "layers", "output"), EXAMPLES)
def test_worked_examples(machine: str, inputs: list[str], layers: int, output: str) -> None:
    assert str(apply(machine, *inputs, layers=layers)[0]) == output


def test_floating_parts_fall_as_arcs_of_one_layer() -> None:
    (fallen,) = apply("stack", "Cu------", "Cu--Cu--:CuCuCu--")
    assert str(fallen) == "Cu--Cu--:Cu------:CuCuCu--"


def test_outputs_and_their_order() -> None:
    west, east = cut("CuRuSuWu")
    assert (str(west), str(east)) == ("----SuWu", "CuRu----")
    first, second = swap("CuRuSuWu", "CrRrSrWr")
    assert (str(first), str(second)) == ("CuRuSrWr", "CrRrSuWu")
    assert [str(shape) for shape in apply("rotate_ccw", "CuRuSuWu")] == ["RuSuWuCu"]
    assert [str(shape) for shape in apply("paint", "CuP-cu--:Su--P-cu", colour="g")] == ["CuP-cu--:Sg--P-cu"]
    assert str(apply("crystal", "CuP-----:--Su----", colour="g")[0]) == "Cucgcgcg:cgSucgcg"
    assert str(apply("crystal", "--------", colour="g")[0]) == "--------"


def test_colours_mix_by_what_they_share() -> None:
    table = {
        "rg": "y",
        "gb": "c",
        "rb": "m",
        "rc": "w",
        "cm": "b",
        "yw": "y",
        "ww": "w",
        "ur": "r",
        "yb": "w",
    }
    for pair, result in table.items():
        first, second = pair[0], pair[1]
        assert mix(first, second) == mix(second, first) == result
    assert apply("mix", "r", "g") == ("y",)


@given(shapes(layers=4))
def test_machines_commute_with_turning_and_mirroring(shape: Shape) -> None:
    for turned, back in ((shape.rotated(1), -1), (shape.rotated(3), -3)):
        assert pin_push(turned).rotated(back) == pin_push(shape)
    assert pin_push(shape.mirrored()).mirrored() == pin_push(shape)
    west, east = cut(shape)
    mirrored_west, mirrored_east = cut(shape.mirrored())
    assert (mirrored_west.mirrored(), mirrored_east.mirrored()) == (east, west)


@given(shapes(parts=4, layers=4), shapes(parts=4, layers=4), st.integers(4, 6))
def test_what_comes_out_is_settled_and_fits(bottom: Shape, top: Shape, layers: int) -> None:
    for machine, inputs in (("cut", [bottom]), ("stack", [bottom, top]), ("pin_push", [top])):
        for shape in apply(machine, *inputs, layers=layers):
            assert isinstance(shape, Shape)
            assert shape.is_settled
            assert shape.layer_count <= layers


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: apply("weld", "CuCuCuCu"), "unknown machine 'weld'"),
        (lambda: apply("stack", "CuCuCuCu"), "stack takes 2 shapes, got 1"),
        (lambda: apply("paint", "CuCuCuCu"), "paint needs a colour"),
        (lambda: apply("cut", "CuCuCuCu", colour="r"), "cut takes no colour"),
        (lambda: apply("cut", "CuCu:CuCu:CuCu", layers=2), "has 3 layers, the limit is 2"),
        (lambda: apply("swap", "CuCuCuCu", "CuCuCuCuCuCu"), "same number"),
        (lambda: apply("cut", "CuCuCuCu", layers=0), "layer limit of 0"),
    ],
)
def test_wrong_use_is_explained(call: object, words: str) -> None:
    with pytest.raises(MachineError, match=words):
        call()  # type: ignore[operator]


def test_an_unknown_colour_is_explained() -> None:
    with pytest.raises(ShapeCodeError, match="unknown colour 'z'"):
        apply("paint", "CuCuCuCu", colour="z")
    assert str(apply("paint", "CuCu----", colour="red")[0]) == "CrCr----"


def test_every_machine_has_a_name() -> None:
    assert set(MACHINES) == {
        "cut", "half_destroy", "swap", "stack", "pin_push", "crystal", "paint",
        "rotate_cw", "rotate_ccw", "rotate_180", "mix",
    }  # fmt: skip


def test_stacking_one_by_one_equals_stacking_at_once_when_it_fits() -> None:
    base = Shape("P-Cu----:cuCu----")
    assert stack(stack(base, "--P-----"), "--Cu----") == stack(base, "--P-----:--Cu----")

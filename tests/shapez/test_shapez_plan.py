"""Plans: every one replayed, down to what the game offers."""

import json
import random
import xml.etree.ElementTree as ET

import pytest
from shapez_atlases import (  # noqa: F401  (fixtures)
    make_atlas_folder,
    make_hex3,
    make_quad3,
    make_quad4,
    make_quad5,
)

from piecework.shapez import Atlas, NotBuildableError, Shape, apply, mix
from piecework.shapez._factory import Factory
from piecework.shapez._sample import painted

PUBLISHED = "P-P-P-P-:P-P-P-P-:CyCrCrCy:cb----Cg:CgcgCy--"


def test_the_published_example(quad5: Atlas) -> None:
    plan = quad5.plan(PUBLISHED)
    assert plan.replay() == Shape(PUBLISHED)
    text = str(plan).splitlines()
    assert text[0] == f"[pin_push] {PUBLISHED}"
    assert {line.split("]")[0].strip(" [") for line in text} <= {
        "pin_push", "swap", "cut_east", "stack", "input", "rotate_180", "rotate_cw 1", "rotate_ccw 1",
    }  # fmt: skip
    assert plan.steps()[-1].shape == Shape(PUBLISHED)


def check_plans(atlas: Atlas, count: int, *, leaves: str = "halves", cost: str | None = None) -> None:
    for shape in atlas.sample(count, seed=7, coloured=True):
        plan = atlas.plan(shape, leaves=leaves, cost=cost)
        assert plan.replay() == shape


@pytest.mark.parametrize("name", ["quad3", "quad4", "hex3"])
def test_random_shapes(name: str, request: pytest.FixtureRequest) -> None:
    check_plans(request.getfixturevalue(name), 150)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["quad3", "quad4", "quad5", "hex3"])
def test_ten_thousand_random_shapes(name: str, request: pytest.FixtureRequest) -> None:
    check_plans(request.getfixturevalue(name), 10_000)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["quad3", "quad4", "quad5", "hex3"])
def test_every_half_and_every_pin_essential_shape(name: str, request: pytest.FixtureRequest) -> None:
    atlas = request.getfixturevalue(name)
    dice = random.Random(5)
    for key in atlas.canonical_keys.tolist():
        shape = painted(atlas.shape(atlas.board.from_key(key)), dice)
        assert atlas.plan(shape).target == shape
    for value in atlas.section("pins.shape").tolist():
        shape = painted(atlas.shape(value), dice)
        assert atlas.plan(shape).target == shape


@pytest.mark.parametrize("cost", ["machines", "depth", "belts"])
def test_graphs_are_not_dearer_than_trees(cost: str, quad4: Atlas) -> None:
    for shape in quad4.sample(40, seed=3, coloured=True):
        tree, graph = quad4.plan(shape), quad4.plan(shape, cost=cost)
        assert graph.replay() == shape
        assert graph.cost()["machines"] <= tree.cost()["machines"]


@pytest.mark.parametrize("name", ["quad3", "quad4", "hex3"])
def test_down_to_mined_shapes(name: str, request: pytest.FixtureRequest) -> None:
    """Raw inputs are full layers of one uncoloured kind and the three colours; all else is made."""
    atlas = request.getfixturevalue(name)
    for shape in atlas.sample(25, seed=11, coloured=True):
        plan = atlas.plan(shape, leaves="game")
        assert plan.replay() == shape
        for raw in plan.cost()["inputs"]:
            if raw.startswith("fluid "):
                assert raw[6:] in "rgb"
            else:
                assert len(set(raw[::2])) == 1
                assert set(raw[1::2]) == {"u"}
                assert len(raw) == 2 * atlas.parts


def test_a_graph_is_replayed_by_hand(quad4: Atlas) -> None:
    """The JSON of a graph tells all that is needed to run it again."""
    shape = Shape("CrCg----:cyP-SuSu:Wb----Wm")
    if quad4.classify(shape) == "impossible":
        shape = quad4.sample(1, seed=2, coloured=True)[0]
    document = json.loads(json.dumps(quad4.plan(shape, leaves="game").to_json()))
    made: list[list[str]] = []
    for machine in document["graph"]:
        fed = [made[number][output] for number, output in machine["in"]]
        if not fed:
            made.append(machine["out"])
        elif machine["op"] == "mix":
            made.append([mix(*fed)])
        else:
            colour = fed.pop() if "colour" in machine else None
            name = "cut" if machine["op"] == "half_destroy" else machine["op"]
            made.append([str(one) for one in apply(name, *fed, colour=colour, layers=4)])
        assert made[-1] == machine["out"]
    assert shape.code in made[-1]


def test_simple_shapes_get_simple_factories(quad4: Atlas) -> None:
    plan = quad4.plan("CuCuCuCu:RrRrRrRr", leaves="game")
    assert plan.cost()["by_machine"] == {"paint": 1, "stack": 1}
    assert plan.cost()["depth"] == 2


def test_both_outputs_are_used(quad4: Atlas) -> None:
    """West and east of one cutter, a swapper that needs no cutter, and equal shapes made once."""
    plan = quad4.plan("CuCuRuRu", leaves="game")
    assert plan.cost()["by_machine"] == {"swap": 1}
    again = quad4.plan("RrRr----:RrRr----:RrRr----", leaves="game")
    assert again.cost()["by_machine"]["paint"] == 1


def test_one_machine_serves_both_sides() -> None:
    factory = Factory(parts=4, layers=4)
    circles, squares = factory.raw(Shape("CuCuCuCu")), factory.raw(Shape("RuRuRuRu"))
    first = factory.run("swap", circles, squares)[0]
    second = factory.run("swap", squares, circles)[0]
    assert (first.carries, second.carries) == ("CuCuRuRu", "RuRuCuCu")
    assert first.machine == second.machine
    west, east = factory.run("cut", first)
    assert factory.belt(Shape("----RuRu")) == west
    last = factory.run("stack", factory.run("stack", second, west)[0], east)[0]
    factory.finish(last)
    assert str(factory.replay()) == "RuRuCuCu:CuCuRuRu"
    assert factory.cost()["by_machine"] == {"cut": 1, "stack": 2, "swap": 1}


def test_pictures_and_graphs(quad4: Atlas) -> None:
    for options in ({}, {"cost": "machines"}, {"leaves": "game"}):
        plan = quad4.plan("CuP-Cr--:cgSb----", **options)
        root = ET.fromstring(plan.to_svg())
        assert root.tag.endswith("svg")
        assert len(root.findall(".//{http://www.w3.org/2000/svg}g")) >= len(plan.steps()) - 1 or options
        dot = plan.to_dot()
        assert dot.startswith("digraph")
        assert dot.count("->") == plan.cost()["belts"]


def test_the_empty_shape_needs_nothing(quad4: Atlas) -> None:
    assert quad4.plan("--------").cost()["machines"] == 0


def test_what_cannot_be_built_has_no_plan(quad4: Atlas) -> None:
    with pytest.raises(NotBuildableError, match="column 1"):
        quad4.plan("CuP-----:P-Cu----:cuP---Cu")


def test_unknown_options(quad4: Atlas) -> None:
    with pytest.raises(ValueError, match="leaves"):
        quad4.plan("CuCuCuCu", leaves="mines")
    with pytest.raises(ValueError, match="cost"):
        quad4.plan("CuCuCuCu", cost="euros")

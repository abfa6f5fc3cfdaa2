"""Building shapes and showing plans, without a browser."""

import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piecework.shapez import Atlas
from piecework.web.shapez import pictures
from piecework.web.shapez.build import Build, part_name, part_of, place_name
from piecework.web.shapez.plan import Machine, _spread, counted, laid_out, machines_of, told


def test_parts_are_put_and_taken() -> None:
    build = Build.empty()
    assert build.code == "--------"
    assert build.limit == 4
    build = build.put(0, 0, "Cr").put(1, 3, "P-").put(9, 0, "Cr").put(0, -1, "Cr")
    assert build.code == "Cr------:------P-"
    assert build.put(0, 0, "Cr").code == "--------:------P-"
    assert build.put(0, 0, "Ru").code == "Ru------:------P-"
    assert build.cleared() == Build.empty()
    assert build.turned().code == "--Cr----:P-------"
    assert build.mirrored().code == "------Cr:P-------"


def test_limits_and_numbers_of_parts_change() -> None:
    build = Build.of("CrRgSbWy:cr------")
    hexagonal = build.with_parts(6)
    assert hexagonal.code == "HrGgFbHy----:cr----------"
    assert hexagonal.with_parts(4).code == "CrRgSbCy:cr------"
    assert build.with_parts(4) is build
    assert build.with_limit(5).limit == 5
    assert build.with_limit(5).code == build.code
    assert build.with_limit(1).code == "CrRgSbWy"
    assert Build.of("Cu------:" * 4 + "Cu------").limit == 5


@pytest.mark.parametrize("code", ["CuCu", "Cu" * 8, ":".join(["CuCuCuCu"] * 6), "", "Cu-", "QuQuQuQu"])
def test_what_cannot_be_shown_is_refused_in_words(code: str) -> None:
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        Build.of(code)


def test_parts_and_places_have_names() -> None:
    assert [part_name(part) for part in ("Cr", "cc", "P-", "--")] == [
        "red circle",
        "cyan crystal",
        "pin",
        "nothing",
    ]
    assert part_of("c", "u") == "cr"
    assert part_of("P", "g") == "P-"
    assert part_of("-", "g") == "--"
    assert part_of("S", "g") == "Sg"
    assert place_name(1, 5, 6) == "layer 2, top left"


def test_pictures_are_well_formed() -> None:
    build = Build.of("CrRgSbWy:cuP-cm--")
    for svg in (
        pictures.from_above(build.shape, patterns=True),
        pictures.stack(build.shape, skin="cmyk"),
        pictures.small("r"),
        pictures.standalone(pictures.from_above(build.shape)),
    ):
        ElementTree.fromstring(svg)
    rings = pictures.rings(build)
    assert len(rings) == 4
    assert [sector["name"] for sector in rings[1]["sectors"]][:2] == [  # type: ignore[attr-defined]
        "layer 2, top right: uncoloured crystal",
        "layer 2, bottom right: pin",
    ]


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    from piecework.shapez import search

    path = tmp_path_factory.mktemp("atlas") / "quad2.atlas"
    search("Quad2", path, half_parents=True, pp_parents=True)
    return Atlas(path).plan("CrRgCrRg:cb------", leaves="game", cost="machines").to_json()


def test_a_plan_is_told_and_drawn(plan: dict[str, object]) -> None:
    machines = machines_of(plan)
    assert machines[-1].wanted == ("CrRgCrRg:cb------",)
    words = [told(machine, machines) for machine in machines]
    assert all(text.endswith(".") and "{" not in text for text in words)
    assert "Pump blue." in words
    assert any(text.startswith("Fill the gaps of ") and "with blue crystals" in text for text in words)
    spots = laid_out(machines)
    for machine in machines:
        assert all(spots[feed].column < spots[machine.number].column for feed, _ in machine.inputs)
    places = sorted((spot.column, spot.row) for spot in spots)
    assert all(a[0] != b[0] or b[1] - a[1] > 0.999 for a, b in pairwise(places))
    assert min(spot.row for spot in spots) == 0
    drawn = ElementTree.fromstring(pictures.graph(machines))
    assert sum("data-step" in element.attrib for element in drawn.iter()) == len(machines)


def test_every_kind_of_machine_has_a_sentence() -> None:
    shape, other = (Machine(n, "mine", (), ("CuCuCuCu",), (True,)) for n in (0, 1))
    fed = ((0, 0), (1, 0))
    for op in ("swap", "stack"):
        assert "CuCuCuCu" in told(Machine(2, op, fed, ("RuRuRuRu",), (True,)), [shape, other])
    for op in (
        "cut",
        "half_destroy",
        "pin_push",
        "crystal",
        "paint",
        "rotate_cw",
        "rotate_180",
        "unheard_of",
    ):
        text = told(Machine(2, op, fed[:1], ("RuRuRuRu",), (True,), "r"), [shape, other])
        assert "CuCuCuCu" in text
        assert "RuRuRuRu" in text
    colours = [Machine(n, "fluid", (), (letter,), (True,)) for n, letter in enumerate("rg")]
    assert told(Machine(2, "mix", fed, ("y",), (True,)), colours) == "Mix red and green to yellow."
    assert [counted("cut", 2), counted("rotate_cw", 3), counted("rotate_180", 2), counted("pin_push", 1)] == [
        "2 cutters", "3 turns right", "2 half turns", "1 pin pusher",
    ]  # fmt: skip


@given(st.lists(st.floats(-50, 50), max_size=12))
def test_places_are_spread_and_stay_near_their_wishes(wishes: list[float]) -> None:
    wishes.sort()
    places = _spread(wishes)
    assert all(b - a > 1 - 1e-6 for a, b in pairwise(places))
    if wishes:
        # Least squares under the gaps keeps the mean of all wishes.
        assert sum(places) == pytest.approx(sum(wishes), abs=1e-6)

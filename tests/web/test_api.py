"""The HTTP API: puzzles, jobs, shapes; and whatever else its own description allows or forbids."""

import json
import runpy
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case

from piecework.formats import catalogue, load, parse
from piecework.happy import Lying, SurfacePuzzle
from piecework.puzzle import Placement
from piecework.web.api import create_api
from piecework.web.catalogue import cards, rarity
from web.browsing import Server, wait_until

SMALL = "version: 1\npieces: {a: '##/#.', b: '#'}\ntarget: {box: 2x2}\n"


@pytest.fixture(scope="module")
def api(server: Server) -> httpx.Client:
    return httpx.Client(base_url=server.address("/api"), timeout=60)


def test_the_catalogue(api: httpx.Client) -> None:
    listed = {entry["name"]: entry for entry in api.get("/puzzles").json()}
    assert set(listed) == set(catalogue())
    assert listed["soma"] == api.get("/puzzles/soma").json()
    assert listed["dominoes-16x16"]["counts"]["distinct"] == load("dominoes-16x16").expect["distinct"]
    assert parse(api.get("/puzzles/soma/file").text) == load("soma")
    picture = api.get("/puzzles/soma/picture")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.headers["content-security-policy"].startswith("default-src 'none'")
    assert picture.text.startswith("<svg")
    for path in ("/puzzles/nowhere", "/puzzles/nowhere/file", "/puzzles/..%2f..%2fapp/file"):
        assert api.get(path).status_code == 404


@pytest.mark.parametrize("name", catalogue())
def test_cards_show_true_solutions_and_their_rarity(name: str) -> None:
    puzzle, card = load(name), cards()[name]
    solution = card["solution"]
    assert card["cells"] == len(puzzle.instance.cells)
    assert bool(solution) == (puzzle.expect.get("distinct") != 0)
    if not solution:
        assert card["bits"] is None
        return
    if isinstance(puzzle, SurfacePuzzle):
        kind = {label: kind.name for kind in puzzle.pieces for label in kind.labels}
        assert card["bits"] == rarity(puzzle, Counter(kind[one["piece"]] for one in solution))
        assert puzzle.verify(tuple(Lying(**one) for one in solution)) == []
    else:
        assert card["bits"] == rarity(puzzle, Counter(one["piece"] for one in solution))
        placements = (Placement(one["piece"], tuple(map(tuple, one["cells"]))) for one in solution)
        assert puzzle.count(fix=placements) == 1


def test_a_puzzle_of_ones_own(api: httpx.Client) -> None:
    opened = api.post("/puzzles", json={"text": SMALL})
    assert opened.status_code == 201
    name = opened.json()["name"]
    assert name.startswith("own-")
    assert opened.json()["facts"]["cells"] == {"required": 4, "optional": 0}
    assert api.get(f"/puzzles/{name}/file").text == SMALL
    assert api.post("/puzzles", json={"text": SMALL}).json()["name"] == name
    bad = api.post("/puzzles", json={"text": "version: 1\n"})
    assert bad.status_code == 422
    assert "`target` is missing" in bad.json()["detail"]
    assert api.post("/puzzles", json={"text": "soma"}).status_code == 422  # a file, not a name


def test_check(api: httpx.Client) -> None:
    facts = api.post("/check", json={"puzzle": "mutilated-chess-board"}).json()
    assert facts["check"][0]["reason"] == "parity"
    flat, cube = (
        api.post("/check", json={"puzzle": "voxel-frame-1", "scenario": scenario}).json()
        for scenario in ("flat", "cube")
    )
    assert (flat["symmetries"]["all"], cube["symmetries"]["rotations"]) == (1, 24)
    assert api.post("/check", json={"puzzle": "soma", "scenario": "cube"}).status_code == 422


def test_count_and_wait(api: httpx.Client) -> None:
    job = api.post("/count", json={"puzzle": "soma", "up_to": ["symmetries"]}, params={"wait": 30}).json()
    assert (job["state"], job["counts"]) == ("done", {"symmetries": 240})


def test_solutions_stream_while_they_are_found(api: httpx.Client) -> None:
    job = api.post("/solve", json={"puzzle": "pentominoes-6x10", "limit": 3000}).json()
    seen: list[dict[str, Any]] = []
    first = None
    with api.stream("GET", f"/jobs/{job['id']}/stream") as lines:
        for line in lines.iter_lines():
            seen.append(json.loads(line))
            first = first or api.get(f"/jobs/{job['id']}").json()
    assert first is not None
    assert first["state"] == "running"  # the first line came before the end
    assert [line.get("solution") for line in seen[:-1]] == list(range(1, 3001))
    assert seen[-1]["status"]["state"] == "done"
    page = api.get(f"/jobs/{job['id']}/solutions", params={"start": 2990, "most": 100}).json()
    assert (page["kept"], len(page["solutions"])) == (3000, 10)
    assert page["solutions"][0] == seen[2990]["placements"]
    assert {cell for one in page["solutions"][0] for cell in map(tuple, one["cells"])} == set(
        load("pentominoes-6x10").instance.cells
    )


def test_the_example(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    example = Path(__file__).parents[2] / "examples" / "solve_over_http.py"
    runpy.run_path(str(example))["main"](server.url)
    printed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in printed] == ["1", "2", "3", "4", "5", "stopped"]
    assert printed[0] == "1 F I L N P T U V W X Y Z"


def test_a_job_is_stopped(api: httpx.Client) -> None:
    began = api.post("/jobs", json={"kind": "count", "puzzle": "dominoes-16x16", "strategy": "search"}).json()
    wait_until(lambda: api.get(f"/jobs/{began['id']}").json()["nodes"] > 0)
    assert api.get(f"/jobs/{began['id']}").json()["state"] == "running"
    stopped = api.delete(f"/jobs/{began['id']}").json()
    assert stopped["state"] == "stopped"
    assert api.get("/jobs/nowhere").status_code == 404
    assert api.delete("/jobs/nowhere").status_code == 404


def test_shapes(api: httpx.Client) -> None:
    checked = api.post("/shapez/check", json={"code": "CuCuCuCu", "layers": 3}, params={"wait": 30}).json()
    assert checked["result"]["buildable"] is True
    plan = api.post("/shapez/plan", json={"code": "RuCuRuCu", "layers": 3}, params={"wait": 30}).json()
    assert plan["result"]["target"] == "RuCuRuCu"
    wrong = api.post("/shapez/plan", json={"code": "nonsense"}, params={"wait": 30}).json()
    assert wrong["state"] == "failed"
    assert wrong["message"]
    drawn = api.get("/shapez/draw", params={"code": "CuRuSuWu:P-P-P-P-", "exploded": True})
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert api.get("/shapez/draw", params={"code": "<script>"}).status_code == 422
    assert api.get("/shapez/draw", params={"code": "Cu", "skin": "none"}).status_code == 422


@pytest.mark.parametrize(
    "request_",
    [
        {"kind": "solve", "puzzle": "soma", "limit": 10**12},
        {"kind": "solve", "puzzle": "soma", "limit": "many"},
        {"kind": "solve", "puzzle": "soma", "engine": "sh"},
        {"kind": "solve", "puzzle": "soma", "unknown": 1},
        {"kind": "solve", "puzzle": "x" * 300_000},
        {"kind": "surface-solve", "cubes": [[0, 0]]},
        {"kind": "surface-bodies", "most": 50},
        {"kind": "nothing"},
        [],
    ],
)
def test_what_no_request_may_hold_is_refused(api: httpx.Client, request_: Any) -> None:
    assert api.post("/jobs", json=request_).status_code == 422


def test_the_description_needs_no_other_site(api: httpx.Client) -> None:
    described = api.get("/openapi.json").json()
    assert described["info"]["title"] == "piecework"
    assert {"/puzzles", "/check", "/solve", "/count", "/jobs/{id}/stream", "/shapez/draw"} <= set(
        described["paths"]
    )
    assert api.get("/docs").status_code == 404


# -- everything that the schema allows, and some that it forbids: never an error of the server's

schema = schemathesis.openapi.from_dict(create_api().openapi())
thorough = schemathesis.openapi.from_dict(create_api().openapi())
schema.config.phases.coverage.enabled = False  # hundreds of cases more, each with a process of its own


def send(case: Case[Any], server: Server) -> None:
    if case.query and "wait" in case.query:
        case.query["wait"] = 0
    answered = case.call(base_url=server.address("/api"))
    assert answered.status_code < 500, answered.text
    if answered.status_code == 201 and (job := answered.json()).get("id"):
        # Searches that were begun must not fill the queue for the cases that follow.
        httpx.delete(server.address(f"/api/jobs/{job['id']}"))


@schema.parametrize()
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
def test_nothing_that_is_sent_breaks_the_server(case: Case[Any], server: Server) -> None:
    """Whatever comes, the answer is one of ours and not an error of the server's (5xx)."""
    send(case, server)


@pytest.mark.slow
@thorough.parametrize()
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_nothing_at_all_breaks_the_server(case: Case[Any], server: Server) -> None:
    """The same, with far more cases."""
    send(case, server)

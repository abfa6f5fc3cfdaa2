"""A puzzle's page in a browser: solve, browse, count, share, take home."""

import io
import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
import trimesh
from playwright.sync_api import Page, expect

import piecework as pw
from web.browsing import Axe, OpenPage, Watched

SOLUTION = "document.querySelector('.piecework-viewer-element').viewer.scene.solution"
expect.set_options(timeout=15_000)  # a second is enough where nothing else runs

VIEWER = "document.querySelector('.piecework-viewer-element').viewer"
COLOURS = f"Object.fromEntries({SOLUTION}.map((p) => [p.piece, p.colour]))"


def solve(page: Page) -> None:
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator(".pz-browse")).to_be_visible()


def shown(page: Page) -> str:
    """The solution that the viewer shows."""
    return str(page.evaluate(f"JSON.stringify(({SOLUTION} ?? []).map((p) => p.cells))"))


def downloaded(page: Page, name: str, folder: Path) -> Path:
    with page.expect_download() as waiting:
        page.get_by_role("button", name=name, exact=True).click()
    path = folder / waiting.value.suggested_filename
    waiting.value.save_as(path)
    return path


def test_from_the_gallery_to_the_last_solution(open_page: OpenPage) -> None:
    page = open_page("/")
    page.get_by_role("link", name="Soma cube").first.click()
    expect(page.get_by_role("heading", level=1, name="Soma cube")).to_be_visible()
    expect(page.locator(".stage canvas")).to_be_visible()
    assert page.evaluate(f"{VIEWER}.bodies.filter((body) => body.loose).length") == 7
    expect(page.locator(".pz-browse")).to_be_hidden()

    solve(page)
    expect(page.locator(".pz-news")).to_contain_text("240 solutions · that is all")
    place = page.locator(".pz-place")
    expect(place).to_have_text("Solution 1 of 240")
    first, colours = shown(page), page.evaluate(COLOURS)

    page.get_by_role("button", name="Next solution").click()
    expect(place).to_have_text("Solution 2 of 240")
    page.wait_for_function(f"JSON.stringify({SOLUTION}.map((p) => p.cells)) !== {json.dumps(first)}")
    assert page.evaluate(COLOURS) == colours
    page.get_by_role("button", name="Previous solution").click()
    expect(place).to_have_text("Solution 1 of 240")
    page.get_by_role("slider", name="Solution").fill("100")
    expect(place).to_have_text("Solution 100 of 240")
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    expect(place).to_have_text("Solution 101 of 240")
    page.get_by_role("slider", name="Solution").press("End")
    expect(place).to_have_text("Solution 240 of 240")
    page.get_by_role("slider", name="Solution").press("Home")
    expect(place).to_have_text("Solution 1 of 240")
    page.get_by_role("button", name="Random solution").click()
    expect(place).not_to_have_text("Solution 1 of 240")
    assert page.evaluate(COLOURS) == colours

    page.locator("[data-control=explode] input").fill("0.6")
    assert page.evaluate(f"{VIEWER}.state.explode") == 0.6


def test_a_shared_link_opens_the_same_solution(open_page: OpenPage, watched: Watched) -> None:
    page = open_page("/puzzle/soma", phone=True, reduced=True)
    solve(page)
    expect(page.locator(".pz-place")).to_have_text("Solution 1 of 240")
    page.get_by_role("button", name="Next solution").click()
    expect(page.locator(".pz-place")).to_have_text("Solution 2 of 240")
    second = shown(page)
    link = page.get_by_label("Link to this solution").input_value()
    other = open_page(link, phone=True)
    expect(other.locator(".pz-place")).to_have_text("The shared solution")
    other.wait_for_function(f"{SOLUTION} !== null")
    assert sorted(json.loads(shown(other))) == sorted(json.loads(second))

    wrong = open_page(re.sub(r"solution=.", "solution=~", link), phone=True)
    expect(wrong.get_by_role("alert")).to_contain_text("cannot be shown")
    expect(wrong.locator(".stage canvas")).to_be_visible()


def test_everything_can_be_taken_home(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("/puzzle/soma", phone=True, reduced=True)
    solve(page)
    page.wait_for_function(f"{SOLUTION} !== null")
    picture = downloaded(page, "SVG", tmp_path)
    assert picture.name == "soma.svg"
    assert ElementTree.fromstring(picture.read_text("utf-8")).tag.endswith("svg")
    assert downloaded(page, "PNG", tmp_path).read_bytes().startswith(b"\x89PNG")
    model = trimesh.load(io.BytesIO(downloaded(page, "GLB", tmp_path).read_bytes()), file_type="glb")
    assert isinstance(model, trimesh.Scene)
    assert len(model.geometry) == 7
    assert len(downloaded(page, "STL", tmp_path).read_bytes()) > 84
    assert pw.load(downloaded(page, "YAML", tmp_path)) == pw.load("soma")
    data = json.loads(downloaded(page, "JSON", tmp_path).read_text("utf-8"))
    assert len(data["placements"]) == 7
    html = downloaded(page, "HTML", tmp_path)
    page.goto(html.as_uri())
    page.wait_for_function("window.viewer !== undefined")
    assert page.evaluate("viewer.scene.solution.length") == 7


def test_a_piece_can_be_kept_where_it_is(open_page: OpenPage) -> None:
    page = open_page("/puzzle/soma", phone=True, reduced=True)
    solve(page)
    expect(page.locator(".pz-place")).to_have_text("Solution 1 of 240")
    puzzle = pw.load("soma")
    placed = page.evaluate(f"{SOLUTION}.find((p) => p.piece === 1).cells")
    page.get_by_role("button", name="L", exact=True).click()
    page.get_by_role("checkbox", name="Keep L where it is").click()
    page.get_by_role("button", name="Solve again").click()
    kept = pw.Placement("L", tuple(tuple(cell) for cell in placed))
    expected = sum(1 for _ in puzzle.solutions("symmetries", fix=[kept]))
    expect(page.locator(".pz-place")).to_have_text(f"Solution 1 of {expected}")
    cells = page.evaluate(f"{SOLUTION}.find((p) => p.piece === 1).cells")
    assert sorted(cells) == sorted(placed)


def test_counting(open_page: OpenPage) -> None:
    page = open_page("/puzzle/galacube", phone=True, reduced=True)
    page.get_by_role("button", name="Count", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="Counted in")).to_be_visible()
    known = pw.load("galacube")
    for name, count in known.counts().items():
        expect(page.locator(f"[data-count={name}]")).to_have_text(f"{count:,}")


def test_a_long_search_shows_its_progress_stops_and_survives_a_reload(open_page: OpenPage) -> None:
    page = open_page("/puzzle/tetris-cube", phone=True, reduced=True)
    page.locator("summary", has_text="Options").click()
    page.get_by_role("combobox", name="How many").select_option("all")
    solve(page)
    news = page.locator(".pz-news")
    expect(news).to_contain_text("nodes")
    expect(news).to_contain_text("left")
    expect(page.get_by_role("progressbar", name="Search")).to_be_visible()
    page.reload()
    expect(page.locator(".pz-browse")).to_be_visible()
    expect(news).to_contain_text("nodes")
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(news).to_contain_text("Stopped.")
    expect(page.get_by_role("button", name="Solve again")).to_be_visible()
    # What was found stays, and can be browsed.
    page.get_by_role("button", name="Next solution").click()
    expect(page.locator(".pz-place")).to_contain_text("Solution 2 of")


def test_another_engine_and_the_other_way_to_play(open_page: OpenPage) -> None:
    page = open_page("/puzzle/voxel-frame-1", phone=True, reduced=True)
    page.get_by_label("Way to play").select_option("cube")
    page.wait_for_url("**/puzzle/voxel-frame-1?scenario=cube")
    page.locator("summary", has_text="Options").click()
    page.get_by_label("Engine").select_option("cpsat")
    solve(page)
    expect(page.locator(".pz-news")).to_contain_text("24 solutions · that is all")


def test_a_puzzle_without_solutions_says_why(open_page: OpenPage) -> None:
    page = open_page("/puzzle/mutilated-chess-board", phone=True, reduced=True)
    expect(page.locator(".pw-faults")).to_contain_text("No solution is possible")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator(".pz-news")).to_contain_text("0 solutions")


EVIL = "<img src=x onerror=window.hit=1>"


def test_names_in_a_file_of_ones_own_are_text(open_page: OpenPage) -> None:
    names = f'title: "{EVIL}"\nsource: "{EVIL}"\npieces:\n  "{EVIL}": "##/#."\n  b: "#"\n'
    text = f"version: 1\n{names}target: {{box: 2x2}}\n"
    page = open_page("/", phone=True, reduced=True)
    page.locator("#gl-file").set_input_files(
        {"name": "own.yaml", "mimeType": "text/yaml", "buffer": text.encode()}
    )
    expect(page.get_by_role("heading", level=1)).to_have_text(EVIL)
    solve(page)
    expect(page.locator(".pz-place")).to_have_text("Solution 1 of 1")
    page.get_by_role("button", name=EVIL).click()
    expect(page.get_by_role("checkbox", name=f"Keep {EVIL} where it is")).to_be_visible()
    assert page.locator("main img").count() == 0
    assert page.evaluate("window.hit") is None


def test_a_puzzle_that_is_not_there(open_page: OpenPage, watched: Watched) -> None:
    page = open_page("/puzzle/nothing-like-it")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such puzzle here")
    watched.expect("404")


@pytest.mark.parametrize(("name", "dark"), [("soma", False), ("pentominoes-6x10", True)])
def test_nothing_shuts_people_out(open_page: OpenPage, axe: Axe, name: str, dark: bool) -> None:
    page = open_page(f"/puzzle/{name}", dark=dark, phone=dark)
    page.wait_for_selector(".stage canvas, .stage svg.flat")
    solve(page)
    page.locator("summary", has_text="Options").click()
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_by_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page("/puzzle/soma", reduced=True)
    page.wait_for_selector(".stage canvas")
    start = page.get_by_role("button", name="Solve", exact=True)
    for _ in range(60):
        page.keyboard.press("Tab")
        if start.evaluate("(button) => button === document.activeElement"):
            break
    page.keyboard.press("Enter")
    expect(page.locator(".pz-place")).to_have_text("Solution 1 of 240")
    page.get_by_role("button", name="Next solution").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".pz-place")).to_have_text("Solution 2 of 240")

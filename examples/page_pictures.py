"""Take pictures of the page for the documentation: `make page-pictures`. It starts a server and a browser."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

SIZE = {"width": 1280, "height": 860}


def gallery(page: Page) -> None:
    page.goto("/")
    page.wait_for_function(
        "[...document.querySelectorAll('#gl-cards img')].slice(0, 8).every(i => i.complete)"
    )


def solved(page: Page, name: str) -> None:
    page.goto(f"/puzzle/{name}")
    page.wait_for_selector(".stage canvas, .stage svg.flat")
    page.get_by_role("button", name="Solve", exact=True).click()
    page.wait_for_selector(".pz-browse")
    page.get_by_text("that is all").wait_for()


def puzzle(page: Page) -> None:
    solved(page, "soma")


def exploded(page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    solved(page, "galacube")
    page.locator("[data-control=explode] input").fill("0.55")


def board(page: Page) -> None:
    solved(page, "pentominoes-6x10")


def folded(page: Page) -> None:
    solved(page, "happy-original-blue")
    page.locator("[data-control=fold] input").fill("0.7")


def editor(page: Page) -> None:
    page.goto("/editor?open=bedlam")
    page.get_by_text("Nothing plain speaks against it.").wait_for()
    page.wait_for_selector(".piecework-viewer-element canvas")


def frame(page: Page) -> None:
    page.goto("/editor?open=voxel-frame-1")
    page.get_by_text("As a cube: nothing plain speaks against it.").wait_for()


def surfaces(page: Page) -> None:
    page.goto("/surfaces?body=2x2x2")
    original = page.get_by_role("group", name="Original")
    original.get_by_role("button", name="One of each").click()
    page.get_by_text("pool of 36 pieces").wait_for()
    page.get_by_role("region", name="Solution").get_by_role("button", name="Solve").click()
    page.locator(".pw-view svg.flat title", has_text="original").first.wait_for(state="attached")
    page.get_by_role("slider", name="Fold").fill("0.72")
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(1000)


def shapez(page: Page) -> None:
    page.goto("/shapez?code=CrSgWbRy:cwP-cm--:--RuRu--")
    page.get_by_text("Can be built: swappable").wait_for()


def plan(page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto("/shapez?code=CrRgCrRg:cb--cb--")
    page.get_by_role("button", name="Plan", exact=True).click()
    page.locator(".pw-machine.pw-now").wait_for()
    page.evaluate("scrollTo(0, document.querySelector('[aria-label=Plan]').offsetTop - 90)")


VIEWS: dict[str, Callable[[Page], None]] = {
    "gallery": gallery,
    "puzzle": puzzle,
    "exploded": exploded,
    "board": board,
    "fold": folded,
    "editor": editor,
    "frame": frame,
    "surfaces": surfaces,
    "shapez": shapez,
    "plan": plan,
}
"""How to get to each view; the pictures are called `page-<name>.png`."""


def main(folder: Path) -> None:
    command = [sys.executable, "-c", "from piecework.cli import main; main()"]
    command += ["serve", "--no-open", "--port", "0"]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server,
        sync_playwright() as browsers,
    ):
        assert server.stdout is not None
        address = server.stdout.readline().split()[1]
        chromium = browsers.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--enable-unsafe-swiftshader"]
        )
        try:
            for name, go in VIEWS.items():
                page = chromium.new_page(base_url=address, viewport=SIZE, reduced_motion="reduce")  # type: ignore[arg-type]
                go(page)
                page.wait_for_timeout(500)
                page.screenshot(path=folder / f"page-{name}.png")
                page.close()
                print(folder / f"page-{name}.png")
        finally:
            chromium.close()
            server.terminate()


if __name__ == "__main__":
    main(Path(sys.argv[1]))

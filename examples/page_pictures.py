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


VIEWS: dict[str, Callable[[Page], None]] = {"gallery": gallery}
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

"""A running server, and pages that are watched: what the tests of the page share."""

import asyncio
import json
import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, TypeVar
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Page, Request, ViewportSize

OpenPage = Callable[..., Page]
Axe = Callable[..., list[str]]
Result = TypeVar("Result")

PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1280, "height": 900}

LAG = """(() => {
  const own = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
  const set = function (told) { own.set.call(this, (event) => setTimeout(() => told(event), MILLISECONDS)); };
  Object.defineProperty(WebSocket.prototype, "onmessage", { ...own, set });
})()"""
"""A script for pages: what the server says arrives later."""


@dataclass(frozen=True)
class Server:
    """A running `piecework serve`."""

    url: str
    process: subprocess.Popen[str]

    def address(self, path: str) -> str:
        return self.url.rstrip("/") + path


@contextmanager
def serving(*options: str, cache: Path | None = None) -> Iterator[Server]:
    """A server with these options, on a free port of this machine."""
    environment = dict(os.environ)
    if cache is not None:
        environment["PIECEWORK_CACHE"] = str(cache)
    code = "from piecework.cli import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", code, "serve", "--no-open", "--json", "--port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    try:
        assert process.stdout is not None
        line = _first_line(process.stdout, seconds=60)
        assert line, _rest(process)
        yield Server(json.loads(line)["url"], process)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


def _first_line(stream: IO[str], seconds: float) -> str:
    ready, _, _ = select.select([stream], [], [], seconds)
    return stream.readline() if ready else ""


def _rest(process: "subprocess.Popen[str]") -> str:
    process.kill()
    return f"the server did not start: {process.communicate()[1]}"


@dataclass
class Watched:
    """What went wrong on the pages of a test; a test that expects an error takes it out."""

    home: str
    errors: list[str] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.errors.append(f"{page.url}: {error}"))
        page.on("console", lambda message: self._console(page, message))
        page.on("request", self._request)

    def expect(self, pattern: str) -> None:
        """An error that the test has asked for; it must have come."""
        found = [error for error in self.errors if re.search(pattern, error)]
        assert found, f"expected an error like {pattern!r}, got {self.errors}"
        self.errors = [error for error in self.errors if error not in found]

    def _console(self, page: Page, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"{page.url}: console: {message.text}")

    def _request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.netloc != urlsplit(self.home).netloc:
            self.errors.append(f"a request left the machine: {request.url}")


def run(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Run in a thread of its own: Playwright keeps an event loop in that of the tests."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


def wait_until(true: Callable[[], bool], seconds: float = 20.0) -> None:
    """Wait for something that no selector can wait for."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)

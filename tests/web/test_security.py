"""Who may ask the server what: other sites, other names, large bodies, and people without the password."""

import base64
import re
import sys
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Browser
from typer.testing import CliRunner

from piecework.cli import app
from piecework.web.security import Guard, Message, Receive, Scope, Send
from piecework.web.settings import Settings
from web.browsing import Axe, Server, run, serving


async def hello(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that reads all of the request and says hello."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        return
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"hello"})


def answer(
    settings: Settings,
    headers: dict[str, str],
    *,
    kind: str = "http",
    method: str = "GET",
    body: tuple[bytes, ...] = (b"",),
) -> tuple[int, dict[str, str]]:
    """The status that a request gets (0 for a websocket that is let in), and the headers."""
    listed = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope: dict[str, Any] = {
        "type": kind,
        "method": method,
        "path": "/",
        "query_string": b"",
        "headers": listed,
    }
    parts = [{"type": "http.request", "body": part, "more_body": True} for part in body]
    parts[-1]["more_body"] = False
    sent: list[Message] = []

    async def receive() -> Message:
        return parts.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    run(Guard(hello, settings)(scope, receive, send))
    first = sent[0]
    if kind == "websocket":
        return (0 if first["type"] == "websocket.accept" else first["code"]), {}
    return first["status"], {name.decode(): value.decode() for name, value in first["headers"]}


LOCAL = Settings()
OPEN = Settings(host="0.0.0.0", hosts=("puzzles.example",))
HOME = {"host": "127.0.0.1:8580"}


@pytest.mark.parametrize(
    ("settings", "host", "known"),
    [
        (LOCAL, "127.0.0.1:8580", True),
        (LOCAL, "localhost:8580", True),
        (LOCAL, "[::1]:8580", True),
        (LOCAL, "evil.example", False),
        (LOCAL, "127.0.0.1.evil.example", False),
        (LOCAL, "localhost.evil.example:8580", False),
        (LOCAL, "", False),
        (LOCAL, "[", False),
        (LOCAL, "192.168.1.5", False),
        (OPEN, "192.168.1.5:8580", True),
        (OPEN, "puzzles.example", True),
        (OPEN, "evil.example", False),
    ],
)
def test_only_the_servers_own_names_are_answered(settings: Settings, host: str, known: bool) -> None:
    assert answer(settings, {"host": host})[0] == (200 if known else 421)
    assert answer(settings, {"host": host}, kind="websocket")[0] == (0 if known else 1008)


@pytest.mark.parametrize(
    ("headers", "method", "allowed"),
    [
        ({}, "POST", True),  # no browser
        ({"origin": "http://127.0.0.1:8580"}, "POST", True),
        ({"origin": "http://evil.example"}, "POST", False),
        ({"origin": "http://evil.example"}, "GET", False),
        ({"origin": "http://127.0.0.1:3000"}, "POST", False),  # another server on this machine
        ({"origin": "null"}, "POST", False),
        ({"origin": "http://["}, "POST", False),
        ({"sec-fetch-site": "same-origin"}, "GET", True),
        ({"sec-fetch-site": "none", "sec-fetch-mode": "navigate"}, "GET", True),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}, "GET", True),  # a link
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}, "POST", False),  # a form
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}, "GET", False),  # a picture
        ({"sec-fetch-site": "same-site", "sec-fetch-mode": "cors"}, "GET", False),
    ],
)
def test_other_sites_may_link_here_and_no_more(headers: dict[str, str], method: str, allowed: bool) -> None:
    assert answer(LOCAL, {**HOME, **headers}, method=method)[0] == (200 if allowed else 403)


def test_websockets_of_other_sites_are_closed() -> None:
    assert answer(LOCAL, {**HOME, "origin": "http://127.0.0.1:8580"}, kind="websocket")[0] == 0
    assert answer(LOCAL, {**HOME, "origin": "http://evil.example"}, kind="websocket")[0] == 1008


def test_bodies_are_cut_off() -> None:
    small = Settings(body=100)
    assert answer(small, {**HOME, "content-length": "101"}, method="POST")[0] == 413
    assert answer(small, {**HOME, "content-length": "9" * 5000}, method="POST")[0] == 413
    assert answer(small, {**HOME, "content-length": "-1"}, method="POST")[0] == 400
    assert answer(small, HOME, method="POST", body=(b"x" * 60, b"x" * 60))[0] == 413
    assert answer(small, HOME, method="POST", body=(b"x" * 60, b"x" * 40))[0] == 200


def test_every_answer_carries_the_policies() -> None:
    for headers in (HOME, {"host": "evil.example"}):
        _, sent = answer(LOCAL, headers)
        assert "default-src 'self'" in sent["content-security-policy"]
        assert "frame-ancestors 'none'" in sent["content-security-policy"]
        assert "http" not in sent["content-security-policy"]
        assert sent["x-content-type-options"] == "nosniff"


def test_the_running_server_does_the_same(server: Server) -> None:
    home = urlsplit(server.url).netloc
    for path in ("/", "/api/puzzles", "/_nicegui_ws/socket.io/?EIO=4&transport=polling"):
        assert httpx.get(server.address(path), headers={"host": "evil.example"}).status_code == 421
        assert httpx.get(server.address(path), headers={"origin": "http://evil.example"}).status_code == 403
    large = httpx.post(server.address("/api/puzzles"), json={"text": "x" * 2_000_000})
    assert large.status_code == 413
    assert "1,024 kB" in large.text
    streamed = httpx.post(
        server.address("/api/puzzles"),
        content=(b"x" * 65536 for _ in range(40)),
        headers={"content-type": "application/json"},
    )
    assert 400 <= streamed.status_code < 500
    for path in ("/assets/../app.py", "/assets/%2e%2e/app.py", "/assets/..%2fapp.py", "//etc/passwd"):
        assert httpx.get(server.address(path), headers={"host": home}).status_code in (404, 400)


PASSWORD = "open sesame & <b>"


@pytest.fixture(scope="module")
def locked() -> Iterator[Server]:
    with serving("--password", PASSWORD) as running:
        yield running


def test_nothing_is_shown_without_the_password(locked: Server) -> None:
    for path in ("/", "/puzzle/soma", "/assets/theme.css"):
        page = httpx.get(locked.address(path))
        assert page.status_code == 401
        assert "password" in page.text
        assert "Soma" not in page.text
    api = httpx.get(locked.address("/api/puzzles"))
    assert (api.status_code, api.json()) == (401, {"detail": "The password is needed."})
    assert httpx.get(locked.address("/api/puzzles"), auth=("me", "wrong")).status_code == 401
    assert httpx.get(locked.address("/api/puzzles"), auth=("me", PASSWORD)).status_code == 200
    polling = locked.address("/_nicegui_ws/socket.io/?EIO=4&transport=polling")
    assert httpx.get(polling).status_code == 401
    forged = {"cookie": "piecework-session=99999999999." + "0" * 64}
    assert httpx.get(locked.address("/"), headers=forged).status_code == 401
    for garbage in (b"piecework-session=", b"piecework-session=x.y", b"=;=;", b"piecework-session=9.\xff"):
        assert httpx.get(locked.address("/"), headers={b"cookie": garbage}).status_code == 401
    basic = base64.b64encode(b"no colon").decode()
    refused = httpx.get(locked.address("/api/puzzles"), headers={"authorization": f"Basic {basic}"})
    assert refused.status_code == 401


def test_a_browser_logs_in(locked: Server, browser: Browser, axe: Axe) -> None:
    page = browser.new_page(base_url=locked.url)
    page.goto("/puzzle/soma")
    assert not axe(page)
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("button", name="Log in").click()
    assert "That is not the password." in page.content()
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/puzzle/soma$"))
    page.wait_for_selector("main h1")
    page.wait_for_function("window.did_handshake !== false")
    page.close()


@pytest.mark.parametrize(
    "target", ["//evil.example/", "http://evil.example/", "/\\evil.example", "evil", "/a\nb"]
)
def test_logging_in_leads_nowhere_else(locked: Server, target: str) -> None:
    answered = httpx.post(
        locked.address("/login"), params={"next": target}, data={"password": PASSWORD}, follow_redirects=False
    )
    assert (answered.status_code, answered.headers["location"]) == (303, "/")
    cookie = answered.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    inside = httpx.get(locked.address("/api/puzzles"), headers={"cookie": cookie.partition(";")[0]})
    assert inside.status_code == 200


def test_guessing_is_stopped() -> None:
    with serving("--password", PASSWORD) as guarded:
        for _ in range(10):
            assert httpx.post(guarded.address("/login"), data={"password": "guess"}).status_code == 401
        closed = httpx.post(guarded.address("/login"), data={"password": PASSWORD})
        assert closed.status_code == 429
        assert "wait a minute" in closed.text


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--host", "0.0.0.0"], "add --password, or --no-password"),
        (["--host", "::"], "add --password, or --no-password"),
        (["--password", "x", "--no-password"], "exclude each other"),
        (["--password", ""], "the password is empty"),
    ],
)
def test_beyond_this_machine_the_password_must_be_settled(options: list[str], said: str) -> None:
    ran = CliRunner().invoke(app, ["serve", "--no-open", *options])
    assert ran.exit_code == 2
    assert said in ran.stderr


def test_a_port_that_is_taken(server: Server) -> None:
    port = str(urlsplit(server.url).port)
    ran = CliRunner().invoke(app, ["serve", "--no-open", "--port", port])
    assert ran.exit_code == 2
    assert "--port 0 takes any free port" in ran.stderr


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nicegui", None)
    ran = CliRunner().invoke(app, ["serve"])
    assert ran.exit_code == 2
    assert ran.stderr == "piecework: the page needs NiceGUI: pip install 'piecework[web]'\n"

"""What stands in front of the application: who may ask, how much, and what browsers may do with the answers.

A server on localhost is reachable by every web page that its user has open, so it must tell them apart:

- Host: only the server's own names, so that no other site's name can be pointed at it (DNS rebinding).
- Origin and Sec-Fetch-Site: requests and websockets come from the server's own pages, or from no page at all
  (a command line); other sites may link here, and nothing else.
- Bodies are counted as they arrive, and cut off at the limit.
- With a password, nothing is shown before it was given, over websockets either.

It is plain ASGI around everything, so that no route can be forgotten.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from ipaddress import ip_address
from socket import gethostname
from typing import Any
from urllib.parse import urlsplit

from piecework.web.login import Login
from piecework.web.settings import LOOPBACK, Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

SAFE = ("GET", "HEAD", "OPTIONS")

# NiceGUI's pages have inline scripts and an import map, and Vue compiles templates in the browser.
POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "worker-src 'self' blob:",
        "connect-src 'self' blob: data:",
        "object-src 'none'",
        "frame-src 'none'",
        "frame-ancestors 'none'",
        "base-uri 'self'",
        "form-action 'self'",
    ]
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
}


class TooLargeError(Exception):
    """A body that goes on beyond the limit."""


class Guard:
    """An application with the checks in front of it."""

    def __init__(self, app: Application, settings: Settings) -> None:
        self.app = app
        self._settings = settings
        self._login = None if settings.password is None else Login(settings.password)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        refused = self._refusal(scope, headers)
        if refused is not None:
            await _refuse(scope, send, *refused)
            return
        send = _with_headers(send)
        if self._login is not None and not self._login.knows(headers):
            if scope["type"] == "websocket":
                await _refuse(scope, send, 401, "Log in first.")
            else:
                await self._counted(self._login.ask, scope, receive, send)
        elif scope["type"] == "websocket":
            await self.app(scope, receive, send)
        else:
            await self._counted(self.app, scope, receive, send)

    async def _counted(self, app: Application, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await app(scope, _limited(receive, self._settings.body), sending)
        except TooLargeError:
            if not begun:
                await _refuse(scope, send, 413, self._too_large())

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if not self._known(host):
            return (
                421,
                f"This server is not called {host[:100]!r}; `piecework serve --allow-host` adds names.",
            )
        if not _same_site(scope, headers, host):
            return 403, "Other web sites may link to this server, and no more."
        length = headers.get("content-length", "0")
        if not length.isdecimal():
            return 400, "The length of the request is not a number."
        if int(length[:20]) > self._settings.body:
            return 413, self._too_large()
        return None

    def _too_large(self) -> str:
        return f"The request is larger than the {self._settings.body // 1024:,} kB that are allowed."

    def _known(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name in (*LOOPBACK, self._settings.host, *self._settings.hosts):
            return True
        if self._settings.local:
            return False
        # Names can be pointed anywhere by whoever owns them, addresses cannot.
        return name == gethostname().lower() or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _same_site(scope: Scope, headers: dict[str, str], host: str) -> bool:
    origin = headers.get("origin")
    if origin is not None and urlsplit_netloc(origin) != host.lower():
        return False
    site = headers.get("sec-fetch-site", "none")
    if site in ("same-origin", "none"):
        return True
    # Someone followed a link on another site.
    return scope.get("method") in SAFE and headers.get("sec-fetch-mode") == "navigate"


def urlsplit_netloc(origin: str) -> str:
    """The host and port of an origin; nothing that could be a host for one that is none (`null`)."""
    try:
        return urlsplit(origin).netloc.lower() or "?"
    except ValueError:
        return "?"


def _limited(receive: Receive, most: int) -> Receive:
    received = 0

    async def counting() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > most:
            raise TooLargeError
        return message

    return counting


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name.lower() for name, _ in message.get("headers", ())}
            more = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            message["headers"] = [
                *message.get("headers", ()),
                *((name, value) for name, value in more if name not in present),
            ]
        await send(message)

    return sending


async def _refuse(scope: Scope, send: Send, status: int, reason: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": reason})
        return
    body = reason.encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await _with_headers(send)({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})

"""The password: a plain form before anything else is shown, and a signed cookie afterwards.

Programs give it with HTTP's Basic scheme, with any name. Guessing is slow: after ten wrong passwords in a
minute, whoever they came from, the next ones are not even looked at.
"""

import base64
import binascii
import hashlib
import hmac
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from html import escape
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

COOKIE = "piecework-session"
VALID = 30 * 24 * 3600
"""Seconds for which a browser stays logged in; a restart of the server ends it, too."""
MOST_WRONG = 10
PATH = "/login"

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Log in · piecework</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root {{ color-scheme: light dark; font-family: system-ui, sans-serif; }}
body {{ display: grid; place-items: center; min-height: 90vh; margin: 0;
  background: light-dark(#f7f7f5, #131416); color: light-dark(#1c1d1f, #eceef0); }}
form {{ display: grid; gap: 14px; width: min(320px, 86vw); }}
h1 {{ font-size: 1.5rem; margin: 0; }}
input, button {{ font: inherit; padding: 11px 14px; border-radius: 10px; border: 1px solid #85878d; }}
button {{ background: #0f6b65; color: #fff; border: 0; font-weight: 600; cursor: pointer; }}
p {{ margin: 0; color: light-dark(#b3261e, #ff9a90); }}
</style></head><body><main><form method="post" action="{action}">
<h1>piecework</h1>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required autofocus>
<p role="alert">{message}</p>
<button>Log in</button>
</form></main></body></html>"""


class Login:
    """Who knows the password."""

    def __init__(self, password: str) -> None:
        self._password = password.encode()
        self._secret = secrets.token_bytes(32)
        self._wrong: deque[float] = deque(maxlen=MOST_WRONG)

    def knows(self, headers: dict[str, str]) -> bool:
        """Whether a request comes from someone who has given the password."""
        try:
            cookies = SimpleCookie(headers.get("cookie", ""))
        except CookieError:
            cookies = SimpleCookie()
        if COOKIE in cookies and self._signed(cookies[COOKIE].value):
            return True
        scheme, _, given = headers.get("authorization", "").partition(" ")
        if scheme.lower() != "basic" or self._closed():
            return False
        try:
            _, _, password = base64.b64decode(given, validate=True).partition(b":")
        except (binascii.Error, ValueError):
            return False
        return self._right(password)

    async def ask(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """Show the form, or read what was typed into it."""
        if scope["path"].startswith("/api"):
            headers = {"www-authenticate": 'Basic realm="piecework"', "content-type": "application/json"}
            await _answer(send, 401, '{"detail": "The password is needed."}', headers)
            return
        query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        target = query.get("next", ["/"])[0] if scope["path"] == PATH else scope["path"]
        target = _inside(target)
        message, status = "", 200 if scope["path"] == PATH and scope["method"] == "GET" else 401
        if scope["path"] == PATH and scope["method"] == "POST":
            form = parse_qs((await _body(receive)).decode("utf-8", "replace"), keep_blank_values=True)
            if self._closed():
                message, status = "Too many wrong passwords: wait a minute.", 429
            elif self._right(form.get("password", [""])[0].encode()):
                cookie = f"{COOKIE}={self._token()}; Path=/; Max-Age={VALID}; HttpOnly; SameSite=Lax"
                await _answer(send, 303, "", {"location": target, "set-cookie": cookie})
                return
            else:
                message = "That is not the password."
        page = PAGE.format(action=escape(f"{PATH}?next={quote(target)}"), message=escape(message))
        await _answer(send, status, page, {"content-type": "text/html; charset=utf-8"})

    def _closed(self) -> bool:
        return len(self._wrong) == MOST_WRONG and time.monotonic() - self._wrong[0] < 60

    def _right(self, given: bytes) -> bool:
        if hmac.compare_digest(given, self._password):
            return True
        self._wrong.append(time.monotonic())
        return False

    def _token(self) -> str:
        until = str(int(time.time()) + VALID)
        return f"{until}.{self._signature(until)}"

    def _signed(self, token: str) -> bool:
        until, _, signature = token.partition(".")
        return (
            hmac.compare_digest(signature.encode(), self._signature(until).encode())
            and until.isdecimal()
            and int(until) > time.time()
        )

    def _signature(self, until: str) -> str:
        return hmac.new(self._secret, until.encode(), hashlib.sha256).hexdigest()


def _inside(target: str) -> str:
    """A path on this server, whatever was given."""
    parts = urlsplit(target)
    plain = target.startswith("/") and not target.startswith("//") and "\\" not in target
    return target if plain and not parts.netloc and target.isprintable() and target != PATH else "/"


async def _body(receive: Receive) -> bytes:
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return body


async def _answer(send: Send, status: int, text: str, headers: dict[str, str]) -> None:
    listed = [(name.encode(), value.encode("latin-1", "replace")) for name, value in headers.items()]
    listed += [(b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": listed})
    await send({"type": "http.response.body", "body": text.encode()})

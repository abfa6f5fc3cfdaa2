"""The HTTP API for people: a page made from its own description, without any script from elsewhere."""

from html import escape
from typing import Any

from nicegui import ui

from piecework.web.frame import frame

METHODS = ("get", "post", "delete")


def declare(described: dict[str, Any]) -> None:
    """Declare the page for an API with this OpenAPI description."""
    content = _content(described)

    @ui.page("/http-api")
    def manual() -> None:
        with frame("HTTP API", css=["manual"]):
            ui.html(content, sanitize=False)


def _content(described: dict[str, Any]) -> str:
    groups: dict[str, list[str]] = {}
    for path, operations in described["paths"].items():
        for method in METHODS:
            if method in operations:
                operation = operations[method]
                tag = operation.get("tags", ["other"])[0]
                groups.setdefault(tag, []).append(_operation(method, path, operation, described))
    intro = (
        '<p class="pw-muted">What the page can do, programs can do, too. Whatever takes time is a job: start '
        "it, look how far it is, read its solutions while it goes on, stop it. Machines read "
        '<a href="/api/openapi.json">openapi.json</a>.</p>'
    )
    return intro + "".join(
        f"<section><h2>{escape(tag.capitalize())}</h2>{''.join(listed)}</section>"
        for tag, listed in groups.items()
    )


def _operation(method: str, path: str, operation: dict[str, Any], described: dict[str, Any]) -> str:
    rows = [
        (one["name"], one.get("description", one["schema"].get("description", "")))
        for one in operation.get("parameters", ())
    ]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    name = body.get("$ref", "").rpartition("/")[2]
    fields = described["components"]["schemas"].get(name, {}).get("properties", {})
    rows += [(field, about.get("description", "")) for field, about in fields.items() if field != "kind"]
    listed = "".join(f"<dt><code>{escape(n)}</code></dt><dd>{escape(text)}</dd>" for n, text in rows)
    return (
        f'<details class="pw-panel mn-operation"><summary><span class="mn-method">{method.upper()}</span> '
        f"<code>/api{escape(path)}</code> <span>{escape(operation.get('description', ''))}</span></summary>"
        f"{f'<dl class=pw-facts>{listed}</dl>' if rows else ''}</details>"
    )

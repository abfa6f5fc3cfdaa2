"""Codes to copy, and pictures and data to download."""

import json as json_text
from collections.abc import Callable
from typing import Any

from nicegui import ui

from piecework.web.frame import asset
from piecework.web.shapez import pictures


def code_button(code: str, *, skin: str = "rgb", size: int = 64) -> None:
    """A shape with its code; a click copies it."""

    def copy() -> None:
        ui.clipboard.write(code)
        ui.notify(f"Copied {code}")

    with (
        ui.element("button")
        .classes("pw-copy")
        .props(f'type="button" aria-label="Copy {code}" title="Copy {code}"')
        .on("click", copy)
    ):
        ui.html(pictures.small(code, skin=skin, size=size), sanitize=False)
        ui.label(code).classes("pw-mono pw-wrap")


def downloads(
    what: str, *, svg: Callable[[], str], json: Callable[[], Any], name: Callable[[], str], scale: float = 2
) -> None:
    """Three buttons; `scale` is the pixels of a PNG for each unit of the picture."""

    def png() -> None:
        picture, file = json_text.dumps(svg()), json_text.dumps(f"{name()}.png")
        ui.run_javascript(
            f"import({json_text.dumps(asset('picture.js'))}).then(m => m.savePng({picture}, {file}, {scale}))"
        )

    with (
        ui.element("div").classes("pw-row pw-downloads").props(f'role="group" aria-label="{what}: download"')
    ):
        ui.button(
            "SVG",
            icon="download",
            on_click=lambda: ui.download.content(svg(), f"{name()}.svg", "image/svg+xml"),
        ).props(f'aria-label="{what} as SVG"')
        ui.button("PNG", icon="download", on_click=png).props(f'aria-label="{what} as PNG"')
        ui.button(
            "JSON",
            icon="download",
            on_click=lambda: ui.download.content(
                json_text.dumps(json(), indent=2) + "\n", f"{name()}.json", "application/json"
            ),
        ).props(f'aria-label="{what} as JSON"')

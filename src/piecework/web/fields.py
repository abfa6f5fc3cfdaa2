"""Plain HTML fields with a label: every browser and every screen reader knows them."""

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from nicegui import ui
from nicegui.element import Element
from nicegui.events import GenericEventArguments

TELL = "(event) => emit(event.target.value)"


class Choice:
    """A drop-down list."""

    def __init__(
        self,
        label: str,
        options: Mapping[str, str],
        value: str,
        *,
        on_change: Callable[[str], object] | None = None,
    ) -> None:
        self.value = value
        self._options = options
        self._on_change = on_change
        with ui.element("label").classes("pw-field"):
            ui.label(label).classes("pw-small pw-muted")
            self.element = ui.html(_options(options, value), sanitize=False, tag="select")
        self.element.on("change", self._changed, js_handler=TELL)

    def _changed(self, event: GenericEventArguments) -> None:
        # It comes from a browser, and may be anything.
        if isinstance(event.args, str) and event.args in self._options:
            self.value = event.args
            if self._on_change is not None:
                self._on_change(self.value)


def _options(options: Mapping[str, str], value: str) -> str:
    return "".join(
        f'<option value="{escape(key)}"{" selected" if key == value else ""}>{escape(name)}</option>'
        for key, name in options.items()
    )


class Slide(Element):
    """A slider over whole numbers from 1."""

    def __init__(self, label: str, *, on_change: Callable[[int], object]) -> None:
        super().__init__("input")
        self._props.update({"type": "range", "min": 1, "max": 1, "step": 1, "value": 1, "aria-label": label})
        self.most = 1

        def changed(event: GenericEventArguments) -> None:
            number = _whole(event.args)
            if number is not None and 1 <= number <= self.most:
                on_change(number)

        self.on("input", changed, js_handler=TELL, throttle=0.08)

    def set(self, value: int, most: int, text: str) -> None:
        """Show a value; `text` says it in words."""
        self.most = most
        self._props.update({"max": max(1, most), "value": value, "aria-valuetext": text})
        self.update()


def _whole(value: Any) -> int | None:
    return int(value) if isinstance(value, str) and value.isdecimal() and len(value) < 10 else None

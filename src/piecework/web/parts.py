"""Small controls that pages share."""

import json
from collections.abc import Callable, Mapping
from functools import partial

from nicegui import ui
from nicegui.element import Element
from nicegui.events import GenericEventArguments

from piecework.web.fields import Choice
from piecework.web.fields import _options as options_html


def icon_button(icon: str, name: str, on_click: Callable[[], object]) -> ui.button:
    """A small button with a picture; its name is read out, and shown when it is pointed at."""
    with ui.button(icon=icon, on_click=on_click).props(f'flat round dense aria-label="{name}"') as button:
        ui.tooltip(name)
    return button.classes("pw-quiet pw-icon")


class Segmented(Element):
    """One of a few, all of them in sight: a group of buttons of which one is pressed.

    `js` is done in the browser, at once, with what is chosen as `value`.
    """

    def __init__(
        self,
        choices: Mapping[str, str],
        value: str,
        on_change: Callable[[str], object] | None = None,
        *,
        label: str,
        js: str | None = None,
    ) -> None:
        super().__init__("div")
        self.classes("pw-segmented").props(f'role="group" aria-label="{label}"')
        self._buttons: dict[str, ui.button] = {}

        def choose(name: str) -> None:
            self.show(name)
            if on_change is not None:
                on_change(name)

        with self:
            for name, text in choices.items():
                button = ui.button(text, on_click=partial(choose, name)).props("flat dense no-caps")
                if js is not None:
                    button.on("click", js_handler=f"() => {{ const value = {json.dumps(name)}; {js} }}")
                self._buttons[name] = button
        self.show(value)

    def show(self, value: str) -> None:
        """Another one is pressed, without telling of it."""
        for name, button in self._buttons.items():
            button.props(f"aria-pressed={'true' if name == value else 'false'}")


class Pick(Choice):
    """A drop-down list that the server can change."""

    def show(self, value: str) -> None:
        """Another value, without telling of it."""
        self.value = value
        self.element.content = options_html(self._options, value)


class Range(Element, component="range.js"):
    """A slider as browsers have it: the keys that people know work, and it is read out rightly.

    `js` is done in the browser alone, with what is chosen as `value`.
    """

    def __init__(
        self,
        label: str,
        value: float,
        *,
        least: float = 0,
        most: float = 1,
        step: float = 0.01,
        on_change: Callable[[float], object] | None = None,
        js: str | None = None,
    ) -> None:
        super().__init__()
        self.value = value
        self._props.update({"label": label, "value": value, "min": least, "max": most, "step": step})

        def changed(event: GenericEventArguments) -> None:
            told = event.args
            if isinstance(told, int | float) and least <= told <= most:
                self.value = told
                if on_change is not None:
                    on_change(told)

        if js is not None:
            self.on("change", js_handler=f"(value) => {{ {js} }}")
        else:
            self.on("change", changed, throttle=0.04)

    def show(self, value: float) -> None:
        """Another value, without telling of it."""
        self.value = value
        self._props["value"] = value
        self.update()

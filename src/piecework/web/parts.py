"""Small controls that pages share."""

from collections.abc import Callable, Mapping

from nicegui import ui
from nicegui.element import Element
from nicegui.events import GenericEventArguments


def icon_button(icon: str, name: str, on_click: Callable[[], object]) -> ui.button:
    """A small button with a picture; its name is read out, and shown when it is pointed at."""
    with ui.button(icon=icon, on_click=on_click).props(f'flat round dense aria-label="{name}"') as button:
        ui.tooltip(name)
    return button.classes("pw-quiet pw-icon")


def segmented(
    choices: Mapping[str, str], value: str, on_change: Callable[[str], object], *, label: str
) -> ui.element:
    """One of a few, all of them in sight: a group of buttons of which one is pressed."""
    buttons: dict[str, ui.button] = {}

    def choose(name: str) -> None:
        for other, button in buttons.items():
            button.props(f"aria-pressed={'true' if other == name else 'false'}")
        on_change(name)

    with ui.element("div").classes("pw-segmented").props(f'role="group" aria-label="{label}"') as group:
        for name, text in choices.items():
            button = ui.button(text, on_click=lambda name=name: choose(name)).props("flat dense no-caps")
            buttons[name] = button.props(f"aria-pressed={'true' if name == value else 'false'}")
    return group


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

"""Small controls that pages share."""

from collections.abc import Callable, Mapping

from nicegui import ui


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

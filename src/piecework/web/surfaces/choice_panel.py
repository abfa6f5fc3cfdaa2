"""The side of the page where a body and a pool are chosen."""

from collections.abc import Callable
from dataclasses import replace

from nicegui import ui

from piecework.geometry import Cell
from piecework.puzzle._drawing import layer_rows
from piecework.surface import body
from piecework.web.cells import Cells
from piecework.web.surfaces.choice import (
    MOST_COPIES,
    OWN,
    ROOM,
    Choice,
    body_names,
    body_words,
    families,
    sets_of,
)
from piecework.web.surfaces.pictures import body_svg

LOOKS = {"#": {"name": "cube"}, ".": {"name": "empty"}}


class ChoicePanel:
    """Shows a choice, and tells of every change."""

    def __init__(self, choice: Choice, change: Callable[[Choice], None]) -> None:
        self.choice = choice
        self.change = change
        self.bodies: dict[str, ui.element] = {}
        self.copies: dict[str, ui.number] = {}
        with ui.element("div").classes("pw-stack"):
            with ui.element("section").classes("pw-panel pw-stack").props('aria-label="Body"'):
                self._bodies()
            with ui.element("section").classes("pw-panel pw-stack").props('aria-label="Pool"'):
                self._pool()
        self.show(choice)

    def show(self, choice: Choice) -> None:
        """Another choice."""
        self.choice = choice
        for name, button in self.bodies.items():
            button.props(f"aria-pressed={'true' if name == choice.name else 'false'}")
        self.cubes.show(rows_of(choice))
        self.builder.set_visibility(choice.name == OWN)
        self.take_over.set_visibility(choice.name != OWN)
        self.own_picture.content = body_svg(choice.built) or "+"
        for name, field in self.copies.items():
            if field.value != choice.copies.get(name, 0):
                field.value = choice.copies.get(name, 0)
        self.total.set_text(f"{choice.pieces} pieces")

    def _bodies(self) -> None:
        ui.html("<h2>Body</h2>", sanitize=False)
        with ui.element("div").classes("pw-bodies").props('role="group" aria-label="Bodies"'):
            for name in body_names():
                self._body(name, body_words(name), body_svg(body(name)))
            self.own_picture = self._body(OWN, "Your own", body_svg(self.choice.built))
        with ui.element("div").classes("pw-stack") as self.builder:
            ui.label("Click cubes, layer by layer from the ground up.").classes("pw-muted pw-small")
            self.cubes = Cells(
                rows_of(self.choice),
                looks=LOOKS,
                label="Cubes",
                side=23,
                captions=[f"layer {number + 1}" for number in range(ROOM[2])],
                on_paint=lambda cells, mark: self.change(self.choice.painted(cells, there=mark == "#")),
            )
        self.take_over = ui.button(
            "Build on this one", on_click=lambda: self.change(self.choice.taken(self.choice.cubes))
        )

    def _body(self, name: str, words: str, picture: str) -> ui.html:
        with (
            ui.element("button")
            .classes("pw-body-card")
            .props('type="button"')
            .on("click", lambda: self.change(replace(self.choice, name=name))) as button
        ):
            shown = ui.html(picture, sanitize=False)
            ui.label(words)
        self.bodies[name] = button
        return shown

    def _pool(self) -> None:
        with ui.element("div").classes("pw-row pw-between"):
            ui.html("<h2>Pool</h2>", sanitize=False)
            self.total = ui.label("").classes("pw-muted pw-small")
        for family in families():
            with ui.element("fieldset").classes("pw-family"):
                ui.html(family.capitalize(), sanitize=False, tag="legend")
                with ui.element("div").classes("pw-row pw-family-sets"):
                    for name in sets_of(family):
                        self._set(name)
                if len(sets_of(family)) > 1:
                    with ui.element("div").classes("pw-row"):
                        ui.button(
                            "One of each",
                            on_click=lambda f=family: self.change(self.choice.with_family(f, 1)),
                        )
                        ui.button(
                            "None", on_click=lambda f=family: self.change(self.choice.with_family(f, 0))
                        )
        ui.switch(
            "Pieces may be turned over",
            value=self.choice.flip,
            on_change=lambda event: self.change(replace(self.choice, flip=bool(event.value))),
        )

    def _set(self, name: str) -> None:
        def changed(value: object) -> None:
            number = int(value) if isinstance(value, int | float) else 0
            if number != self.choice.copies.get(name, 0):
                self.change(self.choice.with_set(name, number))

        label = name.partition("/")[2].replace("-", " ")
        self.copies[name] = (
            ui.number(
                label,
                value=self.choice.copies.get(name, 0),
                min=0,
                max=MOST_COPIES,
                step=1,
                on_change=lambda event: changed(event.value),
            )
            .props("outlined dense")
            .classes("pw-set")
        )


def rows_of(choice: Choice) -> list[list[str]]:
    """The room, layer by layer from the ground up, seen from above."""
    width, depth, layers = ROOM
    marks: dict[Cell, str] = dict.fromkeys(choice.built, "#")
    return layer_rows({(width - 1, depth - 1, layers - 1): ".", **marks})

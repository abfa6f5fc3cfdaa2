"""What a click puts down: a kind of part, and a colour."""

from collections.abc import Callable
from functools import partial

from nicegui import ui

from piecework.draw.shapez import SKINS
from piecework.shapez import Shape
from piecework.shapez._codes import COLOURS
from piecework.web.shapez import pictures
from piecework.web.shapez.build import KINDS, part_of

Tool = tuple[ui.element, ui.html]
"""A button, and the picture on it."""


class Palette:
    """Two rows of buttons; in each, one is pressed."""

    def __init__(self, parts: int) -> None:
        self.parts, self.skin = parts, "rgb"
        self.kind, self.colour = next(iter(KINDS[parts])), "r"
        self.kind_row = ui.element("div").classes("pw-row pw-kinds").props('role="group" aria-label="Part"')
        with ui.element("div").classes("pw-row pw-kinds").props('role="group" aria-label="Colour"'):
            self.colours = {
                letter: _tool(name, partial(self._use, colour=letter)) for letter, name in COLOURS.items()
            }
        self._fill_kinds()

    @property
    def part(self) -> str:
        """The two letters of the part that is chosen."""
        return part_of(self.kind, self.colour)

    def show(self, *, parts: int | None = None, skin: str | None = None) -> None:
        """The kinds of quads or of hexes, in these colours."""
        self.skin = skin or self.skin
        if parts is not None and parts != self.parts:
            self.parts = parts
            if self.kind not in (*KINDS[parts], "c", "P", "-"):
                self.kind = next(iter(KINDS[parts]))
            self._fill_kinds()
        else:
            self._show()

    def _fill_kinds(self) -> None:
        self.kind_row.clear()
        kinds = {**KINDS[self.parts], "c": "crystal", "P": "pin", "-": "nothing"}
        with self.kind_row:
            self.kinds = {
                letter: _tool(name, partial(self._use, kind=letter)) for letter, name in kinds.items()
            }
        self._show()

    def _use(self, *, kind: str | None = None, colour: str | None = None) -> None:
        self.kind, self.colour = kind or self.kind, colour or self.colour
        self._show()

    def _show(self) -> None:
        for letter, tool in self.kinds.items():
            _show_tool(tool, self._sample(letter), pressed=letter == self.kind)
        for letter, tool in self.colours.items():
            _show_tool(tool, pictures.dot(SKINS[self.skin][letter][1]), pressed=letter == self.colour)

    def _sample(self, kind: str) -> str:
        part = part_of(kind, self.colour)
        row = (part, *("--",) * (self.parts - 1)) if kind == "P" else (part,) * self.parts
        return pictures.from_above(Shape.from_layers([row], parts=self.parts), skin=self.skin)


def _tool(name: str, use: Callable[[], object]) -> Tool:
    with (
        ui.element("button")
        .classes("pw-tool")
        .props(f'type="button" aria-label="{name}" title="{name}"')
        .on("click", use) as button
    ):
        return button, ui.html("", sanitize=False)


def _show_tool(tool: Tool, picture: str, *, pressed: bool) -> None:
    button, shown = tool
    button.props(f"aria-pressed={'true' if pressed else 'false'}")
    if shown.content != picture:
        shown.content = picture

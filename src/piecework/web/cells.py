"""A grid of cells to click: the editor's pieces and boards, and the cubes of a body.

>>> grid = Cells([["##.", "#.."]], on_paint=lambda cells, mark: ...)     # doctest: +SKIP
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from nicegui.element import Element
from nicegui.events import GenericEventArguments

from piecework.geometry import Cell

Layers = Sequence[Sequence[str]]
Look = Mapping[str, Any]
"""What a character is called (`name`), and how it is shown (`colour`, `text`); `fixed` cannot be clicked."""

TWO: Mapping[str, Look] = {"#": {"name": "filled"}, ".": {"name": "empty"}}

MOST_AT_ONCE = 4096
"""Cells of one stroke."""


class Cells(Element, component="cells.js"):
    """Layers of rows of characters. A stroke sets its first cell to the brush (or to `off` where it was that
    already) and all the others with it. The brush is `brush` until another one is taken up.

    With `on_press` instead of `on_paint` there are no strokes: each cell that is pressed is told of.
    """

    def __init__(
        self,
        layers: Layers,
        *,
        looks: Mapping[str, Look] = TWO,
        brush: str = "#",
        off: str = ".",
        label: str = "",
        side: int = 28,
        captions: Sequence[str] = (),
        on_paint: Callable[[list[Cell], str], object] | None = None,
        on_press: Callable[[Cell], object] | None = None,
    ) -> None:
        super().__init__()
        props: dict[str, Any] = {
            "looks": dict(looks),
            "off": off,
            "press": on_press is not None,
            "side": side,
        }
        self._props.update(props | {"label": label, "captions": list(captions), "brush": brush})
        self._props["layers"] = _plain(layers)
        if on_paint is not None:
            self.on("paint", lambda event: self._painted(event, on_paint))
        if on_press is not None:
            self.on("press", lambda event: self._pressed(event, on_press))

    def show(
        self, layers: Layers, *, side: int | None = None, looks: Mapping[str, Look] | None = None
    ) -> None:
        """Other cells, of another size or with other looks if need be."""
        self._props["layers"] = _plain(layers)
        self._props["side"] = side or self._props["side"]
        self._props["looks"] = dict(looks or self._props["looks"])
        self.update()

    @property
    def use(self) -> str:
        """JavaScript that takes the character `value` to paint with. No server stands between choosing a
        brush and the first stroke with it, which would have the old one where the server is slow."""
        return f"getElement({self.id}).use(value)"

    def _painted(self, event: GenericEventArguments, told: Callable[[list[Cell], str], object]) -> None:
        said = event.args if isinstance(event.args, dict) else {}
        cells, mark = list(_cells(said.get("cells"))), said.get("mark")
        if cells and isinstance(mark, str) and mark in self._props["looks"]:
            told(cells, mark)

    def _pressed(self, event: GenericEventArguments, told: Callable[[Cell], object]) -> None:
        said = event.args if isinstance(event.args, dict) else {}
        for cell in _cells([said.get("cell")]):
            told(cell)


def _plain(layers: Layers) -> list[list[str]]:
    return [list(rows) for rows in layers]


def _cells(listed: Any) -> Iterable[Cell]:
    """What a browser sent, if it is cells."""
    if isinstance(listed, list):
        for cell in listed[:MOST_AT_ONCE]:
            if isinstance(cell, list) and len(cell) == 3 and all(type(value) is int for value in cell):
                yield tuple(cell)

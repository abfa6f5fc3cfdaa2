"""Pieces and board of squares or cubes, as grids to click."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from nicegui import ui

from piecework.draw.colours import piece_colours
from piecework.geometry import Cell
from piecework.puzzle import Moves
from piecework.puzzle._drawing import layer_rows
from piecework.puzzle._sets import SETS
from piecework.web.cells import Cells, Look
from piecework.web.editor.lattice import BLOCKED, OPTIONAL, OUTSIDE, REQUIRED, Lattice, Size
from piecework.web.parts import Pick, Segmented, icon_button

MARKS = {
    REQUIRED: {"name": "must be filled"},
    OPTIONAL: {"name": "may be filled", "text": "+"},
    BLOCKED: {"name": "blocked", "text": "\N{MULTIPLICATION SIGN}"},
    OUTSIDE: {"name": "outside"},
}
MOVES = {
    "fixed": "Shifted only",
    "turn": "Turned",
    "flip": "Turned and turned over",
    "mirror": "Mirrored as well",
}


class LatticeView:
    """Shows a draft, and tells of every change."""

    def __init__(self, draft: Lattice, change: Callable[[Lattice], None]) -> None:
        self.draft = draft
        self.change = change
        self.sizes: list[ui.number] = []
        self.grids: list[Cells] = []
        self.names: list[tuple[ui.input, ui.input, Pick]] = []
        with ui.element("section").classes("pw-panel pw-stack").props('aria-label="Board"'):
            self._board()
        with ui.element("section").classes("pw-panel pw-stack").props('aria-label="Pieces"'):
            self._pieces()

    @staticmethod
    def signature(draft: Lattice) -> tuple[object, ...]:
        """What must be the same for a view to show another draft without being built anew."""
        return (draft.solid, draft.canvas, len(draft.pieces))

    def show(self, draft: Lattice) -> None:
        """Another draft of the same signature."""
        self.draft = draft
        self.board.show(rows_of(draft.marks, draft.size), side=_side(draft.size))
        for field, length in zip(self.sizes, draft.size, strict=False):
            if field.value != length:
                field.value = length
        for index, (name, copies, moves) in enumerate(self.names):
            piece = draft.pieces[index]
            marks = dict.fromkeys(piece.cells, "#")
            self.grids[index].show(rows_of(marks, draft.canvas), looks=looks_of(draft, index))
            name.value, copies.value = piece.name, copies_text(piece.least, piece.most)
            if moves.value != piece.moves.value:
                moves.show(piece.moves.value)
        self.all_moves.value = draft.usual_moves.value

    # -- the board

    def _board(self) -> None:
        draft = self.draft
        with ui.element("div").classes("pw-row pw-between"):
            ui.html("<h2>Board</h2>", sanitize=False)
            Segmented(
                {"flat": "Flat", "solid": "Solid"},
                "solid" if draft.solid else "flat",
                lambda value: self.change(self.draft.made_solid(value == "solid")),
                label="Dimensions",
            )
        with ui.element("div").classes("pw-row"):
            for axis, name in enumerate(("Width", "Height", "Layers")[: 3 if draft.solid else 2]):
                self._size(axis, name)
            ui.button("Fill", on_click=lambda: self.change(self.draft.filled(REQUIRED)))
            ui.button("Clear", on_click=lambda: self.change(self.draft.filled(OUTSIDE)))
        with ui.element("div").classes("pw-scroll pw-canvas") as canvas:
            self.board = Cells(
                rows_of(draft.marks, draft.size),
                looks=MARKS,
                label="Board",
                side=_side(draft.size),
                on_paint=lambda cells, mark: self.change(self.draft.painted(cells, mark)),
            )
        Segmented(
            {REQUIRED: "Must be filled", OPTIONAL: "May be filled", BLOCKED: "Blocked", OUTSIDE: "Outside"},
            REQUIRED,
            label="What a click on the board makes of a cell",
            js=self.board.use,
        ).classes("pw-brushes")
        canvas.move()  # below its brushes, which had to know it

    def _size(self, axis: int, name: str) -> None:
        def resize(value: Any) -> None:
            if isinstance(value, int | float) and value >= 1 and int(value) != self.draft.size[axis]:
                sides = list(self.draft.size)
                sides[axis] = int(value)
                self.change(self.draft.resized((sides[0], sides[1], sides[2])))

        self.sizes.append(
            ui.number(name, value=self.draft.size[axis], min=1, max=40, step=1)
            .on_value_change(lambda event: resize(event.value))
            .props('outlined dense debounce="200"')
            .classes("pw-size")
        )

    # -- the pieces

    def _pieces(self) -> None:
        draft = self.draft
        with ui.element("div").classes("pw-row pw-between"):
            ui.html("<h2>Pieces</h2>", sanitize=False)
            with ui.element("div").classes("pw-row"):
                self.all_moves = (
                    ui.select(
                        MOVES,
                        value=draft.usual_moves.value,
                        label="All may be",
                        on_change=lambda event: self._all_moves(event.value),
                    )
                    .props("outlined dense options-dense")
                    .classes("pw-moves")
                )
                ui.select(
                    {name: name for name in SETS},
                    label="Add a set",
                    on_change=lambda event: self.change(self.draft.with_set(event.value)),
                ).props("outlined dense options-dense").classes("pw-moves")
        with ui.element("div").classes("pw-pieces"):
            for index in range(len(draft.pieces)):
                self._piece(index)
            with (
                ui.element("button")
                .classes("pw-add")
                .props('type="button"')
                .on("click", lambda: self.change(self.draft.added()))
            ):
                ui.html('<span aria-hidden="true">+</span> Add a piece', sanitize=False)

    def _all_moves(self, value: str) -> None:
        if value != self.draft.usual_moves.value:
            self.change(self.draft.all_moves(Moves(value)))

    def _piece(self, index: int) -> None:
        piece = self.draft.pieces[index]
        with ui.element("div").classes("pw-piece").props(f'role="group" aria-label="Piece {index + 1}"'):
            with ui.element("div").classes("pw-row pw-piece-head"):
                name = (
                    ui.input(
                        "Name", value=piece.name, on_change=lambda event: self._rename(index, event.value)
                    )
                    .props('outlined dense maxlength="60" debounce="300"')
                    .classes("pw-name")
                )
                copies = (
                    ui.input(
                        "Copies",
                        value=copies_text(piece.least, piece.most),
                        on_change=lambda event: self._copies(index, event.value),
                        validation={"2 or 0..3": lambda text: copies_of(text) is not None},
                    )
                    .props('outlined dense maxlength="14" debounce="300" hide-bottom-space')
                    .classes("pw-copies")
                )
            with ui.element("div").classes("pw-scroll"):
                self.grids.append(
                    Cells(
                        rows_of(dict.fromkeys(piece.cells, "#"), self.draft.canvas),
                        looks=looks_of(self.draft, index),
                        label=f"Piece {piece.name}",
                        side=22,
                        on_paint=lambda cells, mark: self.change(
                            self.draft.drawn(index, cells, there=mark == "#")
                        ),
                    )
                )
            moves = Pick("May be", MOVES, piece.moves.value, on_change=partial(self._moves, index))
            with ui.element("div").classes("pw-row pw-tools"):
                icon_button("rotate_right", "Turn", lambda: self.change(self.draft.turned(index)))
                icon_button("flip", "Flip", lambda: self.change(self.draft.flipped(index)))
                if self.draft.solid:
                    icon_button("view_in_ar", "Tip over", lambda: self.change(self.draft.tipped(index)))
                icon_button("content_copy", "Copy", lambda: self.change(self.draft.copied(index)))
                icon_button("delete_outline", "Remove", lambda: self.change(self.draft.removed(index)))
        self.names.append((name, copies, moves))

    def _rename(self, index: int, name: str | None) -> None:
        if name is not None and name != self.draft.pieces[index].name:
            self.change(self.draft.piece(index, name=name))

    def _copies(self, index: int, text: str | None) -> None:
        found = copies_of(text or "")
        if found and found != (self.draft.pieces[index].least, self.draft.pieces[index].most):
            self.change(self.draft.piece(index, least=found[0], most=found[1]))

    def _moves(self, index: int, value: str) -> None:
        if Moves(value) is not self.draft.pieces[index].moves:
            self.change(self.draft.piece(index, moves=Moves(value)))


def looks_of(draft: Lattice, index: int) -> dict[str, Look]:
    """A piece in the colour that it has in all pictures."""
    colour = piece_colours(draft.pieces)[draft.pieces[index].name][0]
    return {"#": {"name": "filled", "colour": colour}, ".": {"name": "empty"}}


def rows_of(marks: Any, size: Size) -> list[list[str]]:
    """A drawing of exactly this size."""
    corner: Cell = tuple(side - 1 for side in size)
    inside = {
        cell: mark for cell, mark in marks.items() if all(a <= b for a, b in zip(cell, corner, strict=True))
    }
    return layer_rows({corner: ".", **inside})


def copies_text(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}..{most}"


def copies_of(text: str) -> tuple[int, int] | None:
    """A number, or a range as in `0..3`."""
    match = re.fullmatch(r"\s*(\d{1,5})\s*(?:\.\.\s*(\d{1,5})\s*)?", text)
    if not match:
        return None
    least = int(match[1])
    most = int(match[2]) if match[2] else least
    return (least, most) if least <= most and most else None


def _side(size: Size) -> int:
    """How large cells are drawn: small boards with large cells."""
    return max(16, min(34, 520 // max(size[0], 1)))

"""Foam pieces: 5x5 pads with 16 toggles each, and six of them as the sheet they came in."""

from collections.abc import Callable

from nicegui import ui

from piecework.draw.colours import PALETTE
from piecework.web.cells import Cells, Look
from piecework.web.editor.foam import (
    COLUMNS,
    CONTESTED,
    FRAME,
    MOST_PIECES,
    NOBODY,
    ROWS,
    SIDE,
    SLOT_CELLS,
    Foam,
    owners_at,
)
from piecework.web.parts import icon_button


class FoamView:
    """Shows a draft, and tells of every change."""

    def __init__(
        self,
        draft: Foam,
        change: Callable[[Foam], None],
        randomise: Callable[[], None],
        lay_out: Callable[[], object],
    ) -> None:
        self.draft = draft
        self.change = change
        self.pads: list[Cells] = []
        self.sheet: Cells | None = None
        with ui.element("section").classes("pw-panel pw-stack").props('aria-label="Pieces"'):
            with ui.element("div").classes("pw-row pw-between"):
                ui.html("<h2>Pieces</h2>", sanitize=False)
                with ui.element("div").classes("pw-row"):
                    ui.button("Randomise", icon="casino", on_click=randomise)
                    ui.button(
                        "Turn all", icon="rotate_right", on_click=lambda: change(self.draft.all_turned())
                    )
                    ui.button("Flip all", icon="flip", on_click=lambda: change(self.draft.all_flipped()))
            ui.label("The middle of a piece is full; click the 16 cubits of its border.").classes(
                "pw-muted pw-small"
            )
            with ui.element("div").classes("pw-pieces"):
                for index in range(len(draft.pieces)):
                    self._pad(index)
                if len(draft.pieces) < MOST_PIECES:
                    with (
                        ui.element("button")
                        .classes("pw-add")
                        .props('type="button"')
                        .on("click", lambda: change(self.draft.added()))
                    ):
                        ui.html('<span aria-hidden="true">+</span> Add a piece', sanitize=False)
        if len(draft.pieces) == 6:
            with ui.element("section").classes("pw-panel pw-stack").props('aria-label="Pad of six"'):
                self._sheet(lay_out)

    @staticmethod
    def signature(draft: Foam) -> tuple[object, ...]:
        """What must be the same for a view to show another draft without being built anew."""
        return (len(draft.pieces), draft.tray is None)

    def show(self, draft: Foam) -> None:
        """Another draft of the same signature."""
        self.draft = draft
        for bits, grid in zip(draft.pieces, self.pads, strict=True):
            grid.show([pad_rows(bits)])
        if self.sheet is not None:
            self.sheet.show([sheet_rows(draft)])

    def _pad(self, index: int) -> None:
        colour = PALETTE[index % len(PALETTE)]
        looks: dict[str, Look] = {
            "#": {"name": "cubit", "colour": colour},
            ".": {"name": "none"},
            "o": {"name": "inside", "colour": colour, "fixed": True},
        }
        with ui.element("div").classes("pw-piece").props(f'role="group" aria-label="Piece {index + 1}"'):
            ui.label(f"Piece {index + 1}").classes("pw-small pw-muted")
            self.pads.append(
                Cells(
                    [pad_rows(self.draft.pieces[index])],
                    looks=looks,
                    label=f"Piece {index + 1}",
                    side=26,
                    on_paint=lambda cells, mark: self.change(
                        self.draft.painted(index, cells, "01"[mark == "#"])
                    ),
                )
            )
            with ui.element("div").classes("pw-row pw-tools"):
                icon_button("rotate_right", "Turn", lambda: self.change(self.draft.turned(index)))
                icon_button("flip", "Flip", lambda: self.change(self.draft.flipped(index)))
                icon_button("delete_outline", "Remove", lambda: self.change(self.draft.removed(index)))

    def _sheet(self, lay_out: Callable[[], object]) -> None:
        with ui.element("div").classes("pw-row pw-between"):
            ui.html("<h2>Pad of six</h2>", sanitize=False)
            if self.draft.tray is None:
                ui.button("Add the tray", on_click=lambda: self.change(self.draft.with_tray()))
                return
            with ui.element("div").classes("pw-row"):
                ui.button("Lay them out", icon="extension", on_click=lay_out)
                ui.button("Tray around the pieces", on_click=lambda: self.change(self.draft.with_tray()))
                ui.button("No tray", on_click=lambda: self.change(self.draft.without_tray()))
        ui.label(
            "Neighbours share the cells between them. Click a cell to give it to the next that may have it; "
            "! is claimed by several, ? by nobody."
        ).classes("pw-muted pw-small")
        looks: dict[str, Look] = {
            FRAME: {"name": "frame"},
            NOBODY: {"name": "nobody's", "text": "?"},
            CONTESTED: {"name": "claimed by several", "text": "!"},
        }
        for number in range(6):
            colour = PALETTE[number % len(PALETTE)]
            looks[str(number + 1)] = {"name": f"piece {number + 1}", "colour": colour}
            looks["abcdef"[number]] = {"name": "inside", "colour": colour, "fixed": True}
        with ui.element("div").classes("pw-scroll pw-canvas"):
            self.sheet = Cells(
                [sheet_rows(self.draft)],
                looks=looks,
                label="Pad of six",
                side=30,
                on_press=lambda cell: self.change(self.draft.passed_on(cell[:2])),
            )


def pad_rows(border: str) -> list[str]:
    """A piece with `#` for cubits of its border, `.` for none, and `o` in the middle."""
    bits = dict(zip(SLOT_CELLS, border, strict=True))
    return [
        "".join({"1": "#", "0": ".", "o": "o"}[bits.get((x, y), "o")] for x in range(SIDE))
        for y in range(SIDE)
    ]


def sheet_rows(draft: Foam) -> list[str]:
    """The sheet with owners; the middles of the pieces, which cannot change, are `a` to `f`."""
    marks = draft.sheet()
    fixed = dict(zip("123456", "abcdef", strict=True))
    return [
        "".join(
            marks[x, y] if owners_at((x, y)) else fixed.get(marks[x, y], marks[x, y]) for x in range(COLUMNS)
        )
        for y in range(ROWS)
    ]

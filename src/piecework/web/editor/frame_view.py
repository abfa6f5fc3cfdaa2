"""A voxel frame: the board's 30 outline cells and the 12 of each plate as toggles."""

from collections.abc import Callable
from dataclasses import replace

from nicegui import ui

from piecework.draw.colours import PALETTE
from piecework.puzzle import Moves
from piecework.puzzle._voxel_frame import HEIGHT, SIDE, WIDTH
from piecework.web.cells import Cells, Look
from piecework.web.editor.frame import BOARD, PLATE, Frame
from piecework.web.parts import Segmented, icon_button

BOARD_LOOKS: dict[str, Look] = {
    "#": {"name": "frame"},
    ".": {"name": "open"},
    "o": {"name": "inside", "fixed": True},
}


class FrameView:
    """Shows a draft, and tells of every change."""

    def __init__(self, draft: Frame, change: Callable[[Frame], None], randomise: Callable[[], None]) -> None:
        self.draft = draft
        self.change = change
        self.plates: list[Cells] = []
        self.names: list[ui.input] = []
        with ui.element("section").classes("pw-panel pw-stack").props('aria-label="Board"'):
            with ui.element("div").classes("pw-row pw-between"):
                ui.html("<h2>Board</h2>", sanitize=False)
                with ui.element("div").classes("pw-row"):
                    ui.button("Randomise", icon="casino", on_click=randomise)
                    ui.button("Turn", icon="rotate_right", on_click=lambda: change(self.draft.board_turned()))
                    ui.button("Flip", icon="flip", on_click=lambda: change(self.draft.board_flipped()))
            ui.label(
                "The 30 cells of the outline belong to the frame or are open; the inside is to be filled."
            ).classes("pw-muted pw-small")
            with ui.element("div").classes("pw-scroll pw-canvas"):
                self.board = Cells(
                    [board_rows(draft)],
                    looks=BOARD_LOOKS,
                    label="Board",
                    side=34,
                    on_paint=lambda cells, mark: change(self.draft.board_painted(cells, "01"[mark == "#"])),
                )
        with ui.element("section").classes("pw-panel pw-stack").props('aria-label="Pieces"'):
            with ui.element("div").classes("pw-row pw-between"):
                ui.html("<h2>Six plates</h2>", sanitize=False)
                with ui.element("div").classes("pw-row"):
                    self._moves()
                    ui.button(
                        "Turn all", icon="rotate_right", on_click=lambda: change(self.draft.all_turned())
                    )
                    ui.button("Flip all", icon="flip", on_click=lambda: change(self.draft.all_flipped()))
            with ui.element("div").classes("pw-pieces"):
                for index in range(len(draft.plates)):
                    self._plate(index)

    @staticmethod
    def signature(draft: Frame) -> tuple[object, ...]:
        """What must be the same for a view to show another draft without being built anew."""
        return (draft.moves,)

    def show(self, draft: Frame) -> None:
        """Another draft of the same signature."""
        self.draft = draft
        self.board.show([board_rows(draft)])
        for (name, bits), grid, field in zip(draft.plates, self.plates, self.names, strict=True):
            grid.show([plate_rows(bits)])
            field.value = name

    def _moves(self) -> None:
        Segmented(
            {"turn": "Drawn side out", "flip": "May be turned over"},
            self.draft.moves.value,
            lambda value: self.change(replace(self.draft, moves=Moves(value))),
            label="How plates may lie",
        )

    def _plate(self, index: int) -> None:
        name, bits = self.draft.plates[index]
        colour = PALETTE[index % len(PALETTE)]
        looks: dict[str, Look] = {
            "#": {"name": "voxel", "colour": colour},
            ".": {"name": "none"},
            "o": {"name": "inside", "colour": colour, "fixed": True},
        }
        with ui.element("div").classes("pw-piece").props(f'role="group" aria-label="Piece {index + 1}"'):
            self.names.append(
                ui.input("Name", value=name, on_change=lambda event: self._rename(index, event.value))
                .props('outlined dense maxlength="60" debounce="300"')
                .classes("full-width")
            )
            self.plates.append(
                Cells(
                    [plate_rows(bits)],
                    looks=looks,
                    label=f"Plate {name}",
                    side=30,
                    on_paint=lambda cells, mark: self.change(
                        self.draft.plate_painted(index, cells, "01"[mark == "#"])
                    ),
                )
            )
            with ui.element("div").classes("pw-row pw-tools"):
                icon_button("rotate_right", "Turn", lambda: self.change(self.draft.turned(index)))
                icon_button("flip", "Flip", lambda: self.change(self.draft.flipped(index)))

    def _rename(self, index: int, name: str | None) -> None:
        if name is not None and name != self.draft.plates[index][0]:
            self.change(self.draft.renamed(index, name))


def board_rows(draft: Frame) -> list[str]:
    """The board with `#` for the frame, `.` for open cells of the outline, and `o` inside."""
    bits = dict(zip(BOARD, draft.border, strict=True))
    return [
        "".join({"1": "#", "0": ".", "o": "o"}[bits.get((x, y), "o")] for x in range(WIDTH))
        for y in range(HEIGHT)
    ]


def plate_rows(border: str) -> list[str]:
    bits = dict(zip(PLATE, border, strict=True))
    return [
        "".join({"1": "#", "0": ".", "o": "o"}[bits.get((x, y), "o")] for x in range(SIDE))
        for y in range(SIDE)
    ]

"""Puzzles that the editor can open: those of the catalogue, those that someone brought, and files."""

from collections.abc import Awaitable, Callable

from nicegui import events, ui

from piecework.formats import catalogue
from piecework.formats._text import LARGEST_FILE
from piecework.web.state import state

Opened = Callable[[str], Awaitable[None]]


def text_of(name: str) -> str | None:
    """The text of a puzzle of the catalogue, or of one that someone opened."""
    path = catalogue().get(name)
    return path.read_text("utf-8") if path else state().opened.get(name)


def open_dialog(opened: Opened) -> None:
    """Ask for a file or a name, and hand over the text."""

    async def take(text: str) -> None:
        dialog.close()
        await opened(text)

    async def uploaded(event: events.UploadEventArguments) -> None:
        try:
            text = (await event.file.read()).decode("utf-8-sig")
        except UnicodeDecodeError:
            ui.notify(f"{event.file.name[:60]}: is not text in UTF-8: is it a binary file?")
            return
        await take(text)

    too_large = f"That file is larger than the {LARGEST_FILE // 1024} kB a puzzle file may have."
    with ui.dialog() as dialog, ui.card().classes("pw-dialog"):
        ui.html("<h2>Open a puzzle</h2>", sanitize=False)
        ui.label("A puzzle file, a voxel frame, a set of foam pieces, or a pad of six.").classes("pw-muted")
        ui.upload(
            label="Choose or drop a file",
            auto_upload=True,
            max_file_size=LARGEST_FILE,
            max_files=1,
            on_upload=uploaded,
            on_rejected=lambda: ui.notify(too_large),
        ).props("flat").classes("full-width pw-upload")
        ui.select(
            sorted(catalogue()),
            label="or one of the catalogue",
            with_input=True,
            on_change=lambda event: take(text_of(str(event.value)) or ""),
        ).props("outlined options-dense").classes("full-width")
        ui.button("Cancel", on_click=dialog.close)
    dialog.open()

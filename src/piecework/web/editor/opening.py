"""Puzzles that the editor can open: those of the catalogue, those that someone brought, and files."""

from collections.abc import Awaitable, Callable

from nicegui import events, ui

from piecework.formats import catalogue
from piecework.formats._text import LARGEST_FILE
from piecework.web.state import state

Opened = Callable[[str], Awaitable[None]]

TOO_LARGE = f"That file is larger than the {LARGEST_FILE // 1024} kB a puzzle file may have."

# The browser reads the file: nothing that is not text, or far too long, is sent at all.
READ = f"""async (event) => {{
  const file = event.target.files[0];
  if (!file) return;
  if (file.size > {LARGEST_FILE}) return emit({{ fault: "{TOO_LARGE}" }});
  try {{
    emit({{ text: new TextDecoder("utf-8", {{ fatal: true }}).decode(await file.arrayBuffer()) }});
  }} catch {{
    emit({{ fault: "That is not text in UTF-8: is it a binary file?" }});
  }}
  event.target.value = "";
}}"""


def text_of(name: str) -> str | None:
    """The text of a puzzle of the catalogue, or of one that someone opened."""
    path = catalogue().get(name)
    return path.read_text("utf-8") if path else state().opened.get(name)


def open_dialog(opened: Opened) -> None:
    """Ask for a file or a name, and hand over the text."""

    async def take(text: str) -> None:
        dialog.close()
        await opened(text)

    async def chosen(event: events.GenericEventArguments) -> None:
        said = event.args if isinstance(event.args, dict) else {}
        text = said.get("text")
        if not isinstance(text, str) or len(text) > LARGEST_FILE:
            ui.notify(str(said.get("fault", TOO_LARGE))[:200])
        else:
            await take(text)

    with ui.dialog().props('aria-label="Open a puzzle"') as dialog, ui.card().classes("pw-dialog"):
        ui.html("<h2>Open a puzzle</h2>", sanitize=False)
        ui.label("A puzzle file, a voxel frame, a set of foam pieces, or a pad of six.").classes("pw-muted")
        with ui.element("label").classes("pw-file"):
            ui.label("Choose a file, or drop it here")
            ui.element("input").props('type="file" accept=".yaml,.yml,.txt,.json"').on(
                "change", chosen, js_handler=READ
            )
        ui.select(
            sorted(catalogue()),
            label="or one of the catalogue",
            with_input=True,
            on_change=lambda event: take(text_of(str(event.value)) or ""),
        ).props("outlined options-dense").classes("full-width")
        ui.button("Cancel", on_click=dialog.close)
    dialog.open()

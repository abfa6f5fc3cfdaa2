"""The page at /editor: what is drawn on the left; the check, and the text, on the right."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from nicegui import app, context, events, run, ui

from piecework.formats import FileError
from piecework.web.editor.check_panel import CheckPanel
from piecework.web.editor.document import Document, new_lattice, understood
from piecework.web.editor.foam import Foam, laid_out, random_foam
from piecework.web.editor.foam_view import FoamView
from piecework.web.editor.frame import Frame, random_frame
from piecework.web.editor.frame_view import FrameView
from piecework.web.editor.lattice import Lattice
from piecework.web.editor.lattice_view import LatticeView
from piecework.web.editor.opening import open_dialog, text_of
from piecework.web.editor.text import Draft
from piecework.web.frame import frame
from piecework.web.parts import icon_button
from piecework.web.state import state

KEPT = "editor-text"
"""Under this name a tab's text is kept over a reload."""
LONG = 8_000
"""Characters: longer texts are read beside the event loop, which answers others meanwhile."""

STARTS: tuple[tuple[str, Callable[[], Draft]], ...] = (
    ("Flat puzzle", lambda: new_lattice()),
    ("Solid puzzle", lambda: new_lattice(solid=True)),
    ("Voxel frame", lambda: random_frame(Random())),
    ("Foam pieces", lambda: random_foam(Random())),
)

FIRST_ITEM = "() => setTimeout(() => document.querySelector('.pw-start')?.focus(), 50)"
NEXT_ITEM = """(event) => {
  const way = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
  if (way) { event.preventDefault(); event.target[way]?.focus(); }
}"""
UNDO_KEYS = """(event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target.matches("input, textarea")) return;
  const key = event.key.toLowerCase();
  if (key === "z" || key === "y") { event.preventDefault(); emit(key === "y" || event.shiftKey); }
}"""


def declare() -> None:
    """Declare the page."""

    @ui.page("/editor")
    async def page(open: str = "") -> None:  # noqa: A002  # the word in the address
        text = text_of(open)
        editor = Editor(text)
        with frame("Editor", active="/editor", css=("parts", "editor"), wide=True):
            editor.build()
        await context.client.connected()
        if context.client.is_deleted:  # gone before it was there
            return
        if open:
            # What is edited from here on is kept, and a reload shall not begin anew.
            ui.run_javascript("history.replaceState(history.state, '', '/editor')")
            if text is None:
                ui.notify(f"There is no puzzle {open[:60]!r}.")
        editor.keep_over_reloads(fresh=text is None)


class Editor:
    """One person's editor: the document, and all that shows it."""

    def __init__(self, text: str | None) -> None:
        self.document = Document(new_lattice())
        if text is not None:
            try:
                self.document = Document.of_text(text)
            except FileError:
                self.document.type(text)
        self.view: LatticeView | FrameView | FoamView | None = None
        self.shown: tuple[object, ...] = ()
        self.typing = 0
        self.connected = False

    # -- what is on the page

    def build(self) -> None:
        self.root = context.slot.parent
        with ui.element("div").classes("pw-row pw-toolbar").props('role="toolbar" aria-label="Puzzle"'):
            with (
                ui.button("New", icon="add").props('aria-haspopup="menu"'),
                ui.menu().on("show", js_handler=FIRST_ITEM).on("keydown", js_handler=NEXT_ITEM),
            ):
                for name, make in STARTS:
                    item = ui.menu_item(name, on_click=lambda make=make: self.change(make()))
                    item.props('role="menuitem"').classes("pw-start")
            ui.button("Open", icon="folder_open", on_click=lambda: open_dialog(self._opened))
            ui.button("Save", icon="save_alt", on_click=self.save)
            self.undo_button = icon_button("undo", "Undo", self.undo)
            self.redo_button = icon_button("redo", "Redo", self.redo)
            ui.element("div").classes("pw-spring")
            self.status = ui.link("", "#check").classes("pw-chip pw-status")
            self.solve_button = ui.button("Solve", icon="play_arrow", on_click=self.solve).classes(
                "pw-primary"
            )
        with ui.element("div").classes("pw-split pw-editor"):
            with ui.element("div").classes("pw-stack").on("keydown", self._key, js_handler=UNDO_KEYS):
                self.title = (
                    ui.input(
                        "Title", value=self.document.draft.title, on_change=lambda e: self._retitle(e.value)
                    )
                    .props('outlined maxlength="200" debounce="300"')
                    .classes("full-width")
                )
                self.stage = ui.element("div").classes("pw-stack")
            with ui.element("div").classes("pw-stack pw-aside"):
                self.checks = CheckPanel(self.status)
                with ui.element("section").classes("pw-panel pw-stack").props('aria-label="Text"'):
                    with ui.element("div").classes("pw-row pw-between"):
                        ui.html("<h2>Text</h2>", sanitize=False)
                        ui.label("YAML, editable").classes("pw-muted pw-small")
                    self.text = (
                        ui.textarea(
                            value=self.document.text, on_change=lambda event: self._typed(event.value)
                        )
                        .props('outlined autogrow debounce="250" spellcheck="false" aria-label="Puzzle text"')
                        .classes("pw-yaml full-width")
                    )
        self.show(text=True)

    def keep_over_reloads(self, *, fresh: bool) -> None:
        """Go on with what this tab had before it was reloaded, unless a puzzle was asked for."""
        self.connected = True
        kept = app.storage.tab.get(KEPT)
        if fresh and isinstance(kept, str) and kept != self.document.text:
            self.document.type(kept)
            self.show(text=True)
        self._keep()

    def _keep(self) -> None:
        if self.connected:
            app.storage.tab[KEPT] = self.document.text

    # -- changes

    def change(self, draft: Draft) -> None:
        """Something was clicked."""
        self.document.change(draft)
        self.show(text=True)

    async def _typed(self, text: str | None) -> None:
        if text is None or text == self.document.text:
            return
        self.typing += 1
        number = self.typing
        if len(text) > LONG:
            state = await run.io_bound(understood, text, self.document.draft)
        else:
            state = understood(text, self.document.draft)
        if state is not None and number == self.typing:
            self.document.typed(state)
            self.show(text=False)

    def _retitle(self, title: str | None) -> None:
        if title is not None and title != self.document.draft.title and not self.document.faults:
            self.change(replace(self.document.draft, title=title))

    def undo(self) -> None:
        if self.document.undo():
            self.show(text=True)

    def redo(self) -> None:
        if self.document.redo():
            self.show(text=True)

    def _key(self, event: events.GenericEventArguments) -> None:
        (self.redo if event.args else self.undo)()

    def randomise(self) -> None:
        draft = self.document.draft
        self.change(
            random_frame(Random(), moves=draft.moves) if isinstance(draft, Frame) else random_foam(Random())
        )

    async def lay_out(self) -> None:
        """Order and turn the six pieces so that they lie in their tray."""
        draft = self.document.draft
        found = await run.io_bound(laid_out, draft) if isinstance(draft, Foam) else None
        if found is None:
            ui.notify("No way was found to lay these pieces into their tray.")
        elif self.document.draft == draft:
            self.change(found)

    # -- showing

    def show(self, *, text: bool) -> None:
        """Bring everything into step with the document; the text only where it was not typed."""
        with self.root:  # whoever was clicked may be gone when the drawing is made anew
            self._show(text=text)

    def _show(self, *, text: bool) -> None:
        document = self.document
        draft = document.draft
        if text and self.text.value != document.text:
            self.text.value = document.text
        if self.title.value != draft.title:
            self.title.value = draft.title
        self._show_draft(draft)
        self.undo_button.set_enabled(document.can_undo)
        self.redo_button.set_enabled(document.can_redo)
        self.stage.classes(**{"add" if document.faults else "remove": "pw-stale"})
        self._keep()
        self.checks.check(document.state)

    def _show_draft(self, draft: Draft) -> None:
        if isinstance(draft, Lattice) and not draft.drawable:
            shown: tuple[object, ...] = ("large",)
        else:
            kind = {Lattice: LatticeView, Frame: FrameView, Foam: FoamView}[type(draft)]
            shown = (kind, *kind.signature(draft))  # type: ignore[attr-defined]
        if shown == self.shown and self.view is not None:
            self.view.show(draft)  # type: ignore[arg-type]  # the kind is part of what is compared
            return
        self.shown = shown
        self.stage.clear()
        with self.stage:
            if shown == ("large",):
                self.view = None
                ui.label("This puzzle is too large to be drawn here. Its text can be edited.").classes(
                    "pw-panel"
                )
            elif isinstance(draft, Lattice):
                self.view = LatticeView(draft, self.change)
            elif isinstance(draft, Frame):
                self.view = FrameView(draft, self.change, self.randomise)
            else:
                self.view = FoamView(draft, self.change, self.randomise, self.lay_out)

    # -- files, and solving

    def save(self) -> None:
        """Download the text."""
        name = "".join(c if c.isalnum() and c.isascii() else "-" for c in self.document.draft.title.lower())
        ui.download.content(
            self.document.text, f"{name.strip('-')[:60] or 'puzzle'}.yaml", "application/yaml"
        )

    def solve(self) -> None:
        """On to the page that solves it."""
        if self.document.faults:
            ui.notify("The text has faults: see the check.")
            return
        ui.navigate.to(f"/puzzle/{state().opened.keep(self.document.text)}")

    async def _opened(self, text: str) -> None:
        with self.root:
            state = await run.io_bound(understood, text, self.document.draft)
            if state is None:
                return
            self.document.open(state)
            if state.faults:
                ui.notify(f"The file has faults: {state.faults[0].text}")
            self.show(text=True)

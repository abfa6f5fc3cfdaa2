"""The frame of every page: header with navigation, light and dark, the way past the header, the footer.

    @ui.page("/somewhere")
    def page() -> None:
        with frame("Somewhere", active="/somewhere"):
            ui.label("…")
"""

from collections.abc import Iterator
from contextlib import contextmanager

from nicegui import ui

NAVIGATION = [("/", "Puzzles"), ("/editor", "Editor"), ("/surfaces", "Surfaces"), ("/shapez", "Shapez")]


@contextmanager
def frame(title: str, *, active: str = "", wide: bool = False, heading: str | None = None) -> Iterator[None]:
    """A page with its header; what is made inside is its main part.

    `active` is the entry of the navigation that is marked. `heading` replaces the title as the page's `h1`; an
    empty one leaves it to the page to make its own (every page needs exactly one h1). `wide` uses the whole
    width of the window.
    """
    ui.page_title(f"{title} · piecework")
    with ui.header():
        for target, name in NAVIGATION:
            ui.link(name, target)
    with ui.column():
        if heading != "":
            ui.html(f"<h1>{title}</h1>")
        yield

"""The page at /editor."""

from nicegui import ui

from piecework.web.frame import frame


def declare() -> None:
    """Declare the page."""

    @ui.page("/editor")
    def page() -> None:
        with frame("Editor", active="/editor"):
            pass

"""The page at /surfaces."""

from nicegui import ui

from piecework.web.frame import frame


def declare() -> None:
    """Declare the page."""

    @ui.page("/surfaces")
    def page() -> None:
        with frame("Surfaces", active="/surfaces"):
            pass

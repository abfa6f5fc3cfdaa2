"""The page at /shapez."""

from nicegui import ui

from piecework.web.frame import frame


def declare() -> None:
    """Declare the page."""

    @ui.page("/shapez")
    def page() -> None:
        with frame("Shapez 2", active="/shapez"):
            pass

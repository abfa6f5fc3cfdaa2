"""The editor: make a puzzle by clicking, with its text beside it."""


def register() -> None:
    """Declare the page."""
    from piecework.web.editor.page import declare

    declare()

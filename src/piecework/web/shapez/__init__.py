"""Shapez 2: build a shape, see whether it can be made, and how."""


def register() -> None:
    """Declare the page."""
    from piecework.web.shapez.page import declare

    declare()

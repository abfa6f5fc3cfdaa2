"""Surfaces: bodies of cubes covered with foam pieces."""


def register() -> None:
    """Declare the page."""
    from piecework.web.surfaces.page import declare

    declare()

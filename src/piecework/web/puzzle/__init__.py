"""A puzzle's page: see it, solve it, browse its solutions, take them home."""


def register() -> None:
    """Declare the page."""
    from piecework.web.puzzle.page import declare

    declare()

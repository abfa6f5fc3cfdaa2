"""Pages for what goes wrong: an address that leads nowhere, and a fault of ours; both with a way on."""

import logging

from fastapi import Request, Response
from nicegui import Client, context, ui
from nicegui import app as pages
from nicegui.page import page
from starlette.exceptions import HTTPException

from piecework.web.frame import frame

log = logging.getLogger("piecework.web")


def no_such(what: str, *, hint: str = "") -> None:
    """Make the page that is being built say that something does not exist; its status will be 404."""
    context.client.status_code = 404
    with frame(what):
        ui.label(hint or "It may have been moved, or the address has a typing error.")
        ui.link("All puzzles", "/")


def register() -> None:
    """Use these pages for everything that has none of its own."""

    @pages.exception_handler(404)
    async def not_found(request: Request, error: Exception) -> Response:
        if not request.url.path.startswith(("/assets/", "/_nicegui")) and isinstance(error, HTTPException):
            with Client(page(""), request=request) as client:
                no_such("There is no such page")
            return client.build_response(request, 404)
        return Response("There is no such file.", 404, media_type="text/plain")

    @pages.on_page_exception
    def failed(error: Exception) -> None:
        log.error("a page could not be built", exc_info=error)
        with frame("Something went wrong here"):
            ui.label("That is a fault of piecework, and not yours. What happened is in the server's log.")
            ui.link("All puzzles", "/")

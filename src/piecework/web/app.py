"""The server: pages, API, and the checks in front of them, put together."""

from importlib import import_module
from importlib.util import find_spec

import uvicorn
from fastapi import FastAPI
from nicegui import app as pages
from nicegui import ui

from piecework.web import state
from piecework.web.frame import STATIC
from piecework.web.settings import Settings

PAGES = ("gallery", "puzzle", "editor", "surfaces", "shapez")
"""Modules with a `register()` that declares their pages."""


def create_app(settings: Settings) -> FastAPI:
    """The whole application, for any ASGI server."""
    state.begin(settings)
    app = FastAPI(title="piecework", docs_url=None, redoc_url=None, openapi_url=None)
    pages.add_static_files("/assets", str(STATIC), max_cache_age=31_536_000)
    for name in PAGES:
        if find_spec(f"piecework.web.{name}"):
            import_module(f"piecework.web.{name}").register()
    ui.run_with(
        app, title="piecework", dark=None, language="en-US", tailwind=False, show_welcome_message=False
    )
    return app


def serve(settings: Settings) -> None:
    """Serve until Ctrl-C."""
    uvicorn.run(create_app(settings), host=settings.host, port=settings.port, log_level="warning")

"""The server: pages, API, and the checks in front of them, put together."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import uvicorn
from fastapi import FastAPI
from nicegui import app as pages
from nicegui import ui

from piecework.web import editor, errors, gallery, manual, puzzle, shapez, state, surfaces
from piecework.web.api import create_api
from piecework.web.catalogue import get_ready
from piecework.web.frame import STATIC
from piecework.web.security import Guard
from piecework.web.settings import Settings


def create_app(settings: Settings) -> Guard:
    """The whole application, for any ASGI server; one a process."""
    shared = state.begin(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        shared.jobs.children.get_ready()
        warming = asyncio.create_task(asyncio.to_thread(get_ready))
        yield
        await warming
        await shared.jobs.close()

    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, lifespan=lifespan)
    api = create_api()
    app.mount("/api", api)
    manual.declare(api.openapi())
    pages.add_static_files("/assets", str(STATIC), max_cache_age=31_536_000)
    for page in (gallery, puzzle, editor, surfaces, shapez, errors):
        page.register()
    ui.run_with(
        app,
        title="piecework",
        favicon=STATIC / "favicon.svg",
        dark=None,
        language="en-US",
        tailwind=False,  # its compiler would run in the browser, on every page
        reconnect_timeout=15.0,  # a busy browser answers late, and has not gone away
        show_welcome_message=False,
    )
    return Guard(app, settings)


def serve(settings: Settings, *, ready: Callable[[str], object] = print) -> None:
    """Serve until Ctrl-C; `ready` is told the address when people can come."""
    listening = listen(settings)
    port = listening.getsockname()[1]
    host = "localhost" if settings.host in ("0.0.0.0", "::") else settings.host
    name = f"[{host}]" if ":" in host else host
    config = uvicorn.Config(
        create_app(settings),
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=settings.body,
        timeout_graceful_shutdown=2,
        h11_max_incomplete_event_size=64 * 1024,
    )
    server = uvicorn.Server(config)

    async def run() -> None:
        task = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started and not task.done():
            await asyncio.sleep(0.02)
        if server.started:
            ready(f"http://{name}:{port}/")
        await task

    asyncio.run(run())


def listen(settings: Settings) -> socket.socket:
    """A socket at the address; port 0 is any free one. Raises `ValueError` when it cannot be had."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        listening.close()
        why = error.strerror or str(error)
        raise ValueError(
            f"cannot listen at {settings.host} port {settings.port}: {why}; --port 0 takes any free port"
        ) from None
    return listening

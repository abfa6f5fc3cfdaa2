"""Can it be built? The answer, the reason, and what can be built nearby."""

import asyncio
from collections.abc import Callable

from nicegui import background_tasks, ui

from piecework.shapez._atlas import cache_folder
from piecework.web.jobs import Job
from piecework.web.requests import ShapezCheck
from piecework.web.shapez import pictures
from piecework.web.shapez.build import Build
from piecework.web.watching import Watched

PAUSE = 0.25
"""Seconds."""

CLASSES = {
    "swappable": "Can be built: swappable",
    "stackable": "Can be built: stackable",
    "pin_essential": "Can be built: pin-essential",
    "impossible": "Cannot be built",
}


class VerdictPanel:
    """Checks the shape of now; a shape nearby that is clicked is handed to `take`."""

    def __init__(self, shape: Callable[[], Build], take: Callable[[Build], None]) -> None:
        self.shape = shape
        self.take = take
        self.skin = "rgb"
        panel = ui.element("section").classes("pw-panel pw-stack")
        with panel.props('aria-label="Can it be built?"'):
            ui.html("<h2>Can it be built?</h2>", sanitize=False)
            self.area = ui.element("div").classes("pw-stack").props('aria-live="polite"')
            self.watched = Watched("shapez-check", on_end=self._ended)

    def check(self) -> None:
        """Ask about the shape of now, unless there is none or the answer takes very long."""
        build = self.shape()
        self.area.clear()
        with self.area:
            if build.shape.is_empty:
                ui.label("Nothing is there yet: click a part.").classes("pw-muted")
            elif (build.parts, build.limit) == (6, 5) and not (cache_folder() / "hex5.atlas").exists():
                ui.label(
                    "Nothing is known yet about hexes of five layers. Finding it out takes some twenty "
                    "minutes and a gigabyte of memory, once."
                ).classes("pw-small")
                ui.button("Find out", on_click=self._ask)
            else:
                ui.label("Checking …").classes("pw-muted")
                background_tasks.create(self._ask_soon(build))

    async def _ask_soon(self, build: Build) -> None:
        """Ask in a moment, unless more is clicked or the page is gone by then."""
        await asyncio.sleep(PAUSE)
        if self.shape() is build and self.area.client.has_socket_connection:
            self._ask()

    def _ask(self) -> None:
        self.area.clear()
        with self.area:
            ui.label("Checking …").classes("pw-muted")
        build = self.shape()
        self.watched.start(ShapezCheck(code=build.code, layers=build.limit))

    def _ended(self, job: Job) -> None:
        found = job.result
        if not isinstance(job.request, ShapezCheck) or job.request.code != self.shape().code:
            return
        self.area.clear()
        with self.area:
            if not isinstance(found, dict):
                ui.label(job.message or "The check was stopped.").classes("pw-bad pw-wrap")
                return
            good = bool(found["buildable"])
            with ui.element("div").classes("pw-row pw-nowrap"):
                icon = ui.icon("check_circle" if good else "cancel").classes("pw-good" if good else "pw-bad")
                icon.props('size="26px" aria-hidden="true"')
                ui.label(CLASSES[found["class"]]).classes("pw-verdict")
            ui.label(found["reason"][:1].upper() + found["reason"][1:] + ".").classes("pw-small pw-wrap")
            if found["nearest"]:
                ui.label("Nearby shapes that can be built").classes("pw-small pw-muted")
                with ui.element("div").classes("pw-row"):
                    for code in found["nearest"]:
                        self._near(code)

    def _near(self, code: str) -> None:
        with (
            ui.element("button")
            .classes("pw-tool pw-near")
            .props(f'type="button" title="{code}" aria-label="Take {code}"')
            .on("click", lambda: self.take(Build.of(code, limit=self.shape().limit)))
        ):
            ui.html(pictures.small(code, skin=self.skin), sanitize=False)

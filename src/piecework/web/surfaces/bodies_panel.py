"""Which bodies can my pool make? Every body of up to so many cubes, tried one after the other."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nicegui import ui

from piecework.surface import Point
from piecework.web.jobs import Job
from piecework.web.requests import SurfaceBodies
from piecework.web.surfaces.choice import Choice
from piecework.web.surfaces.pictures import body_svg
from piecework.web.watching import Watched

MOST = 6
MOST_SHOWN = 250
WORDS = {"covered": "can be made", "impossible": "cannot be made", "undecided": "undecided"}

Take = Callable[[Sequence[Point], Sequence[Mapping[str, Any]], SurfaceBodies], None]


class BodiesPanel:
    """The list of bodies, growing while they are tried."""

    def __init__(self, choice: Callable[[], Choice], take: Take) -> None:
        self.choice = choice
        self.take = take
        self.shown = 0
        with ui.element("section").classes("pw-panel pw-stack").props('aria-label="Which bodies?"'):
            with ui.element("div").classes("pw-row pw-between"):
                ui.html("<h2>Which bodies can my pool make?</h2>", sanitize=False)
                with ui.element("div").classes("pw-row"):
                    self.most = ui.select(
                        {number: f"up to {number} cube{'s' * (number > 1)}" for number in range(1, MOST + 1)},
                        value=3,
                    ).props('outlined dense options-dense aria-label="Largest bodies"')
                    ui.button("Try them", icon="travel_explore", on_click=self.start)
            self.watched = Watched("surface-bodies", on_end=self._ended, on_news=self._news)
            self.summary = ui.label("").classes("pw-small pw-muted").props('role="status"')
            self.list = ui.element("div").classes("pw-bodies pw-tried")

    async def connected(self) -> None:
        await self.watched.find_again()

    def start(self) -> None:
        """Try all bodies with the pool of now."""
        choice = self.choice()
        if not choice.copies:
            ui.notify("The pool is empty: choose a set.")
            return
        self._clear()
        self.watched.start(
            SurfaceBodies(pool=choice.pool, flip=choice.flip, most=self.most.value, patience=3.0)
        )

    def _clear(self) -> None:
        self.shown = 0
        self.list.clear()
        self.summary.set_text("")

    def _news(self, job: Job) -> None:
        rows = job.result if isinstance(job.result, list) else []
        if not isinstance(job.request, SurfaceBodies):
            return
        with self.list:
            for row in rows[self.shown : MOST_SHOWN]:
                self._row(row, job.request)
        self.shown = len(rows)
        made = sum(row["verdict"] == "covered" for row in rows)
        open_yet = sum(row["verdict"] == "undecided" for row in rows)
        text = f"{made} of {len(rows)} tried can be made" if rows else ""
        self.summary.set_text(text + (f", {open_yet} undecided" if open_yet else ""))

    def _ended(self, job: Job) -> None:
        if job.state != "done" and job.message:
            self.summary.set_text(f"{self.summary.text}. {job.message}")

    def _row(self, row: Mapping[str, Any], tried: SurfaceBodies) -> None:
        cubes = [(x, y, z) for x, y, z in row["cubes"]]
        verdict = str(row["verdict"])
        words = f"{len(cubes)} cube{'s' * (len(cubes) > 1)}, {WORDS[verdict]}"
        button = ui.element("button").classes(f"pw-body-card pw-{verdict}").props('type="button"')
        button.on("click", lambda: self.take(cubes, row["covering"], tried))
        with button:
            ui.html(body_svg(cubes), sanitize=False)
            ui.label(words)
            if row["reason"]:
                ui.tooltip(str(row["reason"]))

"""A job on a page: how far it is, its place in the queue, and a button that stops it."""

from collections.abc import Awaitable, Callable
from typing import Any

from nicegui import background_tasks, ui

from piecework.web.jobs import Job, Refused
from piecework.web.live import again, begin
from piecework.web.requests import Request

Told = Callable[[Job], Any]


class Watched:
    """A place on the page where one job at a time is shown while it runs.

    `on_news` is called whenever something has changed, also at the end; `on_end` once, at the end.
    """

    def __init__(self, key: str, *, on_end: Told, on_news: Told | None = None) -> None:
        self.key = key
        self.job: Job | None = None
        self._on_end = on_end
        self._on_news = on_news
        with ui.element("div").classes("pw-watched").props('role="status"') as self.area:
            with ui.element("div").classes("pw-row pw-between"):
                self.text = ui.label("").classes("pw-small pw-muted")
                self.stop = ui.button("Stop", icon="stop", on_click=self.cancel)
            self.bar = ui.linear_progress(0.0, show_value=False).props('aria-label="Progress"')
        self.area.set_visibility(False)

    def start(self, request: Request) -> None:
        """Start a job in place of the one before; where the server refuses, say so."""
        try:
            with self.area:
                job = begin(request, self.key)
        except Refused as refused:
            with self.area:
                ui.notify(str(refused))
            return
        self.watch(job)

    async def find_again(self) -> None:
        """After a reload: go on showing the job that this tab started."""
        with self.area:
            job = await again(self.key)
        if job is not None:
            self.watch(job)

    def watch(self, job: Job) -> None:
        self.job = job
        background_tasks.create(self._follow(job))

    def cancel(self) -> None:
        if self.job is not None:
            self.job.cancel()

    async def _follow(self, job: Job) -> None:
        version = -1
        while self.job is job and not self.area.is_deleted:
            self._show(job)
            with self.area:
                if self._on_news is not None:
                    await _called(self._on_news, job)
                if job.ended:
                    await _called(self._on_end, job)
                    return
            version = await job.changed(version)

    def _show(self, job: Job) -> None:
        self.area.set_visibility(not job.ended)
        if job.state == "queued":
            self.text.set_text(f"Waiting; number {job.position} in the queue")
        else:
            self.text.set_text(progress_text(job))
        self.bar.set_value(job.fraction)


async def _called(told: Told, job: Job) -> None:
    result = told(job)
    if isinstance(result, Awaitable):
        await result


def progress_text(job: Job) -> str:
    """How long it has been running, and how long it may take."""
    text = f"{job.fraction:.0%} · {seconds_text(job.seconds)}"
    if job.seconds_left is not None:
        text += f" · about {seconds_text(job.seconds_left)} left"
    return text


def seconds_text(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 3600 else f"{seconds / 3600:.1f} h"

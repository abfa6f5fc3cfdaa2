"""The picture, the search, and the way through its solutions."""

from collections.abc import Sequence
from random import randrange
from typing import Any
from urllib.parse import quote

from nicegui import context, run, ui
from nicegui.element import Element
from nicegui.events import KeyEventArguments

from piecework.cover.engines import ENGINES
from piecework.web.fields import Choice, Slide
from piecework.web.jobs import Job, Refused
from piecework.web.live import begin
from piecework.web.puzzle.downloads import FORMATS, Format, content, file_name
from piecework.web.puzzle.subject import Entries, Subject
from piecework.web.puzzle.words import amount, duration, plural
from piecework.web.requests import Solve
from piecework.web.viewer import Viewer

CLASSES = {
    "symmetries": "Really different ones",
    "rotations": "Mirror images count, too",
    "distinct": "Turned ones count, too",
}
LIMITS = {"1": "The first", "100": "Up to 100", "10000": "Up to 10,000", "all": "All of them"}
MOST_KEPT = 100
"""Placements of the chosen piece, which may have many copies; a request takes no more."""
TIMES = 0.15
"""Seconds between two looks at the job."""


class Solving:
    """The three parts of the page that belong together; each method makes one of them where it is wanted."""

    def __init__(self, subject: Subject, shared: Entries | None) -> None:
        self.subject = subject
        self.key = f"solve:{subject.name}:{subject.played}"
        self.solutions: Sequence[Entries] = [shared] if shared else []
        self.shared = shared is not None
        self.at = 0
        self.job: Job | None = None
        self.seen = -1
        self.link: Element | None = None
        self.chosen: str | None = None
        self.scene = subject.scene(shared)
        self.timer = ui.timer(TIMES, self._look, active=False)

    # -- through the solutions

    def picture(self) -> None:
        """The viewer, and the way through the solutions below it."""
        with ui.element("div").classes("pw-stack pz-main"):
            label = f"{self.subject.title}: the puzzle and its solution"
            self.viewer = Viewer(self.scene, label=label, on_choose=self._choose).classes("pz-viewer")
            self._browser()
        ui.keyboard(self._key, ignore=["input", "select", "textarea"], repeating=True)
        self._show_place()

    def _browser(self) -> None:
        with (
            ui.element("div")
            .classes("pz-browse")
            .props('role="group" aria-label="Solutions"') as self.browser
        ):
            self.back = _icon("chevron_left", "Previous solution", lambda: self.go(self.at - 1))
            self.on = _icon("chevron_right", "Next solution", lambda: self.go(self.at + 1))
            self.slide = Slide("Solution", on_change=lambda number: self.go(number - 1))
            self.place = ui.label("").classes("pz-place").props('role="status"')
            self.dice = _icon("shuffle", "Random solution", self._random)

    def go(self, at: int) -> None:
        """Show the solution with this number, from 0."""
        if not self.solutions:
            return
        self.at = min(len(self.solutions) - 1, max(0, at))
        self.viewer.show_solution(self.subject.placed(self.solutions[self.at]))
        self._show_place()

    def _random(self) -> None:
        if len(self.solutions) > 1:
            self.go((self.at + 1 + randrange(len(self.solutions) - 1)) % len(self.solutions))  # another one

    def _key(self, event: KeyEventArguments) -> None:
        if not event.action.keydown or event.modifiers.ctrl or event.modifiers.alt or event.modifiers.meta:
            return
        match str(event.key):
            case "ArrowLeft":
                self.go(self.at - 1)
            case "ArrowRight":
                self.go(self.at + 1)
            case "r" | "R":
                self._random()

    def _show_place(self) -> None:
        count = len(self.solutions)
        self.browser.visible = count > 0
        text = "The shared solution" if self.shared else f"Solution {self.at + 1:,} of {count:,}"
        self.slide.set(self.at + 1, count, text)
        self.slide.visible = self.dice.visible = count > 1
        self.place.text = text
        self.back.set_enabled(self.at > 0)
        self.on.set_enabled(self.at < count - 1)
        self._show_link()

    # -- the search

    def search(self) -> None:
        """Solve, Stop, how far it is, and the options."""
        with ui.element("section").classes("pw-panel pw-stack pz-solve").props('aria-labelledby="solve"'):
            ui.html('<h2 id="solve">Solve</h2>', sanitize=False).classes("pw-visually-hidden")
            if len(self.subject.scenarios) > 1:
                Choice("Way to play", self.subject.scenarios, self.subject.played, on_change=self._play_as)
            with ui.element("div").classes("pw-row"):
                self.start = ui.button("Solve", on_click=self._start, color=None).classes("pw-primary")
                self.stop = ui.button("Stop", on_click=self._stop, color=None)
            self.bar = ui.linear_progress(0, show_value=False).props('aria-label="Search"')
            self.news = ui.label("").classes("pw-small pw-muted pz-news").props('role="status"')
            self.keep = ui.checkbox("").classes("pw-small")
            self.keep.visible = False
            with ui.element("details").classes("pz-options"):
                ui.html("Options", tag="summary", sanitize=False)
                with ui.element("div").classes("pw-stack"):
                    self.classes = Choice("Solutions", CLASSES, "symmetries")
                    self.limit = Choice("How many", LIMITS, "10000")
                    engines = {"piecework": "piecework", **ENGINES}
                    self.engine = Choice("Engine", engines, "piecework")
            self.stop.visible = self.bar.visible = False

    def files(self) -> None:
        """What can be taken home."""
        with ui.element("section").classes("pw-panel pw-stack").props('aria-labelledby="take"'):
            ui.html('<h2 id="take">Take it with you</h2>', sanitize=False)
            with ui.element("div").classes("pz-files"):
                for kind in FORMATS:
                    self._file_button(kind)
            with ui.element("div").classes("pz-share") as self.share:
                with ui.element("label").classes("pw-field"):
                    ui.label("Link to this solution").classes("pw-small pw-muted")
                    self.link = ui.element("input").props("readonly").classes("pw-mono")
                self.link.on("focus", js_handler="(event) => event.target.select()")
                ui.button("Copy", on_click=self._copy, color=None)
        self._show_link()

    def _play_as(self, scenario: str) -> None:
        ui.navigate.to(f"/puzzle/{quote(self.subject.name)}?scenario={quote(scenario)}")

    def _choose(self, name: str | None) -> None:
        """A piece was picked in the viewer: it may stay where it is when the search starts anew."""
        self.chosen = name if name in {piece.name for piece in self.subject.puzzle.pieces} else None
        self.keep.visible = self.chosen is not None and bool(self.solutions) and not self.subject.on_tiles
        self.keep.text = f"Keep {self.chosen} where it is"
        self.keep.value = self.keep.value and self.keep.visible

    def _kept(self) -> list[str]:
        """The placements that the next search has to contain."""
        if not self.keep.value or not self.solutions:
            return []
        placements = self.subject.solution(self.solutions[self.at]).placements
        return [str(placement) for placement in placements if placement.piece == self.chosen][:MOST_KEPT]

    def _start(self) -> None:
        engine = self.engine.value
        request = Solve.model_validate(
            {
                "puzzle": self.subject.request,
                "scenario": self.subject.scenario,
                # Other engines list every solution, and leave it to others which are alike.
                "up_to": self.classes.value if engine == "piecework" else "distinct",
                "limit": None if self.limit.value == "all" else int(self.limit.value),
                "engine": engine,
                "fix": self._kept(),
            }
        )
        try:
            job = begin(request, self.key)
        except Refused as refusal:
            self.news.text = str(refusal)
            return
        self.resume(job)

    def resume(self, job: Job | None) -> None:
        """Follow a job: a new one, or the one from before a reload."""
        if job is None:
            return
        self.job, self.seen = job, -1
        self.timer.activate()
        self._look()

    def _stop(self) -> None:
        if self.job is not None:
            self.job.cancel()
            self._look()

    def _look(self) -> None:
        """Bring the page up to date with the job."""
        job = self.job
        if job is None or (job.version == self.seen and job.state != "queued"):
            return
        self.seen = job.version
        if job.solutions:
            first = not self.solutions or self.shared or self.solutions is not job.solutions
            self.solutions = job.solutions
            if first:
                self.shared = False
                self.go(0)
            else:
                self._show_place()
        self.start.visible = job.ended
        self.stop.visible = self.bar.visible = not job.ended
        self.bar.value = job.fraction
        self.news.text = _news(job)
        if job.ended:
            self.start.text = "Solve again"
            self.timer.deactivate()

    # -- to take home

    def _file_button(self, kind: Format) -> None:
        if kind.name == "GLB":
            png = ui.button("PNG", on_click=self._picture, color=None)
            png.tooltip("the picture as it is on the screen")
        ui.button(kind.name, on_click=lambda: self._download(kind), color=None).tooltip(kind.about)

    def _picture(self) -> None:
        self.viewer.download_png(file_name(self.subject, "png"))

    async def _download(self, kind: Format) -> None:
        entries = self.solutions[self.at] if self.solutions else None
        made = await run.io_bound(content, self.subject, entries, kind.ending)
        assert made is not None  # only a server that shuts down gives nothing
        ui.download.content(made, file_name(self.subject, kind.ending), kind.media_type)

    def _address(self) -> str:
        scenario = f"scenario={quote(self.subject.scenario)}&" if self.subject.scenario else ""
        text = quote(self.subject.link_text(self.solutions[self.at]), safe="~.")
        base = str(context.client.request.base_url)
        return f"{base}puzzle/{quote(self.subject.name)}?{scenario}solution={text}"

    def _show_link(self) -> None:
        if self.link is None:  # the panels are not there yet
            return
        self.share.visible = bool(self.solutions)
        if self.solutions:
            self.link.props["value"] = self._address()
            self.link.update()

    def _copy(self) -> None:
        ui.clipboard.write(self._address())
        ui.notify("The link is on the clipboard.")


def _news(job: Job) -> str:
    """How the search stands, in a line."""
    found = plural(job.found, "solution")
    if job.state == "queued":
        return f"Waiting for its turn: place {job.position} in the queue."
    parts = [found]
    if not job.ended:
        if job.nodes:  # as of the last report; when the end has come, there was none of the very last nodes
            parts.append(f"{amount(job.nodes)} nodes")
        left = job.seconds_left
        return " · ".join(
            [*parts, f"about {duration(left)} left" if left is not None else duration(job.seconds)]
        )
    parts.append(duration(job.seconds))
    if job.state == "done" and job.found:
        parts.insert(1, "that is all" if job.complete else "there may be more")
    return " · ".join(parts) + (f". {job.message}" if job.message else "")


def _icon(icon: str, label: str, action: Any) -> ui.button:
    button = ui.button(icon=icon, on_click=action, color=None).props(f'flat round aria-label="{label}"')
    button.tooltip(label)
    return button

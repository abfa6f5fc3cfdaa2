"""The page at /surfaces: a body and a pool of foam pieces; the net and the folded body side by side."""

from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Any

from nicegui import app, background_tasks, context, run, ui

from piecework.draw.scene import Scene, covering_scene, scene_of
from piecework.happy import Covering, Lying, SurfacePuzzle
from piecework.surface import Point, Surface
from piecework.web.frame import frame
from piecework.web.jobs import Job
from piecework.web.parts import Range, icon_button
from piecework.web.requests import SurfaceBodies, SurfaceSolve
from piecework.web.surfaces.bodies_panel import BodiesPanel
from piecework.web.surfaces.choice import OWN, Choice, body_names, body_words
from piecework.web.surfaces.choice_panel import ChoicePanel
from piecework.web.viewer import Viewer
from piecework.web.watching import Watched
from piecework.web.work import surface_puzzle

KEPT = "surface-choice"
MOST_SOLUTIONS = 100
SECONDS_TO_FOLD = 1.4


def declare() -> None:
    """Declare the page."""

    @ui.page("/surfaces")
    async def page(body: str = "") -> None:
        surfaces = SurfacesPage(body)
        with frame("Surfaces", active="/surfaces", css=("parts", "surfaces"), wide=True):
            surfaces.build()
        await context.client.connected()
        if context.client.is_deleted:  # gone before it was there
            return
        await surfaces.connected(fresh=not body)


class SurfacesPage:
    """One person's body, pool and solution."""

    def __init__(self, body: str) -> None:
        self.choice = Choice(name=body if body in body_names() else "cube")
        self.shown: SurfaceSolve | None = None
        """What the solutions are answers to: the pool may have changed since."""
        self.solutions: list[list[Lying]] = []
        self.number = self.drawing = 0
        self.viewers: tuple[Viewer, Viewer] | None = None
        """Net and body; they come when the rest of the page is there already."""

    # -- what is on the page

    def build(self) -> None:
        ui.label(
            "Foam pieces with toothed borders make a cube, and from several sets together any body of cubes. "
            "Pick a body and the sets you have."
        ).classes("pw-muted pw-lead")
        with ui.element("div").classes("pw-split pw-surfaces"):
            with ui.element("div").classes("pw-stack"):
                with ui.element("section").classes("pw-panel pw-stack").props('aria-label="Solution"'):
                    self._solution()
                self.bodies = BodiesPanel(lambda: self.choice, self.take)
            self.panel = ChoicePanel(self.choice, self.change)

    def _solution(self) -> None:
        with ui.element("div").classes("pw-row pw-between"):
            with ui.element("div"):
                self.title = ui.html("", sanitize=False)
                self.facts = ui.label("").classes("pw-muted pw-small")
            with ui.element("div").classes("pw-row"):
                self.several = ui.switch(f"Up to {MOST_SOLUTIONS}")
                self.button = ui.button("Solve", icon="play_arrow", on_click=self.solve).classes("pw-primary")
        self.watched = Watched("surface-solve", on_end=self._ended, on_news=self._news)
        self.message = ui.label("").classes("pw-wrap").props('role="status"')
        with ui.element("div").classes("pw-pair"):
            with ui.element("figure"):
                self.net_place = ui.element("div").classes("pw-view")
                ui.html("Net", sanitize=False, tag="figcaption")
            with ui.element("figure"):
                self.body_place = ui.element("div").classes("pw-view")
                ui.html("Body", sanitize=False, tag="figcaption")
        with ui.element("div").classes("pw-row pw-nowrap"):
            ui.label("Net").classes("pw-small pw-muted")
            self.fold = Range("Fold", 1.0, on_change=self._set_fold)
            ui.label("Body").classes("pw-small pw-muted")
            self.play = icon_button("play_arrow", "Fold it", self._play)
        self.browse = ui.element("div").classes("pw-row")
        self.timer = ui.timer(0.05, self._tick, active=False)
        self._describe()

    # -- changes

    def change(self, choice: Choice) -> None:
        """Another body or pool."""
        body_changed = choice.cubes != self.choice.cubes
        self.choice = choice
        self.panel.show(choice)
        app.storage.tab[KEPT] = choice.to_json()
        if body_changed:
            self._forget()
        self._describe()

    def take(
        self, cubes: Sequence[Point], covering: Sequence[Mapping[str, Any]], tried: SurfaceBodies
    ) -> None:
        """A body that was tried, with its solution if it has one."""
        self.change(self.choice.taken(cubes))
        if covering:
            self.watched.cancel()
            # The tiles of the solution are numbered as those of the body where it was tried.
            self.shown = SurfaceSolve(cubes=[list(cube) for cube in cubes], pool=tried.pool, flip=tried.flip)
            self.solutions = [_lying(covering)]
            self._show_solution(0)
            self.message.set_text("")
        ui.run_javascript("document.getElementById('main').scrollIntoView({block: 'start'})")

    def _forget(self) -> None:
        self.watched.cancel()
        self.solutions, self.shown = [], None
        self.message.set_text("")
        self.browse.clear()
        self._draw()

    def solve(self) -> None:
        """Look for a solution, or for several."""
        if not self.choice.cubes or not self.choice.copies:
            ui.notify(next(self.choice.notes()))
            return
        self.message.set_text("")
        self.solutions = []
        self.shown = request_of(self.choice, MOST_SOLUTIONS if self.several.value else 1)
        self.watched.start(self.shown)

    def _news(self, job: Job) -> None:
        """Show the first solution as soon as it is there."""
        request = job.request
        if not isinstance(request, SurfaceSolve) or request.cubes != request_of(self.choice, 1).cubes:
            return
        self.shown = request
        if len(job.solutions) == len(self.solutions):
            return
        first = not self.solutions
        self.solutions += [_lying(entries) for entries in job.solutions[len(self.solutions) :]]
        if first:
            self._show_solution(0)
        else:
            self._browse()

    def _ended(self, job: Job) -> None:
        if self.solutions:
            self.message.set_text("" if job.state == "done" else job.message)
            self._browse()
        else:
            text = job.message or "The search was stopped."
            self.message.set_text(text[:1].upper() + text[1:] + ("" if text.endswith(".") else "."))

    # -- showing

    def _show_solution(self, number: int) -> None:
        if self.solutions:
            self.number = number % len(self.solutions)
            self._draw()
            self._browse()

    def _draw(self) -> None:
        """Draw the solution of now, or the bare body; large ones take a while, so beside the event loop."""
        covering = tuple(self.solutions[self.number]) if self.solutions else ()
        self.drawing += 1
        request = self.shown if covering and self.shown else request_of(self.choice, 1)
        background_tasks.create(self._drawn(self.drawing, request, covering))

    async def _drawn(self, number: int, request: SurfaceSolve, covering: Covering) -> None:
        scene = await run.io_bound(scene_of_request, request, covering)
        if scene is None or number != self.drawing:
            return
        if self.viewers is None:
            with self.net_place:
                net = Viewer(scene, view="flat", controls=False, label="Net")
            with self.body_place:
                self.viewers = net, Viewer(scene, view="solid", controls=False, fold=1.0, label="Body")
            return
        for viewer in self.viewers:
            viewer.show(scene)

    def _browse(self) -> None:
        self.browse.clear()
        if len(self.solutions) < 2:
            return
        with self.browse:
            icon_button("chevron_left", "Previous solution", lambda: self._show_solution(self.number - 1))
            ui.label(f"Solution {self.number + 1} of {len(self.solutions)}").classes("pw-small")
            icon_button("chevron_right", "Next solution", lambda: self._show_solution(self.number + 1))

    def _describe(self) -> None:
        choice = self.choice
        name = "Your own body" if choice.name == OWN else body_words(choice.name)
        self.title.content = f"<h2>{name}</h2>"
        cubes = len(choice.cubes)
        self.facts.set_text(
            f"{cubes} cube{'s' * (cubes != 1)} · {choice.tiles} tiles · pool of {choice.pieces} pieces"
        )
        notes = " ".join(choice.notes())
        if notes or not self.solutions:
            self.message.set_text(notes)

    def _set_fold(self, amount: float) -> None:
        if self.viewers is not None:
            self.viewers[1].set_fold(amount)

    async def _play(self) -> None:
        """Fold the net into the body, or lay it out again; at once for those who want less motion."""
        self.goal = 0.0 if self.fold.value > 0.5 else 1.0
        try:
            still = await ui.run_javascript("matchMedia('(prefers-reduced-motion: reduce)').matches")
        except TimeoutError:
            still = True
        self.from_value, self.from_time = self.fold.value, monotonic() - (SECONDS_TO_FOLD if still else 0)
        self.timer.activate()

    def _tick(self) -> None:
        share = min(1.0, (monotonic() - self.from_time) / SECONDS_TO_FOLD)
        value = round(self.from_value + (self.goal - self.from_value) * share, 3)
        self.fold.show(value)
        self._set_fold(value)
        if share == 1.0:
            self.timer.deactivate()

    async def connected(self, *, fresh: bool) -> None:
        """The page is open: go on with what the tab had before a reload."""
        kept = app.storage.tab.get(KEPT)
        if fresh and isinstance(kept, dict):
            self.change(Choice.of_json(kept))
        self._draw()
        await self.watched.find_again()
        await self.bodies.connected()


def request_of(choice: Choice, limit: int) -> SurfaceSolve:
    """What to ask of the server for a choice; where there are no cubes, about a single one."""
    cubes = [list(cube) for cube in choice.cubes or [(0, 0, 0)]]
    return SurfaceSolve(cubes=cubes, pool=choice.pool, flip=choice.flip, limit=limit)


def scene_of_request(request: SurfaceSolve, covering: Covering) -> Scene:
    """The body, bare or with its pieces."""
    if covering:
        return covering_scene(surface_puzzle(request), covering)
    cubes = [(x, y, z) for x, y, z in request.cubes or ()]
    return scene_of(SurfacePuzzle(Surface.from_cubes(cubes), {}))


def _lying(entries: Sequence[Mapping[str, Any]]) -> list[Lying]:
    return [Lying(entry["tile"], entry["piece"], entry["orientation"]) for entry in entries]

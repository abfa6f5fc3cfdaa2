"""The plan of a shape: asked for, drawn as a graph of machines, and gone through step by step."""

from collections.abc import Callable
from typing import Any, Literal

from nicegui import ui

from piecework.web.jobs import Job
from piecework.web.parts import Range, icon_button
from piecework.web.requests import ShapezPlan
from piecework.web.shapez import pictures
from piecework.web.shapez.build import Build
from piecework.web.shapez.elements import PlanGraph
from piecework.web.shapez.files import code_button, downloads
from piecework.web.shapez.plan import RAW, Machine, counted, machines_of, told
from piecework.web.watching import Watched

LEAVES = {"game": "Start from what is mined", "halves": "Start from halves"}
COSTS = {"machines": "Few machines", "depth": "Little depth", "belts": "Few belts"}
SECONDS_A_STEP = 1.2


class PlanPanel:
    """The part of the page about the plan."""

    def __init__(self, shape: Callable[[], Build]) -> None:
        self.shape = shape
        self.skin = "rgb"
        self.found: dict[str, Any] = {}
        self.machines: list[Machine] = []
        self.step = 0
        self.whole = True
        self.graph: PlanGraph | None = None
        with ui.element("section").classes("pw-panel pw-stack").props('aria-label="Plan"'):
            with ui.element("div").classes("pw-row pw-between"):
                ui.html("<h2>How to build it</h2>", sanitize=False)
                with ui.element("div").classes("pw-row"):
                    self.leaves = ui.select(LEAVES, value="game").props(
                        'outlined dense options-dense aria-label="Start"'
                    )
                    self.cost = ui.select(COSTS, value="machines").props(
                        'outlined dense options-dense aria-label="Cost"'
                    )
                    self.button = ui.button("Plan", icon="account_tree", on_click=self.ask).classes(
                        "pw-primary"
                    )
            self.watched = Watched("shapez-plan", on_end=self._ended)
            self.area = ui.element("div").classes("pw-stack")
        self.timer = ui.timer(SECONDS_A_STEP, self._tick, active=False)

    async def connected(self) -> None:
        await self.watched.find_again()

    def ask(self) -> None:
        """Start a plan for the shape of now."""
        build = self.shape()
        if build.shape.is_empty:
            ui.notify("Build a shape first.")
            return
        leaves: Literal["game", "halves"] = "halves" if self.leaves.value == "halves" else "game"
        self.watched.start(
            ShapezPlan(code=build.code, layers=build.limit, leaves=leaves, cost=self.cost.value)
        )

    def outdated(self) -> None:
        """The shape has changed: a plan for another one is not shown any more."""
        if self.found and self.found.get("target") != self.shape().code:
            self.watched.cancel()
            self.found, self.machines, self.graph = {}, [], None
            self.timer.deactivate()
            self.area.clear()

    def look(self, skin: str) -> None:
        """Draw in other colours."""
        self.skin = skin
        if self.found:
            self._build()

    def _ended(self, job: Job) -> None:
        self.area.clear()
        self.found, self.machines, self.graph = {}, [], None
        if not isinstance(job.result, dict) or not job.result.get("buildable"):
            with self.area:
                text = job.message or "The search was stopped."
                ui.label(text[:1].upper() + text[1:]).classes("pw-bad pw-wrap")
            return
        if job.result["target"] != self.shape().code:
            return
        self.found = job.result
        self.machines = machines_of(self.found)
        self.step = len(self.machines)
        self._build()

    # -- a plan on the page

    def _build(self) -> None:
        self.area.clear()
        with self.area:
            self._cost()
            with ui.element("div").classes("pw-row pw-steps"):
                icon_button("first_page", "To the first step", lambda: self.go(1))
                icon_button("chevron_left", "One step back", lambda: self.go(self.step - 1))
                self.play = icon_button("play_arrow", "Play", self._play)
                icon_button("chevron_right", "One step on", lambda: self.go(self.step + 1))
                self.counter = ui.label("").classes("pw-small pw-muted pw-nobreak")
                ui.element("div").classes("pw-spring")
                ui.switch(
                    "Whole graph", value=self.whole, on_change=lambda event: self._whole(event.value)
                ).classes("pw-desktop")
            self.slider = Range(
                "Step", self.step, least=1, most=len(self.machines), step=1, on_change=self.go
            )
            self.details = ui.element("div").classes("pw-details").props('aria-live="polite"')
            self.graph = PlanGraph(self._svg(), self.go, whole=self.whole)
            downloads(
                "Plan",
                svg=lambda: pictures.standalone(self._svg()),
                json=lambda: {
                    key: value for key, value in self.found.items() if key not in ("svg", "buildable")
                },
                name=lambda: "plan",
            )
        self.go(self.step)

    def _whole(self, whole: bool) -> None:
        self.whole = whole
        if self.graph is not None:
            self.graph.show_whole(whole)

    def _svg(self) -> str:
        return pictures.graph(self.machines, skin=self.skin)

    def _cost(self) -> None:
        cost = self.found["cost"]
        counts = ", ".join(counted(op, number) for op, number in cost["by_machine"].items())
        with ui.element("dl").classes("pw-facts"):
            for name, value in (
                ("Machines", f"{cost['machines']} ({counts})" if counts else "none"),
                ("Depth", str(cost["depth"])),
                ("Belts", str(cost["belts"])),
            ):
                ui.html(name, sanitize=False, tag="dt")
                ui.html(value, sanitize=False, tag="dd")
        ui.label("Raw inputs").classes("pw-small pw-muted")
        with ui.element("div").classes("pw-row"):
            for code, number in cost["inputs"].items():
                with ui.element("div").classes("pw-row pw-nowrap"):
                    if number > 1:
                        ui.label(f"{number} \N{MULTIPLICATION SIGN}").classes("pw-muted")
                    code_button(code.removeprefix("fluid "), skin=self.skin, size=44)

    def go(self, step: int | float) -> None:
        """Show the plan up to a step, counted from 1."""
        if not self.machines or self.graph is None:
            return
        self.step = max(1, min(int(step), len(self.machines)))
        if self.slider.value != self.step:
            self.slider.show(self.step)
        self.counter.set_text(f"{self.step} of {len(self.machines)}")
        self.graph.show(self.step)
        machine = self.machines[self.step - 1]
        self.details.clear()
        with self.details:
            ui.label(f"{self.step}. {machine.name}").classes("pw-step-name")
            ui.label(told(machine, self.machines)).classes("pw-visually-hidden")
            with ui.element("div").classes("pw-row pw-flow"):
                for feed, output in machine.inputs:
                    code_button(self.machines[feed].outputs[output], skin=self.skin)
                if machine.op not in RAW:
                    ui.icon("arrow_forward").classes("pw-muted").props('aria-hidden="true" size="24px"')
                for code in machine.wanted:
                    code_button(code, skin=self.skin)

    def _play(self) -> None:
        if self.timer.active:
            self._pause()
            return
        if self.step >= len(self.machines):
            self.go(1)
        self.timer.activate()
        self.play.props('icon="pause" aria-label="Pause"')

    def _pause(self) -> None:
        self.timer.deactivate()
        self.play.props('icon="play_arrow" aria-label="Play"')

    def _tick(self) -> None:
        if self.step >= len(self.machines):
            self._pause()
        else:
            self.go(self.step + 1)

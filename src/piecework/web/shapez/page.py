"""The page at /shapez: a shape typed or built by clicking, what it looks like, and whether it can be made."""

from collections.abc import Callable
from functools import partial
from random import randrange

from nicegui import app, context, ui

from piecework.draw.shapez import SKINS
from piecework.shapez import Shape
from piecework.shapez._atlas import cache_folder
from piecework.shapez._codes import COLOURS
from piecework.web.frame import frame
from piecework.web.jobs import Job
from piecework.web.parts import Range, icon_button, segmented
from piecework.web.requests import ShapezCheck, ShapezRandom
from piecework.web.shapez import pictures
from piecework.web.shapez.build import KINDS, PARTS, Build, part_of
from piecework.web.shapez.elements import Rings
from piecework.web.shapez.files import downloads
from piecework.web.shapez.plan_panel import PlanPanel
from piecework.web.watching import Watched

START = "CrCrRgRg:--WbSy--"
KEPT = "shapez-build"

CLASSES = {
    "swappable": "Can be built: swappable",
    "stackable": "Can be built: stackable",
    "pin_essential": "Can be built: pin-essential",
    "impossible": "Cannot be built",
}


def declare() -> None:
    """Declare the page."""

    @ui.page("/shapez")
    async def page(code: str = "", layers: int = 4) -> None:
        shapez = ShapezPage(layers)
        with frame("Shapez 2", active="/shapez", css=("parts", "shapez"), wide=True):
            shapez.build_page()
        if code:
            shapez.code.value = code[:400]
        await context.client.connected()
        await shapez.connected(fresh=not code)


Tool = tuple[ui.element, ui.html]
"""A button, and the picture on it."""


def tool(name: str, use: Callable[[], object]) -> Tool:
    """A button with a picture, to choose what a click makes."""
    with (
        ui.element("button")
        .classes("pw-tool")
        .props(f'type="button" aria-label="{name}" title="{name}"')
        .on("click", use) as button
    ):
        return button, ui.html("", sanitize=False)


class ShapezPage:
    """One person's shape, and all that shows it."""

    def __init__(self, layers: int) -> None:
        self.shape = Build.of(START, limit=5 if layers == 5 else 4)
        self.kind, self.colour = "C", "r"
        self.skin, self.patterns = "rgb", False
        self.is_connected = False
        self.kinds: dict[str, Tool] = {}
        self.colours: dict[str, Tool] = {}

    # -- what is on the page

    def build_page(self) -> None:
        self.root = context.slot.parent
        with ui.element("div").classes("pw-split pw-shapez"):
            with ui.element("section").classes("pw-panel pw-stack").props('aria-label="Build"'):
                self._code_row()
                self.tools = ui.element("div").classes("pw-stack")
                self.rings = Rings(self._rings(), self._pressed)
                self._settings()
            with ui.element("div").classes("pw-stack"):
                with ui.element("section").classes("pw-panel pw-stack").props('aria-label="Picture"'):
                    self._pictures()
                with (
                    ui.element("section").classes("pw-panel pw-stack").props('aria-label="Can it be built?"')
                ):
                    ui.html("<h2>Can it be built?</h2>", sanitize=False)
                    self.verdict = ui.element("div").classes("pw-stack").props('aria-live="polite"')
                    self.checking = Watched("shapez-check", on_end=self._checked)
        self.plan = PlanPanel(lambda: self.shape)
        self._tools()

    def _code_row(self) -> None:
        with ui.element("div").classes("pw-row pw-nowrap"):
            self.code = (
                ui.input("Shape code", value=self.shape.code, on_change=lambda event: self.typed(event.value))
                .props('outlined debounce="250" spellcheck="false" autocomplete="off" maxlength="400"')
                .classes("pw-code")
            )
            icon_button("content_copy", "Copy the code", self._copy)
        self.fault = ui.label("").classes("pw-bad pw-small").props('role="alert"')
        self.fault.set_visibility(False)
        with ui.element("div").classes("pw-row"):
            self.parts_area = ui.element("div").classes("pw-row")
            ui.button("Random", icon="casino", on_click=self._random)
            icon_button("rotate_right", "Turn", lambda: self.change(self.shape.turned()))
            icon_button("flip", "Mirror", lambda: self.change(self.shape.mirrored()))
            icon_button("delete_outline", "Clear", lambda: self.change(self.shape.cleared()))
        self.drawing = Watched("shapez-random", on_end=self._drawn)

    def _tools(self) -> None:
        """What depends on quad or hex: the switches, and the parts to place."""
        self.parts_area.clear()
        with self.parts_area:
            segmented(
                {str(parts): name.capitalize() for parts, name in PARTS.items()},
                str(self.shape.parts),
                lambda value: self.change(self.shape.with_parts(int(value))),
                label="Parts of a layer",
            )
            segmented(
                {"4": "4 layers", "5": "5 layers"},
                str(self.shape.limit),
                lambda value: self.change(self.shape.with_limit(int(value))),
                label="Layer limit",
            )
        if self.kind not in (*KINDS[self.shape.parts], "c", "P", "-"):
            self.kind = next(iter(KINDS[self.shape.parts]))
        self.tools.clear()
        self.kinds, self.colours = {}, {}
        with self.tools:
            kinds = {**KINDS[self.shape.parts], "c": "crystal", "P": "pin", "-": "nothing"}
            with ui.element("div").classes("pw-row pw-kinds").props('role="group" aria-label="Part"'):
                for letter, name in kinds.items():
                    self.kinds[letter] = tool(name, partial(self._use, kind=letter))
            with ui.element("div").classes("pw-row pw-kinds").props('role="group" aria-label="Colour"'):
                for letter, name in COLOURS.items():
                    self.colours[letter] = tool(name, partial(self._use, colour=letter))
        self._show_tools()

    def _show_tools(self) -> None:
        for chosen, buttons in ((self.kind, self.kinds), (self.colour, self.colours)):
            for letter, (button, picture) in buttons.items():
                button.props(f"aria-pressed={'true' if letter == chosen else 'false'}")
                shown = (
                    self._sample(letter)
                    if buttons is self.kinds
                    else pictures.dot(SKINS[self.skin][letter][1])
                )
                if picture.content != shown:
                    picture.content = shown

    def _sample(self, kind: str) -> str:
        part = part_of(kind, self.colour)
        row = (part, *("--",) * (self.shape.parts - 1)) if kind == "P" else (part,) * self.shape.parts
        shape = Shape.from_layers([row], parts=self.shape.parts)
        return pictures.from_above(shape, skin=self.skin)

    def _settings(self) -> None:
        with ui.element("div").classes("pw-row"):
            ui.select(
                {"rgb": "Colours: RGB", "ryb": "Colours: RYB", "cmyk": "Colours: CMYK"},
                value=self.skin,
                on_change=lambda event: self._look(skin=event.value),
            ).props('outlined dense options-dense aria-label="Colour skin"')
            ui.switch("Patterns for colours", on_change=lambda event: self._look(patterns=event.value))

    def _pictures(self) -> None:
        with ui.element("div").classes("pw-views"):
            self.above = ui.html("", sanitize=False).classes("pw-above")
            self.stack = ui.html("", sanitize=False).classes("pw-stacked")
        with ui.element("div").classes("pw-row pw-nowrap"):
            ui.label("Layers apart").classes("pw-small pw-muted pw-nobreak")
            pull = f"getHtmlElement({self.stack.id}).style.setProperty('--apart', value)"
            Range("Layers apart", 0.55, js=pull)
        downloads(
            "Shape",
            svg=lambda: pictures.standalone(
                pictures.from_above(self._shown(), skin=self.skin, patterns=self.patterns)
            ),
            json=lambda: {
                "code": self.shape.code,
                "layers": [list(row) for row in self._shown().layers],
                "canonical": self._shown().canonical().code,
            },
            name=lambda: "shape",
            scale=8,
        )

    # -- changes

    def change(self, shape: Build) -> None:
        """Another shape."""
        with self.root:  # the button that was clicked may be made anew
            self._take(shape)
            if self.code.value != shape.code:
                self.code.value = shape.code

    def typed(self, code: str | None) -> None:
        """A code was typed: follow it as soon as it can be read."""
        if code is None or code.strip() == self.shape.code:
            self.fault.set_visibility(False)
            return
        try:
            shape = Build.of(code.strip(), limit=self.shape.limit)
        except ValueError as error:
            self.fault.set_text(str(error))
            self.fault.set_visibility(True)
            return
        self._take(shape)

    def _take(self, shape: Build) -> None:
        before, self.shape = self.shape, shape
        self.fault.set_visibility(False)
        if (shape.parts, shape.limit) != (before.parts, before.limit):
            self._tools()
        self.show()

    def _pressed(self, layer: int, column: int) -> None:
        self.change(self.shape.put(layer, column, part_of(self.kind, self.colour)))

    def _use(self, *, kind: str | None = None, colour: str | None = None) -> None:
        self.kind, self.colour = kind or self.kind, colour or self.colour
        self._show_tools()

    def _look(self, *, skin: str | None = None, patterns: bool | None = None) -> None:
        self.skin = skin or self.skin
        self.patterns = self.patterns if patterns is None else patterns
        self._show_tools()
        self.show(check=False)
        self.plan.look(self.skin)

    def _random(self) -> None:
        self.drawing.start(
            ShapezRandom(
                parts=6 if self.shape.parts == 6 else 4, layers=self.shape.limit, seed=randrange(2**31)
            )
        )

    def _drawn(self, job: Job) -> None:
        if isinstance(job.result, dict) and job.result.get("codes"):
            self.change(Build.of(job.result["codes"][0], limit=self.shape.limit))
        elif job.message:
            ui.notify(job.message)

    def _copy(self) -> None:
        ui.clipboard.write(self.shape.code)
        ui.notify("Copied")

    # -- showing

    def _rings(self) -> list[dict[str, object]]:
        return pictures.rings(self.shape, skin=self.skin, patterns=self.patterns)

    def _shown(self) -> Shape:
        return self.shape.shape

    def show(self, *, check: bool = True) -> None:
        """Bring everything into step with the shape."""
        shape = self._shown()
        self.rings.show(self._rings(), defs=pictures.defs(patterns=self.patterns))
        self.above.content = pictures.from_above(shape, skin=self.skin, patterns=self.patterns)
        self.stack.content = pictures.stack(shape, skin=self.skin, patterns=self.patterns)
        if not check:
            return
        self.plan.outdated()
        if self.is_connected:
            app.storage.tab[KEPT] = [self.shape.code, self.shape.limit]
            address = f"/shapez?code={shape.code}&layers={self.shape.limit}"
            ui.run_javascript(f"history.replaceState(history.state, '', '{address}')")
            self._check()

    async def connected(self, *, fresh: bool) -> None:
        """The page is open: go on with what the tab had, and begin to check."""
        self.is_connected = True
        kept = app.storage.tab.get(KEPT)
        if fresh and isinstance(kept, list):
            self.change(Build.of(kept[0], limit=kept[1]))
        self.show()
        await self.plan.connected()

    def _check(self) -> None:
        shape = self._shown()
        self.verdict.clear()
        if shape.is_empty:
            with self.verdict:
                ui.label("Nothing is there yet: click a part above.").classes("pw-muted")
            return
        if (self.shape.parts, self.shape.limit) == (6, 5) and not (cache_folder() / "hex5.atlas").exists():
            with self.verdict:
                ui.label(
                    "Nothing is known yet about hexes of five layers. Finding it out takes some twenty "
                    "minutes and a gigabyte of memory, once."
                ).classes("pw-small")
                ui.button("Find out", on_click=self._ask)
            return
        self._ask()

    def _ask(self) -> None:
        self.verdict.clear()
        with self.verdict:
            ui.label("Checking …").classes("pw-muted")
        self.checking.start(ShapezCheck(code=self.shape.code, layers=self.shape.limit))

    def _checked(self, job: Job) -> None:
        found = job.result
        self.verdict.clear()
        with self.verdict:
            if not isinstance(found, dict):
                ui.label(job.message or "The check was stopped.").classes("pw-bad")
                return
            good = bool(found["buildable"])
            with ui.element("div").classes("pw-row pw-nowrap"):
                ui.icon("check_circle" if good else "cancel").classes("pw-good" if good else "pw-bad").props(
                    'size="26px" aria-hidden="true"'
                )
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
            .on("click", lambda: self.change(Build.of(code, limit=self.shape.limit)))
        ):
            ui.html(pictures.small(code, skin=self.skin), sanitize=False)

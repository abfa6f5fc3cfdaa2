"""The page at /shapez: a shape typed or built by clicking, what it looks like, and whether it can be made."""

from random import randrange

from nicegui import app, context, ui

from piecework.shapez import Shape
from piecework.web.frame import frame
from piecework.web.jobs import Job
from piecework.web.parts import Range, Segmented, icon_button
from piecework.web.requests import ShapezRandom
from piecework.web.shapez import pictures
from piecework.web.shapez.build import LIMITS, PARTS, Build
from piecework.web.shapez.elements import Rings
from piecework.web.shapez.files import downloads
from piecework.web.shapez.palette import Palette
from piecework.web.shapez.plan_panel import PlanPanel
from piecework.web.shapez.verdict_panel import VerdictPanel
from piecework.web.watching import Watched

START = "CrCrRgRg:--WbSy--"
KEPT = "shapez-build"


def declare() -> None:
    """Declare the page."""

    @ui.page("/shapez")
    async def page(code: str = "", layers: str = "4") -> None:
        shapez = ShapezPage(limit=5 if layers == "5" else 4)
        with frame("Shapez 2", active="/shapez", css=("parts", "shapez"), wide=True):
            shapez.build_page()
        if code:
            shapez.code.value = code[:400]
        await context.client.connected()
        if context.client.is_deleted:  # gone before it was there
            return
        await shapez.connected(fresh=not code)


class ShapezPage:
    """One person's shape, and all that shows it."""

    def __init__(self, *, limit: int) -> None:
        self.shape = Build.of(START, limit=limit)
        self.skin, self.patterns = "rgb", False
        self.is_connected = False

    # -- what is on the page

    def build_page(self) -> None:
        self.root = context.slot.parent
        with ui.element("div").classes("pw-split pw-shapez"):
            with ui.element("section").classes("pw-panel pw-stack").props('aria-label="Build"'):
                self._code_row()
                self.palette = Palette(self.shape.parts)
                self.rings = Rings(self._rings(), self._pressed)
                self._settings()
            with ui.element("div").classes("pw-stack"):
                with ui.element("section").classes("pw-panel pw-stack").props('aria-label="Picture"'):
                    self._pictures()
                self.verdict = VerdictPanel(lambda: self.shape, self.change)
        self.plan = PlanPanel(lambda: self.shape)

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
            self.parts = Segmented(
                {str(parts): name.capitalize() for parts, name in PARTS.items()},
                str(self.shape.parts),
                lambda value: self.change(self.shape.with_parts(int(value))),
                label="Parts of a layer",
            )
            self.limit = Segmented(
                {str(limit): f"{limit} layers" for limit in LIMITS},
                str(self.shape.limit),
                lambda value: self.change(self.shape.with_limit(int(value))),
                label="Layer limit",
            )
            ui.button("Random", icon="casino", on_click=self._random)
            icon_button("rotate_right", "Turn", lambda: self.change(self.shape.turned()))
            icon_button("flip", "Mirror", lambda: self.change(self.shape.mirrored()))
            icon_button("delete_outline", "Clear", lambda: self.change(self.shape.cleared()))
        self.drawing = Watched("shapez-random", on_end=self._drawn)

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
        with self.root:  # what was clicked may be gone by the end
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
        self.shape = shape
        self.fault.set_visibility(False)
        self.parts.show(str(shape.parts))
        self.limit.show(str(shape.limit))
        self.palette.show(parts=shape.parts)
        self.show()

    def _pressed(self, layer: int, column: int) -> None:
        self.change(self.shape.put(layer, column, self.palette.part))

    def _look(self, *, skin: str | None = None, patterns: bool | None = None) -> None:
        self.skin = skin or self.skin
        self.patterns = self.patterns if patterns is None else patterns
        self.palette.show(skin=self.skin)
        self.verdict.skin = self.skin
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
            self.verdict.check()

    async def connected(self, *, fresh: bool) -> None:
        """The page is open: go on with what the tab had, and begin to check."""
        self.is_connected = True
        kept = app.storage.tab.get(KEPT)
        if fresh and isinstance(kept, list):
            self.change(Build.of(kept[0], limit=kept[1]))
        self.show()
        await self.plan.connected()

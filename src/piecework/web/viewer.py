"""The viewer as an element of a page.

>>> viewer = Viewer(scene_of(puzzle))                     # doctest: +SKIP
>>> viewer.show_solution(placed(puzzle, placements))      # doctest: +SKIP
"""

import json
from collections.abc import Callable, Sequence
from typing import Any, Literal

from nicegui import ui
from nicegui.element import Element

from piecework.draw.html import VIEWER
from piecework.draw.scene import Placed, Scene

# The page knows where three.js is only after someone has asked for NiceGUI's own scene.
_WITH_THREE = ui.scene

View = Literal["solid", "flat"]
Mode = Literal["show", "outline", "hide", "isolate"]


class Viewer(Element, component="viewer_element.js", esm={"piecework-viewer": str(VIEWER)}):
    """Shows a scene, in space or flat; give it a height with `.style("height: …")`.

    `controls=False` leaves out the bar with the sliders and the list of pieces. `on_choose` is told the name
    of the piece that someone picked, or None.
    """

    def __init__(
        self,
        scene: Scene,
        *,
        view: View | None = None,
        controls: bool = True,
        label: str = "",
        fold: float | None = None,
        on_choose: Callable[[str | None], object] | None = None,
    ) -> None:
        super().__init__()
        self._props.update({"scene": _text({**scene, "solution": None}), "controls": controls})
        self._props["solution"] = _text(scene["solution"])
        if view is not None:
            self._props["view"] = view
        if label:
            self._props["label"] = label
        if fold is not None:
            self._props["fold"] = fold
        if on_choose is not None:
            self.on("choose", lambda event: on_choose(event.args))
        self.classes("piecework-viewer-element").style("height: 600px; display: block; width: 100%")

    def show(self, scene: Scene) -> None:
        """Another puzzle, or the same one from the beginning."""
        self._props["scene"] = _text({**scene, "solution": None})
        self._props["solution"] = _text(scene["solution"])
        self.update()

    def show_solution(self, solution: Sequence[Placed] | None) -> None:
        """Another solution of the same puzzle; what was hidden stays hidden."""
        self._props["solution"] = _text(solution)
        self.update()

    def set_fold(self, amount: float) -> None:
        """0 is the flat net, 1 the folded body."""
        self._props["fold"] = amount
        self.update()

    def set_explode(self, amount: float) -> None:
        """0 is together, 1 far apart."""
        self._props["explode"] = amount
        self.update()

    def set_view(self, view: View) -> None:
        """In space, or flat."""
        self._props["view"] = view
        self.update()

    def set_piece(self, name: str, mode: Mode) -> None:
        """How a piece looks."""
        self.run_method("piece", name, mode)

    def set_step(self, step: int) -> None:
        """So many steps of the assembly are done."""
        self.run_method("step", step)

    def play(self, on: bool = True) -> None:
        """Start or stop the assembly."""
        self.run_method("play", on)

    def download_png(self, name: str) -> None:
        """Save the picture as it is on the screen, in the browser."""
        self.run_method("download", name)


def _text(value: Any) -> str:
    return "" if value is None else json.dumps(value, separators=(",", ":"))

"""The page's own elements: rings to click, and the graph of a plan."""

from collections.abc import Callable, Sequence

from nicegui.element import Element
from nicegui.events import GenericEventArguments


class Rings(Element, component="rings.js"):
    """Layers as rings; tells which part of which layer is pressed."""

    def __init__(self, rings: Sequence[dict[str, object]], on_press: Callable[[int, int], object]) -> None:
        super().__init__()
        self._props["rings"] = list(rings)
        self._props["defs"] = ""

        def pressed(event: GenericEventArguments) -> None:
            said = event.args if isinstance(event.args, dict) else {}
            layer, column = said.get("layer"), said.get("column")
            if type(layer) is int and type(column) is int:
                on_press(layer, column)

        self.on("press", pressed)

    def show(self, rings: Sequence[dict[str, object]], *, defs: str = "") -> None:
        self._props["rings"] = list(rings)
        self._props["defs"] = defs
        self.update()


class PlanGraph(Element, component="plan.js"):
    """The machines of a plan, shown up to a step; tells which is chosen."""

    def __init__(self, svg: str, on_step: Callable[[int], object], *, whole: bool = True) -> None:
        super().__init__()
        self._props.update({"svg": svg, "step": 0, "whole": whole})

        def chosen(event: GenericEventArguments) -> None:
            step = event.args.get("step") if isinstance(event.args, dict) else None
            if type(step) is int:
                on_step(step)

        self.on("step", chosen)

    def show(self, step: int) -> None:
        self._props["step"] = step
        self.update()

    def show_whole(self, whole: bool) -> None:
        """As small as it takes to see all of it, or large enough to read."""
        self._props["whole"] = whole
        self.update()

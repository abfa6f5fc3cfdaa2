"""The viewer in a notebook: an anywidget around the same module as everywhere else.

`puzzle` and `solution` show it by themselves where the extra `notebook` is installed; elsewhere they stay SVG
pictures. three.js travels inside the widget, so a notebook needs no network.
"""

from functools import cache
from importlib.util import find_spec
from typing import Any

from piecework.draw.html import ViewerError, packed, three_source, viewer_source
from piecework.draw.scene import Scene, scene_of
from piecework.puzzle import Assembly, Solution

RENDER = """
const PACKED = "%s";
let three = null;

/** three.js, unpacked once for all widgets that share this module. */
function unpacked() {
  three ??= (async () => {
    const bytes = Uint8Array.from(atob(PACKED), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    const source = await new Response(stream).blob();
    return import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  })();
  return three;
}

export default {
  async render({ model, el }) {
    const { THREE, OrbitControls } = await unpacked();
    const place = document.createElement("div");
    place.style.height = `${model.get("height")}px`;
    el.append(place);
    // JupyterLab has light and dark of its own; elsewhere the system decides.
    const light = document.body.dataset.jpThemeLight;
    const theme = light === undefined ? "auto" : light === "true" ? "light" : "dark";
    const viewer = mount(place, model.get("scene"), { THREE, OrbitControls, theme });
    place.viewer = viewer;
    const renew = () => viewer.setScene(model.get("scene"));
    model.on("change:scene", renew);
    return () => {
      model.off("change:scene", renew);
      viewer.dispose();
    };
  },
};
"""


@cache
def widget_source() -> str:
    """The widget's ES module."""
    return viewer_source() + RENDER % packed(three_source())


def show(shown: Assembly | Solution, *, height: int = 560) -> Any:
    """A widget that shows a puzzle or a solution. `ViewerError` says what is missing, if something is."""
    if find_spec("anywidget") is None:
        raise ViewerError("the viewer in a notebook needs anywidget: install piecework[notebook]")
    return _widget_class()(scene=scene_for(shown), height=height)


def scene_for(shown: Assembly | Solution) -> Scene:
    """The scene of a puzzle or of a solution."""
    return scene_of(shown.puzzle, shown) if isinstance(shown, Solution) else scene_of(shown)


def mimebundle(shown: Assembly | Solution) -> Any:
    """What a notebook shows beside the SVG picture: the widget, or nothing where it cannot be had."""
    try:
        data, metadata = show(shown)._repr_mimebundle_()
    except ViewerError:
        return {}
    data.pop("text/plain", None)  # the text of a puzzle is its own
    return data, metadata


@cache
def _widget_class() -> Any:
    import anywidget
    import traitlets

    class PieceworkViewer(anywidget.AnyWidget):
        """A scene; assigning another one to `scene` shows that."""

        _esm = widget_source()
        scene = traitlets.Dict().tag(sync=True)
        height = traitlets.Int(560).tag(sync=True)

    return PieceworkViewer

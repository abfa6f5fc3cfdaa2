"""Pages that work from disk: one HTML file with a scene, the viewer and three.js in it, nothing outside."""

import base64
import gzip
import json
import re
from functools import cache
from html import escape
from importlib.util import find_spec
from pathlib import Path

from piecework.draw.scene import Scene

VIEWER = Path(__file__).parent / "viewer"
MODULES = ("geometry", "poses", "bodies", "style", "flat", "solid", "controls", "viewer")
"""The viewer's modules, each after those that it imports."""


class ViewerError(ModuleNotFoundError):
    """Something that the viewer needs is not installed."""


@cache
def viewer_source() -> str:
    """The viewer as a single ES module that exports `mount` and imports nothing.

    Its modules import each other by name on single lines and share no names, so putting one after the other
    without these lines is all that a bundler would do.
    """
    parts = []
    for name in MODULES:
        text = (VIEWER / f"{name}.js").read_text("utf-8")
        text = re.sub(r'^import \{[^}]*\} from "\./\w+\.js";\n', "", text, flags=re.MULTILINE)
        parts.append(text if name == "viewer" else re.sub(r"^export ", "", text, flags=re.MULTILINE))
    return "\n".join(parts)


@cache
def three_source() -> str:
    """three.js with its orbit controls, as the ES module that NiceGUI brings along."""
    spec = find_spec("nicegui")
    for place in (spec.submodule_search_locations or []) if spec else []:
        path = Path(place) / "elements" / "scene" / "dist" / "index.js"
        if path.exists():
            return re.sub(r"\n//# sourceMappingURL=.*", "", path.read_text("utf-8"))
    raise ViewerError("the viewer needs three.js, which comes with the page: install piecework[web]")


def scene_html(scene: Scene, *, title: str = "") -> str:
    """A page that shows a scene, for a browser without a network."""
    name = title or str(scene["title"]) or "Puzzle"
    # "<" cannot end the script that the data stands in when it is escaped as JSON allows.
    data = json.dumps(scene, separators=(",", ":")).replace("<", "\\u003c")
    return PAGE.format(
        title=escape(name), scene=data, three=packed(three_source()), viewer=packed(viewer_source())
    )


@cache
def packed(source: str) -> str:
    """A source as text that may stand anywhere: compressed, and in base 64."""
    return base64.b64encode(gzip.compress(source.encode(), mtime=0)).decode()


PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="piecework">
<title>{title}</title>
<link rel="icon" href="data:,">
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column;
  box-sizing: border-box; padding: 20px clamp(12px, 3vw, 40px) 28px; background: Canvas; color: CanvasText;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }}
h1 {{ font-size: 22px; line-height: 1.3; font-weight: 650; margin: 0 0 14px; }}
main {{ flex: 1 1 auto; display: flex; flex-direction: column; width: 100%; max-width: 1200px;
  margin: 0 auto; }}
#picture {{ flex: 1 1 auto; min-height: 480px; display: grid; }}
@media (prefers-color-scheme: light) {{ body {{ background: #fbfcfd; color: #1c2430; }} }}
@media (prefers-color-scheme: dark) {{ body {{ background: #12161d; color: #e8edf4; }} }}
</style>
</head>
<body>
<main>
<h1>{title}</h1>
<div id="picture"></div>
<noscript>The picture needs JavaScript; it is all in this file.</noscript>
</main>
<script type="application/json" id="scene">{scene}</script>
<script type="module">
const scene = JSON.parse(document.getElementById("scene").textContent);
async function unpacked(text) {{
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const source = await new Response(stream).blob();
  return import(URL.createObjectURL(new Blob([source], {{ type: "text/javascript" }})));
}}
const {{ mount }} = await unpacked("{viewer}");
const {{ THREE, OrbitControls }} = await unpacked("{three}");
window.viewer = mount(document.getElementById("picture"), scene, {{ THREE, OrbitControls }});
</script>
</body>
</html>
"""

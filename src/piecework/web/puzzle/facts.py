"""What a puzzle is made of, and whether something plainly speaks against a solution."""

from html import escape
from typing import Any

from nicegui import context, ui

from piecework.draw.scene import Scene
from piecework.web.jobs import Refused
from piecework.web.puzzle.subject import Subject
from piecework.web.puzzle.words import plural
from piecework.web.requests import Check
from piecework.web.state import state

KEYS = {
    "← →": "previous and next solution",
    "R": "a random solution",
    "Space": "in the picture: play the assembly",
    "[ ]": "in the picture: one step back or on",
    "Arrows + −": "in the picture: turn and zoom",  # noqa: RUF001  # a minus sign, as on the keys
}


def fact_panel(subject: Subject, scene: Scene) -> None:
    """Cells and pieces at once; what must be computed comes a moment later, from a process of its own."""
    with ui.element("section").classes("pw-panel pw-stack").props('aria-labelledby="about-puzzle"'):
        ui.html('<h2 id="about-puzzle">About this puzzle</h2>', sanitize=False)
        table = ui.html(_table(_at_once(subject, scene)), sanitize=False)
        checked = ui.element("div")
        with ui.element("details").classes("pz-options"):
            ui.html("Keys", tag="summary", sanitize=False)
            ui.html(_table(KEYS), sanitize=False)
        ui.html(f'<a href="/editor?open={escape(subject.name)}">Open in the editor</a>', sanitize=False)

    async def look() -> None:
        request = Check(puzzle=subject.request, scenario=subject.scenario)
        try:
            job = state().jobs.start(request, owner=context.client.id)
        except Refused:
            return
        await job.wait()
        if job.state != "done":
            with checked:
                ui.label(job.message).classes("pw-faults")
            return
        table.content = _table(_at_once(subject, scene) | _computed(job.result))
        with checked:
            if faults := job.result["check"]:
                text = "\n".join(f"• {fault['text']}" for fault in faults)
                ui.label(f"No solution is possible:\n{text}").classes("pw-faults")
            else:
                ui.label("✓ Nothing speaks against a solution.").classes("pw-good pw-small")

    ui.timer(0.05, look, once=True)


def _at_once(subject: Subject, scene: Scene) -> dict[str, str]:
    target, pieces = scene["target"], subject.puzzle.pieces
    copies = sum(piece.most for piece in pieces)
    kinds = f" of {plural(len(pieces), 'kind')}" if copies != len(pieces) else ""
    tiles = target.get("tiles")
    rows = {"To fill": plural(len(tiles), "tile") if tiles else plural(len(target["cells"]), "cell")}
    if target["optional"]:
        rows["Optional"] = plural(len(target["optional"]), "cell")
    if target["blocked"]:
        rows["Blocked"] = plural(len(target["blocked"]), "cell")
    return rows | {"Pieces": plural(copies, "piece") + kinds}


def _computed(facts: dict[str, Any]) -> dict[str, str]:
    placements = sum(piece["placements"] for piece in facts["pieces"])
    symmetries = facts["symmetries"]
    return {
        "Placements": f"{placements:,}",
        "Symmetries": f"{symmetries['all']}, {symmetries['rotations']} by hand",
    }


def _table(rows: dict[str, str]) -> str:
    cells = "".join(f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in rows.items())
    return f'<dl class="pw-facts">{cells}</dl>'

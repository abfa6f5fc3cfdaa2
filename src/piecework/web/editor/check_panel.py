"""The check beside the editor: what speaks against the puzzle, and a solid one as it looks in space."""

import asyncio

from nicegui import background_tasks, run, ui

from piecework.draw.scene import Scene, scene_of
from piecework.formats import parse
from piecework.web.editor.checking import Note, checked, is_light, notes_of, notes_of_faults, scenarios_of
from piecework.web.editor.document import State
from piecework.web.editor.lattice import Lattice
from piecework.web.jobs import Refused
from piecework.web.live import begin
from piecework.web.requests import Check
from piecework.web.viewer import Viewer

PAUSE = 0.15
"""Seconds: while more is changing, nothing is checked."""
MOST_NOTES = 30

MARKS = {
    True: ("check_circle", "pw-good"),
    False: ("error_outline", "pw-bad"),
    None: ("info_outline", "pw-muted"),
}


class CheckPanel:
    """Two panels, and a `status` in a few words that may stand elsewhere."""

    def __init__(self, status: ui.link) -> None:
        self.status = status
        self.number = 0
        self.viewer: Viewer | None = None
        panel = ui.element("section").classes("pw-panel pw-stack")
        with panel.props('aria-label="Check" id="check"'):
            ui.html("<h2>Check</h2>", sanitize=False)
            self.notes = ui.element("ul").classes("pw-notes").props('aria-live="polite"')
        self.space = ui.element("section").classes("pw-panel pw-stack").props('aria-label="In space"')
        self.space.set_visibility(False)

    def check(self, state: State) -> None:
        """Check what is there, in a moment, unless more changes by then."""
        self.number += 1
        background_tasks.create(self._check(self.number, state))

    async def _check(self, number: int, state: State) -> None:
        if state.faults:
            self._show(notes_of_faults(state.faults))
            return
        await asyncio.sleep(PAUSE)
        notes: list[Note] = []
        for scenario in scenarios_of(state.draft):
            if number != self.number:
                return
            if is_light(state.draft):
                notes += await run.io_bound(checked, state.text, scenario) or []
            else:
                self._show([Note("Checking …")])
                notes += await self._checked_outside(state.text, scenario)
        if number == self.number:
            self._show(notes)
            await self._show_in_space(number, state)

    async def _checked_outside(self, text: str, scenario: str | None) -> list[Note]:
        """A check that takes longer is a job like others."""
        try:
            with self.notes:
                job = begin(Check(puzzle=text, scenario=scenario), "editor-check")
        except Refused as refused:
            return [Note(str(refused), False)]
        version = 0
        while not job.ended:
            version = await job.changed(version)
        if job.state != "done" or not isinstance(job.result, dict):
            return [Note(job.message or "The check was stopped.", False)]
        return notes_of(job.result, scenario)

    async def _show_in_space(self, number: int, state: State) -> None:
        """Solid puzzles are hard to read layer by layer."""
        draft = state.draft
        solid = isinstance(draft, Lattice) and draft.solid and draft.drawable
        scene = await run.io_bound(scene_of_text, state.text) if solid else None
        if number != self.number:
            return
        self.space.set_visibility(scene is not None)
        if scene is None:
            return
        if self.viewer is not None:
            self.viewer.show(scene)
            return
        with self.space:
            ui.html("<h2>In space</h2>", sanitize=False)
            self.viewer = Viewer(scene, view="solid", controls=False, label="The puzzle in space")
            self.viewer.style("height: 300px")

    def _show(self, notes: list[Note]) -> None:
        faults = sum(note.good is False for note in notes)
        fine = any(note.good for note in notes)
        self.status.set_text(
            f"{faults} fault{'s' * (faults > 1)}" if faults else "Looks fine" if fine else "…"
        )
        self.status.classes(**{"add" if faults else "remove": "pw-bad"})
        self.notes.clear()
        with self.notes:
            for note in notes[:MOST_NOTES]:
                icon, colour = MARKS[note.good]
                with ui.element("li").classes(colour):
                    ui.icon(icon).props('aria-hidden="true"')
                    ui.label(note.text)
            if len(notes) > MOST_NOTES:
                with ui.element("li").classes("pw-muted"):
                    ui.label(f"and {len(notes) - MOST_NOTES} more")


def scene_of_text(text: str) -> Scene | None:
    """What the viewer shows of a puzzle; nothing while its text has faults."""
    try:
        return scene_of(parse(text, draft=True))
    except ValueError:
        return None

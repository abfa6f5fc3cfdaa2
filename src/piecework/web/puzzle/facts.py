"""What a puzzle is made of, and whether something plainly speaks against a solution."""

from html import escape

from nicegui import run, ui

from piecework.draw.scene import scene_of
from piecework.web.puzzle.subject import Subject
from piecework.web.puzzle.words import plural


def fact_panel(subject: Subject) -> None:
    """Cells and pieces at once; the check a moment later, beside everything else."""
    puzzle = subject.puzzle
    target = scene_of(puzzle)["target"]
    copies = sum(piece.most for piece in puzzle.pieces)
    cells = len(target["cells"]) or len(target.get("tiles", ()))
    rows = {
        "To fill": plural(cells, "tile" if "tiles" in target else "cell"),
        "Pieces": plural(copies, "piece")
        + (f" of {plural(len(puzzle.pieces), 'kind')}" if copies != len(puzzle.pieces) else ""),
    }
    if target["optional"]:
        rows["Of these optional"] = plural(len(target["optional"]), "cell")
    if target["blocked"]:
        rows["Blocked"] = plural(len(target["blocked"]), "cell")
    with ui.element("section").classes("pw-panel pw-stack").props('aria-labelledby="about-puzzle"'):
        ui.html('<h2 id="about-puzzle">About this puzzle</h2>', sanitize=False)
        ui.html(
            '<dl class="pw-facts">'
            + "".join(f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in rows.items())
            + "</dl>",
            sanitize=False,
        )
        checked = ui.element("div")
        ui.html(f'<a href="/editor?open={escape(subject.name)}">Open in the editor</a>', sanitize=False)

    async def check() -> None:
        faults = await run.io_bound(puzzle.check)
        with checked:
            if faults:
                text = "\n".join(f"• {fault.text}" for fault in faults)
                ui.label(f"No solution is possible:\n{text}").classes("pw-faults")
            else:
                ui.label("✓ Nothing speaks against a solution.").classes("pw-good pw-small")

    ui.timer(0.05, check, once=True)

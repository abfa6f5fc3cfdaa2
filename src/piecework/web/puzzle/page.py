"""The page at /puzzle/NAME."""

from html import escape

from nicegui import run, ui

from piecework.web.errors import no_such
from piecework.web.frame import frame
from piecework.web.live import again
from piecework.web.puzzle.counts import CountPanel
from piecework.web.puzzle.facts import fact_panel
from piecework.web.puzzle.solving import Solving
from piecework.web.puzzle.subject import Entries, Subject, find


def declare() -> None:
    """Declare the page."""

    @ui.page("/puzzle/{name}")
    async def puzzle_page(name: str, scenario: str | None = None, solution: str | None = None) -> None:
        try:
            subject = await run.io_bound(find, name, scenario)
        except ValueError as error:
            no_such("This puzzle cannot be shown", hint=str(error))
            return
        if subject is None:
            hint = "Puzzles that were opened from a file are kept for a while only: open the file again."
            no_such("There is no such puzzle here", hint=hint)
            return
        shared, complaint = await _shared(subject, solution)
        with frame(subject.title, active="/", heading="", wide=True, css=["puzzle"]):
            _head(subject)
            if complaint:
                ui.label(f"The solution in this address cannot be shown: {complaint}").classes(
                    "pw-faults"
                ).props('role="alert"')
            with ui.element("div").classes("pz-split"):
                solving = Solving(subject, shared)
                solving.search()
                solving.picture()
                with ui.element("div").classes("pw-stack pz-side"):
                    solving.files()
                    counts = CountPanel(subject)
                    fact_panel(subject, solving.scene)
        if shared is None:  # who follows a link wants to see what it leads to, not an earlier search
            solving.resume(await again(solving.key))
        counts.resume(await again(counts.key))


async def _shared(subject: Subject, solution: str | None) -> tuple[Entries | None, str]:
    """The solution in the address, or what is wrong with it."""
    if not solution:
        return None, ""
    try:
        return await run.io_bound(subject.read_link, solution), ""
    except ValueError as error:
        return None, str(error)


def _head(subject: Subject) -> None:
    puzzle = subject.puzzle
    about = " · ".join(filter(None, [getattr(puzzle, "author", ""), puzzle.source]))
    with ui.element("div").classes("pz-head"):
        ui.html(
            f'<a class="pz-back" href="/">← All puzzles</a><h1>{escape(subject.title)}</h1>'
            + (f'<p class="pw-muted pw-small">{escape(about)}</p>' if about else ""),
            sanitize=False,
        )

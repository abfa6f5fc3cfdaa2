"""The four counts: what is known, and a way to count for oneself."""

from html import escape

from nicegui import ui

from piecework.puzzle import COUNTS
from piecework.web.fields import Choice
from piecework.web.jobs import Job, Refused
from piecework.web.live import begin
from piecework.web.puzzle.subject import Subject
from piecework.web.puzzle.words import duration
from piecework.web.requests import Count

MEANING = {
    "labelled": "identical pieces told apart",
    "distinct": "identical pieces interchangeable",
    "rotations": "turned solutions counted once",
    "symmetries": "mirror images counted once, too",
}
STRATEGIES = {"auto": "Automatic", "search": "Search", "sweep": "Sweep"}


class CountPanel:
    """A table of the counts; counting runs as a job of its own, beside the search."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.key = f"count:{subject.name}:{subject.played}"
        self.job: Job | None = None
        self.seen = -1
        with ui.element("section").classes("pw-panel pw-stack").props('aria-labelledby="counts"'):
            ui.html('<h2 id="counts">How many solutions?</h2>', sanitize=False)
            self.table = ui.html(self._rows({}), sanitize=False)
            self.bar = ui.linear_progress(0, show_value=False).props('aria-label="Counting"')
            self.bar.visible = False
            self.news = ui.label("").classes("pw-small pw-muted").props('role="status"')
            with ui.element("div").classes("pz-count-row"):
                self.go = ui.button("Count", on_click=self._press, color=None)
                self.strategy = Choice("Strategy", STRATEGIES, "auto")
        self.timer = ui.timer(0.2, self._look, active=False)

    def resume(self, job: Job | None) -> None:
        """Show a count that was begun before the page was reloaded."""
        if job is not None:
            self.job, self.seen = job, -1
            self.timer.activate()

    def _press(self) -> None:
        if self.job is not None and not self.job.ended:
            self.job.cancel()
            self._look()
            return
        strategy = self.strategy.value
        request = Count.model_validate(
            {"puzzle": self.subject.request, "scenario": self.subject.scenario, "strategy": strategy}
        )
        try:
            self.resume(begin(request, self.key))
        except Refused as refusal:
            self.news.text = str(refusal)

    def _look(self) -> None:
        job = self.job
        if job is None or (job.version == self.seen and job.state != "queued"):
            return
        self.seen = job.version
        self.go.text = "Count" if job.ended else "Stop"
        self.bar.visible = not job.ended
        self.bar.value = job.fraction
        if job.state == "queued":
            self.news.text = f"Waiting, place {job.position}"
        elif job.state == "running":
            left = job.seconds_left
            self.news.text = "Counting" + (f", about {duration(left)} left" if left else " …")
        else:
            done = f"Counted in {duration(job.seconds)}."
            self.news.text = job.message or (done if job.counts else "")
            self.table.content = self._rows(job.counts)
            self.timer.deactivate()

    def _rows(self, counted: dict[str, int]) -> str:
        """Known counts come from the puzzle's file; those just counted replace them."""
        rows = []
        for name in COUNTS:
            known = self.subject.puzzle.expect.get(name)
            number = counted.get(name, known if isinstance(known, int) else None)
            shown = "?" if number is None else f"{number:,}"
            note = "" if name in counted or number is None else ' <span class="pw-chip">known</span>'
            meaning = escape(MEANING[name])
            rows.append(
                f'<tr><th scope="row">{name}{note}<small>{meaning}</small></th>'
                f"<td data-count={name}>{shown}</td></tr>"
            )
        return f'<table class="pz-counts"><tbody>{"".join(rows)}</tbody></table>'

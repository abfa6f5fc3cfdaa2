"""The gallery: the whole catalogue as cards, with search and filters, and a way to open a file of one's own.

The cards are plain HTML, made once; `gallery.js` hides and shows them in the browser, so that typing into the
search is answered at once whatever the server does.
"""

from collections.abc import Iterable
from functools import cache
from html import escape

from nicegui import ui

from piecework.web.catalogue import LEVELS, Entry, Kind, entries
from piecework.web.frame import asset, frame

KINDS: dict[Kind, str] = {"solid": "Solid", "flat": "Flat", "frame": "Voxel frames", "foam": "Happy Cubes"}
LEVEL_NAMES = (*(name for _, name in LEVELS), "impossible")
FOLLOWED = ("symmetries", "rotations", "distinct", "labelled")
"""Which of the known counts a card shows: the first of these that is known."""


def register() -> None:
    """Declare the page."""

    @ui.page("/")
    def gallery() -> None:
        ui.add_head_html(f'<script type="module" src="{asset("gallery.js")}"></script>')
        with frame("Puzzles", active="/", heading="", css=["gallery"]):
            ui.html(_head(), sanitize=False)
            ui.html(_cards(), sanitize=False)


def _head() -> str:
    kinds = _options("All kinds", KINDS.items())
    levels = _options("Any difficulty", ((name, name.capitalize()) for name in LEVEL_NAMES))
    return f"""
<div class="gl-head">
  <div>
    <h1>Which puzzle today?</h1>
    <p class="pw-muted">Pick one to see it solved, or open a file of your own.</p>
  </div>
  <div class="gl-open">
    <label class="gl-file">Open a puzzle file
      <input id="gl-file" type="file" accept=".yaml,.yml,.json,.txt,text/*,application/yaml">
    </label>
    <a href="/editor">Make one</a>
  </div>
</div>
<div id="gl-error" class="pw-faults" role="alert" hidden></div>
<form class="gl-filters" role="search" onsubmit="return false">
  <label class="gl-search"><span class="pw-visually-hidden">Search puzzles</span>
    <input id="gl-search" type="search" placeholder="Search puzzles" autocomplete="off" spellcheck="false">
  </label>
  <label><span class="pw-visually-hidden">Kind</span><select id="gl-kind">{kinds}</select></label>
  <label><span class="pw-visually-hidden">Difficulty</span><select id="gl-level">{levels}</select></label>
  <span id="gl-count" class="pw-muted pw-small" aria-live="polite">{len(entries())} puzzles</span>
</form>"""


def _options(every: str, values: Iterable[tuple[str, str]]) -> str:
    listed = "".join(f'<option value="{escape(value)}">{escape(name)}</option>' for value, name in values)
    return f'<option value="">{every}</option>{listed}'


@cache
def _cards() -> str:
    kinds, levels = list(KINDS), list(LEVEL_NAMES)
    listed = sorted(
        entries().values(),
        key=lambda entry: (kinds.index(entry.kind), levels.index(entry.difficulty), entry.title),
    )
    cards = "".join(_card(entry, eager=at < 8) for at, entry in enumerate(listed))
    none = '<p id="gl-none" hidden>No puzzle is like that.</p>'
    return f'<ul id="gl-cards" class="gl-cards pw-grid">{cards}</ul>{none}'


def _card(entry: Entry, *, eager: bool) -> str:
    words = " ".join((entry.name, entry.title, entry.author, KINDS[entry.kind], entry.difficulty)).lower()
    kind, pieces, known = (f'<span class="pw-chip">{escape(chip)}</span>' for chip in _chips(entry))
    loading = "eager" if eager else "lazy"
    picture = f'src="/api/puzzles/{escape(entry.name)}/picture" loading="{loading}"'
    return f"""<li class="gl-card pw-card" data-words="{escape(words)}" data-kind="{entry.kind}"
 data-level="{entry.difficulty}"><a href="/puzzle/{escape(entry.name)}">
<span class="gl-picture"><img {picture} alt="" width="220" height="150"></span>
<span class="gl-title">{escape(entry.title)}</span></a>
<span class="gl-chips">{kind}{pieces}{_dots(entry)}</span><span class="gl-chips">{known}</span></li>"""


def _chips(entry: Entry) -> tuple[str, str, str]:
    """The kind, the pieces, and what is known of the solutions."""
    name = next((name for name in FOLLOWED if name in entry.counts), None)
    if entry.difficulty == "impossible":
        known = "no solution"
    elif name is None:
        known = "solutions not counted"
    else:
        number = entry.counts[name]
        up_to = f" up to {name}" if name in ("rotations", "symmetries") else ""
        known = f"{in_short(number)} solution{'' if number == 1 else 's'}{up_to}"
    return KINDS[entry.kind], f"{entry.pieces} pieces", known


def _dots(entry: Entry) -> str:
    """The difficulty as filled dots, and as a word for those who do not see them."""
    if entry.difficulty == "impossible":
        return '<span class="gl-dots pw-small pw-muted">impossible</span>'
    full = LEVEL_NAMES.index(entry.difficulty) + 1
    dots = "".join(f"<i{' class=on' if at < full else ''}></i>" for at in range(len(LEVELS)))
    return (
        f'<span class="gl-dots" title="{entry.difficulty}">'
        f'<span class="pw-visually-hidden">Difficulty: {entry.difficulty}</span>'
        f'<span aria-hidden="true">{dots}</span></span>'
    )


def in_short(number: int) -> str:
    """A count that fits on a card: exact up to nine digits, and then its order of magnitude."""
    if number < 10**9:
        return f"{number:,}"
    power = len(str(number)) - 1
    raised = str(power).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"{number // 10 ** (power - 1) / 10:g} \u00d7 10{raised}"

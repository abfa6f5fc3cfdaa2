"""The frame of every page: header with navigation, light and dark, the way past the header, the footer.

@ui.page("/somewhere")
def page() -> None:
    with frame("Somewhere", active="/somewhere"):
        ui.label("…")
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from html import escape
from importlib.metadata import version
from pathlib import Path

from nicegui import context, ui

VERSION = version("piecework")
STATIC = Path(__file__).parent / "static"
NAVIGATION = (("/", "Puzzles"), ("/editor", "Editor"), ("/surfaces", "Surfaces"), ("/shapez", "Shapez"))
THEMES = {"auto": "brightness_auto", "light": "light_mode", "dark": "dark_mode"}
THEME_COOKIE = "piecework-theme"

LOGO = """<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
<path fill="var(--pw-accent)" d="M2 5a3 3 0 0 1 3-3h6v6H8v6H2z"/>
<path fill="currentColor" opacity=".35" d="M13 2h6a3 3 0 0 1 3 3v6h-9z"/>
<path fill="currentColor" opacity=".8" d="M10 10h3v3h9v6a3 3 0 0 1-3 3h-3v-6h-6z"/>
<path fill="currentColor" opacity=".55" d="M2 16h6v2h6v4H5a3 3 0 0 1-3-3z"/></svg>"""


def asset(name: str) -> str:
    """The address of a file in `static/`; it changes when the file does, so it may be kept long."""
    path = STATIC / name
    stamp = path.stat().st_mtime_ns if path.exists() else 0
    return f"/assets/{name}?v={VERSION}-{stamp:x}"


@contextmanager
def frame(
    title: str, *, active: str = "", heading: str | None = None, wide: bool = False, css: Iterable[str] = ()
) -> Iterator[None]:
    """A page with its header; what is made inside is its main part.

    `active` is the entry of the navigation that is marked. `heading` replaces the title as the page's `h1`;
    an empty one leaves it to the page to make its own (every page needs exactly one h1). `wide` uses more of
    a large window. `css` names style sheets in `static/`, without their ending.
    """
    ui.page_title(f"{title} · piecework")
    # Quasar's page is a `main` around everything; ours is the part after the header.
    around = context.client.content.parent_slot
    if around is not None:
        around.parent.props('role="presentation"')
    for name in ("theme", *css):
        ui.add_head_html(f'<link rel="stylesheet" href="{asset(f"{name}.css")}">')
    theme = context.client.request.cookies.get(THEME_COOKIE, "auto")
    theme = theme if theme in THEMES else "auto"
    # Until the page's scripts have run there is no class on the body: no white flash for those in the dark.
    dark = "html{background:#131416}"
    ui.add_head_html(
        f"<style>{dark if theme == 'dark' else ''}"
        f"{f'@media (prefers-color-scheme: dark){{{dark}}}' if theme == 'auto' else ''}</style>"
    )
    ui.html('<a class="pw-skip" href="#main">Skip to the content</a>', sanitize=False)
    width = " pw-wide" if wide else ""
    with ui.element("header").classes("pw-header"), ui.element("div").classes("pw-header-inner" + width):
        ui.html(f'<a class="pw-brand" href="/">{LOGO}piecework</a>', sanitize=False)
        links = "".join(
            f'<a href="{target}"{current(target == active)}>{name}</a>' for target, name in NAVIGATION
        )
        ui.html(f'<nav class="pw-nav" aria-label="Main">{links}</nav>', sanitize=False)
        _theme_button(theme)
    with ui.element("main").classes("pw-main" + width).props('id="main" tabindex="-1"'):
        if heading != "":
            ui.html(f"<h1>{escape(heading or title)}</h1>", sanitize=False)
        yield
    with ui.element("footer").classes("pw-footer" + width):
        ui.html(
            f'<span>piecework {VERSION}</span><a href="/http-api">HTTP API</a>'
            "<span>Everything here runs on this machine.</span>",
            sanitize=False,
        )


def current(here: bool) -> str:
    """The attribute that marks the page someone is on."""
    return ' aria-current="page"' if here else ""


def _theme_button(theme: str) -> None:
    """Auto, light and dark in turn; the choice is kept in a cookie, so that the server knows it, too."""
    values = {"auto": None, "light": False, "dark": True}
    mode = ui.dark_mode(values[theme])
    names = list(THEMES)

    def show(name: str) -> None:
        button.props(f'icon="{THEMES[name]}" aria-label="Colours: {name}. Change"')
        tip.set_text(f"Colours: {name}")

    def change() -> None:
        nonlocal theme
        theme = names[(names.index(theme) + 1) % len(names)]
        mode.value = values[theme]
        show(theme)
        ui.run_javascript(
            f"document.cookie = '{THEME_COOKIE}={theme}; path=/; max-age=31536000; SameSite=Strict'"
        )

    with ui.button(on_click=change).classes("pw-quiet pw-theme").props("round flat") as button:
        tip = ui.tooltip("")
    show(theme)

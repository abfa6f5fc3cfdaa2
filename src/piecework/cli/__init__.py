"""The command line: what people type, and what they see."""

import typer

from piecework.cli import cover, happy, puzzle, serve, shapez, surface

app = typer.Typer(
    name="piecework",
    help="Which shapes can be built from these parts, in how many ways, and how?",
    no_args_is_help=True,
    rich_markup_mode="rich",
)


@app.callback()
def piecework() -> None:
    """Which shapes can be built from these parts, in how many ways, and how?"""


puzzle.register(app)
app.add_typer(cover.app, name="cover")
happy.register(app)
surface.register(app)
app.add_typer(shapez.app, name="shapez")
serve.register(app)


def main() -> None:
    app()

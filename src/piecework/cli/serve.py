"""`piecework serve`: the page in the browser."""

from typing import Annotated

import typer

from piecework.cli._common import print_json, reporting

MIB = 2**20


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(reporting(serve))


def serve(
    host: Annotated[
        str, typer.Option(help="Where to listen; beyond this machine a password must be settled.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes any free port.")] = 8580,
    password: Annotated[
        str | None,
        typer.Option(
            envvar="PIECEWORK_PASSWORD",
            help="Ask everyone for this password; better given in the environment than on the command line.",
        ),
    ] = None,
    no_password: Annotated[
        bool, typer.Option("--no-password", help="Let everyone in who gets there.")
    ] = False,
    allow_host: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A further name of this server; repeatable.")
    ] = None,
    browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = True,
    searches: Annotated[
        int | None, typer.Option(min=1, max=1024, help="Searches at once; as many as cores if not given.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=1, help="The most time for a search.")] = 600.0,
    memory: Annotated[int | None, typer.Option(min=256, help="The most memory for a search, in MiB.")] = None,
    solutions: Annotated[int, typer.Option(min=1, help="The most solutions kept of a search.")] = 20_000,
    grace: Annotated[
        float, typer.Option(min=0, help="Seconds that a search goes on when its page was closed.")
    ] = 30.0,
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Open the page: see, make and solve puzzles and shapes in the browser."""
    try:
        import nicegui  # noqa: F401
    except ModuleNotFoundError:
        raise ModuleNotFoundError("the page needs NiceGUI: pip install 'piecework[web]'") from None
    from piecework.web import Settings
    from piecework.web import serve as run

    if password is not None and no_password:
        raise ValueError("--password and --no-password exclude each other")
    if password == "":
        raise ValueError("the password is empty")
    given = {"at_once": searches, "memory": None if memory is None else memory * MIB}
    settings = Settings(
        host=host,
        port=port,
        password=password,
        hosts=tuple(name.lower() for name in allow_host or ()),
        seconds=seconds,
        solutions=solutions,
        grace=grace,
        **{name: value for name, value in given.items() if value is not None},
    )
    if not settings.local and password is None and not no_password:
        raise ValueError(
            f"--host {host} lets other machines in: add --password, or --no-password if all of them may"
        )

    def ready(address: str) -> None:
        if as_json:
            print_json({"url": address})
        else:
            print(f"piecework: {address}  (Ctrl-C ends it)", flush=True)
        if browser:
            import webbrowser

            webbrowser.open(address)

    run(settings, ready=ready)

"""The page and the HTTP API: `piecework serve`. The extra `web` brings what they need."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from piecework.web.app import create_app, serve
    from piecework.web.settings import Settings

__all__ = ["Settings", "create_app", "serve"]


def __getattr__(name: str) -> Any:
    # The page's libraries take a second to load: only those who serve wait for them.
    from importlib import import_module

    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{'settings' if name == 'Settings' else 'app'}"), name)

"""Shapez 2: shapes, the machines that make them, what can be built, and how."""

from typing import TYPE_CHECKING, Any

from piecework.shapez._errors import (
    AtlasError,
    ConfigError,
    MachineError,
    MemoryLimitError,
    NotBuildableError,
    ShapeCodeError,
    ShapezError,
)
from piecework.shapez._machines import (
    MACHINES,
    apply,
    crystal,
    cut,
    half_destroy,
    mix,
    paint,
    pin_push,
    rotate_180,
    rotate_ccw,
    rotate_cw,
    stack,
    swap,
)
from piecework.shapez._shape import Shape

if TYPE_CHECKING:
    from piecework.shapez._atlas import Atlas
    from piecework.shapez._check import Verdict
    from piecework.shapez._counting import count_swappable
    from piecework.shapez._plan import Plan
    from piecework.shapez._search import search
    from piecework.shapez._verify import verify

_LATE = {
    "Atlas": "_atlas",
    "Plan": "_plan",
    "Verdict": "_check",
    "count_swappable": "_counting",
    "search": "_search",
    "verify": "_verify",
}
"""What needs NumPy is loaded when it is first asked for: shapes and machines do without."""


def __getattr__(name: str) -> Any:
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_LATE[name]}"), name)


__all__ = [
    "MACHINES",
    "Atlas",
    "AtlasError",
    "ConfigError",
    "MachineError",
    "MemoryLimitError",
    "NotBuildableError",
    "Plan",
    "Shape",
    "ShapeCodeError",
    "ShapezError",
    "Verdict",
    "apply",
    "count_swappable",
    "crystal",
    "cut",
    "half_destroy",
    "mix",
    "paint",
    "pin_push",
    "rotate_180",
    "rotate_ccw",
    "rotate_cw",
    "search",
    "stack",
    "swap",
    "verify",
]

"""Shapez 2: shapes, the machines that make them, what can be built, and how."""

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

__all__ = [
    "MACHINES",
    "AtlasError",
    "ConfigError",
    "MachineError",
    "MemoryLimitError",
    "NotBuildableError",
    "Shape",
    "ShapeCodeError",
    "ShapezError",
    "apply",
    "crystal",
    "cut",
    "half_destroy",
    "mix",
    "paint",
    "pin_push",
    "rotate_180",
    "rotate_ccw",
    "rotate_cw",
    "stack",
    "swap",
]

"""What can go wrong with shapes, machines, atlases and plans: one line each, made to be shown as it is."""


class ShapezError(Exception):
    """Something about shapez that a person can put right; the message says what and where."""


class ShapeCodeError(ShapezError, ValueError):
    """A shape code that cannot be read: says which layer and which pair, and what would be right."""


class MachineError(ShapezError, ValueError):
    """A machine was asked for something it cannot do."""


class ConfigError(ShapezError, ValueError):
    """A configuration name that is not known, or that does not fit the shape or the file."""


class AtlasError(ShapezError):
    """An atlas file that cannot be used: foreign, truncated, damaged, newer, or of another configuration."""


class NotBuildableError(ShapezError):
    """No sequence of machines makes this shape."""


class MemoryLimitError(ShapezError):
    """The search would need more memory than it may have."""

"""Which shapes can be built from these parts, in how many ways, and how?"""

from importlib.metadata import version

__all__ = ["__version__"]

__version__ = version("piecework")

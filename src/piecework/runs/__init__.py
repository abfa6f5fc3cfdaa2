"""Long work: watching it, stopping it, and showing how far it is."""

from piecework.runs._watching import Watch, watched

__all__ = ["Watch", "watched"]

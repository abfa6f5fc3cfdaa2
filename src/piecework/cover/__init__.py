"""Exact cover: items, options, and the engines that count and list covers."""

from piecework.cover._cover import Cover, Item, Strategy
from piecework.cover._errors import CoverError, Interrupted, Stopped
from piecework.cover._native import instruction_set
from piecework.cover._resume import ResumePoint
from piecework.cover._runs import Counting, Progress, Solutions

__all__ = [
    "Counting",
    "Cover",
    "CoverError",
    "Interrupted",
    "Item",
    "Progress",
    "ResumePoint",
    "Solutions",
    "Stopped",
    "Strategy",
    "instruction_set",
]

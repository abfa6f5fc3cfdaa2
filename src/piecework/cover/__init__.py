"""Exact cover: items, options, and the engines that count and list covers."""

from piecework.cover._counting import Counting, Strategy
from piecework.cover._cover import Cover, Item
from piecework.cover._errors import CoverError, Interrupted, Stopped
from piecework.cover._listing import Solutions
from piecework.cover._native import instruction_set
from piecework.cover._resume import ResumePoint
from piecework.cover._runs import Progress

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

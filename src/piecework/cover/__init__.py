"""Exact cover: items, options, and the engines that count and list covers."""

from piecework.cover._native import instruction_set

__all__ = ["instruction_set"]

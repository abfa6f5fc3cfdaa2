"""Resume points: where a stopped search goes on, as a small text that can be kept in a file."""

import json
from dataclasses import dataclass
from typing import Any

VERSION = 4
"""Changes with the shape of the search tree, whose nodes a point names by their place in it, and with the way
in which it does so."""
_KIND = "piecework resume point"


@dataclass(frozen=True)
class ResumePoint:
    """Where a search stands: what it has found, and the parts of its tree that are left.

    `str(point)` is JSON, `ResumePoint.parse` reads it back. A point belongs to one problem and says so.
    """

    state: dict[str, Any]

    def __post_init__(self) -> None:
        """A point may come from a file: look at it as far as that needs no problem to hold it against."""
        for name, kind in _FIELDS.items():
            value = self.state.get(name)
            wrong = not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool)
            if wrong or (type(value) is int and value < 0):
                raise ValueError(f"not a resume point: {name!r} is missing or of the wrong type")
        for name in ("pending", "unread"):
            solutions = self.state[name]
            if not all(isinstance(one, list) and all(type(n) is int for n in one) for one in solutions):
                raise ValueError(f"not a resume point: {name!r} must hold lists of option numbers")

    @property
    def found(self) -> int:
        """Solutions found so far."""
        return int(self.state["solutions"])

    @property
    def fraction(self) -> float:
        """How much of the work is done, from 0 to 1."""
        return float(self.state["fraction"])

    def __str__(self) -> str:
        return json.dumps({"kind": _KIND, "version": VERSION, **self.state}, separators=(",", ":"))

    @classmethod
    def parse(cls, text: str) -> "ResumePoint":
        """Read what `str` wrote.

        Raises ValueError, and says why, for anything else.
        """
        try:
            fields = json.loads(text)
        except ValueError as error:
            raise ValueError(f"not a resume point: {error}") from None
        except RecursionError:
            raise ValueError("not a resume point: brackets within brackets without end") from None
        if not isinstance(fields, dict) or fields.pop("kind", None) != _KIND:
            raise ValueError(f"not a resume point: it does not say {_KIND!r}")
        version = fields.pop("version", None)
        if version != VERSION:
            raise ValueError(f"resume point of version {version!r}; this piecework reads version {VERSION}")
        return cls({name: fields[name] for name in _FIELDS if name in fields})


_FIELDS: dict[str, type | tuple[type, ...]] = {
    "fingerprint": int,
    "solutions": int,
    "nodes": int,
    "fraction": (int, float),
    "rest": list,
    "pending": list,
    "taken_of_first": int,
    "listing": bool,
    "unread": list,
}

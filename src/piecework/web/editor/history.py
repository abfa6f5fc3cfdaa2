"""Undo and redo: every state is kept as it was, because states are values."""

from typing import Generic, TypeVar

State = TypeVar("State")

MOST_STEPS = 200
"""States kept; older ones are forgotten."""


class History(Generic[State]):
    """The state of now, and the ones before and after it."""

    def __init__(self, start: State) -> None:
        self.present = start
        self._past: list[State] = []
        self._future: list[State] = []

    def do(self, state: State, *, joined: bool = False) -> None:
        """Go on to another state; `joined` makes it one step with the last, as letters typed in a row are."""
        if state == self.present:
            return
        if not joined:
            self._past = [*self._past, self.present][-MOST_STEPS:]
        self.present = state
        self._future.clear()

    def undo(self) -> bool:
        """Go back one step; false where there is none."""
        if not self._past:
            return False
        self._future.append(self.present)
        self.present = self._past.pop()
        return True

    def redo(self) -> bool:
        """Take back one `undo`; false where there is none."""
        if not self._future:
            return False
        self._past.append(self.present)
        self.present = self._future.pop()
        return True

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        return bool(self._future)

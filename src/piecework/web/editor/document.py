"""What is being edited: a draft and its text, always in step, with undo and redo.

Clicking changes the draft and writes the text anew. Typing changes the text; as soon as it can be read, the
draft follows, and until then the draft stays as it was and the faults say why.
"""

from dataclasses import dataclass

from piecework.formats import FileError
from piecework.formats._faults import FileFault
from piecework.puzzle import Moves
from piecework.web.editor.history import History
from piecework.web.editor.lattice import REQUIRED, SMALLEST_CANVAS, Drawn, Lattice
from piecework.web.editor.text import Draft, read, write


@dataclass(frozen=True)
class State:
    """One step of the history."""

    draft: Draft
    text: str
    faults: tuple[FileFault, ...] = ()
    """Why the text cannot be read; the draft is older than the text then."""


def understood(text: str, before: Draft) -> State:
    """The state that a text leads to; where it cannot be read, the draft stays and the faults say why."""
    try:
        return State(read(text, before=before), text)
    except FileError as error:
        return State(before, text, error.faults)


class Document:
    """A draft and its text, and the way back."""

    def __init__(self, draft: Draft, text: str | None = None) -> None:
        self._history = History(State(draft, write(draft) if text is None else text))
        self._typing = False

    @classmethod
    def of_text(cls, text: str) -> "Document":
        """The document of a text as it is, comments included; raises `FileError`."""
        return cls(read(text), text)

    @property
    def state(self) -> State:
        return self._history.present

    @property
    def draft(self) -> Draft:
        return self._history.present.draft

    @property
    def text(self) -> str:
        return self._history.present.text

    @property
    def faults(self) -> tuple[FileFault, ...]:
        return self._history.present.faults

    def change(self, draft: Draft) -> None:
        """A change made by clicking: the text is written anew."""
        self._typing = False
        if draft != self.draft or self.faults:
            self._history.do(State(draft, write(draft)))

    def type(self, text: str) -> None:
        """A change of the text; letters typed in a row are undone in one step."""
        if text != self.text:
            self.typed(understood(text, self.draft))

    def typed(self, state: State) -> None:
        """The same, for a text that was read elsewhere (a long one takes a second)."""
        self._history.do(state, joined=self._typing)
        self._typing = True

    def open(self, state: State) -> None:
        """Another puzzle, as one step that can be undone."""
        self._typing = False
        self._history.do(state)

    def undo(self) -> bool:
        self._typing = False
        return self._history.undo()

    def redo(self) -> bool:
        self._typing = False
        return self._history.redo()

    @property
    def can_undo(self) -> bool:
        return self._history.can_undo

    @property
    def can_redo(self) -> bool:
        return self._history.can_redo


_STARTS = {
    False: ({"L": "000 100 200 010", "P": "000 100 010 110 020", "V": "000 100 010"}, (4, 3, 1)),
    True: ({"corner": "000 100 010 001", "V": "000 100 010", "dot": "000"}, (2, 2, 2)),
}


def new_lattice(*, solid: bool = False) -> Lattice:
    """A small puzzle to start from, flat or solid; it can be solved."""
    cells, size = _STARTS[solid]
    moves = Moves.TURN if solid else Moves.FLIP
    pieces = tuple(
        Drawn(name, frozenset(tuple(map(int, cell)) for cell in text.split()), moves=moves)
        for name, text in cells.items()
    )
    title = "My solid puzzle" if solid else "My puzzle"
    return Lattice(pieces, size=size, canvas=SMALLEST_CANVAS[solid], solid=solid, title=title).filled(
        REQUIRED
    )

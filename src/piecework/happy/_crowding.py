"""Crowded edges: why bodies that touch themselves along an edge are so hard to cover.

Where two parts of a body touch along an edge, four tiles share the three cubits between its corners. Each
of these must come from exactly one piece, so four borders, read along that edge, must add up to three
cubits without meeting. If every piece has a cubit on every edge, four of them cannot.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from piecework.happy._piece import Piece
from piecework.happy._totals import Shortage
from piecework.surface import EDGES, SLOTS, place_of

Pattern = tuple[int, ...]
"""Which of the steps 1, 2 and 3 along an edge have a cubit."""


def crowding(
    slots: Sequence[int], pool: Iterable[Piece], *, flip: bool, blocked: frozenset[int]
) -> Shortage | None:
    """An edge whose cubits no pieces can share among its tiles, if there is one."""
    shown = {
        tuple(step for step in (1, 2, 3) if border[EDGES * edge + step] == "1")
        for piece in pool
        for border in piece.orientations(flip=flip)
        for edge in range(EDGES)
    }
    meeting: dict[int, list[int]] = {}
    for middle in range(2, len(slots), SLOTS // EDGES):
        meeting.setdefault(slots[middle], []).append(middle)
    uses = Counter(slots)
    answers: dict[tuple[Pattern, ...], bool] = {}
    for middle, places in meeting.items():
        triples = [(slots[place - 1], slots[place], slots[place + 1]) for place in places]
        labels = Counter(label for triple in triples for label in triple)
        # Stitches may join an edge with slots elsewhere, and the frame is no piece: nothing is said then.
        if len(labels) > 3 or any(uses[label] != labels[label] for label in labels) or middle in blocked:
            continue
        number = {label: 1 << index for index, label in enumerate(labels)}
        wanted = sum(bit for label, bit in number.items() if label not in blocked)
        way = (*(tuple(number[label] for label in triple) for triple in triples), (wanted,))
        # Edges that are shared in the same way need not be looked at twice.
        if way not in answers:
            answers[way] = _can_share(way[:-1], shown, wanted)
        if not answers[way]:
            return Shortage(
                f"{len(places)} tiles share the edge at {place_of(places[0])}, "
                "and no pieces of the pool have borders that fit together there"
            )
    return None


def _can_share(triples: Sequence[Pattern], shown: set[Pattern], wanted: int) -> bool:
    """Whether one pattern a tile can be chosen so that each wanted cubit is there exactly once."""
    reached = {0}
    for triple in triples:
        cubits = [sum(triple[step - 1] for step in pattern) for pattern in shown]
        reached = {before | more for before in reached for more in cubits if not before & more}
    return wanted in reached

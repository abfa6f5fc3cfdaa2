"""Shape slots: which tile slots are one and the same place.

Problem: tile slots that overlap along a seam are the same shape slot, and being the same is transitive
(at a corner, up to six tile slots are one). Shape slots are the classes of that relation.

Idea: union-find over the 16 N tile slots, five unions a seam. Classes are numbered by first appearance,
from 0, so that equal partitions have equal labels.

Cost: nearly linear; 10,000 tiles take a fraction of a second.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence

from piecework.surface._description import checked
from piecework.surface._tiles import EDGES, SLOTS, Description


def get_shape_slots(shape: Sequence[Sequence[int]]) -> list[int]:
    """The shape slot of every tile slot, from tile adjacency alone.

    `shape` lists the neighbours (north, east, south, west) of each tile. In the result, entries
    `16 * m + i` and `16 * n + j` are equal exactly when slot i of tile m overlaps slot j of tile n.

    >>> cube = [(5, 3, 2, 1), (0, 2, 4, 5), (0, 3, 4, 1), (0, 5, 4, 2), (2, 3, 5, 1), (4, 3, 0, 1)]
    >>> slots = get_shape_slots(cube)
    >>> len(slots), max(slots) + 1
    (96, 44)
    >>> slots[16 * 2 + 4] == slots[16 * 0 + 8] == slots[16 * 3 + 0]
    True
    """
    return joined_slots(checked(shape))


def joined_slots(shape: Description, stitches: Iterable[tuple[int, int]] = ()) -> list[int]:
    """The slots of a sound description, with the pairs in `stitches` (of 16 * tile + slot) joined too."""
    parent = list(range(SLOTS * len(shape)))

    def join(a: int, b: int) -> None:
        while parent[a] != a:
            parent[a] = a = parent[parent[a]]
        while parent[b] != b:
            parent[b] = b = parent[parent[b]]
        # The smaller becomes the root: a parent is never later than its child, which the numbering relies on.
        if a < b:
            parent[b] = a
        else:
            parent[a] = b

    for tile, entry in enumerate(shape):
        for edge, neighbour in enumerate(entry):
            if tile < neighbour:
                ours = SLOTS * tile + 4 * edge
                theirs = SLOTS * neighbour
                far = 4 * shape[neighbour].index(tile) + 4
                # Only the far corner can wrap around from slot 16 to slot 0.
                join(ours, theirs + far % SLOTS)
                join(ours + 1, theirs + far - 1)
                join(ours + 2, theirs + far - 2)
                join(ours + 3, theirs + far - 3)
                join(SLOTS * tile + (4 * edge + 4) % SLOTS, theirs + far - 4)
    for a, b in stitches:
        join(a, b)

    labels = [0] * len(parent)
    fresh = 0
    for slot, earlier in enumerate(parent):
        if earlier == slot:
            labels[slot] = fresh
            fresh += 1
        else:
            labels[slot] = labels[earlier]
    return labels


def numbered(places: Iterable[Hashable]) -> list[int]:
    """Labels from 0 by first appearance: equal places get equal labels."""
    known: dict[Hashable, int] = {}
    return [known.setdefault(place, len(known)) for place in places]


def tiles_at_corners(slots: Sequence[int]) -> dict[int, int]:
    """How many corner slots have how many tile slots: {3: 8, 4: 18} for a 2x2x2 cube."""
    meeting = Counter(slots[corner] for corner in range(0, len(slots), SLOTS // EDGES))
    return dict(sorted(Counter(meeting.values()).items()))

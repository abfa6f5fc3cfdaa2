"""How a tile is numbered: edges, corners and slots, seen from outside.

    0  1  2  3  4        edge 0 is north, 1 east, 2 south, 3 west
   15     N     5        corner c is slot 4c: north-west, north-east, south-east, south-west
   14 W       E 6        edge e runs clockwise from corner e to corner e + 1
   13     S     7        slot 4e + r lies on edge e, r steps from corner e
   12 11 10  9  8

Where two tiles share an edge they see it from opposite ends: slot 4e + r of one is slot 4f + 4 - r of
the other. So every tile is oriented the same way, and a description cannot even say "one-sided": Möbius-
and Klein-like input shows itself at corners that don't close.
"""

EDGES = 4
SLOTS = 16
EDGE_NAMES = ("north", "east", "south", "west")

Neighbours = tuple[int, int, int, int]
Description = tuple[Neighbours, ...]

FEWEST_AT_CORNER = 3
MOST_AT_CORNER = 6


def place_of(slot: int) -> str:
    """A slot of a surface in words: `slot 5 of tile 2` for 16 * 2 + 5."""
    return f"slot {slot % SLOTS} of tile {slot // SLOTS}"

"""From a shape description to a solved body: slots, folding, counting, and one solution as a picture."""

from piecework.formats.piece_sets import pool
from piecework.happy import SurfacePuzzle
from piecework.surface import Surface, body, get_shape_slots, tiles_at_corners

# Tiles 0 to 5 of a cube, unfolded as a cross; for each its neighbours to the north, east, south and west.
CUBE = [(5, 3, 2, 1), (0, 2, 4, 5), (0, 3, 4, 1), (0, 5, 4, 2), (2, 3, 5, 1), (4, 3, 0, 1)]


def main() -> None:
    slots = get_shape_slots(CUBE)
    print(f"The cube has {max(slots) + 1} slots; tiles that meet at its corners: {tiles_at_corners(slots)}")

    puzzle = SurfacePuzzle(Surface.from_description(CUBE), pool(["original/blue"]))
    turned, mirrored = puzzle.count("rotations"), puzzle.count("symmetries")
    print(f"The blue set makes {turned} cubes, {mirrored} if mirror images count as the same")
    print(next(puzzle.solutions()))

    inverted = Surface.from_cubes(body("2x2x2-2"))
    near, in_space = max(inverted.slots(geometric=False)) + 1, inverted.slot_count
    print(f"With two vertices pushed in, a 2x2x2 cube has {near} slots by adjacency and {in_space} in space")

    large = SurfacePuzzle(inverted, pool(["original"]))
    covering = large.first()
    assert covering is not None
    first = covering[0]
    print(f"24 of the 36 Original pieces cover it; on tile 0 lies {first.piece}, {first.orientation}")


if __name__ == "__main__":
    main()

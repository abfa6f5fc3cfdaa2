"""How long surfaces take: slots, folding, the cube of every set, one solution of large bodies, a large count.

Run it with the interpreter of the virtual environment; times are processor seconds of this process.
"""

import time
from collections.abc import Callable

from piecework.formats.piece_sets import piece_set, pool, set_names
from piecework.happy import SurfacePuzzle
from piecework.surface import Surface, body, box, get_shape_slots

BODIES = (
    *("1x1x2", "1x1x3", "1x1x4", "1x1x5", "2x2x2", "2x2x2+1", "3x3x1", "cross"),
    *("L", "C", "T", "X", "W", "steps", "2x2x2-1", "2x2x2-2"),
)


def timed(what: str, work: Callable[[], object]) -> None:
    start, begun = time.process_time(), time.perf_counter()
    result = work()
    spent, passed = time.process_time() - start, time.perf_counter() - begun
    print(f"{what:<44} {spent:8.3f} s cpu {passed:8.3f} s wall   {result}", flush=True)


def main() -> None:
    large = Surface.from_cubes(box(41, 41, 40)).description()
    timed(f"slots of {len(large):,} tiles", lambda: max(get_shape_slots(large)) + 1)
    for name, cubes in (("12x1x1", box(12, 1, 1)), ("3x3x2 with a bump", box(3, 3, 2) | {(1, 1, 2)})):
        shape = Surface.from_cubes(cubes).description()
        timed(f"folding {name}, {len(shape)} tiles", lambda: Surface.from_description(shape).slot_count)  # noqa: B023
    for name in set_names():
        timed(f"cube of {name}", lambda: piece_set(name).puzzle().count(threads=1))  # noqa: B023
    every = pool(["original"])
    for name in BODIES:
        puzzle = SurfacePuzzle(Surface.from_cubes(body(name)), every)
        timed(f"one solution of {name} with 36 pieces", lambda: puzzle.first() is not None)  # noqa: B023
    cube = SurfacePuzzle(Surface.from_cubes(body("cube")), every)
    timed("cubes of any 6 of 36 pieces, labelled", lambda: cube.count("labelled", threads=1))


if __name__ == "__main__":
    main()

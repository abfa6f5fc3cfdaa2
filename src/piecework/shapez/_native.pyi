"""Compact shapes, and the searches over them."""

from typing import Annotated

import numpy
from numpy.typing import NDArray


class Cancelled(RuntimeError):
    pass

class OutOfMemory(MemoryError):
    pass

class Progress:
    """A search's line to the outside."""

    def __init__(self) -> None: ...

    def cancel(self) -> None: ...

    @property
    def phase(self) -> int: ...

    @property
    def done(self) -> int: ...

    @property
    def total(self) -> int: ...

    @property
    def found(self) -> int: ...

class Board:
    """The size of the shapes, with the machines on compact shapes."""

    def __init__(self, parts: int, layers: int) -> None: ...

    @property
    def parts(self) -> int: ...

    @property
    def layers(self) -> int: ...

    def canonical(self, shape: int) -> int: ...

    def stabilizer(self, shape: int) -> int: ...

    def rotate(self, shape: int, steps: int) -> int: ...

    def mirror(self, shape: int) -> int: ...

    def east_key(self, shape: int) -> int: ...

    def west_key(self, shape: int) -> int: ...

    def from_key(self, key: int) -> int: ...

    def join(self, east_key: int, west_key: int) -> int: ...

    def half_mirror(self, key: int) -> int: ...

    def settle(self, shape: int) -> int: ...

    def cut(self, shape: int) -> tuple[int, int]: ...

    def cut_east(self, shape: int) -> int: ...

    def swap(self, first: int, second: int) -> int: ...

    def pin_push(self, shape: int) -> int: ...

    def stack(self, bottom: int, top: int) -> int: ...

    def stack_row(self, shape: int, row: int, pin: bool) -> int: ...

    def crystal_generator(self, shape: int) -> int: ...

class AtlasIndex:
    """What an atlas knows, ready to be asked."""

    def __init__(self, board: Board, bits: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], shapes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], before: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], batch: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def has_half(self, key: int) -> bool: ...

    def is_swappable(self, shape: int) -> bool: ...

    def half_keys(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]: ...

    def pin_essential(self, shape: int) -> tuple[int, int] | None:
        """The shape before the push, and the batch, of a pin-essential shape."""

    def first_failures(self, shapes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], check: str, most: int) -> list[int]:
        """
        The first shapes for which a check fails: 'explained', 'cuts' or 'stacked_cuts'.
        """

    def stack_base(self, shape: int, below_batch: int) -> int | None: ...

def count_swappable(board: Board, index: AtlasIndex, progress: Progress, threads: int) -> tuple[int, int]:
    """
    Swappable shapes: in all orientations, and up to rotation and mirroring.
    """

class Halves:
    """What the half search found."""

    @property
    def bits(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]:
        """One bit a half key, mirror images included."""

    @property
    def count(self) -> int: ...

    @property
    def canonical(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]:
        """Keys of canonical halves; parents come before children."""

    @property
    def parents(self) -> tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint8], dict(shape=(None,))]]:
        """First operand, second operand and operation of each canonical half."""

    @property
    def leaning(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]:
        """
        Four words for each half found by stacking across the cut: two halves, a turn, what was stacked.
        """

    @property
    def found_by(self) -> list[int]: ...

def search_halves(board: Board, progress: Progress, stack: bool = True, lean: bool = True) -> Halves: ...

class ShapeSet:
    """A large set of compact shapes."""

    def __init__(self, board: Board, most_bytes: int = 0) -> None: ...

    def insert(self, shape: int) -> bool: ...

    def __contains__(self, shape: int) -> bool: ...

    def __len__(self) -> int: ...

    @property
    def bytes(self) -> int: ...

    def insert_all(self, shapes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def dense_buckets(self, board: Board) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))]]: ...

def search_full(board: Board, index: AtlasIndex, progress: Progress, threads: int, found: ShapeSet) -> None: ...

def count_oriented(board: Board, shapes: ShapeSet) -> int: ...

class PinSearch:
    """The search for pin-essential shapes, batch by batch."""

    def __init__(self, board: Board, index: AtlasIndex, progress: Progress, threads: int) -> None: ...

    def restore(self, shapes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], before: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], batch: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], batches: int) -> None: ...

    def run_batch(self) -> int: ...

    @property
    def batches(self) -> int: ...

    def superseded(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]: ...

    def result(self) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,))], Annotated[NDArray[numpy.uint64], dict(shape=(None,))], Annotated[NDArray[numpy.uint8], dict(shape=(None,))]]: ...

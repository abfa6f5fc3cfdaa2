"""How much memory a search will need, and how much there is: asked before it starts.

The sizes of what the larger searches find are published or were measured by this program; they serve to
estimate memory, never as results.
"""

from pathlib import Path

from piecework.shapez._errors import MemoryLimitError

MIB = 1 << 20
GIB = 1 << 30

_HALVES = {  # canonical
    "Quad5": 67_669, "Quad6": 529_749, "Quad7": 3_953_472, "Hex4": 1_174_057, "Hex5": 30_060_494,
    "Oct3": 1_825_794, "Dec3": 81_924_732,
}  # fmt: skip
_PIN_ESSENTIAL = {"Quad6": 2_567_294, "Quad7": 144_114_323, "Hex5": 170_267_313}
_NON_SWAPPABLE = {
    "Quad4": 2_002_457, "Quad5": 251_172_538, "Hex3": 2_920_982, "Hex4": 8_929_915_941,
    # Never listed by anyone: the growth from the size before, carried on.
    "Quad6": 31_000_000_000, "Quad7": 4_000_000_000_000, "Hex5": 27_000_000_000_000,
    "Oct3": 500_000_000_000, "Dec3": 100_000_000_000_000,
}  # fmt: skip


def estimate(name: str, parts: int, layers: int, *, pin_essential: bool, full_set: bool) -> int:
    """Bytes that the search will hold at its height."""
    halves = (1 << parts * layers) // 8 + 36 * _HALVES.get(name, 50_000)
    total = 64 * MIB + halves
    extra = 0
    if pin_essential:
        ring = 6 * 6**parts
        extra = max(extra, ring + 64 * _PIN_ESSENTIAL.get(name, 500_000))
    if full_set:
        extra = max(extra, 13 * _NON_SWAPPABLE.get(name, 20_000))
    return total + extra


def available() -> int:
    """Bytes that can be taken now without swapping, as far as the system tells."""
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    import os

    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError, AttributeError):
        return 8 * GIB


def check(name: str, needed: int, limit: int | None) -> int:
    """The bytes that may be used; raises when the estimate says it cannot be enough."""
    allowed = limit if limit is not None else available() * 9 // 10
    if needed > allowed:
        what = "the limit given" if limit is not None else "what is free now"
        raise MemoryLimitError(
            f"{name}: this search needs about {needed / GIB:.1f} GiB of memory, {what} is "
            f"{allowed / GIB:.1f} GiB; leave out --full-set or take a smaller configuration"
        )
    return allowed

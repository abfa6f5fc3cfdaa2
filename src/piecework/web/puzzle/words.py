"""Numbers and times as people say them."""


def amount(number: int) -> str:
    """Short for large numbers: 12.3 M."""
    for limit, unit in ((10**12, "T"), (10**9, "G"), (10**6, "M")):
        if number >= limit:
            return f"{number / limit:.1f} {unit}"
    return f"{number:,}"


def duration(seconds: float) -> str:
    """A time, roughly."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.0f} h"


def plural(number: int, word: str) -> str:
    """`1 piece`, `2 pieces`."""
    return f"{number:,} {word}" + ("" if number == 1 else "s")

"""Small pictures of bodies: their cubes seen from a corner, in three tones of one colour."""

from collections.abc import Iterable

from piecework.surface import Point

UNIT = 20
_RIGHT, _DOWN = 0.866 * UNIT, 0.5 * UNIT


def body_svg(cubes: Iterable[Point]) -> str:
    """The body as SVG, for a button that has a name; the style sheet gives the three sides their colours."""
    listed = set(cubes)
    if not listed:
        return ""
    sides = []
    xs, ys = [], []
    # Far cubes first: nearer ones are drawn over them. z goes up.
    for x, y, z in sorted(listed, key=lambda cube: (cube[0] + cube[1] + cube[2], cube[2])):
        left, top = (x - y) * _RIGHT, (x + y) * _DOWN - z * UNIT
        xs += [left - _RIGHT, left + _RIGHT]
        ys += [top - UNIT, top + 2 * _DOWN]
        corner = f"M{left:.1f} {top:.1f}"
        if (x, y, z + 1) not in listed:
            sides.append(
                f'<path class="pw-top" d="M{left:.1f} {top - UNIT:.1f}l{_RIGHT:.1f} {_DOWN:.1f}'
                f'l{-_RIGHT:.1f} {_DOWN:.1f}l{-_RIGHT:.1f} {-_DOWN:.1f}z"/>'
            )
        if (x, y + 1, z) not in listed:
            sides.append(f'<path class="pw-left" d="{corner}v{UNIT}l{-_RIGHT:.1f} {-_DOWN:.1f}v{-UNIT}z"/>')
        if (x + 1, y, z) not in listed:
            sides.append(f'<path class="pw-right" d="{corner}v{UNIT}l{_RIGHT:.1f} {-_DOWN:.1f}v{-UNIT}z"/>')
    width, height = max(xs) - min(xs) + 4, max(ys) - min(ys) + 4
    return (
        f'<svg class="pw-body" viewBox="{min(xs) - 2:.1f} {min(ys) - 2:.1f} {width:.1f} {height:.1f}" '
        f'aria-hidden="true">{"".join(sides)}</svg>'
    )

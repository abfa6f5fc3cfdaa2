"""Scenes for the viewer: colours that stay, cells that are right, nets that fold into their bodies."""

import json
from collections.abc import Iterator
from itertools import islice
from math import cos, radians, sin
from typing import Any

import pytest

import piecework as pw
from piecework.draw.colours import PALETTE, piece_colours
from piecework.draw.folding import fold_of, frame_axes
from piecework.draw.scene import covering_scene, laid_out, scene_of
from piecework.happy import SurfacePuzzle
from piecework.puzzle import Piece
from piecework.surface import NAMED_BODIES, Surface, body

Vector = tuple[float, ...]


def puzzles() -> Iterator[tuple[str, str | None]]:
    for name in pw.catalogue():
        yield name, None
    yield from (("voxel-frame-1", "cube"), ("happy-original-blue", "tray"))


@pytest.mark.parametrize(("name", "scenario"), list(puzzles()))
def test_every_puzzle_has_a_scene_that_is_json(name: str, scenario: str | None) -> None:
    puzzle = pw.load(name, scenario=scenario)
    scene = scene_of(puzzle)
    assert json.loads(json.dumps(scene)) == scene
    assert scene["version"] == 1
    assert scene["solution"] is None
    assert [piece["name"] for piece in scene["pieces"]] == [piece.name for piece in puzzle.pieces]
    loose = [tuple(cell) for placed in scene["loose"] for cell in placed["cells"]]
    assert len(set(loose)) == len(loose)
    assert not set(loose) & {tuple(cell) for cell in scene["target"]["cells"]}


@pytest.mark.parametrize(
    ("name", "scenario"),
    [
        ("soma", None),
        ("pentominoes-8x8-holes", None),
        ("pentominoes-8x8-any-four", None),
        ("voxel-frame-1", "flat"),
        ("voxel-frame-1", "cube"),
        ("happy-original-blue", "tray"),
    ],
)
def test_a_solution_covers_the_target_and_keeps_the_colours(name: str, scenario: str | None) -> None:
    puzzle = pw.load(name, scenario=scenario)
    colours: dict[int, str] = {}
    for solution in islice(puzzle.solutions(threads=1), 3):
        scene = scene_of(puzzle, solution)
        cells = [tuple(cell) for placed in scene["solution"] for cell in placed["cells"]]
        target = scene["target"]
        free = {tuple(cell) for cell in target["optional"]}
        assert len(set(cells)) == len(cells)
        assert set(cells) | free == {tuple(cell) for cell in target["cells"]}
        assert not set(cells) & {tuple(cell) for cell in target["blocked"]}
        for placed in scene["solution"]:
            assert colours.setdefault(placed["piece"], placed["colour"]) == placed["colour"]
        steps = {placed["step"] for placed in scene["solution"]}
        assert steps == set(range(len(steps)))


def test_a_single_copy_has_the_colour_of_its_piece() -> None:
    puzzle = pw.load("soma")
    scene = scene_of(puzzle, next(puzzle.solutions()))
    for placed in scene["solution"]:
        assert placed["colour"] == scene["pieces"][placed["piece"]]["colour"]


def test_copies_have_colours_of_their_own_or_shades() -> None:
    few = piece_colours([Piece("a", "#", copies=3), Piece("b", "##")])
    assert few == {"a": PALETTE[:3], "b": [PALETTE[3]]}
    many = piece_colours([Piece("a", "#", copies=30), Piece("b", "##")])
    assert many["a"][0] == PALETTE[0]
    assert many["b"][0] == PALETTE[1]
    assert len(set(many["a"])) == 4
    assert len(set(piece_colours([Piece("a", "#", copies=40)])["a"])) == len(PALETTE)


# Machado, Oliveira and Fernandes 2009: what is seen without red, green or blue receptors, in linear light.
WITHOUT = {
    "nothing": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}


def oklab(colour: str, matrix: Any) -> Vector:
    values = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values]
    red, green, blue = (
        min(1.0, max(0.0, sum(m * v for m, v in zip(row, linear, strict=True)))) for row in matrix
    )
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
    )


@pytest.mark.parametrize("missing", WITHOUT)
def test_colours_stay_apart_whatever_receptors_are_missing(missing: str) -> None:
    seen = [oklab(colour, WITHOUT[missing]) for colour in PALETTE]
    for number, one in enumerate(seen):
        for other in seen[:number]:
            distance = sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5
            # A just noticeable difference is about 0.02.
            assert distance > 0.05


def test_pieces_are_laid_out_apart() -> None:
    pieces = laid_out(pw.load("bedlam"))
    assert len(pieces) == 13
    cells = [(placed["piece"], *cell) for placed in pieces for cell in placed["cells"]]
    for piece, x, y, z in cells:
        for other, a, b, c in cells:
            assert (
                piece == other or max(abs(x - a), abs(y - b), abs(z - c)) > 1 or abs(x - a) + abs(y - b) > 1
            )


# -- folding, with matrices of our own

Matrix = list[list[float]]


def product(a: Matrix, b: Matrix) -> Matrix:
    return [[sum(a[i][k] * b[k][j] for k in range(4)) for j in range(4)] for i in range(4)]


def applied(matrix: Matrix, point: Vector) -> Vector:
    return tuple(sum(matrix[i][j] * (*point, 1.0)[j] for j in range(4)) for i in range(3))


def turned(tile: dict[str, Any]) -> Matrix:
    """A turn about the hinge (Rodrigues)."""
    x, y, z = tile["axis"]
    c, s = cos(radians(tile["angle"])), sin(radians(tile["angle"]))
    d = 1 - c
    turn = [
        [c + x * x * d, x * y * d - z * s, x * z * d + y * s],
        [y * x * d + z * s, c + y * y * d, y * z * d - x * s],
        [z * x * d - y * s, z * y * d + x * s, c + z * z * d],
    ]
    hinge = tile["hinge"]
    return [
        *([*turn[i], hinge[i] - sum(turn[i][j] * hinge[j] for j in range(3))] for i in range(3)),
        [0, 0, 0, 1],
    ]


def opened(fold: dict[str, Any], number: int) -> Matrix:
    tile = fold["tiles"][number]
    if tile["parent"] is not None:
        return product(opened(fold, tile["parent"]), turned(tile))
    if tile["move"] is None:
        return [[float(i == j) for j in range(4)] for i in range(4)]
    return [[tile["move"][4 * j + i] for j in range(4)] for i in range(4)]


BODIES = [*NAMED_BODIES, "1x2x3", "2x2x2"]


@pytest.mark.parametrize("name", BODIES)
def test_opening_all_hinges_lays_every_tile_where_the_net_has_it(name: str) -> None:
    board = Surface.from_cubes(body(name))
    fold, net, tiles = fold_of(board), board.net(), board.tiles
    right, up, _ = frame_axes(board)
    root = fold["root"]
    corner = tiles[root].cells()[12]
    for number, tile in enumerate(tiles):
        matrix = opened(fold, number)
        for slot, (row, column) in enumerate(net[number].slot_cells()):
            at = applied(matrix, tile.slot_points()[slot])
            across, down = column - net[root].column - 2, row - net[root].row - 2
            expected = tuple(c + across * r - down * u for c, r, u in zip(corner, right, up, strict=True))
            assert at == pytest.approx(expected, abs=1e-9), (number, slot)


def test_a_covered_body_says_which_piece_lies_on_which_tile() -> None:
    puzzle = pw.load("happy-original-blue")
    assert isinstance(puzzle, SurfacePuzzle)
    covering = next(puzzle.coverings())
    scene = covering_scene(puzzle, covering)
    cubits = [tuple(cell) for placed in scene["solution"] for cell in placed["cells"]]
    assert len(set(cubits)) == len(cubits) == 5**3 - 3**3
    assert sorted(placed["tile"] for placed in scene["solution"]) == list(range(6))
    for placed in scene["solution"]:
        assert len(placed["net"]) == len(placed["cells"])


def test_a_body_without_pieces_can_be_shown() -> None:
    scene = scene_of(SurfacePuzzle(Surface.from_cubes([(0, 0, 0), (1, 0, 0)]), {}))
    assert len(scene["target"]["tiles"]) == 10
    assert scene["solution"] is None

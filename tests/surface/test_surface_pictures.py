"""Nets and cubit models: nothing overlaps, nothing is lost, and solids are closed."""

from collections import Counter
from xml.etree import ElementTree

import pytest
from rich.console import Console
from surface_reference import polycubes

from piecework.draw.cubits import cubit_models
from piecework.draw.net import net_cells, net_svg, net_text
from piecework.formats.piece_sets import piece_set, pool
from piecework.happy import SurfacePuzzle
from piecework.surface import Surface, Tray, body

BLUE = piece_set("original/blue")
CUBE = SurfacePuzzle(Surface.from_cubes(body("cube")), BLUE.pieces)


@pytest.mark.parametrize("name", ["cube", "1x1x3", "2x2x2-2", "cross", "steps"])
def test_every_tile_lies_once_in_the_net(name: str) -> None:
    check_net(Surface.from_cubes(body(name)))


def test_nets_of_all_small_bodies() -> None:
    for cubes in polycubes(5):
        check_net(Surface.from_cubes(cubes))


def check_net(surface: Surface) -> None:
    net = surface.net()
    slots = surface.slots()
    assert len({(tile.row, tile.column) for tile in net}) == len(net) == len(surface)
    centres = Counter(cell for tile in net for cell in tile.centre_cells())
    assert max(centres.values()) == 1
    slot_at: dict[tuple[int, int], int] = {}
    for number, tile in enumerate(net):
        for index, cell in enumerate(tile.slot_cells()):
            slot = slots[16 * number + index]
            assert slot_at.setdefault(cell, slot) == slot
            assert cell not in centres
    assert min(row for row, _ in slot_at) == min(column for _, column in slot_at) == 0


def test_a_solution_shows_every_cubit_once_where_the_net_is_whole() -> None:
    assert BLUE.tray is not None
    puzzle = SurfacePuzzle(BLUE.tray, BLUE.pieces)
    covering = next(puzzle.coverings())
    cells = net_cells(puzzle, covering)
    covered = sum(cell.tile is not None for cell in cells.values())
    assert covered == 44 + 6 * 9
    assert len(cells) == 9 * 13
    picture = str(next(puzzle.solutions()))
    assert sum(mark not in " \n" for mark in picture) == covered


def test_terminal_nets_have_letters_without_colour() -> None:
    covering = next(CUBE.coverings())
    console = Console(width=200, color_system=None)
    with console.capture() as capture:
        console.print(net_text(CUBE, covering))
    drawn = capture.get()
    for tile in range(6):
        assert f"{tile}{tile}" in drawn
        assert f" {tile}" in drawn
    with console.capture() as capture:
        console.print(net_text(CUBE.board, numbers=True))
    assert {int(word) for word in capture.get().split()} == set(range(44))


def test_svg_is_well_formed_and_names_the_pieces() -> None:
    puzzle = SurfacePuzzle(CUBE.board, {f"<&{n}>": piece for n, piece in enumerate(BLUE.pieces)})
    covering = next(puzzle.coverings())
    root = ElementTree.fromstring(net_svg(puzzle, covering, numbers=True))
    titles = [element.text for element in root.iter("{http://www.w3.org/2000/svg}title")]
    assert titles == [f"tile {lying.tile}: {lying.piece}, {lying.orientation}" for lying in covering]
    ElementTree.fromstring(net_svg(Surface.from_cubes(body("2x2x2"))))


@pytest.mark.parametrize("board", [CUBE.board, BLUE.tray, Surface.from_cubes(body("1x1x2"))])
def test_cubits_fill_the_shell_and_solids_are_closed(board: Surface | Tray) -> None:
    puzzle = SurfacePuzzle(
        board, BLUE.pieces if len(board) == 6 else pool(["original/red", "original/yellow"])
    )
    covering = puzzle.first()
    assert covering is not None
    models = cubit_models(puzzle, covering)
    cubits = Counter(cubit for model in models for cubit in model.cubits)
    assert max(cubits.values()) == 1
    assert len(cubits) == max(board.slots()) + 1 - len(board.blocked()) + 9 * len(board)
    for model in models:
        edges = Counter(
            (a, b) for face in model.faces for a, b in zip(face, (*face[1:], face[0]), strict=True)
        )
        # Every edge is walked as often one way as the other: the skin has no hole.
        assert all(edges[b, a] == times for (a, b), times in edges.items())
        assert volume(model.vertices, model.faces) == pytest.approx(len(model.cubits))


def volume(vertices: tuple[tuple[float, ...], ...], faces: tuple[tuple[int, ...], ...]) -> float:
    """By the divergence theorem: a sixth of the determinants of all triangles; negative when inside out."""
    total = 0.0
    for a, b, c, d in faces:
        for triangle in ((a, b, c), (a, c, d)):
            (x1, y1, z1), (x2, y2, z2), (x3, y3, z3) = (vertices[index] for index in triangle)
            total += x1 * (y2 * z3 - y3 * z2) - y1 * (x2 * z3 - x3 * z2) + z1 * (x2 * y3 - x3 * y2)
    return total / 6


def test_models_move_apart_outwards() -> None:
    covering = next(CUBE.coverings())
    near, far = cubit_models(CUBE, covering), cubit_models(CUBE, covering, apart=3)
    for before, after, tile in zip(near, far, CUBE.board.tiles, strict=True):
        shift = tuple(b - a for a, b in zip(before.vertices[0], after.vertices[0], strict=True))
        assert shift == tuple(3 * n for n in tile.normal)

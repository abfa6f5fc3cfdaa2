"""GLB and STL files, read back by trimesh, which knows nothing of us."""

import io
from typing import Any

import pytest
import trimesh
from hypothesis import given, settings
from hypothesis import strategies as st

import piecework as pw
from piecework.draw.mesh import METRES, MILLIMETRES, glb, quads, shrunk_boxes, stl
from piecework.draw.scene import laid_out, scene_of


def solid(cells: Any, gap: float) -> trimesh.Trimesh:
    vertices: list[Any] = []
    faces: list[Any] = []
    for _, *corners in quads(cells, gap=gap):
        start = len(vertices)
        vertices += corners
        faces += [(start, start + 1, start + 2), (start, start + 2, start + 3)]
    mesh = trimesh.Trimesh(vertices, faces, process=False)
    mesh.merge_vertices(digits_vertex=6)
    return mesh


@settings(max_examples=60, deadline=None)
@given(st.sets(st.tuples(*[st.integers(0, 2)] * 3), min_size=1, max_size=14), st.sampled_from([0.02, 0.2]))
def test_pieces_are_closed_and_as_large_as_their_boxes(cells: set[tuple[int, int, int]], gap: float) -> None:
    mesh = solid(cells, gap)
    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    expected = 0.0
    for box in shrunk_boxes(cells):
        size = 1.0
        for at in box:
            size *= 1 - gap if at % 2 else gap
        expected += size
    assert mesh.volume == pytest.approx(expected)


def test_a_model_has_a_named_part_of_the_right_colour_for_each_piece() -> None:
    puzzle = pw.load("soma")
    scene = scene_of(puzzle, next(puzzle.solutions()))
    model = trimesh.load(io.BytesIO(glb(scene, gap=0.02)), file_type="glb")
    assert isinstance(model, trimesh.Scene)
    assert set(model.geometry) == {piece.name for piece in puzzle.pieces}
    for piece in scene["pieces"]:
        mesh = model.geometry[piece["name"]]
        mesh.merge_vertices(merge_norm=True)
        assert mesh.is_watertight
        assert mesh.volume == pytest.approx(len(piece["cells"]), rel=0.06)
    size = model.extents
    assert size == pytest.approx([3 * METRES] * 3, rel=0.02)


def test_a_model_is_turned_not_mirrored() -> None:
    """The first layer is on top, rows come towards the eye."""
    puzzle = pw.parse("version: 1\npieces:\n  A: '#'\n  B: '#'\n  C: '#'\n  D: '#'\ntarget: '##/#.//#./..'\n")
    scene = scene_of(puzzle, next(puzzle.solutions()))
    model = trimesh.load(io.BytesIO(glb(scene)), file_type="glb")
    assert isinstance(model, trimesh.Scene)
    middle = {}
    for placed in scene["solution"]:
        name = scene["pieces"][placed["piece"]]["name"]
        middle[tuple(placed["cells"][0])] = model.geometry[name].bounds.mean(axis=0)
    origin = middle[0, 0, 0]
    assert middle[1, 0, 0] - origin == pytest.approx([1, 0, 0])
    assert middle[0, 1, 0] - origin == pytest.approx([0, 0, 1])
    assert middle[0, 0, 1] - origin == pytest.approx([0, -1, 0])


def test_a_surface_becomes_a_model_too() -> None:
    puzzle = pw.load("happy-original-blue")
    model = trimesh.load(io.BytesIO(glb(scene_of(puzzle, next(puzzle.solutions())))), file_type="glb")
    assert isinstance(model, trimesh.Scene)
    assert len(model.geometry) == 6
    assert model.extents == pytest.approx([5 * METRES] * 3, rel=0.02)


def test_pieces_to_print_lie_apart_on_the_plate_in_millimetres() -> None:
    puzzle = pw.load("soma")
    data = stl(laid_out(puzzle), title="Soma", gap=0.02)
    mesh = trimesh.load(io.BytesIO(data), file_type="stl")
    assert isinstance(mesh, trimesh.Trimesh)
    assert mesh.is_watertight
    assert mesh.volume == pytest.approx(27 * MILLIMETRES**3, rel=0.06)
    assert not data.startswith(b"solid")
    # Every piece stands on the plate.
    floor = mesh.bounds[0][2]
    assert mesh.extents[2] == pytest.approx(2 * MILLIMETRES, rel=0.02)
    assert sum(abs(z - floor) < 1e-3 for z in mesh.vertices[:, 2]) >= 7 * 4

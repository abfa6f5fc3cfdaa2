"""Meshes of pieces: GLB for looking at them, STL for printing them.

A piece is shrunk by half the gap that is wanted between two pieces. Shrunk, it is a union of boxes on a finer
grid (see `shrunk_boxes`), and the sides of boxes that face nothing are its surface. Neighbouring sides share
their corners, so the mesh is closed, and printers and other tools take it as a solid.

Both are written here, in a few lines each: GLB is JSON and a block of numbers (glTF 2.0, Khronos), one
node and one material for each piece; STL is a header and a list of triangles.
"""

import json
import struct
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from piecework.draw.scene import Placed, Scene

Point = tuple[int, int, int]
Vector = tuple[float, float, float]
Quad = tuple[Vector, Vector, Vector, Vector, Vector]
"""A normal and four corners, counter-clockwise seen from outside."""

GAP = 0.02
"""Between two pieces, in cells."""
METRES = 0.02
"""The side of a cell in a GLB file, whose unit is the metre."""
MILLIMETRES = 15.0
"""The side of a cell in an STL file, whose unit is usually taken as the millimetre."""

AXES: tuple[tuple[int, int], ...] = tuple((axis, sign) for axis in range(3) for sign in (1, -1))


def shrunk_boxes(cells: Iterable[Sequence[int]]) -> set[Point]:
    """A core for every cell, and a bridge wherever all the cells around it are there.

    Along each axis, 2c + 1 is the core of cell c, and 2c lies between the cells c - 1 and c.
    """
    filled = {(x, y, z) for x, y, z in cells}
    return {
        (2 * x + 1 + i, 2 * y + 1 + j, 2 * z + 1 + k)
        for x, y, z in filled
        for i, j, k in product((0, 1), repeat=3)
        if all(
            (x + a, y + b, z + c) in filled for a, b, c in product(range(i + 1), range(j + 1), range(k + 1))
        )
    }


def quads(cells: Iterable[Sequence[int]], *, gap: float = GAP) -> Iterator[Quad]:
    """The surface of a piece whose cells are unit cubes around integer points."""
    boxes = shrunk_boxes(cells)
    half = 0.5 - gap / 2

    def bound(at: int) -> float:
        return (at - 1) / 2 - half if at % 2 else at / 2 - 1 + half

    for box in boxes:
        for axis, sign in AXES:
            ahead = list(box)
            ahead[axis] += sign
            if (ahead[0], ahead[1], ahead[2]) in boxes:
                continue
            u, v = (axis + 1) % 3, (axis + 2) % 3
            corners = []
            for du, dv in ((0, 0), (1, 0), (1, 1), (0, 1)):
                corner = [0.0, 0.0, 0.0]
                corner[axis] = bound(box[axis] + (sign > 0))
                corner[u], corner[v] = bound(box[u] + du), bound(box[v] + dv)
                corners.append((corner[0], corner[1], corner[2]))
            normal = [0.0, 0.0, 0.0]
            normal[axis] = float(sign)
            a, b, c, d = corners if sign > 0 else corners[::-1]
            yield (normal[0], normal[1], normal[2]), a, b, c, d


def glb(scene: Scene, *, gap: float = GAP) -> bytes:
    """A scene's solution, or its loose pieces where there is none, as a binary glTF file."""
    turn = _turned(scene["frame"]["right"], scene["frame"]["up"])
    block = bytearray()
    parts: dict[str, list[dict[str, Any]]] = {key: [] for key in ("nodes", "meshes", "materials")}
    views: list[dict[str, Any]] = []
    accessors: list[dict[str, Any]] = []

    def put(numbers: "array[float] | array[int]", width: int, target: int, **more: Any) -> int:
        views.append(
            {"buffer": 0, "byteOffset": len(block), "byteLength": 4 * len(numbers), "target": target}
        )
        block.extend(numbers.tobytes())
        kind = {"type": "VEC3" if width == 3 else "SCALAR", "componentType": 5126 if width == 3 else 5125}
        accessors.append({"bufferView": len(views) - 1, "count": len(numbers) // width, **kind, **more})
        return len(accessors) - 1

    for number, body in enumerate(bodies_of(scene)):
        positions, normals, indices = array("f"), array("f"), array("I")
        for normal, *corners in quads(body["cells"], gap=gap):
            start = len(positions) // 3
            for corner in corners:
                positions.extend(turn(corner))
                normals.extend(turn(normal))
            indices.extend(start + index for index in (0, 1, 2, 0, 2, 3))
        spans = [positions[axis::3] for axis in range(3)]
        extent = {"min": [min(span) for span in spans], "max": [max(span) for span in spans]}
        attributes = {
            "POSITION": put(positions, 3, 34962, **extent),
            "NORMAL": put(normals, 3, 34962),
        }
        primitive = {"attributes": attributes, "indices": put(indices, 1, 34963), "material": number}
        name = scene["pieces"][body["piece"]]["name"]
        parts["nodes"].append({"name": name, "mesh": number})
        parts["meshes"].append({"name": name, "primitives": [primitive]})
        parts["materials"].append(_material(name, body["colour"]))
    root = {"name": scene["title"], "children": list(range(len(parts["nodes"]))), "scale": [METRES] * 3}
    content = {
        "asset": {"version": "2.0", "generator": "piecework"},
        "scene": 0,
        "scenes": [{"nodes": [len(parts["nodes"])]}],
        **parts,
        "nodes": [*parts["nodes"], root],
        "buffers": [{"byteLength": len(block)}],
        "bufferViews": views,
        "accessors": accessors,
    }
    text = json.dumps(content, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    total = 12 + 8 + len(text) + 8 + len(block)
    head = struct.pack("<4sII", b"glTF", 2, total)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(block), b"BIN\0")
    return head + chunks + bytes(block)


def stl(
    bodies: Iterable[Placed], *, title: str = "", gap: float = GAP, millimetres: float = MILLIMETRES
) -> bytes:
    """Bodies (of a scene, or of `laid_out`) as a binary STL file, z upwards; every body is a closed shell."""
    triangles = bytearray()
    count = 0
    for body in bodies:
        for normal, a, b, c, d in quads(body["cells"], gap=gap):
            for triangle in ((a, b, c), (a, c, d)):
                triangles += struct.pack("<3f", *_upright(normal, 1.0))
                for corner in triangle:
                    triangles += struct.pack("<3f", *_upright(corner, millimetres))
                triangles += b"\0\0"
                count += 1
    # A header that begins with "solid" would be taken for the text variant.
    return (
        f"piecework {title}".encode("ascii", "replace")[:80].ljust(80, b" ")
        + struct.pack("<I", count)
        + triangles
    )


def bodies_of(scene: Scene) -> list[Placed]:
    """The pieces of a scene: where the solution puts them, or loose."""
    return list(scene["solution"] or scene["loose"])


def _upright(point: Vector, scale: float) -> Vector:
    """The first layer up: turned about the x axis, so nothing is mirrored."""
    return (point[0] * scale, -point[1] * scale, -point[2] * scale)


def _turned(right: Sequence[int], up: Sequence[int]) -> Callable[[Vector], Vector]:
    """The motion that takes a scene's coordinates to those of glTF: x right, y up, z towards the eye."""
    towards = (
        right[1] * up[2] - right[2] * up[1],
        right[2] * up[0] - right[0] * up[2],
        right[0] * up[1] - right[1] * up[0],
    )

    def turn(point: Vector) -> Vector:
        x, y, z = (
            axis[0] * point[0] + axis[1] * point[1] + axis[2] * point[2] for axis in (right, up, towards)
        )
        return (x, y, z)

    return turn


def _material(name: str, colour: str) -> dict[str, Any]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (red, green, blue)]
    surface = {"baseColorFactor": [*linear, 1], "metallicFactor": 0, "roughnessFactor": 0.5}
    return {"name": name, "pbrMetallicRoughness": surface}

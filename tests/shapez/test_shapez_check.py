"""Verdicts on shapes, samples, and lists of codes."""

from pathlib import Path

import pyarrow.parquet as pq
import pytest
from shapez_atlases import make_atlas_folder, make_quad3, make_quad4  # noqa: F401  (fixtures)

from piecework.shapez import Atlas, Shape, ShapezError
from piecework.shapez._export import export


def test_every_class_is_met(quad4: Atlas) -> None:
    for kind in ("swappable", "stackable", "pin_essential"):
        for shape in quad4.sample(20, of=kind, seed=1):
            verdict = quad4.check(shape)
            assert (verdict.kind, verdict.buildable) == (kind, True)


def test_samples_repeat_and_differ(quad4: Atlas) -> None:
    assert quad4.sample(30, seed=4) == quad4.sample(30, seed=4)
    assert quad4.sample(30, seed=4) != quad4.sample(30, seed=5)
    assert {shape.layer_count for shape in quad4.sample(20, layers=3)} == {3}
    with pytest.raises(ShapezError, match="unknown class"):
        quad4.sample(1, of="round")


def test_a_part_that_falls_is_named(quad4: Atlas) -> None:
    verdict = quad4.check("CuCu----:--------:RrRr----")
    assert not verdict.buildable
    assert "layer 3, place 1" in verdict.reason
    assert "CuCu----:RrRr----" in verdict.reason
    assert Shape("CuCu----:RrRr----") in verdict.nearest


def test_a_column_that_never_occurs_is_named(quad4: Atlas) -> None:
    verdict = quad4.check("CuP-----:P-Cu----:cuP---Cu")
    assert "column 1 (from the bottom: Cu P- cu)" in verdict.reason
    assert verdict.nearest
    assert all(quad4.classify(shape) != "impossible" for shape in verdict.nearest)


def test_a_half_that_never_occurs_is_named(quad4: Atlas) -> None:
    verdict = quad4.check("RrRr----:cg--SbSb")
    assert verdict.kind == "impossible"
    assert "half" in verdict.reason


def test_classes_agree_with_the_full_set(quad3: Atlas) -> None:
    """On all shapes near the full set: in it, swappable, or impossible."""
    board = quad3.board
    for value in quad3.full_set()[::41].tolist():
        for cell in range(12):
            for low, high in ((0, 0), (1, 0), (0, 1), (1, 1)):
                bit = 1 << cell
                other = value & ~(bit | bit << 32) | (bit if low else 0) | (bit << 32 if high else 0)
                known = quad3.index.is_swappable(other) or quad3.in_full_set(board.canonical(other))
                assert (quad3.classify_compact(other) != "impossible") == known


def test_lists_of_codes(quad4: Atlas) -> None:
    codes = ["CuCuCuCu", "CuCu----:--------:RrRr----"]
    assert list(quad4.members(codes)) == [(codes[0], "swappable"), (codes[1], "impossible")]
    assert codes[0] in quad4
    assert codes[1] not in quad4


@pytest.mark.parametrize(("section", "rows"), [("halves", 917), ("pins", 7), ("full", 11_627)])
def test_sections_as_parquet(section: str, rows: int, quad3: Atlas, tmp_path: Path) -> None:
    path = tmp_path / "section.parquet"
    assert export(quad3, section, path) == rows
    table = pq.read_table(path)
    assert table.num_rows == rows
    codes = table.column("code").to_pylist()
    assert len(set(codes)) == rows
    assert all(Shape(code).part_count == 4 for code in codes[:50])
    with pytest.raises(ShapezError, match="unknown section"):
        export(quad3, "roofs", path)

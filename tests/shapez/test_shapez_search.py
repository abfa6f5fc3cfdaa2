"""Searches against published counts; atlas files against everything that can happen to a file."""

import json
import os
import shutil
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors import safe_open
from shapez_atlases import make_atlas_folder, make_hex3, make_quad3, make_quad4  # noqa: F401  (fixtures)

from piecework.shapez import (
    Atlas,
    AtlasError,
    ConfigError,
    MemoryLimitError,
    Shape,
    _container,
    _search,
    count_swappable,
    search,
    verify,
)

COUNTS = {row["config"]: row for row in json.loads((Path(__file__).parent / "data/counts.json").read_text())}
COLUMNS = ("halves", "canonical_halves", "total", "non_swappable", "pp_essential")


def compare(row: dict[str, Any], name: str) -> None:
    for column in COLUMNS:
        if row[column] is not None and column in COUNTS[name]:
            assert row[column] == COUNTS[name][column], column


def test_quad3_in_full(quad3: Atlas) -> None:
    row = quad3.info()
    assert all(row[column] is not None for column in COLUMNS)
    compare(row, "Quad3")
    assert row["total"] == row["swappable"] + row["non_swappable"]


def test_halves_and_pin_essential(quad4: Atlas, hex3: Atlas) -> None:
    for atlas in (quad4, hex3):
        row = atlas.info()
        compare(row, atlas.name)
        assert row["pp_essential"] == COUNTS[atlas.name]["pp_essential"]
        assert row["non_swappable"] is None
        assert row["total"] is None
        assert row["times"]["halves"]["wall"] >= 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Quad4", "Hex3"])
def test_larger_sizes_in_full(name: str, tmp_path: Path) -> None:
    row = search(name, tmp_path / "full.atlas", pp_parents=True, full_set=True)
    assert all(row[column] == COUNTS[name][column] for column in COLUMNS)
    assert all(finding.ok for finding in verify(Atlas(tmp_path / "full.atlas")))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Quad6", "Hex4", "Oct3"])
def test_half_counts_of_larger_sizes(name: str, tmp_path: Path) -> None:
    compare(search(name, tmp_path / "halves.atlas"), name)


@pytest.mark.parametrize(
    ("config", "oriented", "canonical"),
    [("Quad2", 35_017, 5_047), ("Quad3", 3_778_576, 491_279), ("Hex2", 6_689_233, 566_832)],
)
def test_swappable_shapes_are_counted_without_listing(config: str, oriented: int, canonical: int) -> None:
    result = count_swappable(config)
    assert (result["swappable_oriented"], result["swappable"]) == (oriented, canonical)


@pytest.mark.parametrize("config", ["Quad4", "Quad5", "Hex3", "Hex4"])
def test_swappable_is_what_the_published_total_leaves(config: str) -> None:
    row = COUNTS[config]
    assert count_swappable(config)["swappable"] == row["total"] - row["non_swappable"]


def test_swappable_counts_agree_with_a_plain_listing() -> None:
    """Rings of columns, one by one, for the smallest sizes."""
    for config in ("Quad1", "Hex1", "Quad2"):
        parts, layers = {"Quad1": (4, 1), "Hex1": (6, 1), "Quad2": (4, 2)}[config]
        from piecework.shapez._native import Board, Progress, search_halves

        board = Board(parts, layers)
        halves = search_halves(board, Progress())
        known = {key for key in range(1 << parts * layers) if halves.bits[key >> 6] >> key % 64 & 1}
        shapes = set()
        for east in known:
            for west in known:
                for turn in range(parts // 2):
                    shapes.add(board.rotate(board.join(east, west), turn))
        result = count_swappable(config)
        assert len(shapes) == result["swappable_oriented"]
        assert len({board.canonical(shape) for shape in shapes}) == result["swappable"]


def test_verify_passes(quad3: Atlas, quad4: Atlas) -> None:
    for atlas in (quad3, quad4):
        findings = verify(atlas)
        assert all(finding.ok for finding in findings), findings
    assert {finding.check for finding in verify(quad3)} >= {
        "checksums",
        "plans for halves",
        "plans for pin-essential shapes",
        "full set is pin-essential or stacked",
        "cuts of the full set",
    }


def rewritten(atlas: Atlas, path: Path, **changes: Any) -> Atlas:
    """A copy with sections replaced and honest checksums: what a wrong search would have written."""
    arrays = {name: atlas.section(name).copy() for name in atlas.sections()}
    for name, change in changes.items():
        change(arrays[name.replace("__", ".")])
    metadata = {key: value for key, value in atlas._file.metadata.items() if not key.startswith("crc32:")}
    _container.write(path, arrays, metadata)
    return Atlas(path)


def test_verify_notices_a_wrong_parent(quad4: Atlas, tmp_path: Path) -> None:
    def swap_operands(first: Any) -> None:
        first[:] = first[::-1].copy()

    wrong = rewritten(quad4, tmp_path / "wrong.atlas", half_parents__first=swap_operands)
    failed = [finding for finding in verify(wrong) if not finding.ok]
    assert "plans for halves" in {finding.check for finding in failed}
    assert all(Shape(code) for finding in failed for code in finding.failures)


def test_verify_notices_a_circle_of_parents(quad4: Atlas, tmp_path: Path) -> None:
    """A half that claims to be its own pin push can have no plan that ends."""

    def into_itself(op: Any) -> None:
        op[:] = 1

    wrong = rewritten(quad4, tmp_path / "circle.atlas", half_parents__op=into_itself)
    assert not all(finding.ok for finding in verify(wrong))


def test_verify_notices_a_missing_half(quad3: Atlas, tmp_path: Path) -> None:
    def drop_one(bits: Any) -> None:
        place = next(at for at in range(len(bits) - 1, -1, -1) if bits[at])
        bits[place] = 0

    wrong = rewritten(quad3, tmp_path / "gap.atlas", halves__bits=drop_one)
    assert {"counts", "mirror images"} <= {finding.check for finding in verify(wrong) if not finding.ok}


def test_others_can_read_the_file(quad3: Atlas) -> None:
    with safe_open(str(quad3.path), framework="np") as file:
        assert set(file.keys()) == set(quad3.sections())
        assert file.metadata()["config"] == "Quad3"
        assert (file.get_tensor("pins.shape") == quad3.section("pins.shape")).all()


def test_the_full_set_can_be_asked(quad3: Atlas) -> None:
    shapes = quad3.full_set()
    assert len(shapes) == 11_627
    assert all(quad3.in_full_set(int(shape)) for shape in shapes[::97])
    assert not quad3.in_full_set(0)
    assert {quad3.classify_compact(int(shape)) for shape in shapes[::7]} <= {"stackable", "pin_essential"}


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda raw: raw[: len(raw) // 2], "truncated"),
        (lambda raw: raw[:6], "not an atlas"),
        (lambda raw: b"PK\x03\x04" + raw, "not an atlas"),
        (lambda raw: raw + b"more", "damaged"),
        (lambda raw: struct.pack("<Q", 4) + b"[[[[", "not an atlas"),
        (lambda raw: raw.replace(b'"version": "1"', b'"version": "9"'), "newer"),
        (lambda raw: raw.replace(b"piecework-shapez-atlas", b"somebody-elses-tensors"), "not a shapez atlas"),
        (lambda raw: raw.replace(b'"Quad3"', b'"Quad9"'), "configuration"),
        (lambda raw: b"", "not an atlas"),
    ],
)
def test_bad_files_are_named(damage: Any, words: str, quad3: Atlas, tmp_path: Path) -> None:
    bad = tmp_path / "bad.atlas"
    bad.write_bytes(damage(quad3.path.read_bytes()))
    with pytest.raises(AtlasError, match=words) as caught:
        Atlas(bad)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("halves.bits", np.zeros(3, np.uint64)),
        ("half_parents.op", np.zeros(5, np.uint8)),
        ("pins.shape", np.zeros(7, np.uint8)),
        ("full.starts", np.zeros(9, np.uint64)),
        ("more.things", np.zeros(1, np.uint8)),
    ],
)
def test_sections_that_do_not_fit(name: str, array: Any, quad3: Atlas, tmp_path: Path) -> None:
    arrays = {key: quad3.section(key) for key in quad3.sections()} | {name: array}
    metadata = {key: value for key, value in quad3._file.metadata.items() if not key.startswith("crc32:")}
    _container.write(tmp_path / "odd.atlas", arrays, metadata)
    with pytest.raises(AtlasError, match="does not fit"):
        Atlas(tmp_path / "odd.atlas")


def test_flipped_bits_are_noticed(quad3: Atlas, tmp_path: Path) -> None:
    raw = bytearray(quad3.path.read_bytes())
    raw[-40] ^= 4
    bad = tmp_path / "flipped.atlas"
    bad.write_bytes(raw)
    findings = verify(Atlas(bad))
    assert [finding.check for finding in findings if not finding.ok] == ["checksums"]


def test_a_file_that_shrinks_while_open(quad3: Atlas, tmp_path: Path) -> None:
    copy = tmp_path / "shrinks.atlas"
    shutil.copy(quad3.path, copy)
    atlas = Atlas(copy)
    os.truncate(copy, 5000)
    with pytest.raises(AtlasError, match="changed its size"):
        atlas.classify("CuCuCuCu")
    with pytest.raises(AtlasError, match="changed its size"):
        atlas.in_full_set(12345)


def test_shapes_of_another_size(quad3: Atlas) -> None:
    with pytest.raises(ConfigError, match="6 parts"):
        quad3.classify("CuCuCuCuCuCu")
    with pytest.raises(ConfigError, match="4 layers"):
        quad3.classify(":".join(["CuCuCuCu"] * 4))


def test_missing_sections_say_how_to_get_them(tmp_path: Path) -> None:
    search("quad2", tmp_path / "plain.atlas")
    atlas = Atlas(tmp_path / "plain.atlas")
    assert atlas.info()["pp_essential"] is None
    with pytest.raises(AtlasError, match="--half-parents"):
        atlas.plan("CuCuCuCu:RuRuRuRu")
    with pytest.raises(AtlasError, match="--full-set"):
        atlas.in_full_set(0)


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "quad2.atlas"
    search("quad2", path)
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(AtlasError, match="no space left"):
        search("quad2", path, pp_parents=True)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_too_little_memory_is_said_before_anything_runs(tmp_path: Path) -> None:
    with pytest.raises(MemoryLimitError, match=r"Hex4.*GiB"):
        search("hex4", tmp_path / "hex4.atlas", full_set=True, memory=4 << 30)
    assert list(tmp_path.iterdir()) == []


def test_a_stopped_search_takes_up_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "quad3.atlas"

    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(_search._Search, "_full", stop)
    with pytest.raises(KeyboardInterrupt):
        search("quad3", path, pp_parents=True, full_set=True)
    monkeypatch.undo()
    partial = tmp_path / "quad3.atlas.partial"
    assert [entry.name for entry in tmp_path.iterdir()] == [partial.name]
    assert Atlas(partial).facts["pp_essential"] == 7

    def again(*_: Any, **__: Any) -> None:
        raise AssertionError("what was done must not be done again")

    monkeypatch.setattr(_search._Search, "_halves", again)
    monkeypatch.setattr(_search._Search, "_pins", again)
    compare(search("quad3", path, pp_parents=True, full_set=True), "Quad3")
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


def test_ctrl_c_stops_a_running_search(tmp_path: Path) -> None:
    ticks = []

    def report(phase: str, _: Any) -> None:
        ticks.append(phase)
        if phase == "pins":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search("quad5", tmp_path / "quad5.atlas", pp_parents=True, report=report)
    assert ticks[-1] == "pins"
    assert Atlas(tmp_path / "quad5.atlas.partial").info()["halves"] == 135_074


def test_the_cache_is_filled_once_and_repaired(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIECEWORK_CACHE", str(tmp_path))
    atlas = Atlas.open("quad2")
    assert atlas.path == tmp_path / "quad2.atlas"
    stamp = atlas.path.stat().st_mtime_ns
    assert Atlas.open("QUAD2").path.stat().st_mtime_ns == stamp
    atlas.path.write_bytes(b"nonsense")
    assert Atlas.open("quad2").info()["halves"] == 181
    small = Atlas.open_for(Shape("CuCuCuCu:RuRuRuRu"), layers=3)
    assert not small.has_pin_essential
    hard = small.shape(int(Atlas.open("quad3").section("pins.shape")[0]))
    assert Atlas.open_for(hard, layers=3).classify(hard) == "pin_essential"

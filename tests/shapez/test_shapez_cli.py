"""`piecework shapez …` as people and scripts meet it."""

import json
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from shapez_atlases import make_atlas_folder, make_quad3, make_quad4  # noqa: F401  (fixtures)
from typer.testing import CliRunner

from piecework.cli import app
from piecework.shapez import Atlas


def run(*words: str, status: int = 0) -> str:
    result = CliRunner().invoke(app, ["shapez", *words])
    assert result.exit_code == status, result.output
    return result.stdout if status == 0 else result.output


def test_apply() -> None:
    out = run("apply", "stack", "CuCu----", "RuRuRuRu", "--layers", "4", "--json")
    assert json.loads(out) == {"op": "stack", "in": ["CuCu----", "RuRuRuRu"], "out": ["CuCu----:RuRuRuRu"]}
    assert run("apply", "cut", "CuRuSuWu").splitlines() == ["----SuWu", "CuRu----"]
    assert run("apply", "crystal", "Cu------", "--colour", "g").strip() == "Cucgcgcg"
    assert json.loads(run("apply", "mix", "r", "g", "--json")) == {
        "op": "mix",
        "in": ["r", "g"],
        "out": ["y"],
    }


def test_draw(tmp_path: Path) -> None:
    assert "●u" in run("draw", "CuRrSgWb:P-cy--Cm")
    picture = tmp_path / "shape.svg"
    run("draw", "CuRrSgWb:P-cy--Cm", "--svg", str(picture), "--exploded", "--patterns", "--skin", "cmyk")
    assert ET.parse(picture).getroot().tag.endswith("svg")
    facts = json.loads(run("draw", "HuGrFb------", "--json"))
    assert (facts["parts"], facts["layers"], facts["settled"]) == (6, 1, True)


def test_search_info_verify(tmp_path: Path) -> None:
    path = str(tmp_path / "q.atlas")
    row = json.loads(run("search", "QUAD2", "-o", path, "--pp-parents", "--full-set", "--json"))
    assert (row["halves"], row["canonical_halves"], row["non_swappable"]) == (181, 97, 45)
    assert json.loads(run("info", path, "--json")) == row
    assert "181 (97)" in run("info", path)
    assert json.loads(run("verify", path, "--json"))["ok"] is True
    run("search", "quad2", "-o", path)
    row = json.loads(run("info", path, "--json"))
    assert row["pp_essential"] is row["non_swappable"] is row["total"] is None


def test_check_and_plan(quad4: Atlas) -> None:
    path = str(quad4.path)
    assert "swappable" in run("check", "CuCu----:RrRr----", "--atlas", path)
    verdict = json.loads(run("check", "CuCu----:--------:RrRr----", "--atlas", path, "--json", status=1))
    assert verdict["class"] == "impossible"
    plan = json.loads(run("plan", "CuRrSgWb:CuCuCuCu", path, "--json"))
    assert plan["plan"]["out"] == "CuRrSgWb:CuCuCuCu"
    text = run("plan", "P-P-P-P-:CuCuCuCu", path, "--leaves", "game", "--cost", "machines")
    assert "machines (" in text
    assert "inputs: CuCuCuCu" in text
    assert "layer 3, place 1" in run("plan", "CuCu----:--------:RrRr----", path, status=1)


def test_plan_without_a_file_fills_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIECEWORK_CACHE", str(tmp_path))
    run("plan", "CuRr----", "--layers", "2")
    assert [entry.name for entry in tmp_path.iterdir()] == ["quad2.atlas"]


def test_plan_pictures(quad4: Atlas, tmp_path: Path) -> None:
    svg, dot = tmp_path / "plan.svg", tmp_path / "plan.dot"
    run("plan", "P-P-P-P-:CuCuCuCu", str(quad4.path), "--svg", str(svg), "--dot", str(dot))
    assert ET.parse(svg).getroot().tag.endswith("svg")
    assert dot.read_text().startswith("digraph")


def test_count_sample_export(quad3: Atlas, tmp_path: Path) -> None:
    assert json.loads(run("count", "hex2", "--json"))["swappable"] == 566_832
    assert "5,047" in run("count", "quad2")
    shapes = json.loads(run("sample", str(quad3.path), "5", "--seed", "3", "--json"))
    assert len(shapes) == 5
    assert json.loads(run("sample", str(quad3.path), "5", "--seed", "3", "--json")) == shapes
    out = str(tmp_path / "pins.parquet")
    assert json.loads(run("export", str(quad3.path), "pins", out, "--json"))["rows"] == 7


def test_codes_from_a_file(quad4: Atlas, tmp_path: Path) -> None:
    codes = tmp_path / "codes.txt"
    codes.write_text("CuCuCuCu\nRrRrRrRr:CuCuCuCu\n")
    out = json.loads(run("check", "--from", str(codes), "--atlas", str(quad4.path), "--json"))
    assert [entry["class"] for entry in out] == ["swappable", "swappable"]
    codes.write_text("CuCuCuCu\n", encoding="utf-8-sig")
    assert run("check", "--from", str(codes), "--atlas", str(quad4.path)).startswith("CuCuCuCu: swappable")


def test_an_endless_file_of_codes() -> None:
    assert "/dev/zero: is larger than the 65,536 kB" in run("check", "--from", "/dev/zero", status=2)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["draw", "CuCuCu"], "must be even"),
        (["draw", "CuCu:CuCuCuCu"], "make them equal"),
        (["draw", "CuQu"], "unknown part letter"),
        (["draw", "CuPr"], "pin has no colour"),
        (["draw", "Cu" * 100_000], "too long"),
        (["draw", "CuCu", "--skin", "sepia"], "unknown skin"),
        (["apply", "cut", "CuCu:CuCu:CuCu", "--layers", "2"], "limit is 2"),
        (["apply", "weld", "CuCu"], "unknown machine"),
        (["search", "Quad9", "-o", "x.atlas"], "1 to 7 layers"),
        (["search", "Tri3", "-o", "x.atlas"], "unknown configuration"),
        (["search", "Hex4", "-o", "x.atlas", "--full-set", "--memory", "1"], "GiB of memory"),
        (["info", "/nowhere/x.atlas"], "cannot be opened"),
        (["check"], "no shape code given"),
        (["plan", "CuCuCuCu", "/nowhere/x.atlas"], "cannot be opened"),
        (["count", "Quad0"], "1 to 7 layers"),
        (["sample", "nowhere.atlas"], "cannot be opened"),
    ],
)
def test_bad_input_is_one_clear_line(words: list[str], reason: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["shapez", *words])
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert reason in result.stderr
    assert result.stderr.count("\n") == 1


def test_an_atlas_of_another_size(quad4: Atlas) -> None:
    assert "6 parts" in run("plan", "HuHuHuHuHuHu", str(quad4.path), status=2)
    assert "5 layers" in run("check", ":".join(["CuCuCuCu"] * 5), "--atlas", str(quad4.path), status=2)


def test_verify_says_no(quad4: Atlas, tmp_path: Path) -> None:
    raw = bytearray(quad4.path.read_bytes())
    raw[-100] ^= 1
    bad = tmp_path / "bad.atlas"
    bad.write_bytes(raw)
    assert "FAIL" in run("verify", str(bad), status=1)


def test_ctrl_c_ends_in_order(tmp_path: Path) -> None:
    """A real signal to a real process, in the middle of a long phase."""
    path = tmp_path / "quad6.atlas"
    command = [sys.executable, "-c", "from piecework.cli import main; main()", "shapez", "search", "quad6"]
    process = subprocess.Popen([*command, "-o", str(path), "--pp-parents"], stderr=subprocess.PIPE, text=True)
    partial = tmp_path / "quad6.atlas.partial"
    deadline = time.monotonic() + 120
    while not partial.exists() and time.monotonic() < deadline:
        time.sleep(0.2)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 130
    assert errors.strip() == (
        "piecework: stopped; what was finished is kept, and the same command goes on from there"
    )
    assert Atlas(partial).info()["halves"] == 1_058_849

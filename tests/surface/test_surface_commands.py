"""Files and commands: what people type, what they see, and how it fails."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from surface_reference import CUBE
from test_happy_pieces import PAD
from test_surface_slots import grid
from typer.testing import CliRunner, Result

from piecework.cli import app
from piecework.formats import FileError, load
from piecework.formats.body_log import BodyLog
from piecework.formats.piece_sets import piece_set, pool
from piecework.formats.surfaces import read_covering, read_pad, read_pool, read_surface
from piecework.happy import Verdict, polycubes, try_body
from piecework.surface import get_shape_slots


def run(*arguments: object, code: int = 0) -> Result:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert result.exit_code == code, result.output
    return result


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


PASTED = "[\n" + "".join(f" {entry},\n" for entry in CUBE) + "]\n"


@pytest.mark.parametrize(
    "text",
    [
        PASTED,
        json.dumps(CUBE),
        json.dumps({"description": CUBE}),
        "description:\n" + "".join(f"  - {list(entry)}\n" for entry in CUBE),
    ],
)
def test_descriptions_in_files(tmp_path: Path, text: str) -> None:
    surface = read_surface(written(tmp_path / "cube", text))
    assert surface.slots() == get_shape_slots(CUBE)


@pytest.mark.parametrize(
    "text", ["cubes: [[0, 0, 0], [1, 1, 1]]", 'cubes: "#./..//../.#"', "cubes: |\n  #.\n  ..\n\n  ..\n  .#\n"]
)
def test_cubes_in_files(tmp_path: Path, text: str) -> None:
    file = written(tmp_path / "two.yaml", text)
    assert read_surface(file).slot_count == 87
    assert json.loads(run("slots", file, "--json").stdout)["count"] == 87
    assert json.loads(run("slots", file, "--adjacency", "--json").stdout)["count"] == 88


def test_stitches_in_files(tmp_path: Path) -> None:
    twice = [*CUBE, *([6 + n for n in entry] for entry in CUBE)]
    file = written(tmp_path / "stitched.json", json.dumps({"description": twice, "stitches": [[0, 96]]}))
    assert json.loads(run("slots", file, "--json").stdout)["count"] == 87


def test_slots_are_printed_with_the_table_of_corners(tmp_path: Path) -> None:
    result = run("slots", written(tmp_path / "cube", PASTED))
    assert "44 slots on 6 tiles" in result.stdout
    rows = [
        line.split(":")[1].split()
        for line in result.stdout.splitlines()
        if line.strip()[:2] in {f"{t}:" for t in range(6)}
    ]
    assert [int(label) for row in rows for label in row] == get_shape_slots(CUBE)
    assert "│ 3               │ 8            │" in result.stdout
    assert "43" in run("slots", tmp_path / "cube", "--net").stdout


def test_large_files(tmp_path: Path) -> None:
    file = written(tmp_path / "torus", str(grid(100, 100)))
    assert json.loads(run("slots", file, "--json").stdout)["corners"] == {"4": 10_000}
    assert (
        "cannot be assembled"
        in run("slots", written(tmp_path / "small", str(grid(5, 5))), "--space", code=2).stderr
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (PASTED.replace("4, 2)", "4, 9)"), "cube:5:2: tile 3, west: there is no tile 9"),
        ("description: [[1, 2, 3, 4]]", "no tile 4"),
        ("", "empty"),
        ("7", "expected a list of tiles"),
        ("cubes: []", "at least one cube"),
        ("cubes: 7", "expected a list of [x, y, z], or a drawing"),
        ("cubes: '#x'", "means nothing in a drawing"),
        ("cubes: [[0, 0]]", "three integers"),
        ("cubes: [[0, 0, 0]]\nshape: 1", "unknown key 'shape'"),
        ("cubes: [[0, 0, 0]]\nstitches: []", "cubes need neither"),
        ("description: [[1, 1, 1, 1]]\nstitches: 7", "expected a list of pairs"),
        pytest.param(f"cubes: '{'#' * 100_001}'", "more than 100,000 characters", id="large drawing"),
        pytest.param(f"cubes: '{'#' * 20_001}'", "no more than 20,000", id="many cubes"),
        ("[[1, 2", "YAML"),
    ],
)
def test_bad_surfaces(tmp_path: Path, text: str, words: str) -> None:
    result = run("slots", written(tmp_path / "cube", text), code=2)
    assert words in result.stderr
    assert "Traceback" not in result.output


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-20, 20) | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=6)
        | st.dictionaries(st.sampled_from(["description", "stitches", "cubes", "pieces", "border16"]), inner)
    ),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=60) | json_values.map(json.dumps))
def test_no_text_crashes_the_readers(tmp_path: Path, text: str) -> None:
    file = tmp_path / "any"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    for read in (read_surface, read_pool, read_covering, read_pad):
        with suppress(FileError):
            read(file)


def test_no_file(tmp_path: Path) -> None:
    assert "no such file" in run("slots", tmp_path / "none", code=2).stderr
    assert "directory" in run("slots", tmp_path, code=2).stderr


def test_pools_in_files(tmp_path: Path) -> None:
    blue = piece_set("original/blue")
    lines = "\n".join(piece.border for piece in blue.pieces)
    drawings = {f"p{n}": str(piece) for n, piece in enumerate(blue.pieces)}
    for text in (
        lines,
        json.dumps([p.border for p in blue.pieces]),
        json.dumps([p.matrix() for p in blue.pieces]),
    ):
        assert list(read_pool(written(tmp_path / "pool", text)).values()) == list(blue.pieces)
    assert list(read_pool(written(tmp_path / "pool", json.dumps({"pieces": drawings})))) == list(drawings)
    pad = read_pool(written(tmp_path / "pad", PAD))
    assert sorted(piece.kind() for piece in pad.values()) == sorted(piece.kind() for piece in blue.pieces)
    assert (
        "distinct   2\n"
        in run("happy", "count", "tray", "--pool", tmp_path / "pad", "--up-to", "distinct").stdout
    )
    assert "144" in run("happy", "count", "cube", "--pool", tmp_path / "pad", "--up-to", "distinct").stdout


@pytest.mark.parametrize("text", ["7", "{}", '["01"]', PAD.replace("1", "7"), "000\n000"])
def test_bad_pools(tmp_path: Path, text: str) -> None:
    assert "pool" in run("happy", "show", written(tmp_path / "pool", text), code=2).stderr


def test_solve_and_verify(tmp_path: Path) -> None:
    svg, model, solution = tmp_path / "net.svg", tmp_path / "model.json", tmp_path / "solution.json"
    result = run("happy", "solve", "cube", "--pool", "original/red", "--json", "--svg", svg, "--model", model)
    solution.write_text(result.stdout)
    assert len(read_covering(solution)) == 6
    assert run("happy", "verify", solution, "cube", "--pool", "original/red").stdout == "this is a solution\n"
    assert (
        "is not in the pool"
        in run("happy", "verify", solution, "cube", "--pool", "original/blue", code=1).stdout
    )
    assert svg.read_text().startswith("<svg")
    pieces = json.loads(model.read_text())["pieces"]
    assert [piece["tile"] for piece in pieces] == list(range(6))
    hint = json.loads(result.stdout)["solutions"][0][2]
    text = f"{hint['tile']}={hint['piece']}@{hint['orientation']}"
    hinted = run("happy", "solve", "cube", "--pool", "original/red", "--hint", text, "--json")
    assert hint in json.loads(hinted.stdout)["solutions"][0]


def test_all_solutions_up_to() -> None:
    listed = run(
        "happy", "solve", "cube", "--pool", "original/blue", "--all", "--up-to", "rotations", "--json"
    )
    assert len(json.loads(listed.stdout)["solutions"]) == 6
    shown = run("happy", "solve", "cube", "--pool", "original/blue", "--limit", 3)
    assert shown.stdout.count("tile 0: ") == 3


def test_counts() -> None:
    result = run("happy", "count", "cube", "--pool", "junior/animals", "--json")
    counts = {"labelled": 1152, "distinct": 24, "rotations": 2, "symmetries": 2}
    assert json.loads(result.stdout) == {"puzzle": "cube with junior/animals", "counts": counts}
    one = run("happy", "count", "cube", "--pool", "junior/animals", "--up-to", "rotations", "--json")
    assert json.loads(one.stdout) == {"puzzle": "cube with junior/animals", "up_to": "rotations", "count": 2}
    assert "0" in run("happy", "count", "cube", "--pool", "original/blue", "--no-flip", code=1).stdout


def test_pools_are_listed_with_commas_or_repeated() -> None:
    listed = run("happy", "count", "1x1x2", "--pool", "original/red,original/yellow", "--up-to", "labelled")
    repeated = run(
        *("happy", "count", "1x1x2", "--pool", "original/red", "--pool", "original/yellow"),
        *("--up-to", "labelled"),
    )
    assert listed.stdout == repeated.stdout == "labelled   128\n"


def test_no_says_why() -> None:
    result = run("happy", "solve", "1x1x2", "--pool", "original/blue", code=1)
    assert result.stderr == "no solution: there are 10 tiles and only 6 pieces\n"
    result = run("happy", "solve", "cube", "--pool", "original/blue", "--no-flip", code=1)
    assert result.stderr == "no solution: every way was tried\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("solve", "dodecahedron"), "there is no body 'dodecahedron'"),
        (("solve", "1x1x99"), "between 1 and 64"),
        (("solve", "tray", "--pool", "pro/blue"), "the tray of 'pro/blue' is not known"),
        (("solve", "tray"), "the tray of 'original' is not known"),
        (("solve", "cube", "--hint", "north"), "TILE=PIECE@ORIENTATION"),
        (("solve", "cube", "--pool", "original/pink"), "there is no set 'original/pink'"),
        (("count", "cube", "--up-to", "mirrors"), "mirrors"),
    ],
)
def test_bad_usage(arguments: tuple[str, ...], words: str) -> None:
    assert words in run("happy", *arguments, code=2).stderr


def test_sets_and_pieces_are_shown() -> None:
    assert "junior/animals" in run("happy", "sets").stdout
    assert len(json.loads(run("happy", "sets", "--json").stdout)) == 13
    assert "original/blue 6" in run("happy", "show", "original/blue").stdout


def test_which_bodies(tmp_path: Path) -> None:
    log = tmp_path / "bodies.jsonl"
    first = run("surfaces", "--pool", "original", "--cubes", 3, "--resume", log)
    assert "#//#//#  14 tiles" in first.stdout
    lines = log.read_text().splitlines(keepends=True)
    assert len(lines) == 1 + 4
    # Stopped in the middle of a line: that body is tried again, the others are not.
    log.write_text("".join(lines[:3]) + lines[3][:20])
    again = run("surfaces", "--pool", "original", "--cubes", 3, "--resume", log, "--json")
    assert [entry["verdict"] for entry in json.loads(again.stdout)] == ["covered"] * 4
    assert log.read_text().splitlines(keepends=True)[:3] == lines[:3]
    assert "other pieces" in run("surfaces", "--pool", "pro", "--cubes", 2, "--resume", log, code=2).stderr
    assert run("surfaces", "--pool", "original/blue", "--cubes", 2).stdout.startswith("#  6 tiles\n")


@pytest.mark.parametrize("line", ["", "nonsense", "[]", '{"cubes": [[0, 0]]}', '{"cubes": 1}'])
def test_damaged_logs(tmp_path: Path, line: str) -> None:
    pieces = pool(["original/blue"])
    log = tmp_path / "log"
    BodyLog(log, pieces, flip=True)
    log.write_text(log.read_text() + line + "\n")
    with pytest.raises(ValueError, match="line 2"):
        BodyLog(log, pieces, flip=True)


def test_a_log_that_ends_in_what_is_no_text(tmp_path: Path) -> None:
    """As a file can, after a machine stopped: that line is dropped."""
    pieces = pool(["original/blue"])
    log = tmp_path / "log"
    BodyLog(log, pieces, flip=True)
    header = log.read_bytes()
    log.write_bytes(header + b"\0\xff\0")
    assert BodyLog(log, pieces, flip=True).results == {}
    assert log.read_bytes() == header


def test_a_log_is_an_ordinary_file() -> None:
    with pytest.raises(ValueError, match="/dev/zero: is not an ordinary file"):
        BodyLog(Path("/dev/zero"), pool(["original/blue"]), flip=True)


def test_results_come_back_from_the_log(tmp_path: Path) -> None:
    pieces: Any = pool(["original/red", "original/yellow"])
    log = BodyLog(tmp_path / "log", pieces, flip=True)
    for cubes in polycubes(3):
        log.add(try_body(cubes, pieces))
    verdicts = [result.verdict for result in log.results.values()]
    assert verdicts == [Verdict.COVERED, Verdict.COVERED, Verdict.IMPOSSIBLE, Verdict.IMPOSSIBLE]
    assert BodyLog(tmp_path / "log", pieces, flip=True).results == log.results


def test_polycubes_are_counted_up_to_rotation() -> None:
    sizes = [len(cubes) for cubes in polycubes(6)]
    assert [sizes.count(n) for n in range(1, 7)] == [1, 1, 2, 8, 29, 166]


@pytest.mark.slow
def test_polycubes_of_seven_cubes() -> None:
    assert sum(len(cubes) == 7 for cubes in polycubes(7)) == 1023


def test_sets_in_files(tmp_path: Path) -> None:
    text = 'border16: ["0010001000100101"]\n'
    puzzle = load(written(tmp_path / "one.yaml", text))
    assert puzzle.count() == 0
    assert "only 1 pieces" in puzzle.check()[0].text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("border16: 7", "set.yaml:1:11: must be a list of 1 to 1000 pieces"),
        ("border16: []", "must be a list of 1 to 1000 pieces"),
        ("border16:\n  - 0101", "set.yaml:2:5: a piece is 16 characters 0 or 1"),
        ('border16:\n  - "0101"\n  - 7', "set.yaml:3:5: a piece is 16 characters"),
        ('border16: ["0010001000100101"]\nborder40: "0"', "set.yaml:2:11: the outline of a tray"),
        ('border16: ["0010001000100101"]\nborder40: 0', "put the digits in quotes"),
        ('border16: ["0010001000100101"]\ntray: "0"', "unknown key 'tray'"),
        ('border16: ["0010001000100101"]\nversion: 2', "only version 1"),
        ('border16: ["0010001000100101"]\ntitle: 2', "must be text"),
        ('border16: ["0010001000100101"]\nexpect: 2', "must be a mapping"),
        ('border16: ["0010001000100101"]\nexpect: {ball: {}}', "unknown scenario 'ball'"),
        ('border16: ["0010001000100101"]\nexpect: {cube: {distinct: many}}', "set.yaml:2:"),
    ],
)
def test_bad_sets(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(FileError) as raised:
        load(written(tmp_path / "set.yaml", text))
    assert words in str(raised.value)


def test_a_set_without_tray_has_no_tray_scenario() -> None:
    with pytest.raises(FileError, match="needs the tray"):
        load("happy-pro-blue", scenario="tray")

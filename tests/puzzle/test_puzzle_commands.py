"""The commands as people type them: what they print, and how they end."""

import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

import piecework as pw
from piecework.cli import app
from piecework.cli._common import reporting
from piecework.puzzle import Piece, Puzzle, Target

IMPOSSIBLE = "version: 1\npieces: {d: {drawing: '##', copies: 2}}\ntarget: '#.#/..#/#..'\n"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def lines_of_json(result: Result) -> list[dict[str, object]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_solve_draws_a_solution_and_gives_the_four_counts() -> None:
    result = run("solve", "galacube")
    assert result.exit_code == 0
    picture = result.stdout.splitlines()[:4]
    assert [len(line) for line in picture] == [22] * 4
    for line in ("576  labelled", "8  distinct", "1  rotations", "1  symmetries"):
        assert line in result.stdout


def test_solve_gives_solutions_as_json_lines() -> None:
    result = run("solve", "galacube", "--all", "--json")
    assert result.exit_code == 0
    *found, summary = lines_of_json(result)
    assert len(found) == 8
    assert summary["found"] == 8
    assert summary["complete"] is True
    assert summary["up_to"] == "distinct"
    placements = found[0]["placements"]
    assert isinstance(placements, list)
    assert sum(len(placement["cells"]) for placement in placements) == 64


def test_solve_up_to_symmetries_and_with_a_limit() -> None:
    *found, summary = lines_of_json(
        run("solve", "pentominoes-3x20", "--all", "--up-to", "symmetries", "--json")
    )
    assert len(found) == 2
    *found, summary = lines_of_json(run("solve", "pentominoes-6x10", "--limit", "3", "--json"))
    assert len(found) == 3
    assert summary["complete"] is False


def test_solutions_stand_side_by_side_or_below_each_other() -> None:
    together = run("solve", "pentominoes-3x20", "--all", "--up-to", "symmetries").stdout
    apart = run("solve", "pentominoes-3x20", "--all", "--up-to", "symmetries", "--one-by-one").stdout
    assert len(together.splitlines()) < len(apart.splitlines())
    assert "2 solutions" in together
    assert "2 solutions" in apart


def test_hints_by_number_and_by_cells() -> None:
    whole = run("count", "galacube", "--json")
    assert json.loads(whole.stdout)["count"] == 8
    one = next(pw.load("galacube").solutions()).placements[0]
    cells = run("count", "galacube", "--json", "--fix", str(one))
    number = pw.load("galacube").placements(one.piece).index(one)
    numbered = run("count", "galacube", "--json", "--fix", f"{one.piece}=#{number}")
    assert json.loads(cells.stdout)["count"] == json.loads(numbered.stdout)["count"] >= 1


def test_a_narrow_terminal_takes_no_digit_from_a_count() -> None:
    result = CliRunner().invoke(app, ["count", "dominoes-16x16"], env={"COLUMNS": "40"})
    assert result.stdout.startswith("2,444,888,770,250,892,795,802,079,170,816  distinct")


def test_count_has_all_four_counts() -> None:
    result = run("count", "galacube", "--up-to", "all", "--json")
    assert json.loads(result.stdout)["counts"] == {
        "labelled": 576,
        "distinct": 8,
        "rotations": 1,
        "symmetries": 1,
    }
    assert "identical pieces told apart" in run("count", "galacube", "--up-to", "labelled").stdout


@pytest.mark.parametrize("strategy", ["search", "sweep", "auto"])
def test_count_by_each_strategy(strategy: str) -> None:
    result = run("count", "pentominoes-8x8-centre", "--strategy", strategy, "--json", "--threads", "1")
    assert json.loads(result.stdout)["count"] == 520


def test_all_engines_agree() -> None:
    result = run("solve", "voxel-frame-6", "--engine", "all", "--all", "--json")
    assert result.exit_code == 0
    assert lines_of_json(result)[-1]["found"] == 2
    for title in ("OR-Tools CP-SAT", "HiGHS", "Gurobi"):
        assert f"{title} agrees: 2 solutions" in result.stderr
    counted = run("count", "voxel-frame-1", "--engine", "all")
    assert counted.stdout.split() == [
        "piecework",
        "1",
        "cpsat",
        "1",
        "highs",
        "1",
        "gurobi",
        "1",
        *counted.stdout.split()[8:],
    ]


def test_no_solution_is_exit_code_1_with_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "impossible.yaml"
    path.write_text(IMPOSSIBLE)
    result = run("solve", str(path))
    assert result.exit_code == 1
    assert "no solution" in result.stdout
    assert "no piece reaches" in result.stdout
    assert run("show", str(path)).exit_code == 1
    last = lines_of_json(run("solve", str(path), "--json"))[-1]
    assert last["found"] == 0
    assert last["why"]


def test_no_solution_without_a_plain_reason_names_a_smallest_part() -> None:
    result = run("solve", "straight-tetrominoes-6x6")
    assert result.exit_code == 1
    assert "already impossible together: the" in result.stdout


def test_show_tells_what_is_known_before_any_search() -> None:
    result = run("show", "galacube")
    assert result.exit_code == 0
    for text in ("Galacube", "24 turns and 0 mirror images", "288", "432", "27", "nothing speaks against"):
        assert text in result.stdout
    facts = json.loads(run("show", "galacube", "--json").stdout)
    assert facts["cells"] == {"required": 64, "optional": 0}
    assert facts["symmetries"] == {"rotations": 24, "all": 24}
    assert [piece["orientations"] for piece in facts["pieces"]] == [24, 24, 1]


def test_show_draws_every_orientation() -> None:
    result = run("show", "pentominoes-8x8-centre", "--orientations")
    assert "F: 8 orientations" in result.stdout
    assert "X: 1 orientation\n" in result.stdout


def test_show_lists_placements_with_their_numbers() -> None:
    assert "#0  domino=0,0 1,0" in run("show", "dominoes-2x10", "--placements").stdout


def test_puzzles_lists_the_catalogue() -> None:
    names = {row["puzzle"] for row in json.loads(run("puzzles", "--json").stdout)}
    assert names == set(pw.catalogue())
    assert "galacube" in run("puzzles").stdout


def test_export_writes_the_program(tmp_path: Path) -> None:
    path = tmp_path / "model.lp"
    result = run("export", "voxel-frame-1", str(path))
    assert result.exit_code == 0
    assert "372 variables, 62 constraints" in result.stdout
    assert path.read_text().startswith("\\ an exact cover")


def test_board_draws_and_encodes() -> None:
    key = "9BF5783A35A12039A6128021B9622C"
    drawn = run("board", key)
    assert drawn.exit_code == 0
    assert "9b f5 78 3a" in drawn.stdout.lower()
    assert "ff ff fb fb ff ef ef ff" in drawn.stdout.lower()
    facts = json.loads(run("board", key, "--json").stdout)
    assert facts["trace"] == "fffffbfbffefefff"
    assert len(facts["pieces"]) == 12


def test_board_reads_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text("0.......\n" * 5 + "........\n" * 3)
    facts = json.loads(run("board", str(path), "--json").stdout)
    assert facts["pieces"] == [{"piece": "upper I", "orientation": 1, "row": 0, "column": 0}]
    path.write_text("00......\n" + "........\n" * 7)
    result = run("board", str(path))
    assert result.exit_code == 2
    assert "none of the twelve pieces" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "galacub"], "did you mean 'galacube'"),
        (["count", "/no/such/file.yaml"], "there is no such file"),
        (["solve", "galacube", "--all", "--limit", "3"], "exclude each other"),
        (["solve", "galacube", "--strategy", "sweep"], "belongs to `piecework count`"),
        (["solve", "galacube", "--fix", "Z=#9999"], "numbered #0 to #287"),
        (["solve", "galacube", "--fix", "K=#1"], "there is no piece 'K'"),
        (["solve", "galacube", "--fix", "Z"], "is written NAME=x,y"),
        (
            ["count", "galacube", "--engine", "cpsat", "--up-to", "rotations"],
            "counts distinct solutions only",
        ),
        (["show", "galacube", "--scenario", "flat"], "this puzzle has only one"),
        (["export", "galacube", "model.doc"], "ends in .lp or .mps"),
        (["board", "zz"], "neither a file nor a key"),
    ],
)
def test_bad_input_is_one_message_and_exit_code_2(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("command", ["solve", "count"])
def test_a_cross_check_without_another_engine_is_no_success(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("_counting", "_solving"):
        monkeypatch.setattr(f"piecework.cli.{module}.ENGINES", {})
    result = run(command, "galacube", "--engine", "all")
    assert result.exit_code == 2
    assert "nothing was cross-checked" in result.stderr


@pytest.mark.parametrize("command", ["show", "count", "solve"])
@pytest.mark.parametrize(
    ("piece", "target", "message"),
    [
        ("#####", "{box: 4x4}", "'big' (5 cells, 5x1) is larger than the target (16 cells, 4x4)"),
        ("##/##/##", '"###/#.#"', "'big' (6 cells, 2x3) is larger than the target (5 cells, 3x2)"),
    ],
)
def test_a_piece_larger_than_the_target_is_a_fault_of_the_file(
    tmp_path: Path, command: str, piece: str, target: str, message: str
) -> None:
    path = tmp_path / "large.yaml"
    path.write_text(f'version: 1\npieces:\n  big: "{piece}"\ntarget: {target}\n')
    result = run(command, str(path))
    assert result.exit_code == 2
    assert result.stderr == f"piecework: {path}:3:3: the piece {message}\n"


def test_a_large_piece_that_may_stay_away_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "spare.yaml"
    path.write_text('version: 1\npieces:\n  a: "##"\n  big: {drawing: "###", copies: 0..1}\ntarget: "##"\n')
    assert json.loads(run("count", str(path), "--json").stdout)["count"] == 1


def test_all_faults_of_a_file_come_in_one_go(tmp_path: Path) -> None:
    """Those of the model as well, where other entries cannot even be read."""
    path = tmp_path / "many.yaml"
    path.write_text(
        'version: 3\nsets: pentominoes\npieces:\n  F: "##"\n  b: "##/#"\n'
        "target: {box: 3x3, optional: [[1, 1]], blocked: [[1, 1]]}\n"
    )
    assert [
        line.partition(": ")[0].rpartition(".yaml:")[2] for line in run("show", str(path)).stderr.splitlines()
    ] == [
        "1:10",
        "4:3",
        "5:10",
        "6:1",
    ]


def test_faults_of_a_file_are_printed_with_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text("version: 2\npieces: {a: '##/#'}\n")
    result = run("solve", str(path))
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        f"{path}:1:1: `target` is missing",
        f"{path}:1:10: must be 1, not 2",
        f"{path}:2:17: ragged rows: '#' has 1 characters where the first row has 2",
    ]
    assert "is a directory" in run("show", str(tmp_path)).stderr


def test_the_command_works_as_a_program() -> None:
    code = "from piecework.cli import main; main()"
    ran = subprocess.run(
        [sys.executable, "-c", code, "count", "soma", "--json"], capture_output=True, text=True, check=True
    )
    assert json.loads(ran.stdout)["count"] == 11520


def test_solutions_are_svg_for_notebooks() -> None:
    puzzle = Puzzle([Piece("<", "##"), Piece("&", "##")], Target.box(2, 2), title="a < b")
    for solution in puzzle.solutions():
        tree = ElementTree.fromstring(solution._repr_svg_())
        assert sum(element.tag.endswith("rect") for element in tree) == 4
    assert ElementTree.fromstring(puzzle._repr_svg_()).tag.endswith("svg")


def test_colour_is_there_when_it_is_asked_for() -> None:
    from rich.console import Console

    from piecework.draw.terminal import solution_text

    solution = next(pw.load("galacube").solutions())
    console = Console(force_terminal=True, color_system="truecolor", width=100)
    with console.capture() as capture:
        console.print(solution_text(solution, colour=True))
    assert "\x1b[" in capture.get()
    assert str(solution_text(solution, colour=False)) == str(solution)


def test_a_lack_of_memory_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    @reporting
    def command() -> None:
        raise MemoryError

    with pytest.raises(typer.Exit) as ended:
        command()
    assert ended.value.exit_code == 2
    assert capsys.readouterr().err == "piecework: there is not enough memory for this\n"

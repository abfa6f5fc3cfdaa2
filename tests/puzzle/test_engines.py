"""Other engines find the same solutions as ours, and say clearly when they cannot."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import piecework as pw
from piecework.cover import Cover, Item
from piecework.cover.engines import ENGINES, EngineError, Program, core, solutions, write_program
from piecework.puzzle import Piece, Puzzle, Target

SMALL = {
    "domino": Puzzle([Piece("d", "##", copies=4)], Target.box(4, 2)),
    "optional": Puzzle([Piece("l", "##/#."), Piece("d", "##")], Target.box(3, 2, optional=[(0, 0), (2, 1)])),
    "range": Puzzle([Piece("d", "##", copies=(0, 2)), Piece("m", "#", copies=(0, 6))], Target.box(3, 2)),
    "impossible": Puzzle([Piece("t", "###/.#.", copies=2)], Target.box(4, 2)),
    "unreached": Puzzle([Piece("d", "##", copies=2)], Target("#.#/..#/#..")),
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", SMALL)
def test_every_engine_finds_all_solutions(engine: str, name: str) -> None:
    cover = SMALL[name].cover()
    found = list(solutions(engine, cover))
    assert len(found) == len(set(found))
    assert set(found) == set(cover.solutions())


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_solves_a_voxel_frame(engine: str) -> None:
    cover = pw.load("voxel-frame-6").cover()
    assert set(solutions(engine, cover)) == set(cover.solutions())


@pytest.mark.parametrize("engine", ENGINES)
def test_a_limit_is_kept(engine: str) -> None:
    cover = SMALL["range"].cover()
    assert len(list(solutions(engine, cover, limit=2))) == 2
    assert list(solutions(engine, cover, limit=0)) == []


def test_an_unknown_engine_is_named() -> None:
    with pytest.raises(EngineError, match="no engine 'abacus'; there are cpsat, highs, gurobi"):
        next(solutions("abacus", SMALL["domino"].cover()))


def test_gurobi_says_when_a_model_is_too_large() -> None:
    with pytest.raises(EngineError, match=r"^Gurobi: model too large for this licence \(2308 variables\)$"):
        next(solutions("gurobi", pw.load("pentominoes-8x8-any-four").cover()))


@pytest.mark.parametrize(
    ("engine", "package"), [("cpsat", "ortools"), ("highs", "highspy"), ("gurobi", "gurobipy")]
)
def test_a_missing_engine_is_one_line(engine: str, package: str) -> None:
    """The child's side with the package hidden, as where the extra is not installed."""
    code = f"import sys; sys.modules[{package!r}] = None; "
    code += f"from piecework.cover.engines._run_{engine} import run, serve; serve(run, {package!r})"
    request = '{"task": "solutions", "limit": null, "ranges": [[1, 1]], "options": [[0]]}'
    ran = subprocess.run(
        [sys.executable, "-c", code], input=request, capture_output=True, text=True, check=True
    )
    assert re.search(
        r'^\{"error": "not installed: pip install \'piecework\[solvers\]\' brings \w+"\}\n$', ran.stdout
    )


def test_a_core_is_impossible_and_nothing_in_it_is_spare() -> None:
    cover = pw.load("straight-tetrominoes-6x6").cover()
    items = core(cover)
    assert items

    def without(dropped: int | None) -> Cover:
        """The cover in which only the items of the core, less one, must be covered."""
        kept = {item for item in items if item != dropped}
        ranges = [Item(i.name, i.lo if n in kept else 0, i.hi) for n, i in enumerate(cover.items)]
        return Cover(ranges, cover.options)

    assert without(None).first() is None
    for item in items:
        assert without(item).first() is not None


def test_there_is_no_core_where_there_is_a_solution() -> None:
    assert core(SMALL["domino"].cover()) is None


@pytest.mark.parametrize("name", ["domino", "optional", "range", "impossible", "unreached"])
@pytest.mark.parametrize("ending", ["lp", "mps"])
def test_written_programs_have_the_same_answer(name: str, ending: str, tmp_path: Path) -> None:
    """HiGHS reads the file in a process of its own and says whether there is a solution."""
    path = tmp_path / f"model.{ending}"
    cover = SMALL[name].cover()
    size = write_program(cover, path)
    assert size["variables"] == len(cover.options)
    code = (
        "import sys, highspy; h = highspy.Highs(); h.silent();"
        "assert h.readModel(sys.argv[1]) == highspy.HighsStatus.kOk;"
        "h.run(); print(h.getNumCol(), h.modelStatusToString(h.getModelStatus()))"
    )
    ran = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    columns, status = ran.stdout.split(maxsplit=1)
    assert int(columns) == len(cover.options)
    assert status.strip() == ("Optimal" if cover.first() is not None else "Infeasible")


def test_programs_go_to_lp_or_mps_files_only(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"ends in .lp or .mps"):
        write_program(SMALL["domino"].cover(), tmp_path / "model.txt")
    with pytest.raises(ValueError, match="there is no folder"):
        write_program(SMALL["domino"].cover(), tmp_path / "no" / "model.lp")
    assert list(tmp_path.iterdir()) == []


def test_a_program_is_the_matrix_of_the_cover() -> None:
    program = Program.of(SMALL["range"].cover())
    assert program.ranges == ((1, 1),) * 6 + ((0, 2), (0, 6))
    assert [len(row) for row in program.rows()][:2] == [3, 4]

"""Data flows one way through the rooms, and imports go against it: each room knows only rooms before it.

`docs/architecture.md` has the same table in words.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "piecework"

# Each room, and the rooms that it may import; a room stands below all that it may import.
MAY_IMPORT: dict[str, set[str]] = {
    "geometry": set(),
    "surface": {"geometry"},
    "runs": set(),
    "cover": set(),
    "puzzle": {"geometry", "cover"},
    "happy": {"geometry", "surface", "cover", "puzzle"},
    "shapez": {"runs"},
    "formats": {"geometry", "surface", "cover", "puzzle", "happy"},
    "draw": {"surface", "puzzle", "happy", "shapez"},
    "cli": {"geometry", "surface", "runs", "cover", "puzzle", "happy", "shapez", "formats", "draw"},
    "web": {"geometry", "surface", "runs", "cover", "puzzle", "happy", "shapez", "formats", "draw"},
}

# Values draw themselves when someone asks for a picture, and the command line serves the page without waiting
# for its libraries otherwise: an import inside a function, never at the top.
MAY_IMPORT_LATE: dict[str, set[str]] = {
    "puzzle": {"draw"},
    "shapez": {"draw"},
    "cli": {"web"},
}

ROOMS = sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py"))
FILES = sorted(path for room in ROOMS for path in (PACKAGE / room).rglob("*.py"))


def modules_of(statement: ast.stmt) -> list[str]:
    """The modules that an import statement names, or may name: `from piecework import cover` is one."""
    if isinstance(statement, ast.Import):
        return [alias.name for alias in statement.names]
    if isinstance(statement, ast.ImportFrom):
        assert statement.level == 0, "imports are absolute, so that they can be read"
        if statement.module == "piecework":
            return [f"piecework.{alias.name}" for alias in statement.names]
        return [statement.module or ""]
    return []


def imports(node: ast.AST, *, late: bool = False) -> Iterator[tuple[str, int, bool]]:
    """Each room that is imported, with the line, and whether that happens inside a function."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            for module in modules_of(child):
                package, _, rest = module.partition(".")
                if package == "piecework":
                    yield rest.partition(".")[0], child.lineno, late
        yield from imports(child, late=late or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef))


def test_every_room_has_its_place_and_there_are_no_circles() -> None:
    assert set(ROOMS) == set(MAY_IMPORT)
    before: set[str] = set()
    for room, allowed in MAY_IMPORT.items():
        assert allowed <= before, f"{room} stands above {sorted(allowed - before)}"
        before.add(room)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_a_room_imports_only_rooms_before_it(path: Path) -> None:
    room = path.relative_to(PACKAGE).parts[0]
    allowed = {room} | MAY_IMPORT[room]
    wrong = [
        f"line {line}: piecework.{other}"
        for other, line, late in imports(ast.parse(path.read_text("utf-8")))
        if other not in (allowed | MAY_IMPORT_LATE.get(room, set()) if late else allowed)
    ]
    assert not wrong, f"{path.relative_to(PACKAGE)} imports what it may not: {', '.join(wrong)}"


def test_the_rule_can_be_broken() -> None:
    source = "import piecework.cli\nfrom piecework import draw\n"
    source += "def f():\n    from piecework.draw.svg import x\n"
    found = list(imports(ast.parse(source)))
    assert found == [("cli", 1, False), ("draw", 2, False), ("draw", 4, True)]

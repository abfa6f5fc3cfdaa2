"""The package as a user finds it: installed, typed, and quick to import."""

import subprocess
import sys

import piecework


def test_version_is_known() -> None:
    assert piecework.__version__ == "0.1.0"


def test_exported_names_are_sorted_and_real() -> None:
    assert piecework.__all__ == sorted(piecework.__all__)
    for name in piecework.__all__:
        assert hasattr(piecework, name)


def test_import_does_not_drag_in_the_command_line() -> None:
    code = "import sys, piecework; assert not {'typer', 'rich'} & set(sys.modules), sorted(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)

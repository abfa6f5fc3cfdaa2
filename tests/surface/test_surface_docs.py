"""The documentation is executed: the page on surfaces, the examples, and the docstrings."""

import doctest
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_code_on_the_page_runs() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "surfaces.md").read_text(), re.DOTALL)
    assert len(blocks) == 4
    exec("\n".join(blocks), {})


@pytest.mark.parametrize(
    "example", sorted((ROOT / "examples").glob("surface*.py")), ids=lambda path: path.name
)
def test_examples_run(example: Path) -> None:
    done = subprocess.run([sys.executable, example], capture_output=True, text=True, check=True)
    assert done.stdout
    assert not done.stderr


def test_docstring_examples() -> None:
    for module in ("surface._slots", "surface._surface", "happy._piece"):
        results = doctest.testmod(importlib.import_module(f"piecework.{module}"))
        assert results.attempted
        assert not results.failed

"""The example runs, and the documentation's Python does too."""

import doctest
import re
import runpy
from pathlib import Path

import pytest

import piecework.shapez._machines
import piecework.shapez._shape

ROOT = Path(__file__).parents[2]


def test_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PIECEWORK_CACHE", str(tmp_path))
    main = runpy.run_path(str(ROOT / "examples/shapez_plan.py"))["main"]
    main()
    out = capsys.readouterr().out
    assert "[mine] CuCuCuCu" in out
    main("CuCu----:--------:RrRr----")
    assert "nearby: CuCu----:RrRr----" in capsys.readouterr().out


def test_documentation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIECEWORK_CACHE", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs/shapez.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, re.S)
    assert blocks
    names: dict[str, object] = {}
    for block in blocks:
        exec(block, names)


@pytest.mark.parametrize("module", [piecework.shapez._machines, piecework.shapez._shape])
def test_docstrings(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]

"""The stubs in the tree describe the native modules that were really built."""

import importlib
import sys
from pathlib import Path

import pytest
from nanobind.stubgen import StubGen

ROOMS = ["cover", "shapez"]


@pytest.mark.parametrize("room", ROOMS)
def test_stub_is_up_to_date(room: str) -> None:
    module = importlib.import_module(f"piecework.{room}._native")
    generator = StubGen(module, quiet=True)
    generator.put(module)
    package = Path(sys.modules[f"piecework.{room}"].__file__ or "").parent
    assert (package / "_native.pyi").read_text() == generator.get(), "run `make stubs`"

"""Fixtures: atlases for the tests, searched once. Test modules import those they use."""

from pathlib import Path

import pytest

from piecework.shapez import Atlas, search


@pytest.fixture(scope="session", name="atlas_folder")
def make_atlas_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("atlases")
    search("quad3", folder / "quad3.atlas", pp_parents=True, full_set=True)
    for name in ("quad4", "hex3"):
        search(name, folder / f"{name}.atlas", pp_parents=True)
    return folder


@pytest.fixture(scope="session", name="quad3")
def make_quad3(atlas_folder: Path) -> Atlas:
    return Atlas(atlas_folder / "quad3.atlas")


@pytest.fixture(scope="session", name="quad4")
def make_quad4(atlas_folder: Path) -> Atlas:
    return Atlas(atlas_folder / "quad4.atlas")


@pytest.fixture(scope="session", name="hex3")
def make_hex3(atlas_folder: Path) -> Atlas:
    return Atlas(atlas_folder / "hex3.atlas")


@pytest.fixture(scope="session", name="quad5")
def make_quad5(tmp_path_factory: pytest.TempPathFactory) -> Atlas:
    path = tmp_path_factory.mktemp("quad5") / "quad5.atlas"
    search("quad5", path, pp_parents=True)
    return Atlas(path)

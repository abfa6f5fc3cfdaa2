"""Atlases for the tests, searched once."""

from pathlib import Path

import pytest

from piecework.shapez import Atlas, search


@pytest.fixture(scope="session")
def atlas_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("atlases")
    search("quad3", folder / "quad3.atlas", pp_parents=True, full_set=True)
    for name in ("quad4", "hex3"):
        search(name, folder / f"{name}.atlas", pp_parents=True)
    return folder


@pytest.fixture(scope="session")
def quad3(atlas_folder: Path) -> Atlas:
    return Atlas(atlas_folder / "quad3.atlas")


@pytest.fixture(scope="session")
def quad4(atlas_folder: Path) -> Atlas:
    return Atlas(atlas_folder / "quad4.atlas")


@pytest.fixture(scope="session")
def hex3(atlas_folder: Path) -> Atlas:
    return Atlas(atlas_folder / "hex3.atlas")


@pytest.fixture(scope="session")
def quad5(tmp_path_factory: pytest.TempPathFactory) -> Atlas:
    path = tmp_path_factory.mktemp("quad5") / "quad5.atlas"
    search("quad5", path, pp_parents=True)
    return Atlas(path)

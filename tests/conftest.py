"""What all tests share: no network, and one library made of the sample papers."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from support import network
from support.model_server import ModelServer
from support.samples import PAPERS

network.install()
# The same examples each time: a change is what breaks a test, and not the day.
settings.register_profile("pincite", derandomize=True)
settings.load_profile("pincite")


@pytest.fixture(autouse=True)
def no_network() -> Iterator[None]:
    """Fail a test that tried to reach another machine, even where the attempt's own failure was hidden."""
    network.attempts.clear()
    yield
    attempted = list(network.attempts)
    network.attempts.clear()
    assert not attempted, f"the network is forbidden in tests; tried: {attempted}"


@pytest.fixture(autouse=True, scope="session")
def no_settings_of_this_machine() -> None:
    """The developer's own PINCITE_… variables must not reach the tests, nor the tests their library."""
    for name in [name for name in os.environ if name.startswith("PINCITE_") and name != "PINCITE_TEST_DATA"]:
        del os.environ[name]
    # An Ollama that happens to run on this machine is never asked; `model_server` is for tests with a model.
    os.environ["PINCITE_MODEL__PROVIDER"] = "none"


@pytest.fixture(scope="session")
def sample_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of a library that holds the four sample papers. Read only: `library_copy` is for changes."""
    from pincite import Library

    folder = tmp_path_factory.mktemp("sample") / "library"
    with Library.open(folder) as library:
        report = library.add([PAPERS])
    assert len(report.added) == 4
    assert not report.failed
    return folder


@pytest.fixture
def library_copy(sample_library: Path, tmp_path: Path) -> Path:
    """A copy of the sample library that a test may change."""
    return Path(shutil.copytree(sample_library, tmp_path / "library"))


@pytest.fixture
def model_server() -> Iterator[ModelServer]:
    """A language-model server whose replies the test writes."""
    server = ModelServer()
    yield server
    server.stop()

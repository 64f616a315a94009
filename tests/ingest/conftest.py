"""A library with a small encoder built on the spot: adding is tested without the cost of the real one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from small_files import HERON, OSPREY, write_pdf

from pincite import Library
from support.encoder import write_encoder


@pytest.fixture(scope="session")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_encoder(tmp_path_factory.mktemp("model") / "tiny", max_tokens=128)


OpenLibrary = Callable[..., Library]


@pytest.fixture
def open_library(tmp_path: Path, encoder: Path) -> Iterator[OpenLibrary]:
    """Opens the test's one library, with the small encoder and further settings."""
    opened: list[Library] = []

    def open_(**settings: dict[str, Any]) -> Library:
        opened.append(
            Library.open(tmp_path / "library", settings={"encoder": {"name": str(encoder)}, **settings})
        )
        return opened[-1]

    yield open_
    for library in opened:
        library.close()


@pytest.fixture
def library(open_library: OpenLibrary) -> Library:
    return open_library()


@pytest.fixture
def heron(tmp_path: Path) -> Path:
    return write_pdf(tmp_path / "files" / "heron.pdf", HERON)


@pytest.fixture
def osprey(tmp_path: Path) -> Path:
    return write_pdf(tmp_path / "files" / "osprey.pdf", OSPREY, HERON)

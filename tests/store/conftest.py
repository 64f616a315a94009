from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite.store import Store


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return tmp_path / "library"


@pytest.fixture
def store(library: Path) -> Iterator[Store]:
    with Store.open(library) as opened:
        yield opened

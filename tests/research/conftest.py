from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import pytest

from pincite.encode import minilm
from pincite.encode.minilm import load_minilm


@pytest.fixture(autouse=True)
def one_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    """The libraries that these tests open share one loaded encoder."""
    monkeypatch.setattr(minilm, "load_minilm", _load_once)


@functools.cache
def _load(precision: str | None, streams: int) -> Any:
    return load_minilm(precision=precision, streams=streams)


def _load_once(*, precision: Any, streams: int, cache: Path) -> Any:
    return _load(precision, streams)

"""The embedded encoder, loaded once for all tests of a process."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import pytest

from pincite.encode import minilm

_load_minilm = minilm.load_minilm


@functools.cache
def _load(precision: str | None, streams: int) -> Any:
    return _load_minilm(precision=precision, streams=streams)  # type: ignore[arg-type]


def _load_once(*, precision: Any, streams: int, cache: Path) -> Any:
    return _load(precision, streams)


def share_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every library that is opened use the same encoder; it takes seconds to load."""
    monkeypatch.setattr(minilm, "load_minilm", _load_once)

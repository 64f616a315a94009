"""Compiled models: kept once, and not for ever."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np

from pincite.runtime import CompiledModel, openvino, prune


def doubling(size: int) -> Any:
    """A model that doubles a row of so many numbers."""
    ov, op = openvino(), openvino().opset15
    given = op.parameter([-1, size], np.float32, "given")
    return ov.Model([op.result(op.multiply(given, op.constant(np.float32(2))))], [given], "doubling")


def compiled(size: int, cache: Path) -> CompiledModel:
    return CompiledModel(doubling(size), precision="f32", streams=1, cache=cache)


def test_a_model_is_kept_once_however_often_it_is_made(tmp_path: Path) -> None:
    for _ in range(3):
        (result,) = compiled(4, tmp_path).run_one([np.ones((1, 4), np.float32)])
        assert result.tolist() == [[2, 2, 2, 2]]
    assert len(list(tmp_path.glob("*.blob"))) == 1


def test_another_model_is_kept_beside_it(tmp_path: Path) -> None:
    compiled(4, tmp_path)
    compiled(5, tmp_path)
    assert len(list(tmp_path.glob("*.blob"))) == 2


def test_what_was_not_used_for_longest_goes_first(tmp_path: Path) -> None:
    for number in range(5):
        file = tmp_path / f"{number}.blob"
        file.write_bytes(bytes(10))
        os.utime(file, (1000 + number, 1000 + number))
    (tmp_path / "other").write_bytes(bytes(1000))
    prune(tmp_path, most=30)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["2.blob", "3.blob", "4.blob", "other"]


def test_pruning_nothing(tmp_path: Path) -> None:
    prune(tmp_path / "missing", most=30)

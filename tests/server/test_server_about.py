"""What is told of the program itself, and to whom."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest

from pincite import Library, __version__
from pincite.domain import ModelUse
from pincite.errors import ModelUnreachableError
from pincite.server import page
from support.served import Served

ABOUT = "/api/v1/about"


def test_out_of_the_box_nothing_leaves_the_machine(served: Served) -> None:
    told = served.anybody().get(ABOUT).json()
    assert told["version"] == __version__
    assert told["licence"] == "Apache-2.0"
    assert told["offline"] is True
    assert told["model"] == {"used": None, "problem": "", "remote_allowed": False}
    assert told["identity_provider"] == ""
    assert told["reading"]["encoder"] == "minilm"
    assert told["reading"]["precision"] in ("f32", "bf16", "int8")
    assert told["reading"]["ocr"] is True


@pytest.mark.parametrize(("remote", "address"), [(True, "https://models.example"), (False, "")])
def test_which_model_is_used(
    served: Served, monkeypatch: pytest.MonkeyPatch, remote: bool, address: str
) -> None:
    class Model:
        use = ModelUse("openai", "large", "https://models.example", remote)

    monkeypatch.setattr(Library, "language_model", lambda _: Model())
    told = served.anybody().get(ABOUT).json()
    assert told["offline"] is not remote
    assert told["model"]["used"] == {
        "provider": "openai",
        "name": "large",
        "remote": remote,
        "address": address,
    }


def test_a_model_that_cannot_be_reached_is_told(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(_: Any) -> None:
        raise ModelUnreachableError("the model server does not answer")

    monkeypatch.setattr(Library, "language_model", unreachable)
    told = served.anybody().get(ABOUT).json()["model"]
    assert told["used"] is None
    assert told["problem"] == "the model server does not answer"


def test_an_identity_provider_is_told(library_copy: Path, cheap_passwords: None) -> None:
    settings = {
        "accounts": {
            "oidc_issuer": "https://login.example/realm",
            "oidc_client": "pincite",
        }
    }
    with Library.open(library_copy, settings=settings) as library, contextlib.ExitStack() as stack:
        served = Served(library, stack)
        stack.callback(served.app.state.context.close)
        told = served.anybody().get(ABOUT).json()
    assert told["identity_provider"] == "login.example"
    assert told["offline"] is False


def test_only_administrators_learn_where_the_library_is(served: Served) -> None:
    ann, ben = served.client("ann", admin=True), served.client("ben")
    library = ann.get(ABOUT).json()["library"]
    assert library["folder"] == str(served.library.folder)
    assert library["documents"] == 4
    assert library["size"] > 250_000
    answer = ben.get(ABOUT)
    assert answer.json()["library"] is None
    assert str(served.library.folder) not in answer.text


def test_licences(served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "FOLDER", tmp_path)
    client = served.anybody()
    components = client.get(ABOUT).json()["components"]
    by_name = {component["name"]: component for component in components}
    assert by_name["numpy"]["kind"] == "program"
    assert by_name["alembic"]["licence"] == "MIT"
    assert by_name["MarkupSafe"]["licence"], "what is required by something that is required"
    assert "pytest" not in by_name
    assert all(component["licence"] for component in components)
    assert [each["kind"] for each in components if each["kind"] != "program"] == ["model", "model"]
    parts = [{"name": "react", "version": "19.3.1", "licence": "MIT", "text": "…"}]
    (tmp_path / "licences.json").write_text(json.dumps(parts))
    components = client.get(ABOUT).json()["components"]
    assert {"kind": "page", "name": "react", "version": "19.3.1", "licence": "MIT"} in components

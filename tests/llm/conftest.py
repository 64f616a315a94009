from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pincite.config import ModelSettings
from pincite.llm import open_model
from pincite.llm.contract import LanguageModel
from support.model_server import ModelServer
from support.prompts import KEY, KEY_VARIABLE

KINDS = ("ollama", "llama-server", "vllm", "openai", "anthropic")

Open = Callable[..., LanguageModel]


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    """Every kind of server there is."""
    return str(request.param)


@pytest.fixture(params=[True, False], ids=["stream", "whole"])
def stream(request: pytest.FixtureRequest) -> bool:
    """Both forms of a reply."""
    return bool(request.param)


@pytest.fixture
def open_kind(model_server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> Open:
    """Opens the model of a scripted server of a kind."""

    def opened(kind: str, **settings: Any) -> LanguageModel:
        provider = kind if kind in ("ollama", "anthropic") else "openai"
        model_server.kind = "openai" if kind == "anthropic" else kind  # type: ignore[assignment]
        if kind == "anthropic":
            monkeypatch.setenv(KEY_VARIABLE, KEY)
            settings = {"name": "tiny:1b", "key_variable": KEY_VARIABLE, **settings}
        model = open_model(ModelSettings(**model_server.settings(provider, **settings)["model"]))
        assert model is not None
        return model

    return opened


@pytest.fixture
def model(open_kind: Open, kind: str, stream: bool) -> LanguageModel:
    """A model of every kind of server, in both forms."""
    return open_kind(kind, stream=stream)

from __future__ import annotations

import socket
from dataclasses import replace
from pathlib import Path

import pytest

from pincite import Library
from pincite.config import ModelSettings
from pincite.errors import (
    ModelError,
    ModelMissingError,
    ModelUnreachableError,
    RemoteNotAllowedError,
    SettingsError,
)
from pincite.llm import found_on_this_machine, installed_models, open_model
from pincite.llm.contract import LanguageModel
from support.model_server import Installed, ModelServer
from support.prompts import KEY, KEY_VARIABLE, PROMPT

EMBEDDING = Installed("all-minilm:latest", capabilities=("embedding",))
CLOUD = Installed("big:120b-cloud", remote_host="https://ollama.com:443")


def opened(server: ModelServer, provider: str = "ollama", **settings: object) -> LanguageModel:
    model = open_model(ModelSettings(**server.settings(provider, **settings)["model"]))
    assert model is not None
    return model


@pytest.fixture
def found(model_server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> ModelServer:
    """A server where Ollama is expected."""
    monkeypatch.setenv("OLLAMA_HOST", f"127.0.0.1:{model_server.port}")
    return model_server


def nowhere() -> int:
    """A port where nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def test_none() -> None:
    assert open_model(ModelSettings(provider="none")) is None
    assert installed_models(ModelSettings(provider="none")) == []


def test_an_ollama_on_this_machine_is_found(found: ModelServer) -> None:
    found.installed = [EMBEDDING, Installed("tiny:1b")]
    model = open_model(ModelSettings())
    assert model is not None
    assert (model.use.provider, model.use.name, model.use.remote) == ("ollama", "tiny:1b", False)
    assert [(model.name, model.writes) for model in installed_models(ModelSettings())] == [
        ("all-minilm:latest", False),
        ("tiny:1b", True),
    ]
    assert open_model(ModelSettings(name="tiny:1b")) is not None


def test_ollama_by_name_is_expected_at_the_same_place(found: ModelServer) -> None:
    model = open_model(ModelSettings(provider="ollama"))
    assert model is not None
    assert model.use.address == found.address


def test_nothing_is_found_and_nothing_is_wrong(found: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    found.installed = [EMBEDDING]
    assert open_model(ModelSettings()) is None
    found.installed = []
    assert open_model(ModelSettings()) is None
    found.kind = "openai"  # something else listens there
    assert open_model(ModelSettings()) is None
    monkeypatch.setenv("OLLAMA_HOST", f"127.0.0.1:{nowhere()}")
    assert not found_on_this_machine()
    assert open_model(ModelSettings()) is None
    assert installed_models(ModelSettings()) == []


def test_a_model_that_was_named_is_missed_though_ollama_was_only_found(found: ModelServer) -> None:
    with pytest.raises(ModelMissingError, match="no model 'other:1b'") as caught:
        open_model(ModelSettings(name="other:1b"))
    assert caught.value.remedy.startswith("Fetch it with `ollama pull other:1b`")
    assert caught.value.remedy.endswith("Installed: tiny:1b.")


def test_another_machine_is_never_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """OLLAMA_HOST may name one; no_network in conftest.py would see an attempt to reach it."""
    for host in ("ollama.example.com", "192.0.2.7:11434", "http://user:pass@127.0.0.1:1", "not an address"):
        monkeypatch.setenv("OLLAMA_HOST", host)
        monkeypatch.setattr("pincite.llm.find._OLLAMA", f"http://127.0.0.1:{nowhere()}")
        assert open_model(ModelSettings()) is None


def test_models_that_ollama_hands_on_are_not_chosen(found: ModelServer) -> None:
    """They look installed, and text for them goes to another machine."""
    hosted = Installed("innocent:latest", remote_host="https://ollama.com:443")
    found.installed = [CLOUD, hosted]
    assert open_model(ModelSettings()) is None
    assert [model.remote for model in installed_models(ModelSettings())] == [True, True]
    for name in ("big:120b-cloud", "innocent"):
        for settings in (ModelSettings(name=name), ModelSettings(**found.settings(name=name)["model"])):
            with pytest.raises(RemoteNotAllowedError, match="which Ollama runs on another machine") as caught:
                open_model(settings)
            assert "model.allow_remote" in caught.value.remedy
    found.installed = [replace(hosted, lists_remote_host=False)]
    assert open_model(ModelSettings()) is None
    with pytest.raises(RemoteNotAllowedError):
        open_model(ModelSettings(name="innocent"))
    found.installed = [CLOUD, Installed("tiny:1b")]
    assert opened(found).use.name == "tiny:1b"
    allowed = opened(found, name="big:120b-cloud", allow_remote=True)
    assert allowed.use.remote
    assert found.prompts == []


def test_auto_with_an_address_is_told_rather_than_ignored() -> None:
    with pytest.raises(SettingsError, match="do nothing while"):
        open_model(ModelSettings(address="http://127.0.0.1:8080"))


@pytest.mark.parametrize("provider", ["ollama", "openai", "anthropic"])
def test_another_machine_must_be_allowed(provider: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is sent, nothing is looked up: no_network in conftest.py would see it."""
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    settings = ModelSettings(
        provider=provider, address="https://models.example.com", name="m", key_variable=KEY_VARIABLE
    )
    for ask in (open_model, installed_models):
        with pytest.raises(RemoteNotAllowedError, match=r"text of your documents would be sent") as caught:
            ask(settings)
        assert "model.allow_remote true" in caught.value.remedy


@pytest.mark.parametrize(
    "host", ["169.254.169.254", "[fe80::1]", "[::ffff:169.254.169.254]", "[fd00:ec2::254]"]
)
def test_addresses_where_no_model_server_can_be_are_never_asked(host: str) -> None:
    """Not even with leave: no_network in conftest.py would see an attempt."""
    settings = ModelSettings(provider="openai", address=f"http://{host}/v1", name="m", allow_remote=True)
    with pytest.raises(RemoteNotAllowedError, match="nothing may be sent"):
        open_model(settings)


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_the_usual_addresses_are_other_machines(provider: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    with pytest.raises(RemoteNotAllowedError, match=rf"https://api\.{provider}\.com"):
        open_model(ModelSettings(provider=provider, name="m", key_variable=KEY_VARIABLE))


def test_anthropic_with_everything_opens_without_sending(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    whole = {"provider": "anthropic", "name": "m", "key_variable": KEY_VARIABLE, "allow_remote": True}
    model = open_model(ModelSettings(**whole))
    assert model is not None
    assert model.use.remote
    for missing in ("name", "key_variable"):
        with pytest.raises(SettingsError) as caught:
            open_model(ModelSettings(**{**whole, missing: ""}))
        assert f"model.{missing}" in caught.value.remedy
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ModelMissingError, match="not installed") as missing_client:
        open_model(ModelSettings(**whole))
    assert missing_client.value.remedy == "Install it with `pip install 'pincite[anthropic]'`."


def test_a_key_that_is_not_there() -> None:
    settings = ModelSettings(provider="openai", address="http://127.0.0.1:1", key_variable="NO_SUCH_VARIABLE")
    with pytest.raises(SettingsError, match="NO_SUCH_VARIABLE") as caught:
        open_model(settings)
    assert caught.value.remedy == "export NO_SUCH_VARIABLE=…"


@pytest.mark.parametrize(
    ("provider", "remedy"), [("ollama", "`ollama serve`"), ("openai", "`model.address`")]
)
def test_a_server_that_does_not_run(provider: str, remedy: str) -> None:
    settings = ModelSettings(provider=provider, address=f"http://127.0.0.1:{nowhere()}")
    for ask in (open_model, installed_models):
        with pytest.raises(ModelUnreachableError, match="does not answer") as caught:
            ask(settings)
        assert remedy in caught.value.remedy


def test_a_server_without_tls(model_server: ModelServer) -> None:
    with pytest.raises(ModelUnreachableError, match="does not speak TLS"):
        opened(model_server, address=f"https://127.0.0.1:{model_server.port}")


def test_names_of_models(model_server: ModelServer) -> None:
    model_server.installed = [
        EMBEDDING,
        Installed("tiny:latest", digest="aa"),
        Installed("hf.co/some/model:Q4_K_M"),
        Installed("localhost:5000/team/model:latest"),
    ]
    assert opened(model_server).use.name == "tiny:latest"
    assert opened(model_server).version == "aa"
    assert opened(model_server, name="tiny").use.name == "tiny:latest"
    assert opened(model_server, name="localhost:5000/team/model").use.name.endswith("model:latest")
    assert opened(model_server, name="hf.co/some/model:Q4_K_M").use.name == "hf.co/some/model:Q4_K_M"
    with pytest.raises(ModelMissingError, match="'tiny:1b'"):
        opened(model_server, name="tiny:1b")


def test_an_openai_server_given_without_its_path(model_server: ModelServer) -> None:
    model_server.kind = "llama-server"
    model = opened(model_server, "openai", address=model_server.address)
    assert model.use.address == f"{model_server.address}/v1"
    assert model.complete(PROMPT, max_tokens=10).text == "ready"


def test_an_openai_server_without_that_model(model_server: ModelServer) -> None:
    model_server.kind = "vllm"
    model_server.installed = [Installed("text-embedding"), Installed("tiny:1b")]
    assert opened(model_server, "openai").use.name == "tiny:1b"
    with pytest.raises(ModelMissingError, match="no model 'other'") as caught:
        opened(model_server, "openai", name="other")
    assert caught.value.remedy.endswith("It has: tiny:1b.")
    model_server.installed = []
    with pytest.raises(ModelMissingError, match="lists no model"):
        opened(model_server, "openai")


def test_an_ollama_that_is_no_ollama(model_server: ModelServer) -> None:
    model_server.kind = "vllm"
    with pytest.raises(ModelError, match="there is no Ollama at"):
        opened(model_server)


def test_a_library_keeps_its_model_as_long_as_it_is_there(found: ModelServer, tmp_path: Path) -> None:
    with Library.open(tmp_path, settings={"model": {"provider": "auto"}}) as library:
        first = library.language_model()
        assert first is not None
        assert library.language_model() is first
        assert [model.name for model in library.installed_models()] == ["tiny:1b"]
        found.stop()
        assert library.language_model() is None


def test_a_library_warms_its_model_up(found: ModelServer, tmp_path: Path) -> None:
    with Library.open(tmp_path, settings={"model": {"provider": "auto"}}) as library:
        library.warm_up_model().join(10)
        (warming,) = found.prompts
        assert warming.messages == ()
        found.kind = "openai"  # it is gone: nothing is told before a question is asked
        library.warm_up_model().join(10)

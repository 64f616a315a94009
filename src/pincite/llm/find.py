"""Finding the language model that the settings ask for."""

from __future__ import annotations

import os
import socket
from dataclasses import replace

from pincite.config import ModelSettings
from pincite.errors import ModelError, ModelMissingError, RemoteNotAllowedError, SettingsError
from pincite.llm.address import Address, is_number, read_address, require_peer
from pincite.llm.connection import Server
from pincite.llm.contract import InstalledModel, LanguageModel

AUTO_SECONDS = 0.3
"""How long an Ollama on this machine has for answering, when none was asked for."""

_OLLAMA = "http://127.0.0.1:11434"
_USUAL = {"openai": "https://api.openai.com/v1", "anthropic": "https://api.anthropic.com"}
_TITLES = {"ollama": "Ollama", "openai": "the model server", "anthropic": "Anthropic"}


def open_model(settings: ModelSettings) -> LanguageModel | None:
    """The language model of the settings; None where there is none and none was asked for.

    Raises:
        SettingsError: if the settings do not fit together.
        RemoteNotAllowedError: if text would leave this machine.
        ModelError: if the model that was asked for cannot be used.
    """
    if settings.provider == "none":
        return None
    if settings.provider == "auto":
        if settings.address or settings.key_variable:
            raise SettingsError(
                "`model.address` and `model.key_variable` do nothing while `model.provider` is auto",
                'Set `model.provider` to "ollama", "openai" or "anthropic".',
            )
        return _open_found(settings)
    server = server_of(settings)
    if settings.provider == "ollama":
        from pincite.llm.ollama import open_ollama

        model = open_ollama(server, settings, remote_too=settings.allow_remote)
        if model.use.remote:
            _require_remote(settings, f"{model.use.name}, which Ollama runs on another machine")
        return model
    if settings.provider == "openai":
        from pincite.llm.openai import open_openai

        return open_openai(server, settings)
    from pincite.llm.anthropic import open_anthropic

    return open_anthropic(server, settings)


def installed_models(settings: ModelSettings) -> list[InstalledModel]:
    """The models that the server of the settings offers; none where there is no server.

    Raises:
        ModelError: if the server that was asked for cannot say.
    """
    if settings.provider == "none":
        return []
    if settings.provider == "auto" and not found_on_this_machine():
        return []
    server = server_of(settings)
    if settings.provider == "openai":
        from pincite.llm.openai import offered_models

        return offered_models(server)
    if settings.provider == "anthropic":
        return []
    from pincite.llm.ollama import installed_models as of_ollama

    return of_ollama(server)


def found_on_this_machine() -> bool:
    """Whether something answers where Ollama is expected on this machine; takes no time when nothing does."""
    address = _local_ollama()
    try:
        with socket.create_connection((address.host, address.port), AUTO_SECONDS):
            return True
    except OSError:
        return False


def server_of(settings: ModelSettings) -> Server:
    """How the server of the settings is reached.

    Raises:
        SettingsError: if the address or the key's variable is wrong.
        RemoteNotAllowedError: if it is on another machine and that is not allowed.
    """
    if settings.provider == "auto":
        return Server(_local_ollama(), seconds=settings.seconds)
    address = _address(settings)
    if address.remote:
        _require_remote(settings, f"{_TITLES[settings.provider]} at {address.url}")
    if is_number(address.host):
        require_peer(address, address.host)
    return Server(address, key=_key(settings), seconds=settings.seconds)


def _open_found(settings: ModelSettings) -> LanguageModel | None:
    """An Ollama on this machine, if it has a model that runs here."""
    if not found_on_this_machine():
        return None
    from pincite.llm.ollama import open_ollama

    try:
        model = open_ollama(server_of(settings), settings, remote_too=False)
    except ModelError as error:
        if settings.name and isinstance(error, ModelMissingError):
            raise
        return None  # it has no model yet, or something else uses its port
    if model.use.remote:
        _require_remote(settings, f"{model.use.name}, which Ollama runs on another machine")
    return model


def _address(settings: ModelSettings) -> Address:
    if settings.provider == "ollama":
        return read_address(settings.address, default_port=11434) if settings.address else _local_ollama()
    address = read_address(settings.address or _USUAL[settings.provider])
    if settings.provider == "openai" and address.url.count("/") == 2:
        address = replace(address, url=address.url + "/v1")
    return address


def _local_ollama() -> Address:
    """Where Ollama is expected: as its own variable says, as long as that is this machine."""
    usual = read_address(_OLLAMA)
    try:
        address = read_address(os.environ.get("OLLAMA_HOST") or _OLLAMA, default_port=11434)
    except SettingsError:
        return usual
    return usual if address.remote else address


def _require_remote(settings: ModelSettings, what: str) -> None:
    if not settings.allow_remote:
        raise RemoteNotAllowedError(
            f"text of your documents would be sent to {what}, and that is not allowed",
            "If you want that, `pincite config set model.allow_remote true`; otherwise use a server on this machine.",
        )


def _key(settings: ModelSettings) -> str:
    if not settings.key_variable:
        return ""
    key = os.environ.get(settings.key_variable, "").strip()
    if not key:
        raise SettingsError(
            f"the environment variable {settings.key_variable}, which `model.key_variable` names, is not set",
            f"export {settings.key_variable}=…",
        )
    return key

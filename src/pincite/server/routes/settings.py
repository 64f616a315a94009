"""Settings of the library, for administrators."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from pydantic import Field, StrictBool, StrictFloat, StrictInt, StrictStr

from pincite.config import Settings, load_settings
from pincite.domain import TokenScope
from pincite.errors import ForbiddenError, ModelMissingError
from pincite.library.settings import Setting, all_settings, change_settings
from pincite.llm import open_model
from pincite.llm.trial import try_out
from pincite.server.callers import ByCaller, InContext
from pincite.server.context import Context
from pincite.server.logs import redact
from pincite.server.rules import ruled
from pincite.server.shapes import Shape

router = APIRouter(prefix="/settings", tags=["settings"])

ON_THE_SERVER_ONLY = frozenset(
    {
        # Which of the server's files are read, and which of its environment variables, is for those who may log in to
        # the machine: an administrator of the library need not be one of them. Nor whom the secret of the identity
        # provider's client is sent to.
        "accounts.oidc_issuer",
        "accounts.oidc_secret_variable",
        "encoder.name",
        "model.key_variable",
        "privacy.pii_patterns",
        "search.cross_encoder",
        # A mistake here would lock everybody out.
        "server.host",
        "server.port",
        "server.proxies",
        "server.root_path",
    }
)

# Strict, or 1 would be told as true and "off" as false.
Value = StrictBool | StrictInt | StrictFloat | StrictStr


class SettingShape(Shape):
    """One setting."""

    key: str = Field(examples=["search.candidates"])
    value: Value = Field(description="As it is set: in force after the next start.", examples=[50])
    in_force: Value = Field(description="What the running server works with.", examples=[100])
    default: Value = Field(examples=[100])
    source: str = Field(description="default, file or environment.", examples=["file"])
    bounds: str = Field(description="What is allowed, in words.", examples=["whole number from 1 to 1,000"])
    description: str = Field(examples=["Passages that are reranked."])
    waits: bool = Field(
        description="Whether it was changed since the server started; not for what that was told as an argument."
    )
    editable: bool = Field(description="Whether it can be changed here; else only on the server itself.")


class SettingsShape(Shape):
    """All settings."""

    settings: list[SettingShape]
    restart_needed: bool = Field(description="Whether some are not in force before the server starts again.")


class SettingsChange(Shape):
    """Changes, all made or none."""

    values: dict[str, Value | None] = Field(
        min_length=1,
        max_length=100,
        description="New values by key; null removes one, so that its default counts again.",
        examples=[{"search.candidates": 50, "answer.mode": None}],
    )


class ModelTrial(Shape):
    """How long the language model takes."""

    name: str = Field(examples=["qwen3:8b"])
    provider: str = Field(examples=["ollama"])
    address: str = Field(examples=["http://127.0.0.1:11434"])
    remote: bool = Field(description="Whether it is on another machine.")
    window: int | None = Field(description="Tokens that it holds.", examples=[8192])
    load_seconds: float = Field(examples=[2.1])
    first_seconds: float = Field(description="Until its first words, once loaded.", examples=[0.2])
    total_seconds: float = Field(description="Until the end of its reply, once loaded.", examples=[0.4])
    replied: bool = Field(description="Whether it said anything.")


@router.get("", **ruled(TokenScope.ADMIN, admin=True))
def list_settings(context: InContext) -> SettingsShape:
    """All settings: what they mean, what is allowed, where they come from. None of them is a secret."""
    return _shape(context, all_settings(context.library.folder))


@router.patch("", **ruled(TokenScope.ADMIN, admin=True))
def change_some_settings(change: SettingsChange, context: InContext, request: Request) -> SettingsShape:
    """Change settings in the library's settings.toml. They are in force after the next start of the server."""
    for key in change.values:
        if key in ON_THE_SERVER_ONLY:
            raise ForbiddenError(
                f"{key} is changed on the server itself only", f"There: `pincite config set {key} VALUE`."
            )
    changed = change_settings(context.library.folder, change.values)
    # A password that was written into an address by mistake is not kept here as well.
    told = [redact(f"{key} = {value}") for key, value in sorted(change.values.items())]
    context.audit(request, "settings.change", changes=told)
    return _shape(context, changed)


@router.post("/model/test", **ruled(TokenScope.ADMIN, admin=True))
def test_model(context: InContext, caller: ByCaller) -> ModelTrial:
    """Send the language model of the settings, also of those not yet in force, one short prompt without any text."""
    context.limits.question(caller)
    model = open_model(load_settings(context.library.folder).model)
    if model is None:
        raise ModelMissingError(
            "no language model is set, and no Ollama was found on this machine",
            "Start Ollama there, or set `model.provider`.",
        )
    trial = try_out(model)
    return ModelTrial(
        name=model.use.name,
        provider=model.use.provider,
        address=model.use.address,
        remote=model.use.remote,
        window=model.window,
        load_seconds=round(trial.load_seconds, 3),
        first_seconds=round(trial.first_seconds, 3),
        total_seconds=round(trial.total_seconds, 3),
        replied=bool(trial.reply.strip()),
    )


def _shape(context: Context, settings: dict[str, Setting]) -> SettingsShape:
    # What the server was told at its start, such as its port, it will be told again.
    after = load_settings(context.library.folder, overrides=context.library.given)
    shapes = [
        SettingShape(
            key=setting.key,
            value=setting.value,
            in_force=_value(context.settings, setting.key),
            default=setting.default,
            source=setting.source,
            bounds=setting.bounds,
            description=setting.description,
            waits=_value(after, setting.key) != _value(context.settings, setting.key),
            editable=setting.key not in ON_THE_SERVER_ONLY and setting.source != "environment",
        )
        for setting in settings.values()
    ]
    return SettingsShape(settings=shapes, restart_needed=any(shape.waits for shape in shapes))


def _value(settings: Settings, key: str) -> Any:
    section, _, name = key.partition(".")
    return getattr(getattr(settings, section), name)

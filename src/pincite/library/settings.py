"""The settings of a library, with what they mean, and changing them."""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pincite.config import Settings, load_settings
from pincite.errors import SettingsError
from pincite.library import settings_file

_CHANGING = threading.Lock()
"""One change after the other, or the later one would take the earlier one back."""


@dataclass(frozen=True)
class Setting:
    """One setting.

    Attributes:
        key: Section and name.
        value: In force.
        default: When nothing is set.
        source: "default", "file" or "environment".
        bounds: What is allowed, in words.
        description: What it does.
    """

    key: str
    value: Any
    default: Any
    source: str
    bounds: str
    description: str


def all_settings(folder: Path) -> dict[str, Setting]:
    """Every setting of the library in this folder (which need not exist), by key.

    Raises:
        SettingsError: if the file or the environment is wrong.
    """
    values = load_settings(folder)
    in_file = load_settings(folder, environment={})
    in_environment = load_settings(None)
    defaults = Settings()
    schema = Settings.model_json_schema()
    found = {}
    for section in Settings.model_fields:
        described = schema["$defs"][type(getattr(values, section)).__name__]["properties"]
        for name, facts in described.items():
            found[f"{section}.{name}"] = Setting(
                key=f"{section}.{name}",
                value=getattr(getattr(values, section), name),
                default=getattr(getattr(defaults, section), name),
                source=_source(section, name, in_environment, in_file),
                bounds=_bounds(facts),
                description=facts.get("description", ""),
            )
    return found


def change_settings(folder: Path, values: Mapping[str, Any]) -> dict[str, Setting]:
    """Write settings into the library's settings.toml, all or none; the rest of the file stays as it is.

    Args:
        folder: Of the library; it exists.
        values: By key, in their own type or as text; None removes one, so that its default counts again.

    Returns:
        All settings afterwards.

    Raises:
        SettingsError: if there is no such setting, a value is out of bounds, or the file cannot be changed.
        LibraryError: if it cannot be written.
    """
    with _CHANGING:
        text = settings_file.read(folder)
        for key, value in values.items():
            section, name = _named(key)
            typed = None if value is None else typed_value(key, value)
            text = settings_file.with_value(text, section, name, typed)
        # What is right by itself may not be so together with others.
        load_settings(None, environment={}, overrides=tomllib.loads(text))
        settings_file.write(folder, text)
    return all_settings(folder)


def typed_value(key: str, value: Any) -> Any:
    """A value as the setting's own type, within its bounds.

    Raises:
        SettingsError: if there is no such setting, or the value is wrong.
    """
    section, name = _named(key)
    checked = load_settings(None, environment={}, overrides={section: {name: value}})
    return getattr(getattr(checked, section), name)


def _named(key: str) -> tuple[str, str]:
    section, _, name = key.partition(".")
    field = Settings.model_fields.get(section)
    if field is None or name not in getattr(field.annotation, "model_fields", ()):
        raise SettingsError(f"there is no setting {key!r}", "`pincite config` lists them all.")
    return section, name


def _source(section: str, name: str, environment: Settings, file: Settings) -> str:
    if name in getattr(environment, section).model_fields_set:
        return "environment"
    return "file" if name in getattr(file, section).model_fields_set else "default"


def _bounds(facts: dict[str, Any]) -> str:
    if "enum" in facts:
        return " | ".join(map(str, facts["enum"]))
    low, above, high = facts.get("minimum"), facts.get("exclusiveMinimum"), facts.get("maximum")
    words = {"integer": "whole number", "number": "number", "string": "text", "boolean": "true or false"}
    kind = words.get(facts.get("type", ""), "")
    limits = []
    if low is not None:
        limits.append(f"from {low:,}")
    if above is not None:
        limits.append(f"above {above:,}")
    if high is not None:
        limits.append(f"to {high:,}")
    return " ".join([kind, *limits])

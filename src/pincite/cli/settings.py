"""`pincite config`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.session import Session, with_session
from pincite.cli.text import one_line
from pincite.errors import SettingsError

if TYPE_CHECKING:
    from pincite.cli.terminal import Terminal
    from pincite.config import Settings

Key = Annotated[
    str, typer.Argument(metavar="KEY", help="Section and name of a setting, e.g. search.candidates.")
]

group = typer.Typer(
    name="config",
    help="Show all settings; or get, set or unset one.",
    rich_markup_mode=None,
)


@dataclass(frozen=True)
class Setting:
    """One setting as the command shows it.

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


@group.callback(invoke_without_command=True)
@with_session
def list_settings(session: Session) -> None:
    """Show all settings with value, source, bounds and meaning; or get, set or unset one."""
    settings = all_settings(session.folder)
    if session.json:
        session.print_json(list(settings.values()))
        return
    section = ""
    for setting in settings.values():
        name, _, key = setting.key.partition(".")
        if name != section:
            if section:
                session.terminal.line()
            session.terminal.line(f"[{name}]", style="bold")
            section = name
        _show(session.terminal, setting, key)


@group.command("get")
@with_session
def get(session: Session, key: Key) -> None:
    """Print the value of a setting that is in force."""
    setting = _find(all_settings(session.folder), key)
    if session.json:
        session.print_json(setting)
    else:
        session.terminal.line(_written(setting.value))


@group.command("set")
@with_session
def set_value(
    session: Session,
    key: Key,
    value: Annotated[str, typer.Argument(metavar="VALUE", help="Its new value.")],
) -> None:
    """Write a setting into the library's settings.toml; the rest of the file stays as it is.

    The library is made if it does not exist, so that it can be set up before the first document.
    """
    _find(_all_of(session), key)
    section, _, name = key.partition(".")
    typed = _typed(section, name, value)
    with session.open(create=True) as library:
        folder = library.folder
    _change(session, folder, key, typed)


@group.command("unset")
@with_session
def unset(session: Session, key: Key) -> None:
    """Remove a setting from the library's settings.toml, so that its default counts again."""
    _find(_all_of(session), key)
    with session.open() as library:
        folder = library.folder
    _change(session, folder, key, None)


def register(app: typer.Typer) -> None:
    """Put the commands into the application."""
    app.add_typer(group)


def all_settings(folder: Path) -> dict[str, Setting]:
    """Every setting of the library in this folder (which need not exist), by key.

    Raises:
        SettingsError: if the file or the environment is wrong.
    """
    from pincite.config import Settings, load_settings

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


def _all_of(session: Session) -> dict[str, Setting]:
    return all_settings(session.folder)


def _find(settings: dict[str, Setting], key: str) -> Setting:
    if key not in settings:
        raise SettingsError(f"there is no setting {key!r}", "`pincite config` lists them all.")
    return settings[key]


def _typed(section: str, name: str, value: str) -> Any:
    """The value as the setting's own type, within its bounds."""
    from pincite.config import load_settings

    checked = load_settings(None, environment={}, overrides={section: {name: value}})
    return getattr(getattr(checked, section), name)


def _change(session: Session, folder: Path, key: str, value: Any) -> None:
    from pincite.cli import settings_file

    section, _, name = key.partition(".")
    settings_file.write(folder, settings_file.with_value(settings_file.read(folder), section, name, value))
    setting = all_settings(folder)[key]
    if session.json:
        session.print_json(setting)
        return
    session.terminal.line(f"{key} = {_written(setting.value)}")
    if setting.source == "environment":
        session.terminal.line("The environment sets it too, and wins over the file.", style="yellow")


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


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else one_line(str(value))


def _show(terminal: Terminal, setting: Setting, name: str) -> None:
    from rich.text import Text

    text = Text(f"{name} = ", style="cyan")
    text.append(_written(setting.value) or '""', style="default" if setting.source == "default" else "bold")
    if setting.source != "default":
        text.append(
            f"  from {setting.source}; default {_written(setting.default) or 'empty'}", style="yellow"
        )
    text.append(f"  ({setting.bounds})", style="dim")
    terminal.line(text)
    terminal.line(setting.description, style="dim", indent=2)

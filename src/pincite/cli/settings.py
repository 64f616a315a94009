"""`pincite config`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.session import Session, with_session
from pincite.cli.text import one_line
from pincite.errors import SettingsError

if TYPE_CHECKING:
    from pincite.cli.terminal import Terminal
    from pincite.library.settings import Setting

Key = Annotated[
    str, typer.Argument(metavar="KEY", help="Section and name of a setting, e.g. search.candidates.")
]

group = typer.Typer(
    name="config",
    help="Show all settings; or get, set or unset one.",
    rich_markup_mode=None,
)


@group.callback(invoke_without_command=True)
@with_session
def list_settings(session: Session) -> None:
    """Show all settings with value, source, bounds and meaning; or get, set or unset one."""
    settings = _all_of(session)
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
    setting = _find(_all_of(session), key)
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
    from pincite.library.settings import typed_value

    _find(_all_of(session), key)
    typed_value(key, value)
    with session.open(create=True) as library:
        folder = library.folder
    _change(session, folder, key, value)


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


def _all_of(session: Session) -> dict[str, Setting]:
    from pincite.library.settings import all_settings

    return all_settings(session.folder)


def _find(settings: dict[str, Setting], key: str) -> Setting:
    if key not in settings:
        raise SettingsError(f"there is no setting {key!r}", "`pincite config` lists them all.")
    return settings[key]


def _change(session: Session, folder: Path, key: str, value: str | None) -> None:
    from pincite.library.settings import change_settings

    setting = change_settings(folder, {key: value})[key]
    if session.json:
        session.print_json(setting)
        return
    session.terminal.line(f"{key} = {_written(setting.value)}")
    if setting.source == "environment":
        session.terminal.line("The environment sets it too, and wins over the file.", style="yellow")


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

"""Changing one value in a `settings.toml` without touching the rest of it, comments included."""

from __future__ import annotations

import json
import os
import re
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from pincite.config import SETTINGS_FILE
from pincite.errors import LibraryError, SettingsError

_HEADER = re.compile(r"^\s*\[\s*([\w-]+)\s*\]\s*(?:#.*)?$")
_TABLE = re.compile(r"^\s*\[")


def with_value(text: str, section: str, key: str, value: str | float | bool | None) -> str:
    """The text of a settings file with one value set, or removed when it is None.

    Raises:
        SettingsError: if the file is written in a form that cannot be changed line by line, or the value is
            not valid Unicode.
    """
    lines = text.removesuffix("\n").split("\n") if text else []
    start = next((n for n, line in enumerate(lines) if _is_header(line, section)), None)
    if start is None:
        if value is not None:
            lines += ([""] if lines and lines[-1].strip() else []) + [f"[{section}]", _assignment(key, value)]
    else:
        end = next((n for n in range(start + 1, len(lines)) if _TABLE.match(lines[n])), len(lines))
        assigned = re.compile(rf"^\s*{re.escape(key)}\s*=")
        found = [n for n in range(start + 1, end) if assigned.match(lines[n])]
        if found:
            lines[found[0] : found[0] + 1] = [] if value is None else [_assignment(key, value)]
        elif value is not None:
            while end > start + 1 and not lines[end - 1].strip():
                end -= 1
            lines.insert(end, _assignment(key, value))
    changed = "\n".join(lines) + "\n" if lines else ""
    if not _is_unicode(changed):
        raise SettingsError(f"the value of {section}.{key} is not valid text", "Write it in UTF-8.")
    _require(changed, text, section, key, value)
    return changed


def read(folder: Path) -> str:
    """The text of a library's settings file; empty when there is none.

    Raises:
        SettingsError: if it cannot be read.
    """
    path = folder / SETTINGS_FILE
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(
            f"{SETTINGS_FILE} cannot be read: {error}", f"Correct or remove {path}."
        ) from None


def write(folder: Path, text: str) -> None:
    """Replace a library's settings file at once: a reader sees the old or the new one, never a part.

    Raises:
        LibraryError: if it cannot be written; the old one stays.
    """
    path = folder / SETTINGS_FILE
    partial: Path | None = None
    try:
        with tempfile.NamedTemporaryFile("wb", dir=folder, prefix=".settings-", delete=False) as file:
            partial = Path(file.name)
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            partial.chmod(path.stat().st_mode & 0o777)
        else:
            partial.chmod(0o644)
        partial.replace(path)
    except OSError as error:
        if partial is not None:
            partial.unlink(missing_ok=True)
        raise LibraryError(
            f"{path} cannot be written: {error.strerror}", "Check the folder's permissions and the disk."
        ) from error


def _is_unicode(text: str) -> bool:
    # Arguments of the command line that are not UTF-8 arrive as lone surrogates.
    return not any("\ud800" <= character <= "\udfff" for character in text)


def _is_header(line: str, section: str) -> bool:
    found = _HEADER.match(line)
    return found is not None and found[1] == section


def _assignment(key: str, value: str | float | bool) -> str:
    # JSON writes strings, numbers and truth values as TOML reads them; DEL is the one exception.
    return f"{key} = {json.dumps(value, ensure_ascii=False)}".replace("\x7f", "\\u007f")


def _require(changed: str, text: str, section: str, key: str, value: object) -> None:
    """Whatever the file's form, the result must say exactly what was asked, or nothing is written."""
    wanted: dict[str, Any] = tomllib.loads(text)
    values = wanted.setdefault(section, {})
    if value is None:
        values.pop(key, None)
    else:
        values[key] = value
    try:
        right = _filled(tomllib.loads(changed)) == _filled(wanted)
    except tomllib.TOMLDecodeError:
        right = False
    if not right:
        raise SettingsError(
            f"{SETTINGS_FILE} is written in a form that this command does not change",
            f"Write `{key}` below the line [{section}] yourself, or use plain sections.",
        )


def _filled(tree: dict[str, Any]) -> dict[str, Any]:
    return {name: values for name, values in tree.items() if values != {}}

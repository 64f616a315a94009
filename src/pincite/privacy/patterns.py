"""A user's own patterns of personal data.

They are matched by RE2, in time that grows with the text and not faster, whatever the pattern: none can hang a server.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pincite.errors import SettingsError
from pincite.privacy.findings import Found

_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_MOST_BYTES = 1_000_000
_MOST_PATTERNS = 1000
_REMEDY = (
    "Each line is NAME = REGULAR EXPRESSION, or begins with #; names are lower case, as in employee_number."
)


class OwnPattern:
    """A named pattern.

    Args:
        name: What its findings are called.
        expression: In the syntax of RE2.

    Raises:
        ValueError: if the expression is none, or matches nothing at all.
    """

    def __init__(self, name: str, expression: str) -> None:
        import re2  # compiled code: loaded only where there are such patterns

        self.name = name
        self.expression = expression
        options = re2.Options()
        options.log_errors = False
        options.max_mem = 1 << 23
        try:
            self._pattern: Any = re2.compile(expression, options)
        except re2.error as error:
            raise ValueError(_reason(error)) from None
        if self._pattern.search("") is not None:
            raise ValueError("it matches where there is nothing")

    def find(self, text: str) -> Iterator[Found]:
        """Where it occurs."""
        for match in self._pattern.finditer(text):
            if match.end() > match.start():
                yield Found(self.name, match.start(), match.end())


def _reason(error: Exception) -> str:
    reason = error.args[0] if error.args else error
    return reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)


def read_patterns(file: Path, taken: Sequence[str]) -> list[OwnPattern]:
    """The patterns of a file.

    Args:
        file: UTF-8 text.
        taken: Names that they must not have.

    Raises:
        SettingsError: if it cannot be read or a line is wrong; names the line and the reason.
    """
    patterns: list[OwnPattern] = []
    names = set(taken)
    for number, line in enumerate(_text(file).splitlines(), start=1):
        content = line.strip()
        if not content or content.startswith("#"):
            continue
        name, separator, expression = (part.strip() for part in content.partition("="))
        if not separator or not expression or not _NAME.fullmatch(name):
            raise _wrong(file, number, "it is not NAME = REGULAR EXPRESSION")
        if name in names:
            raise _wrong(file, number, f"the name {name} is taken")
        if len(patterns) == _MOST_PATTERNS:
            raise _wrong(file, number, f"there are more than {_MOST_PATTERNS} patterns")
        names.add(name)
        try:
            patterns.append(OwnPattern(name, expression))
        except ValueError as error:
            raise _wrong(file, number, str(error)) from None
    return patterns


def _text(file: Path) -> str:
    try:
        if file.stat().st_size > _MOST_BYTES:
            raise SettingsError(f"{file.name}: more than {_MOST_BYTES // 1_000_000} MB of patterns", _REMEDY)
        return file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise SettingsError(
            f"the patterns of `privacy.pii_patterns` cannot be read: {error.strerror}", "Check the path."
        ) from None
    except UnicodeDecodeError:
        raise SettingsError(f"{file.name} is not UTF-8 text", _REMEDY) from None


def _wrong(file: Path, number: int, reason: str) -> SettingsError:
    return SettingsError(f"{file.name}, line {number}: {reason}", _REMEDY)

"""Names of files that somebody sent: for showing only."""

from __future__ import annotations

import re
import unicodedata
from pathlib import PurePosixPath

MOST_BYTES = 255
"""Of a name in UTF-8, as most file systems have it."""
UNNAMED = "unnamed"

_NOT_SHOWN = frozenset({"Cc", "Cs", "Zl", "Zp"})
# They turn the text after them round: "annual\u202efdp.exe" would be shown as "annualexe.pdf".
_TURNING = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_LONGEST_SUFFIX = 16


def shown_name(given: str) -> str:
    """A name that a client gave a file, as it is shown: without folders, without signs that are not seen, not too long.

    It never becomes part of a path.
    """
    base = re.split(r"[/\\]", given.rstrip("/\\"))[-1]
    seen = "".join(
        character
        for character in unicodedata.normalize("NFC", base)
        if unicodedata.category(character) not in _NOT_SHOWN and character not in _TURNING
    )
    name = _shortened(" ".join(seen.split()))
    return UNNAMED if name.strip(". ") == "" else name


def _shortened(name: str) -> str:
    if len(name.encode()) <= MOST_BYTES:
        return name
    suffix = PurePosixPath(name).suffix
    suffix = suffix if len(suffix.encode()) <= _LONGEST_SUFFIX else ""
    stem = name.removesuffix(suffix).encode()[: MOST_BYTES - len(suffix.encode()) - len("…".encode())]
    return f"{stem.decode(errors='ignore').rstrip()}…{suffix}"

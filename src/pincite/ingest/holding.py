"""Files that came within other files: how they are called, and what is told of them."""

from __future__ import annotations

import re

from pincite.errors import ParseLimitError, UnsupportedFileError
from pincite.parse.formats.containers import MOST_DEPTH, Unpacked
from pincite.plain_text import one_line

_LONGEST = 240
_NAMED_AT_MOST = 5


def name_within(outer: str, inner: str) -> str:
    """The name of a file that another one holds: "offers.zip/2024/pump.pdf". For showing only."""
    parts = [part for part in re.split(r"[/\\]+", one_line(inner)) if part not in ("", ".", "..")]
    name = "/".join((outer, *parts)) if parts else f"{outer}/unnamed"
    if len(name) <= _LONGEST:
        return name
    return f"{outer[:100]}/…{name[-(_LONGEST - 102) :]}"


def told(unpacked: Unpacked) -> str:
    """What became of the files in an archive, in a sentence."""
    count = len(unpacked.members)
    said = f"{count} of its {count + len(unpacked.left_out)} files are added one by one"
    if not unpacked.left_out:
        return "its file is added" if count == 1 else f"its {count} files are added one by one"
    some = "; ".join(f"{one_line(name)}: {why}" for name, why in unpacked.left_out[:_NAMED_AT_MOST])
    more = len(unpacked.left_out) - _NAMED_AT_MOST
    return f"{said}; not added: {some}" + (f"; and {more} more" if more > 0 else "")


def not_added(outer: str, inner: str, why: str) -> UnsupportedFileError:
    """Why a file in an archive is left out."""
    return UnsupportedFileError(f"{name_within(outer, inner)} is left out: {why}")


def too_deep(name: str) -> ParseLimitError:
    """Why an archive in archives is not unpacked."""
    return ParseLimitError(
        f"{name} lies in {MOST_DEPTH} archives already", "Unpack it and add what is in it."
    )

"""Parts of files: https://www.rfc-editor.org/rfc/rfc9110#name-range-requests."""

from __future__ import annotations

import re

_BYTES = re.compile(r"[ \t]*bytes[ \t]*=(.*)", re.IGNORECASE)
_ONE = re.compile(r"([0-9]*)-([0-9]*)", re.ASCII)
_MOST_DIGITS = 18


class UnsatisfiableRangeError(Exception):
    """What was asked for is not within the file."""


def asked_range(header: str | None, size: int) -> tuple[int, int] | None:
    """The part of a file that a Range header asks for: offset of the first byte, and after the last.

    Args:
        header: The header; None where there is none.
        size: Of the file in bytes.

    Returns:
        None for the whole file: also where the header makes no sense, or asks for several parts, which a server may
        answer with the whole.

    Raises:
        UnsatisfiableRangeError: if the part begins after the end of the file.
    """
    unit = _BYTES.fullmatch(header or "")
    one = _ONE.fullmatch(unit[1].strip(" \t")) if unit else None
    if one is None or not (one[1] or one[2]) or max(map(len, one.groups())) > _MOST_DIGITS:
        return None
    if not one[1]:
        length = min(int(one[2]), size)
        if not length:
            raise UnsatisfiableRangeError
        return size - length, size
    start = int(one[1])
    last = int(one[2]) if one[2] else size - 1
    if one[2] and last < start:
        return None
    if start >= size:
        raise UnsatisfiableRangeError
    return start, min(last + 1, size)


def same_tag(header: str | None, tag: str, *, weak: bool) -> bool:
    """Whether a list of entity tags, as in If-None-Match, names this one.

    Args:
        header: The header; None where there is none.
        tag: With its quotes.
        weak: Whether a weak one is good enough.
    """
    for entry in (header or "").split(","):
        given = entry.strip()
        if given == tag or (weak and given in ("*", f"W/{tag}")):
            return True
    return False

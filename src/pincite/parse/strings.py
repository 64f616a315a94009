"""Strings that PDFium writes into a buffer of the caller's."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

from pincite.parse.characters import clean

_LARGEST = 1 << 26


def read_string(function: Callable[..., int], *arguments: Any, longest: int = 10_000) -> str:
    """What a function of PDFium gives as UTF-16, on one line and without control characters.

    Args:
        function: Takes `arguments`, a buffer and its size in bytes, and gives the size it needs.
        arguments: Before the buffer.
        longest: More characters than these are cut off.
    """
    size = function(*arguments, None, 0)
    if not 2 < size < _LARGEST:
        return ""
    buffer = (ctypes.c_ushort * (size // 2 + 1))()
    function(*arguments, buffer, size)
    text = bytes(buffer)[: size - 2].decode("utf-16-le", "replace")
    return clean(text.split("\0", 1)[0][:longest])

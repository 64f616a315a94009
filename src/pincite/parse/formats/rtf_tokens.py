"""The words of RTF: groups, control words, text in the encoding of its font."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import NamedTuple

_TOKEN = re.compile(
    rb"\\([a-zA-Z]{1,32})(-?\d{1,10})?\x20?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\"
)
_CHARSETS = {
    77: "mac_roman", 128: "cp932", 129: "cp949", 130: "johab", 134: "gbk", 136: "cp950", 161: "cp1253", 162: "cp1254",
    163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250",
    254: "cp437", 255: "cp850",
}  # fmt: skip
"""Encodings by the charset of a font; others are that of the file."""

SYMBOL_CHARSET = 2


class Token(NamedTuple):
    """A piece of RTF.

    Attributes:
        kind: "word" for a control word, "sign" for a control sign, "text", "open" or "close".
        name: Of the word or sign.
        value: The number behind a word; None for none.
        text: The bytes of a text.
    """

    kind: str
    name: str = ""
    value: int | None = None
    text: bytes = b""


_OPEN, _CLOSE = Token("open"), Token("close")


def tokens(data: bytes) -> Iterator[Token]:
    """The pieces of a file in order; binary data within it is left out."""
    position = 0
    while (found := _TOKEN.match(data, position)) is not None:
        position = found.end()
        word, number, code, sign, brace, text = found.groups()
        if word:
            value = None if number is None else int(number)
            if word == b"bin":
                position += max(0, value or 0)
                continue
            yield Token("word", word.decode("ascii"), value)
        elif text:
            yield Token("text", text=text)
        elif code:
            yield Token("text", "'", text=bytes((int(code, 16),)))
        elif brace:
            yield _OPEN if brace == b"{" else _CLOSE
        elif sign in (b"\\", b"{", b"}"):
            yield Token("text", "'", text=sign)
        elif sign:
            yield Token("sign", sign.decode("latin-1"))


def encoding_of_charset(charset: int, otherwise: str) -> str:
    """The encoding of a font by its charset."""
    return _CHARSETS.get(charset, otherwise)


def encoding_of_page(page: int, otherwise: str = "cp1252") -> str:
    """The encoding of a code page by its number."""
    name = {65001: "utf-8", 10000: "mac_roman", 936: "gbk", 1361: "johab"}.get(page, f"cp{page}")
    try:
        codecs.lookup(name)
    except LookupError:
        return otherwise
    return name

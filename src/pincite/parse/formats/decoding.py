"""Text of any encoding."""

from __future__ import annotations

import codecs
import re
from pathlib import Path

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE = 1 << 18
_WIDER = {
    "ascii": "cp1252", "iso8859-1": "cp1252", "iso8859-9": "cp1254", "tis-620": "cp874", "shift_jis": "cp932",
    "gb2312": "gb18030", "gbk": "gb18030", "euc_kr": "cp949", "big5": "big5hkscs",
}  # fmt: skip
"""What is meant by the name of a smaller encoding (WHATWG Encoding Standard, section 4.2)."""

_IN_ASCII = frozenset({"iso2022_jp", "iso2022_jp_1", "iso2022_jp_2", "iso2022_kr", "hz"})
_MARKED = frozenset(
    {"utf-8", "utf-16", "utf-32", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "utf-8-sig"}
)
"""These are told by the bytes themselves; a page in ASCII that names one of them is wrong."""

_OLD = (
    "cp1252", "cp1250", "cp1251", "koi8_r", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258", "cp874",
    "cp866", "cp932", "euc_jp", "gb18030", "big5", "cp949", "utf_8",
)  # fmt: skip
"""Encodings that files without a mark are in: with more to choose from, short texts are taken for those of no one."""

_TURKISH = re.compile(rb"[\xf0\xfd\xfe]")
_HEBREW = re.compile(rb"[\x00-\x7f\xe0-\xfa\x91-\x97]+")
_WESTERN = re.compile(rb"[\xe0\xe1\xe8\xe9\xed\xf3\xf1\xfa]")
_NO_TEXT = frozenset(
    {"base64", "bz2", "hex", "quopri", "rot13", "uu", "zlib", "idna", "punycode", "undefined", "utf-7"}
)
_FEW = 12
"""So few bytes beyond ASCII are too little to guess by."""

_THREE_BEYOND = re.compile(rb"[\x80-\xff]{3}")
"""Words of other alphabets."""

_BEYOND_ASCII = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]"
    rb"|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}"
)
"""A character of UTF-8 beyond ASCII (RFC 3629, section 4)."""

_HIGH = re.compile(rb"[\x80-\xff]")

_LETTERS_OF_EUROPE = frozenset(bytes("€‚„…Œœ‘’“”•–—™ŠšŽžŸ\xa0§©«®°±²³µ·»¼½¾", "cp1252")) | frozenset(
    range(0xC0, 0x100)
)
"""Bytes that are usual in texts of Western Europe in cp1252."""


def encoding_of(path: Path) -> str:
    """The encoding of a text file: by its mark, else UTF-8 where all of it is that, else the likeliest."""
    with path.open("rb") as file:
        head = file.read(_SAMPLE)
        marked = marked_encoding(head)
        if marked:
            return marked
        decoder = codecs.getincrementaldecoder("utf-8")()
        block = head
        try:
            while block:
                decoder.decode(block)
                block = file.read(1 << 20)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            return "utf-8" if _nearly_utf8(head) else likely_encoding(head)
    return "utf-8"


def decoded(data: bytes, declared: str = "") -> str:
    """Text from bytes, as `encoding_of` finds it; what cannot be decoded is a replacement mark.

    Args:
        data: All of them.
        declared: The encoding that the file, or what it came in, names; believed where the bytes do not contradict it.
    """
    declared = known_encoding(declared)
    # These are written in the bytes of ASCII: they would pass for UTF-8.
    encoding = declared if declared in _IN_ASCII else marked_encoding(data[:4096])
    if not encoding:
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            if _nearly_utf8(data[:_SAMPLE]):
                return data.decode("utf-8", "replace")
            encoding = declared if declared not in _MARKED else ""
            encoding = encoding or likely_encoding(data[:_SAMPLE])
    return data.decode(encoding, "replace")


def known_encoding(name: str) -> str:
    """The codec for an encoding as pages and mails name it, the wider one where they mean that; "" for none."""
    try:
        codec = codecs.lookup(name.strip().strip("'\"")).name if name else ""
    except (LookupError, ValueError):
        return ""
    return _WIDER.get(codec, codec if codec not in _NO_TEXT else "")


def marked_encoding(head: bytes) -> str:
    """The encoding that a byte order mark, or the pattern of zero bytes in ordinary text, tells; "" for neither."""
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding
    if len(head) >= 4 and b"\0" in head:
        even, odd = head[0:4096:2].count(0), head[1:4096:2].count(0)
        half = min(len(head), 4096) // 2
        if odd > max(1, 0.3 * half) and even < 0.05 * half:
            return "utf-16-le"
        if even > max(1, 0.3 * half) and odd < 0.05 * half:
            return "utf-16-be"
    return ""


def _nearly_utf8(head: bytes) -> bool:
    """Whether it is UTF-8 but for a few bytes, such as a file of another encoding that was appended to one.

    In no other encoding are characters of UTF-8 usual; read in one, all of them would be wrong for the sake of a byte.
    """
    rest, sound = _BEYOND_ASCII.subn(b"", head)
    return sound >= 3 and sound >= 4 * len(_HIGH.findall(rest))


def likely_encoding(head: bytes) -> str:
    """The likeliest of the encodings before Unicode."""
    from charset_normalizer import from_bytes

    high = [byte for byte in head if byte >= 0x80]
    if len(high) <= _FEW and _LETTERS_OF_EUROPE.issuperset(high) and not _THREE_BEYOND.search(head):
        # A letter or a sign here and there tells nothing apart: what nearly all such files are written in.
        return _western(head)
    found = from_bytes(head, cp_isolation=list(_OLD))
    best = found.best()
    if best is None or best.encoding in ("ascii", "utf_8"):
        return "cp1252"
    # Short texts fit many, which only the frequency of some letters tells apart.
    even = {
        name
        for match in found
        if match.chaos <= best.chaos and match.coherence >= best.coherence
        for name in (match.encoding, *match.could_be_from_charset)
    }
    if "euc_jp" in even and 10 * head.count(b"\xa4") > len(head):
        return "euc_jp"  # kana
    if "cp1255" in even and _HEBREW.fullmatch(head):
        return "cp1255"
    if "cp1252" in even:
        return _western(head)
    return best.encoding


def _western(head: bytes) -> str:
    """The encoding of Western Europe, or that of Turkish, where letters that are rare elsewhere are common."""
    return "cp1254" if _TURKISH.search(head) and not _WESTERN.search(head) else "cp1252"

"""A font without outlines, for text that is there to be found and copied, not to be seen."""

from __future__ import annotations

import struct
from collections.abc import Sequence

ADVANCE = 0.5
"""Width of every character in font sizes."""

ASCENT, DESCENT = 0.8, 0.2
"""Extent above and below the baseline in font sizes."""

_UNITS = 1000


def font_file() -> bytes:
    """A TrueType font of two glyphs, both empty."""
    advance, ascent, descent = (round(share * _UNITS) for share in (ADVANCE, ASCENT, DESCENT))
    tables = {
        b"cmap": struct.pack(">HHHHI", 0, 1, 3, 1, 12) + _no_characters(),
        b"glyf": b"\0\0\0\0",
        b"head": struct.pack(
            ">IIIIHHQQhhhhHHhhh",
            0x00010000, 0x00010000, 0, 0x5F0F3CF5, 0, _UNITS, 0, 0, 0, -descent, advance, ascent, 0, 8, 2, 0, 0,
        ),
        b"hhea": struct.pack(">IhhhHhhhhhhhhhhhH", 0x00010000, ascent, -descent, 0, advance, *[0] * 10, 0, 2),
        b"hmtx": struct.pack(">HhHh", advance, 0, advance, 0),
        b"loca": struct.pack(">HHH", 0, 0, 0),
        b"maxp": struct.pack(">IH13H", 0x00010000, 2, *[0] * 13),
        b"name": struct.pack(">HHH", 0, 0, 6),
        b"post": struct.pack(">IIhhIIIII", 0x00030000, 0, 0, 0, 1, 0, 0, 0, 0),
    }  # fmt: skip
    directory = struct.pack(">IHHHH", 0x00010000, len(tables), 128, 3, 16 * len(tables) - 128)
    place = len(directory) + 16 * len(tables)
    body = b""
    for name, data in sorted(tables.items()):
        directory += struct.pack(">4sIII", name, _checksum(data), place + len(body), len(data))
        body += data + b"\0" * (-len(data) % 4)
    return directory + body


def _no_characters() -> bytes:
    """A table of format 4 that maps nothing."""
    return struct.pack(">HHHHHHHHHHhH", 4, 24, 0, 2, 2, 0, 0, 0xFFFF, 0, 0xFFFF, 1, 0)


def _checksum(data: bytes) -> int:
    padded = data + b"\0" * (-len(data) % 4)
    total: int = sum(struct.unpack(f">{len(padded) // 4}I", padded))
    return total & 0xFFFFFFFF


def to_unicode(letters: Sequence[str]) -> str:
    """The CMap that says which letter each code from 1 on stands for."""
    rows = [
        f"<{code:04X}> <{letter.encode('utf-16-be').hex().upper()}>" for code, letter in enumerate(letters, 1)
    ]
    parts = [rows[start : start + 100] for start in range(0, len(rows), 100)]
    mapped = "\n".join("\n".join([f"{len(part)} beginbfchar", *part, "endbfchar"]) for part in parts)
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
        "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
        f"{mapped}\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
    )


def to_glyphs(letters: Sequence[str]) -> bytes:
    """The glyph of each code from 0 on: the same empty one."""
    return struct.pack(f">{len(letters) + 1}H", 0, *[1] * len(letters))

"""The file's own XMP packet: title, creators, DOI and journal, where publishers put them."""

from __future__ import annotations

import html
import mmap
import re
from dataclasses import dataclass
from pathlib import Path

_LARGEST = 1 << 20
"""No packet of a document is larger; a file without end mark must not be read as one."""


@dataclass(frozen=True, slots=True)
class Xmp:
    """What a packet says; empty where it does not."""

    title: str = ""
    authors: tuple[str, ...] = ()
    doi: str = ""
    venue: str = ""


def read_xmp(path: Path) -> Xmp:
    """The packet of the document; those of its pictures, which do not name a PDF producer, are passed over."""
    try:
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            return _xmp(_packet(data))
    except (OSError, ValueError):
        return Xmp()


def _packet(data: mmap.mmap) -> str:
    end = len(data)
    for _ in range(8):
        start = data.rfind(b"<x:xmpmeta", 0, end)
        if start < 0:
            return ""
        stop = data.find(b"</x:xmpmeta>", start, start + _LARGEST)
        packet = data[start:stop] if stop > 0 else b""
        if b"pdf:Producer" in packet or b"prism:" in packet:
            return packet.decode("utf-8", "replace")
        end = start
    return ""


def _xmp(packet: str) -> Xmp:
    return Xmp(
        title=next(iter(_values(packet, "dc:title")), ""),
        authors=tuple(_values(packet, "dc:creator")),
        doi=next(
            (doi for name in ("prism:doi", "pdfx:doi", "crossmark:DOI") for doi in _values(packet, name)), ""
        ),
        venue=next(iter(_values(packet, "prism:publicationName")), ""),
    )


def _values(packet: str, name: str) -> list[str]:
    """The texts of a property, written as an element with or without a list, or as an attribute."""
    element = re.search(rf"<{name}\b[^>]*>(.*?)</{name}>", packet, re.DOTALL)
    if element:
        items = re.findall(r"<rdf:li\b[^>]*>(.*?)</rdf:li>", element[1], re.DOTALL) or [element[1]]
    else:
        items = re.findall(rf'\b{name}="([^"]*)"', packet)
    return [" ".join(html.unescape(item).split()) for item in items if item.strip() and "<" not in item]

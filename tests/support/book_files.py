"""EPUB books made of raw XML, so that a test shows what is in them."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

CONTAINER = (
    '<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>'
    '<rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)
NAV = (
    '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>'
    '<nav epub:type="toc"><ol>'
    '<li><a href="ch1.xhtml">Loomings</a></li><li><a href="ch2.xhtml#a">The Carpet-Bag</a></li>'
    '<li><a href="ch3.xhtml">Chapter 3</a></li></ol></nav></body></html>'
)


def chapter(body: str) -> str:
    """A chapter with this body."""
    return (
        '<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" '
        f'xmlns:epub="http://www.idpf.org/2007/ops"><head><title/></head><body>{body}</body></html>'
    )


def package(spine: str = "ch1 ch2 ch3", manifest: str = "", metadata: str = "") -> str:
    """The list of what is in a book.

    Args:
        spine: Identifiers in reading order.
        manifest: Entries beside the three chapters and the table of contents.
        metadata: Entries beside the title.
    """
    items = "".join(
        f'<item id="{name}" href="{name}.xhtml" media-type="application/xhtml+xml"/>'
        for name in ("ch1", "ch2", "ch3")
    )
    references = "".join(f'<itemref idref="{name}"/>' for name in spine.split())
    return (
        '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" '
        f'xmlns:opf="http://www.idpf.org/2007/opf"><metadata><dc:title>The Whale</dc:title>{metadata}</metadata>'
        '<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
        f'{items}{manifest}</manifest><spine toc="ncx">{references}</spine></package>'
    )


CHAPTERS = {
    "OEBPS/ch2.xhtml": chapter("<h1>The Carpet-Bag</h1><p>Second.</p>"),
    "OEBPS/nav.xhtml": NAV,
    "OEBPS/ch3.xhtml": chapter("<p>Third.</p><aside epub:type='footnote'><p>A note.</p></aside>"),
    "OEBPS/ch1.xhtml": chapter(
        "<h1>Loomings</h1><p>First.</p><p hidden='hidden'>Away.</p><script>x()</script>"
    ),
}


def write_book(path: Path, files: Mapping[str, str], opf: str | None = None) -> Path:
    """A book of these files; of the three chapters of `package` unless it has another list of them."""
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("mimetype", "application/epub+zip")
        packed.writestr("META-INF/container.xml", CONTAINER)
        packed.writestr("OEBPS/book.opf", opf or package())
        for name, content in files.items():
            packed.writestr(name, content)
    return path


def encryption(method: str) -> dict[str, str]:
    """The part that says that something in the book is encrypted."""
    return {
        "META-INF/encryption.xml": '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><EncryptedData '
        f'xmlns="http://www.w3.org/2001/04/xmlenc#"><EncryptionMethod Algorithm="{method}"/></EncryptedData>'
        "</encryption>"
    }

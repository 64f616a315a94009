"""What a file is, by its content: names lie."""

from __future__ import annotations

from pathlib import Path

PDF = "application/pdf"
UNKNOWN = "application/octet-stream"

_PDF_HEADER_WITHIN = 1024
"""Readers accept a PDF header that is preceded by mail headers or a byte order mark, up to here."""

_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"PK\x03\x04", "application/zip"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
    (b"{\\rtf", "application/rtf"),
    (b"%!PS", "application/postscript"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/x-ole-storage"),
    (b"\x1f\x8b", "application/gzip"),
    (b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (b"SQLite format 3\x00", "application/vnd.sqlite3"),
)
_HTML_STARTS = (b"<!doctype html", b"<html", b"<head", b"<body", b"<title", b"<script", b"<!--")

NAMES: dict[str, str] = {
    "text/html": "an HTML page",
    "text/plain": "plain text",
    "application/xml": "an XML file",
    "application/zip": "a ZIP archive or an Office file",
    "application/postscript": "a PostScript file",
    "application/rtf": "an RTF file",
    "application/x-ole-storage": "an old Office file",
    "image/png": "a PNG image",
    "image/jpeg": "a JPEG image",
    "image/gif": "a GIF image",
    "image/tiff": "a TIFF image",
    UNKNOWN: "of an unknown format",
}
"""How to call a media type in a message."""


def media_type(path: Path) -> str:
    """Media type of the file at `path`, by its first bytes.

    Raises:
        OSError: if the file cannot be read.
    """
    with path.open("rb") as file:
        return media_type_of(file.read(4096))


def media_type_of(head: bytes) -> str:
    """Media type of content that begins with `head` (4 KiB are enough); `UNKNOWN` when nothing fits."""
    for magic, name in _MAGIC:
        if head.startswith(magic):
            return name
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()[:64].lower()
    if start.startswith(_HTML_STARTS):
        return "text/html"
    # After the others: a text that merely mentions "%PDF-" in its first lines is not a PDF.
    if b"%PDF-" in head[:_PDF_HEADER_WITHIN]:
        return PDF
    if start.startswith(b"<?xml"):
        return "text/html" if b"<html" in head.lower() else "application/xml"
    return "text/plain" if _is_text(head) else UNKNOWN


def _is_text(head: bytes) -> bool:
    if not head or b"\x00" in head:
        return False
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as error:
        # The head may end within a character; anything earlier is not UTF-8.
        return error.start >= len(head) - 3
    return True

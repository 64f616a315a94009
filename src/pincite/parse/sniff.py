"""What a file is, by its content: names lie. Only between formats that are all text does the name's ending decide."""

from __future__ import annotations

import re
import zipfile
import zlib
from pathlib import Path, PurePath

from pincite.domain import formats as media
from pincite.domain.formats import FORMATS, format_of
from pincite.parse.formats.decoding import marked_encoding

PDF = media.PDF
UNKNOWN = "application/octet-stream"

_PDF_HEADER_WITHIN = 1024
"""Readers accept a PDF header that is preceded by mail headers or a byte order mark, up to here."""

_HEAD = 8192
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OLD_OFFICE = "application/x-ole-storage"
_LOCKED_OFFICE = "application/x-ole-encrypted"

_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", media.PNG),
    (b"\xff\xd8\xff", media.JPEG),
    (b"GIF8", "image/gif"),
    (b"II*\x00", media.TIFF),
    (b"MM\x00*", media.TIFF),
    (b"II+\x00", media.TIFF),
    (b"MM\x00+", media.TIFF),
    (b"{\\rtf", media.RTF),
    (b"PAR1", media.PARQUET),
    (b"%!PS", "application/postscript"),
    (b"\x1f\x8b", "application/gzip"),
    (b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (b"Rar!\x1a\x07", "application/vnd.rar"),
    (b"SQLite format 3\x00", "application/vnd.sqlite3"),
    (b"\x7fELF", "application/x-executable"),
    (b"MZ", "application/x-executable"),
)
_HTML_STARTS = (b"<!doctype html", b"<html", b"<head", b"<body", b"<title", b"<script", b"<!--")
_MAIL_HEADERS = (
    b"from:", b"to:", b"subject:", b"date:", b"received:", b"return-path:", b"message-id:", b"mime-version:",
    b"delivered-to:", b"reply-to:", b"content-type:", b"x-",
)  # fmt: skip

_MEMBERS: tuple[tuple[str, str], ...] = (
    ("word/document.xml", media.DOCX),
    ("ppt/presentation.xml", media.PPTX),
    ("xl/workbook.xml", media.XLSX),
    ("xl/workbook.bin", media.XLSB),
)
_FOLDERS: tuple[tuple[str, str], ...] = (("word/", media.DOCX), ("ppt/", media.PPTX), ("xl/", media.XLSX))
_STREAMS: tuple[tuple[str, str], ...] = (
    ("EncryptedPackage", _LOCKED_OFFICE),
    ("WordDocument", media.DOC),
    ("Workbook", media.XLS),
    ("Book", media.XLS),
    ("__properties_version1.0", media.OUTLOOK),
    ("PowerPoint Document", "application/vnd.ms-powerpoint"),
)

_NAMES: dict[str, str] = {
    "application/xml": "an XML file",
    "application/zip": "a ZIP archive",
    "application/gzip": "a gzip archive",
    "application/x-7z-compressed": "a 7-Zip archive",
    "application/vnd.rar": "a RAR archive",
    "application/postscript": "a PostScript file",
    "application/vnd.ms-powerpoint": "an old PowerPoint file",
    "application/vnd.sqlite3": "an SQLite database",
    "application/x-executable": "a program",
    _OLD_OFFICE: "an old Office file of an unknown kind",
    _LOCKED_OFFICE: "an Office file that is encrypted",
    "image/gif": "a GIF image",
    "text/plain": "plain text",
    "text/html": "an HTML page",
    UNKNOWN: "of an unknown format",
}
_REMEDIES: dict[str, str] = {
    "application/gzip": "Unpack it and add what is in it.",
    "application/x-7z-compressed": "Unpack it and add what is in it, or pack it as ZIP.",
    "application/vnd.rar": "Unpack it and add what is in it, or pack it as ZIP.",
    "application/postscript": "Convert it to PDF.",
    "application/vnd.ms-powerpoint": "Save it as .pptx or PDF.",
    "image/gif": "Save it as PNG.",
    _LOCKED_OFFICE: "Save it without a password, and add that.",
}


def name_of(media_type: str) -> str:
    """How to call a media type in a message, with its article."""
    known = format_of(media_type)
    return known.name if known else _NAMES.get(media_type, f"a file of type {media_type}")


def remedy_for(media_type: str) -> str:
    """What to do with a file of a type that is not read."""
    return _REMEDIES.get(media_type, "Save it as PDF, or in another format that Pincite reads.")


def media_type(path: Path, name: str = "") -> str:
    """Media type of the file at `path`; `UNKNOWN` when nothing fits.

    Args:
        path: The file.
        name: What the user calls it, where that differs.

    Raises:
        OSError: if the file cannot be read.
    """
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _packed(path)
    if head.startswith(_OLE):
        return _compound(path)
    return media_type_of(head, name or path.name)


def media_type_of(head: bytes, name: str = "") -> str:
    """Media type of content that begins with `head` (8 KiB are enough), packed files aside."""
    for magic, kind in _MAGIC:
        if head.startswith(magic):
            return kind
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return media.WEBP
    marked = marked_encoding(head)
    if marked:
        # As UTF-8, so that what follows finds its words.
        head = head[: len(head) // 4 * 4].decode(marked, "replace").encode()
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()[:64].lower()
    suffix = PurePath(name).suffix.lower()
    written = _by_suffix(suffix)
    if start.startswith(_HTML_STARTS):
        return written if written in _MAY_BEGIN_LIKE_HTML else media.HTML
    # After the others: a page that merely mentions "%PDF-" in its first lines is not a PDF.
    if b"%PDF-" in head[:_PDF_HEADER_WITHIN] and (written is None or _holds_objects(head)):
        return PDF
    if start.startswith(b"<?xml"):
        if b"<html" in head.lower():
            return media.HTML
        return media.SOURCE if written == media.SOURCE else "application/xml"
    if not marked and not _is_text(head, named=written is not None):
        return UNKNOWN
    if _is_mail(head):
        lower = head.lower()
        archive = b"multipart/related" in lower and (
            b"snapshot-content-location" in lower or suffix in _ARCHIVES
        )
        return media.MHTML if archive else media.EMAIL
    if written is not None:
        return written
    return _guessed(start)


_ARCHIVES = (".mhtml", ".mht")
TEXTS = frozenset(
    {
        media.TEXT, media.CSV, media.TSV, media.JSON, media.JSON_LINES, media.MARKDOWN, media.LATEX, media.SOURCE,
        media.NOTEBOOK, media.HTML,
    }
)  # fmt: skip
"""Formats that are text: what begins like text is of the one that its name's ending says."""

_MAY_BEGIN_LIKE_HTML = frozenset({media.MARKDOWN, media.SOURCE})


def _by_suffix(suffix: str) -> str | None:
    for one in FORMATS:
        if one.media_type in TEXTS and suffix in one.suffixes:
            return one.media_type
    return None


def _guessed(start: bytes) -> str:
    """The format of text whose name says nothing."""
    if start[:1] in (b"{", b"["):
        return media.JSON
    if start.startswith((b"\\documentclass", b"\\begin{document}")):
        return media.LATEX
    return media.TEXT


def _packed(path: Path) -> str:
    """What a ZIP file holds."""
    try:
        with zipfile.ZipFile(path) as file:
            names = set(file.namelist())
            if "mimetype" in names and file.getinfo("mimetype").file_size < 256:
                with file.open("mimetype") as member:
                    kind = member.read(256).decode("ascii", "replace").strip()
                # A template is read like what is made of it.
                kind = kind.removesuffix("-template")
                if format_of(kind) is not None:
                    return kind
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError, RuntimeError):
        return media.ZIP
    known = next((kind for member, kind in _MEMBERS if member in names), None)
    if known is None and "[Content_Types].xml" in names:
        # A file of Office whose main part has another name, as some services write it: word/document2.xml.
        known = next(
            (kind for folder, kind in _FOLDERS if any(name.startswith(folder) for name in names)), None
        )
    return known or media.ZIP


def _compound(path: Path) -> str:
    """What an OLE compound file holds: old Office files, messages of Outlook, encrypted new Office files."""
    import olefile

    try:
        with olefile.OleFileIO(str(path)) as file:
            streams = {entry[0] for entry in file.listdir()}
    except Exception:
        return _OLD_OFFICE
    return next((kind for stream, kind in _STREAMS if stream in streams), _OLD_OFFICE)


def _holds_objects(head: bytes) -> bool:
    """Whether what is named like text is a PDF all the same: its header begins a line, and objects follow it."""
    return re.search(rb"(?:^|[\r\n]|\xef\xbb\xbf)%PDF-\d", head) is not None and b" obj" in head


def _is_mail(head: bytes) -> bool:
    """Whether it begins with headers of an e-mail, at least three of the usual ones."""
    lines = head.split(b"\n\n", 1)[0].split(b"\r\n\r\n", 1)[0].splitlines()[:60]
    if not lines or b":" not in lines[0] or lines[0][:1].isspace():
        return False
    own = [line.lower() for line in lines if line[:1] and not line[:1].isspace()]
    known = sum(line.startswith(_MAIL_HEADERS) for line in own)
    return known >= 3 and known >= 0.5 * len(own)


def _is_text(head: bytes, *, named: bool) -> bool:
    """Whether it may be text of some encoding: few control characters; a zero byte only where its name says text."""
    if not head or (b"\x00" in head[:512] and not named):
        return False
    control = sum(byte < 32 and byte not in b"\t\n\r\f\x1b\x08" for byte in head)
    return control <= max(len(head) // 50, 2 if named else 0)

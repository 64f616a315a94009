"""A file of any format: what it is, its content says; then the reader of that format reads it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.domain import Page, ParsedDocument
from pincite.domain import formats as media
from pincite.domain.formats import format_named, format_of
from pincite.errors import DamagedFileError, DocumentError, ParseLimitError, UnsupportedFileError
from pincite.parse import sniff
from pincite.parse.document import WINDOW, Limits, stream_pdf, type_within
from pincite.parse.formats.writer import DocumentWriter
from pincite.parse.survey import Progress

if TYPE_CHECKING:
    from pincite.ocr.options import OcrOptions

READERS: dict[str, str] = {
    media.DOCX: "word",
    media.ODT: "odt",
    media.RTF: "rtf",
    media.DOC: "doc",
    media.PPTX: "slides",
    media.ODP: "odp",
    media.XLSX: "sheets",
    media.XLSB: "sheets",
    media.XLS: "sheets",
    media.ODS: "sheets",
    media.CSV: "delimited",
    media.TSV: "delimited",
    media.JSON: "records",
    media.JSON_LINES: "records",
    media.PARQUET: "parquet",
    media.HTML: "html",
    media.MHTML: "mhtml",
    media.MARKDOWN: "markdown",
    media.TEXT: "text",
    media.EPUB: "epub",
    media.LATEX: "latex",
    media.SOURCE: "source",
    media.NOTEBOOK: "notebook",
    media.EMAIL: "mail",
    media.OUTLOOK: "outlook",
}
"""Module of `pincite.parse.formats` that reads a media type; PDFs and pictures aside."""

_PAGES_OF_SERVERS = frozenset({media.HTML, media.TEXT, media.JSON, "application/xml"})
"""What servers send in place of a file."""

PICTURES = frozenset({media.PNG, media.JPEG, media.TIFF, media.WEBP})


@dataclass(frozen=True, slots=True)
class Source:
    """A file to be read.

    Attributes:
        path: The file; its ending says nothing.
        name: What the user calls it, with its ending.
        media_type: What it is.
        password: For one that is encrypted; None when there is none.
        limits: What it may cost.
    """

    path: Path
    name: str
    media_type: str
    password: str | None
    limits: Limits

    def require_at_most(self, size: int, what: str, remedy: str) -> None:
        """Refuse a file that is too large to be held in memory as its format demands.

        Args:
            size: Most bytes.
            what: What the file is, with its article.
            remedy: What helps.

        Raises:
            ParseLimitError: if it is larger.
        """
        if self.path.stat().st_size > size:
            raise ParseLimitError(
                f"{self.name} is larger than the {size >> 20} MB that {what} may have", remedy
            )


def stream_file(
    path: Path,
    emit: Callable[[Page], None],
    password: str | None = None,
    limits: Limits | None = None,
    *,
    name: str = "",
    skip: Collection[int] = (),
    progress: Progress | None = None,
    begin: Callable[[ParsedDocument], None] | None = None,
    window: int = WINDOW,
    shelf: Path | None = None,
    ocr: OcrOptions | None = None,
    waiting: Callable[[int], None] | None = None,
) -> ParsedDocument:
    """Read a file in this process, some pages at a time.

    Args:
        path: The file.
        emit: Called with each page in order.
        password: For an encrypted file.
        limits: What the file may cost.
        name: What the user calls it, where the file has another name; its ending decides between formats of text.
        skip: As for `stream_pdf`, like all that follow.
        progress: See there.
        begin: See there.
        window: See there.
        shelf: See there.
        ocr: See there.
        waiting: See there.

    Returns:
        The document without its pages.

    Raises:
        DamagedFileError: if it is empty or broken.
        ParseLimitError: if it is larger than allowed.
        PasswordNeededError: if it is encrypted and the password does not open it.
        UnsupportedFileError: if it is of no format that is read.
    """
    limits = limits or Limits()
    source = examine(path, limits, name, password)
    if source.media_type == media.PDF:
        return stream_pdf(
            path, emit, password, limits, skip=skip, progress=progress, begin=begin, window=window, shelf=shelf,
            ocr=ocr, waiting=waiting,
        )  # fmt: skip
    if source.media_type == media.ZIP:
        raise _no_document(source.name)
    if source.media_type in PICTURES:
        from pincite.parse.formats.images import stream_pictures

        return stream_pictures(
            source, emit, skip=skip, progress=progress, begin=begin, shelf=shelf, ocr=ocr, waiting=waiting
        )
    writer = DocumentWriter(source.media_type, emit, begin=begin, progress=progress, most_pages=limits.pages)
    read: Callable[[Source, DocumentWriter], None]
    read = import_module(f"pincite.parse.formats.{READERS[source.media_type]}").read
    read(source, writer)
    return writer.finish()


def read_file(path: Path, *, name: str = "", limits: Limits | None = None) -> ParsedDocument:
    """Read a file in this process, all its pages at once. Arguments and errors are those of `stream_file`."""
    pages: list[Page] = []
    document = stream_file(path, pages.append, limits=limits, name=name)
    return replace(document, pages=tuple(pages))


def examine(path: Path, limits: Limits, name: str = "", password: str | None = None) -> Source:
    """What a file is; refuses what cannot be read before a reader sees it.

    Raises:
        DamagedFileError: if it is empty or cannot be opened.
        ParseLimitError: if it is larger than allowed.
        UnsupportedFileError: if it is of no format that is read.
    """
    name = name or path.name
    kind = type_within(path, limits, name)
    promised = format_named(name)
    if kind in _PAGES_OF_SERVERS and promised is not None and promised.media_type not in sniff.TEXTS:
        raise UnsupportedFileError(
            f"{name} is {sniff.name_of(kind)}, not {promised.name}",
            "Get the file itself: a log-in or error page may have been saved in its place.",
        )
    if format_of(kind) is None:
        raise UnsupportedFileError(
            f"{name} is {sniff.name_of(kind)}, which is not read", sniff.remedy_for(kind)
        )
    return Source(path, name, kind, password, limits)


def _no_document(name: str) -> DocumentError:
    """Why a ZIP file is no document: its parts are missing, or it holds documents, which are added one by one."""
    promised = format_named(name)
    if promised is not None and promised.media_type != media.ZIP:
        return DamagedFileError(
            f"{name} is damaged: it has not the parts of {promised.name.split(' ', 1)[-1]}",
            "Get the file again.",
        )
    return UnsupportedFileError(
        f"{name} is a ZIP archive, not a document", "Add it: each file in it is read."
    )

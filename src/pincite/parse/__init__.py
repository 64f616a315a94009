"""Reading files: pages, blocks and geometry from a PDF, in this process or in isolated ones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pincite.parse.isolation import ParseOutcome, ParserPool
from pincite.parse.process import Ocr, ParseJob
from pincite.parse.reading import Reading

if TYPE_CHECKING:
    from pincite.config import ParseSettings
    from pincite.domain import ParsedDocument

__all__ = ["Ocr", "ParseJob", "ParseOutcome", "ParserPool", "Reading", "parse_pdf"]


def parse_pdf(
    path: Path, password: str | None = None, *, settings: ParseSettings | None = None
) -> ParsedDocument:
    """Read a PDF in this process; `ParserPool` does the same in isolated ones.

    Args:
        path: The file.
        password: Tried after the empty one.
        settings: Limits; the defaults when None.

    Raises:
        DamagedFileError: if it is empty, cut off, or without pages.
        ParseLimitError: if it is larger than allowed.
        PasswordNeededError: if it is encrypted and the password does not open it.
        UnsupportedFileError: if its content is not a PDF.
    """
    from pincite.parse.document import Limits, read_pdf

    limits = Limits() if settings is None else Limits(settings.max_pages, settings.max_bytes)
    return read_pdf(path, password, limits)

"""Reading files: pages, blocks and geometry from a PDF, in this process or in isolated ones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pincite.config import ParseSettings
    from pincite.domain import ParsedDocument

__all__ = ["parse_pdf"]


def parse_pdf(
    path: Path, password: str | None = None, *, settings: ParseSettings | None = None
) -> ParsedDocument:
    from pincite.parse.document import read_pdf

    return read_pdf(
        path,
        password,
        settings.max_pages if settings else 20_000,
        settings.max_bytes if settings else 2 << 30,
    )

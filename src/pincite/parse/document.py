"""A whole PDF: pages → lines → blocks → document."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

from pincite.domain import Notice, Page, ParsedDocument
from pincite.errors import DamagedFileError, ParseLimitError, UnsupportedFileError
from pincite.parse import sniff
from pincite.parse.assemble import Words, assemble
from pincite.parse.blocks import Draft, region_blocks
from pincite.parse.layout import regions
from pincite.parse.line import PageLines
from pincite.parse.lines import page_lines
from pincite.parse.pdf import PdfFile


def read_pdf(
    path: Path,
    password: str | None,
    max_pages: int,
    max_bytes: int,
    skip: Collection[int] = (),
    progress: Callable[[int], None] = lambda _: None,
) -> ParsedDocument:
    check(path, max_bytes)
    failed = set(skip)
    pages: list[PageLines] = []
    with PdfFile(path, password) as file:
        if file.pages > max_pages:
            raise ParseLimitError(f"{path.name} has {file.pages} pages, more than the {max_pages} allowed")
        labels = []
        for index in range(1, file.pages + 1):
            progress(index)
            labels.append(file.page_label(index))
            if index not in failed:
                pages.append(page_lines(file.glyphs(index), index))
    words = Words()
    for page in pages:
        words.add(page.lines)
    out: list[Page] = []
    for page in pages:
        drafts: list[Draft] = []
        for number, region in enumerate(
            regions([l for l in page.lines if not l.turned], page.across, page.down)
        ):
            drafts += region_blocks(region, page.index, number)
        out.append(assemble(page, labels[page.index - 1] or str(page.index), drafts, words, set()))
    empty = tuple(page.index for page in out if not page.text)
    notices = []
    if empty:
        notices.append(Notice("pages_without_text", "no text", empty))
    return ParsedDocument(sniff.PDF, "", (), None, tuple(out), (), tuple(notices))


def check(path: Path, max_bytes: int) -> None:
    size = path.stat().st_size
    if size == 0:
        raise DamagedFileError(f"{path.name} is empty", "Get the file again.")
    if size > max_bytes:
        raise ParseLimitError(f"{path.name} has {size:,} bytes, more than the {max_bytes:,} allowed")
    kind = sniff.media_type(path)
    if kind != sniff.PDF:
        raise UnsupportedFileError(f"{path.name} is {sniff.NAMES.get(kind, kind)}, not a PDF", "")

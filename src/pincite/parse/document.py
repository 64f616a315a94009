"""A whole PDF: characters → lines → blocks → pages with structure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path

from pincite.domain import Attachment, BlockKind, DocumentFacts, Notice, OutlineEntry, Page, ParsedDocument
from pincite.errors import DamagedFileError, ParseLimitError, UnsupportedFileError
from pincite.parse import continuity, furniture, headings, metadata, sniff, structure
from pincite.parse.annotations import Annotations, Note
from pincite.parse.assemble import Words, assemble
from pincite.parse.attachments import attachments
from pincite.parse.blocks import Draft, region_blocks
from pincite.parse.characters import clean
from pincite.parse.layout import regions
from pincite.parse.line import Line, PageLines
from pincite.parse.lines import page_lines
from pincite.parse.notes import with_notes
from pincite.parse.pdf import Bookmark, PdfFile
from pincite.parse.rows import Row


@dataclass(slots=True)
class Limits:
    """What a file may cost.

    Attributes:
        pages: Most pages.
        bytes: Most bytes.
    """

    pages: int = 20_000
    bytes: int = 2_000_000_000


@dataclass(slots=True, eq=False)
class _Source:
    """What is taken from the file before anything is made of it."""

    count: int
    pages: list[PageLines] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    outline: list[Bookmark] = field(default_factory=list)
    title: str = ""
    author: str = ""
    failed: set[int] = field(default_factory=set)
    notes: dict[int, list[Note]] = field(default_factory=dict)
    attachments: list[Attachment] = field(default_factory=list)
    xfa_only: bool = False


def read_pdf(
    path: Path,
    password: str | None = None,
    limits: Limits | None = None,
    *,
    skip: Collection[int] = (),
    progress: Callable[[int], None] | None = None,
) -> ParsedDocument:
    """Read a PDF in this process.

    Args:
        path: The file.
        password: Tried after the empty one.
        limits: What the file may cost.
        skip: Indexes of pages to leave out and report as failed.
        progress: Called with the index of each page before it is read, with 0 after the last.

    Raises:
        DamagedFileError: if it is empty, cut off, or without pages.
        ParseLimitError: if it is larger than allowed.
        PasswordNeededError: if it is encrypted and the password does not open it.
        UnsupportedFileError: if its content is not a PDF.
    """
    limits = limits or Limits()
    check(path, limits)
    source = _read(path, password, limits, skip, progress or (lambda _: None))
    return _document(source)


def check(path: Path, limits: Limits) -> None:
    """Refuse what is no PDF before a parser sees it.

    Raises:
        DamagedFileError: if the file is empty or cannot be read.
        ParseLimitError: if it is larger than allowed.
        UnsupportedFileError: if its content is not a PDF.
    """
    try:
        size = path.stat().st_size
        kind = sniff.media_type(path)
    except OSError as error:
        raise DamagedFileError(
            f"{path.name} cannot be read: {error.strerror}", "Check its name and rights."
        ) from None
    if size == 0:
        raise DamagedFileError(f"{path.name} is empty", "Get the file again: the download may have failed.")
    if size > limits.bytes:
        raise ParseLimitError(
            f"{path.name} has {size:,} bytes, more than the {limits.bytes:,} allowed",
            "Raise the setting parse.max_bytes, or split the file.",
        )
    if kind != sniff.PDF:
        raise UnsupportedFileError(
            f"{path.name} is {sniff.NAMES.get(kind, f'a file of type {kind}')}, not a PDF",
            "Get the PDF itself: a log-in or error page may have been saved in its place.",
        )


def _read(
    path: Path, password: str | None, limits: Limits, skip: Collection[int], progress: Callable[[int], None]
) -> _Source:
    with PdfFile(path, password) as file, Annotations(file) as annotations:
        if file.pages > limits.pages:
            raise ParseLimitError(
                f"{path.name} has {file.pages:,} pages, more than the {limits.pages:,} allowed",
                "Raise the setting parse.max_pages, or split the file.",
            )
        source = _Source(file.pages, failed={index for index in skip if index <= file.pages})
        source.title, source.author = file.metadata("Title"), file.metadata("Author")
        source.outline = file.outline()
        for index in range(1, file.pages + 1):
            source.labels.append(clean(file.page_label(index)))
            if index in source.failed:
                continue
            progress(index)
            try:
                with file.page(index) as page:
                    source.notes[index] = annotations.read(page)
                    source.pages.append(page_lines(page.glyphs(), index))
            except (DamagedFileError, ValueError, ArithmeticError, LookupError, MemoryError, RecursionError):
                # Whatever one page holds must not cost the others; the page is reported.
                source.failed.add(index)
        progress(0)
        source.attachments = [*attachments(file), *annotations.attachments]
        source.xfa_only = annotations.xfa_only
    return source


def _document(source: _Source) -> ParsedDocument:
    pages = source.pages
    parts = furniture.find(pages)
    labels = furniture.labels(pages, parts, source.labels)
    words = Words()
    typewritten = _is_typewritten(pages)
    blocks: list[list[Draft]] = []
    for page, part in zip(pages, parts, strict=True):
        words.add(page.lines)
        blocks.append(_page_blocks(page, part, typewritten=typewritten))
    everything = [draft for page in blocks for draft in page]
    body = structure.body_of(everything)
    structure.classify(everything, body)
    for page_drafts in blocks:
        structure.mark_figures(page_drafts, body)
    structure.mark_inner_numbers(everything)
    structure.mark_contents(everything)
    first = blocks[0] if blocks and pages[0].index == 1 else []
    facts = metadata.facts(first, body, pages[0].down if pages else 1.0, source.title, source.author)
    headings.find_headings(_may_head(everything, first, facts), body, source.outline)
    _make_title(first, facts)
    structure.mark_references(everything)
    structure.mark_numbered_references(everything)
    for place, page in enumerate(pages):
        blocks[place] = headings.rejoin_labels(blocks[place], body)
        structure.mark_footnotes(blocks[place], body, page.down)
        blocks[place] = _ordered(continuity.merge_columns(blocks[place]))
    everything = [draft for page in blocks for draft in page]
    cut = continuity.join_pages(everything, words)
    headings.set_sections(everything, facts.blocks)
    made = {
        page.index: with_notes(
            assemble(page, labels[page.index - 1], drafts, words, cut), source.notes.get(page.index, ())
        )
        for page, drafts in zip(pages, blocks, strict=True)
    }
    result = tuple(
        made.get(index) or _missing(index, labels[index - 1]) for index in range(1, source.count + 1)
    )
    return ParsedDocument(
        media_type=sniff.PDF,
        title=facts.title,
        authors=facts.authors,
        year=facts.year,
        pages=result,
        outline=_outline(source.outline, everything, facts.blocks),
        notices=_notices(result, source),
        facts=DocumentFacts(attachments=tuple(source.attachments)),
    )


def _make_title(first: list[Draft], facts: metadata.Facts) -> None:
    """Make the title one heading, also where its lines fell into different regions."""
    parts = [draft for draft in first if id(draft) in facts.blocks]
    if not parts:
        return
    title = parts[0]
    title.kind, title.level = BlockKind.HEADING, 1
    for draft in parts[1:]:
        title.rows.extend(draft.rows)
        first.remove(draft)


def _may_head(drafts: list[Draft], first: list[Draft], facts: metadata.Facts) -> list[Draft]:
    """Blocks that may be headings: not the title and authors, nor what stands above the title (a journal's name)."""
    banned = facts.names | facts.blocks
    if facts.blocks and facts.large:
        for draft in first:
            if id(draft) in facts.blocks:
                break
            banned.add(id(draft))
    return [draft for draft in drafts if id(draft) not in banned]


def _is_typewritten(pages: list[PageLines]) -> bool:
    lines = [line for page in pages for line in page.lines]
    return sum(len(line.text) for line in lines if line.mono) > 0.6 * sum(len(line.text) for line in lines)


def _page_blocks(page: PageLines, part: furniture.Furniture, *, typewritten: bool) -> list[Draft]:
    """Blocks of a page: heads, text, what stands sideways, feet."""
    taken = part.lines
    drafts = [_furniture_block(page.index, row, part) for row in part.heads]
    angles: dict[int, list[Line]] = defaultdict(list)
    for line in page.lines:
        if id(line) not in taken:
            angles[line.turned].append(line)
    number = 0
    for angle in sorted(angles, key=lambda angle: angle != 0):
        for region in regions(angles[angle]):
            number += 1
            found = region_blocks(region, page.index, number, typewritten=typewritten)
            for draft in found:
                draft.turned = angle != 0
                if angle and len(angles[angle]) <= 3:
                    draft.kind = BlockKind.RUNNING_HEAD  # a stamp in the margin
            drafts += found
    return drafts + [_furniture_block(page.index, row, part) for row in part.feet]


def _furniture_block(page: int, row: Row, part: furniture.Furniture) -> Draft:
    number = all(id(cell) in part.numbers for cell in row.cells)
    kind = BlockKind.PAGE_NUMBER if number else BlockKind.RUNNING_HEAD
    return Draft(page, [row], kind, region=-1, x0=row.x0, x1=row.x1)


def _ordered(drafts: list[Draft]) -> list[Draft]:
    """Blocks of a page with the footnotes after the text, before the feet."""
    notes = [draft for draft in drafts if draft.kind is BlockKind.FOOTNOTE]
    if not notes:
        return drafts
    rest = [draft for draft in drafts if draft.kind is not BlockKind.FOOTNOTE]
    end = len(rest)
    while end and rest[end - 1].region == -1:
        end -= 1
    return rest[:end] + notes + rest[end:]


def _missing(index: int, label: str) -> Page:
    page = PageLines(index, 612.0, 792.0, 612.0, 792.0)
    return assemble(page, label, [], Words(), set())


def _outline(bookmarks: list[Bookmark], drafts: list[Draft], title: set[int]) -> tuple[OutlineEntry, ...]:
    entries = [
        OutlineEntry(clean(mark.title), mark.level, mark.page_index)
        for mark in bookmarks
        if clean(mark.title)
    ]
    if len(entries) >= 2:
        return tuple(entries)
    return tuple(
        OutlineEntry(clean(draft.text), draft.level, draft.page)
        for draft in drafts
        if draft.kind is BlockKind.HEADING and id(draft) not in title
    )


def _notices(pages: tuple[Page, ...], source: _Source) -> tuple[Notice, ...]:
    notices = []
    failed = tuple(sorted(source.failed))
    if failed:
        notices.append(Notice("pages_failed", f"{_pages(len(failed))} could not be read.", failed))
    empty = tuple(page.index for page in pages if not page.text and page.index not in source.failed)
    if empty:
        notices.append(Notice("pages_without_text", f"{_pages(len(empty))} without text.", empty))
    hidden = tuple(page.index for page in source.pages if page.hidden)
    if hidden:
        notices.append(
            Notice(
                "hidden_text",
                f"{_pages(len(hidden))} with text that is invisible or off the page; it is left out.",
                hidden,
            )
        )
    if source.xfa_only:
        notices.append(
            Notice(
                "xfa_form",
                "The form is in a format of Adobe's own (XFA): its fields are not in the pages and were not read.",
            )
        )
    if source.attachments:
        count = len(source.attachments)
        files = "1 attached file was" if count == 1 else f"{count} attached files were"
        notices.append(Notice("attachments_not_read", f"{files} not read."))
    return tuple(notices)


def _pages(count: int) -> str:
    return "1 page" if count == 1 else f"{count} pages"

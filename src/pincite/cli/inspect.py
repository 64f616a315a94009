"""`pincite inspect`: what the reader saw in a file, page by page."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.session import Session, with_session
from pincite.cli.text import clean, one_line, page_reference, section_path, with_pages
from pincite.errors import DocumentError, UsageError

if TYPE_CHECKING:
    from pincite.cli.terminal import Terminal
    from pincite.domain import Attachment, Block, Notice, Page, PageDetails, Table
    from pincite.parse import ParserPool

_DPI = 108


@dataclass(frozen=True, slots=True)
class _Seen:
    """What the reader made of a file.

    Attributes:
        name: Its name.
        path: Where it can be read again for pictures.
        pages: In order.
        seconds: What reading it took; None when it was read before.
    """

    name: str
    path: Path
    title: str
    pages: Sequence[Page]
    notices: Sequence[Notice]
    attachments: Sequence[Attachment]
    seconds: float | None


@with_session
def inspect(
    session: Session,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A file, or a document of the library (id or file name).")
    ],
    page: Annotated[
        int | None, typer.Option("--page", metavar="N", min=1, help="Only page N of the file.")
    ] = None,
    picture: Annotated[
        Path | None,
        typer.Option(
            "--picture", metavar="OUT.png", help="Write the page's picture with what was seen framed."
        ),
    ] = None,
    password: Annotated[
        str | None, typer.Option("--password", metavar="P", help="Opens an encrypted file.")
    ] = None,
    no_ocr: Annotated[bool, typer.Option("--no-ocr", help="Do not read pages from their picture.")] = False,
) -> None:
    """Show what the reader sees in a file, page by page.

    Each block of text with its number in reading order, its kind and its section; tables as grids; text that is
    hidden and left out; what could not be read. With --picture, the page with coloured frames around all that.
    """
    from pincite.config import load_settings
    from pincite.library import compiled_cache
    from pincite.parse import Ocr, ParserPool

    settings = load_settings(session.folder)
    reading = Ocr(settings.ocr, compiled_cache()) if settings.ocr.enabled and not no_ocr else None
    with ParserPool(settings.parse, ocr=reading) as pool:
        seen = _seen(session, pool, file, password)
        if page is not None and page > len(seen.pages):
            raise UsageError(
                f"{seen.name} has {len(seen.pages)} pages, no page {page}", "Choose one of them."
            )
        chosen = [seen.pages[page - 1]] if page is not None else seen.pages
        if picture is not None and len(chosen) > 1:
            raise UsageError("a picture shows one page", "Say which with --page N.")
        if picture is not None:
            _write_picture(pool, seen, chosen[0], picture, password)
        read = ((one, _details(pool, seen.path, one.index, password)) for one in chosen)
        if session.json:
            session.print_json(_jsonable(seen, read))
            return
        _show(session.terminal, seen, read)
        if picture is not None:
            session.terminal.line(f"picture: {one_line(str(picture))}")


def register(app: typer.Typer) -> None:
    """Put the command into the application."""
    app.command("inspect")(inspect)


def _seen(session: Session, pool: ParserPool, name: str, password: str | None) -> _Seen:
    path = Path(name)
    if path.is_file():
        begin = time.monotonic()
        read = pool.parse(path, password=password)
        seconds = time.monotonic() - begin
        return _Seen(path.name, path, read.title, read.pages, read.notices, read.facts.attachments, seconds)
    with session.open() as library:
        found = library.document(name)
        return _Seen(
            found.file_name, library.original(found), found.title, library.pages(found.id), found.warnings,
            found.facts.attachments, None,
        )  # fmt: skip


def _details(pool: ParserPool, path: Path, index: int, password: str | None) -> PageDetails | None:
    """None for a page that cannot be read, which the notices say already."""
    try:
        return pool.details(path, index, password=password)
    except DocumentError:
        return None


def _write_picture(pool: ParserPool, seen: _Seen, page: Page, path: Path, password: str | None) -> None:
    from pincite.cli.page_picture import draw_page, save_picture

    image = pool.render(seen.path, page.index, dpi=_DPI, password=password)
    details = _details(pool, seen.path, page.index, password)
    save_picture(draw_page(image, page, details.hidden if details else ()), path)


def _jsonable(seen: _Seen, read: Iterator[tuple[Page, PageDetails | None]]) -> dict[str, Any]:
    return {
        "file": seen.name,
        "title": seen.title,
        "pages": len(seen.pages),
        "seconds": seen.seconds,
        "notices": seen.notices,
        "attachments": seen.attachments,
        "read": [
            {
                "index": page.index,
                "label": page.label,
                "width": page.width,
                "height": page.height,
                "rotation": details.rotation if details else None,
                "language": _language(page),
                "ocr_confidence": page.ocr_confidence,
                "hidden": details.hidden if details else (),
                "blocks": [
                    _jsonable_block(page, block, order) for order, block in enumerate(page.blocks, start=1)
                ],
            }
            for page, details in read
        ],
    }


def _jsonable_block(page: Page, block: Block, order: int) -> dict[str, Any]:
    return {
        "order": order,
        "kind": block.kind,
        "level": block.level,
        "section": block.section,
        "start": block.start,
        "end": block.end,
        "joint": block.joint,
        "text": page.text[block.start : block.end],
        "rectangles": page.rectangles(block.start, block.end),
        "table": block.table,
    }


def _show(terminal: Terminal, seen: _Seen, read: Iterator[tuple[Page, PageDetails | None]]) -> None:
    from pincite.cli.documents import described_attachment

    terminal.line(one_line(seen.title or seen.name), style="bold")
    pages = f"{len(seen.pages):,} page" + ("" if len(seen.pages) == 1 else "s")
    terminal.line(pages if seen.seconds is None else f"{pages}, read in {seen.seconds:.2f} s", style="dim")
    for notice in seen.notices:
        terminal.line(with_pages(notice.message, notice.pages), style="red")
    for attachment in seen.attachments:
        terminal.line(f"attached: {described_attachment(attachment)}")
    for page, details in read:
        terminal.line()
        _show_page(terminal, page, details)


def _show_page(terminal: Terminal, page: Page, details: PageDetails | None) -> None:
    facts = [f"{page.width:.0f} × {page.height:.0f} points"]
    if details and details.rotation:
        facts.append(f"turned by {details.rotation}°")
    if page.text:
        facts.append(f"language {_language(page)}")
    if page.ocr_confidence is not None:
        facts.append(f"read from its picture with a confidence of {int(100 * page.ocr_confidence)} %")
    if details:
        facts.append(f"characters in {details.seconds:.3f} s")
    terminal.line(f"{page_reference(page.index, page.label)}: {', '.join(facts)}", style="cyan")
    section: tuple[str, ...] = ()
    for order, block in enumerate(page.blocks, start=1):
        if block.section and block.section != section:
            terminal.line(f"in {section_path(block.section)}", style="dim", indent=2)
        section = block.section
        _show_block(terminal, page, block, order)
    for hidden in details.hidden if details else ():
        terminal.line(f"hidden ({hidden.reason}): {one_line(hidden.text)}", style="magenta", indent=2)


def _show_block(terminal: Terminal, page: Page, block: Block, order: int) -> None:
    from rich.text import Text

    name = block.kind.value.replace("_", " ")
    if block.level:
        name += f" {block.level}"
    if block.joint is not None:
        name += ", goes on"
    if not block.kind.indexed:
        name += ", not searched"
    text = Text(f"{name}  ", style="yellow")
    if block.table is not None:
        text.append(_grid(page, block.table), style="default")
    else:
        text.append(clean(page.text[block.start : block.end]).replace("\t", "  "), style="default")
    terminal.line(text, marker=Text(f"{order}"), indent=5)


def _grid(page: Page, table: Table) -> str:
    """A table as rows of cells in columns; a cell over several rows or columns stands in the first."""
    rows = 1 + max((cell.row for cell in table.cells), default=-1)
    columns = 1 + max((cell.column for cell in table.cells), default=-1)
    grid = [[""] * columns for _ in range(rows)]
    for cell in table.cells:
        spans = f" [{cell.rows}×{cell.columns}]" if cell.rows > 1 or cell.columns > 1 else ""
        grid[cell.row][cell.column] = one_line(page.text[cell.start : cell.end]) + spans
    widths = [max(len(row[column]) for row in grid) for column in range(columns)]
    lines = [
        " | ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in grid
    ]
    if 0 < table.head_rows < rows:
        lines.insert(table.head_rows, "-+-".join("-" * width for width in widths))
    return "\n" + "\n".join(lines)


def _language(page: Page) -> str:
    from pincite.ingest.language import document_language

    return document_language([page])

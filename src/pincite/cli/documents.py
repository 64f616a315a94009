"""`pincite list`, `pincite show` and `pincite remove`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.session import CollectionOption, Session, with_session
from pincite.cli.text import clean, file_size, one_line, page_reference, plural, with_pages
from pincite.errors import NotFoundError

if TYPE_CHECKING:
    from pincite.cli.terminal import Terminal
    from pincite.domain import Attachment, Document, Page
    from pincite.library import Library
    from pincite.store.conversations import QuotedIn

SHORT_ID = 8
_PAGE_FIELDS = ("index", "label", "text", "width", "height", "blocks")
"""A page in JSON. The boxes of its characters are left out: four numbers for each character."""


@with_session
def list_documents(session: Session, collection: CollectionOption = None) -> None:
    """List the documents."""
    with session.open() as library:
        documents = library.documents(collection)
    if session.json:
        session.print_json(documents)
        return
    terminal = session.terminal
    if not documents and terminal.interactive:
        terminal.line("No documents yet. `pincite add FILE` adds one.")
        return
    length = id_length([document.id for document in documents])
    rows = [
        (
            document.id[:length],
            f"{document.pages:,}",
            one_line(document.title),
            one_line(document.file_name),
            str(len(document.warnings) or ""),
        )
        for document in documents
    ]
    terminal.table(rows, ("id", "pages", "title", "file", "warnings"), wide=2)


@with_session
def show(
    session: Session,
    document: Annotated[
        str, typer.Argument(metavar="DOC", help="A document's id, the beginning of it, or its file name.")
    ],
    page: Annotated[
        int | None, typer.Option("--page", metavar="N", min=1, help="Print the text of page N of the file.")
    ] = None,
) -> None:
    """Show a document, its outline and warnings, or a page."""
    with session.open() as library:
        found = library.document(document)
        if page is not None:
            _show_page(session, found, library.page(found.id, page))
        elif session.json:
            session.print_json(found)
        else:
            _show_document(session.terminal, library, found)


@with_session
def remove(
    session: Session,
    documents: Annotated[
        list[str], typer.Argument(metavar="DOC", help="Ids, beginnings of ids, or file names.")
    ],
    collection: Annotated[
        str | None,
        typer.Option("--collection", metavar="NAME", help="Take them out of this collection only."),
    ] = None,
    forget: Annotated[
        bool, typer.Option("--forget", help="Also remove the answers of conversations that quote them.")
    ] = False,
) -> None:
    """Remove documents.

    All that was made of them goes, but for the answers of conversations that quote them: these stay, marked, unless
    --forget removes them too. Then no trace is left. All documents are looked up before the first is removed: if
    one is not found, nothing is removed. The files that they were made from are not touched.
    """
    with session.open() as library:
        chosen = {found.id: found for found in map(library.document, documents)}
        quoted = {name: library.quoted_in(document) for name, document in chosen.items()}
        removed = [library.remove(name, collection=collection, forget=forget) for name in chosen]
        kept = {document.id for document in library.documents()}
    if session.json:
        session.print_json({"removed": removed, "quoted_in": quoted, "forgotten": forget})
        return
    place = f" from {one_line(collection)}" if collection else ""
    for document in removed:
        session.terminal.line(f"removed {one_line(document.file_name)}{place} ({document.id[:SHORT_ID]})")
        if quoted[document.id].turns and document.id not in kept:
            session.terminal.line(_said_of(quoted[document.id], forgotten=forget))


def _said_of(quoted: QuotedIn, *, forgotten: bool) -> str:
    answers = plural(quoted.turns, "answer")
    if forgotten:
        return f"forgot {answers} that quoted it"
    conversations = plural(quoted.conversations, "conversation")
    return (
        f"still quoted in {answers} of {conversations}; `pincite conversations delete` removes a conversation, "
        "and `remove --forget` would have removed these answers"
    )


def register(app: typer.Typer) -> None:
    """Put the commands into the application."""
    app.command("list")(list_documents)
    app.command("show")(show)
    app.command("remove")(remove)


def id_length(ids: Sequence[str]) -> int:
    """How many characters of the ids tell them apart; at least `SHORT_ID`."""
    longest = max((len(name) for name in ids), default=SHORT_ID)
    for length in range(SHORT_ID, longest):
        if len({name[:length] for name in ids}) == len(set(ids)):
            return length
    return longest


def described_attachment(attachment: Attachment) -> str:
    """Name, type and size of a file within a file."""
    kind = f"{one_line(attachment.media_type)}, " if attachment.media_type else ""
    return f"{one_line(attachment.name)} ({kind}{file_size(attachment.size)})"


def _show_page(session: Session, document: Document, page: Page) -> None:
    if session.json:
        session.print_json({name: getattr(page, name) for name in _PAGE_FIELDS})
        return
    terminal = session.terminal
    if terminal.interactive:
        where = page_reference(page.index, page.label)
        terminal.line(f"{one_line(document.title)}, {where}, {document.pages} in all", style="dim")
        terminal.line()
    if not page.text.strip():
        terminal.line("This page has no text." if terminal.interactive else "")
        return
    terminal.line(clean(page.text).replace("\t", "  "))


def _show_document(terminal: Terminal, library: Library, document: Document) -> None:
    from rich.text import Text

    from pincite.cli.terminal import ACCENT, file_link, linked

    terminal.line(one_line(document.title), style="bold")
    if document.authors:
        terminal.line(", ".join(one_line(author) for author in document.authors))
    terminal.line()
    try:
        original = library.original(document)
    except NotFoundError:
        original = None
    facts = {
        "kind": Text(document.facts.kind),
        "venue": Text(one_line(document.facts.venue)),
        "DOI": Text(one_line(document.facts.doi)),
        "arXiv": Text(one_line(document.facts.arxiv_id)),
        "affiliation": Text("; ".join(one_line(name) for name in document.facts.affiliations)),
        "file": linked(one_line(document.file_name), file_link(original) if original else None, ACCENT),
        "original": Text(one_line(str(original)) if original else "missing: see `pincite doctor`"),
        "id": Text(document.id),
        "year": Text(str(document.year or "")),
        "pages": Text(f"{document.pages:,}"),
        "chunks": Text(f"{document.chunks:,}"),
        "language": Text(one_line(document.language)),
        "type": Text(f"{document.media_type}, {file_size(document.size)}"),
        "collections": Text(", ".join(one_line(name) for name in document.collections)),
        "added": Text(document.added_at),
        "sha256": Text(document.sha256),
    }
    for name, value in facts.items():
        if value:
            terminal.line(value, marker=Text(name, style="dim"), indent=12)
    if document.facts.abstract:
        terminal.line()
        terminal.line("Abstract", style="dim")
        terminal.line(one_line(document.facts.abstract), indent=2)
    if document.facts.attachments:
        terminal.line()
        terminal.line("Attachments, whose content is not read", style="dim")
    for attachment in document.facts.attachments:
        terminal.line(described_attachment(attachment), indent=2)
    terminal.line()
    terminal.line("Warnings" if document.warnings else "No warnings", style="dim")
    for notice in document.warnings:
        terminal.line(with_pages(notice.message, notice.pages), indent=2)
    if document.outline:
        terminal.line()
        terminal.line("Outline, with pages of the file", style="dim")
    top = min((entry.level for entry in document.outline), default=1)
    for entry in document.outline:
        title = Text(f"{one_line(entry.title)}  ")
        title.append(f"page {entry.page_index}", style="dim")
        terminal.line(title, indent=2 * (1 + entry.level - top))

"""A library of texts that stand in the test, indexed by the real encoder."""

from __future__ import annotations

from pathlib import Path

from pincite import Library
from pincite.domain import BlockKind, ParsedDocument
from pincite.ingest.index import index_document
from pincite.library import DEFAULT_COLLECTION
from support.pages import make_page


def library_of(folder: Path, **texts: str) -> Library:
    """A library with a document of one page for each title and text; paragraphs are divided by blank lines.

    One that begins with "# " is a heading.
    """
    library = Library.open(folder)
    for title, text in texts.items():
        source = folder / f"{title}.txt"
        source.write_text(text, encoding="utf-8")
        sha256, _ = library._store.put_original(source)
        parsed = ParsedDocument(
            "text/plain",
            title.replace("_", " "),
            (),
            None,
            (make_page(1, [_block(part) for part in text.split("\n\n")]),),
            (),
            (),
        )
        document = index_document(
            source,
            sha256,
            parsed,
            encoder=library._encoder(),
            settings=library.settings,
            progress=lambda done, total: None,
        )
        library._store.add_document(document, collection=DEFAULT_COLLECTION)
    return library


def _block(text: str) -> tuple[BlockKind, str]:
    if text.startswith("# "):
        return BlockKind.HEADING, text.removeprefix("# ")
    return BlockKind.PARAGRAPH, text

"""A library as large as the page must bear it: thousands of documents, one of a thousand pages, a long conversation."""

from __future__ import annotations

import json
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.load_pdf import WORDS, small_pdf
from pincite import Library
from pincite.domain import Block, BlockKind, Chunk, Page, Sentence, Span
from pincite.encode.minilm import SHAPE, TOKEN_DIMS
from pincite.encode.tokens import pack_tokens
from pincite.store import NewChunk, NewDocument, Store
from pincite.terms import analyse

NOTES = "page-library.json"


@dataclass(frozen=True)
class LargeLibrary:
    """Where it is, and what stands in it.

    Attributes:
        folder: Of the library.
        documents: How many there are.
        book: Id of the document of many pages.
        pages: Of the book.
        conversation: Id of the long one.
        turns: Of the conversation.
    """

    folder: str
    documents: int
    book: str
    pages: int
    conversation: str
    turns: int


def large_library(folder: Path, *, documents: int, pages: int, turns: int) -> LargeLibrary:
    """The library in a folder: as it is there from an earlier run, else made, which takes minutes."""
    notes = folder / NOTES
    if notes.exists():
        kept = LargeLibrary(**json.loads(notes.read_text(encoding="utf-8")))
        if (kept.documents, kept.pages, kept.turns) == (documents, pages, turns):
            return kept
        raise SystemExit(f"{folder} holds another library of this kind: name an empty folder")
    library_folder = folder / "library"
    with Library.open(library_folder, settings={"model": {"provider": "none"}}) as library:
        with tempfile.TemporaryDirectory() as scratch:
            file = Path(scratch, "book.pdf")
            file.write_bytes(small_pdf(1, pages))
            library.add([file])
        (book,) = library.documents()
        conversation = library.begin_conversation(documents=[book.id])
        for number in range(1, turns + 1):
            word = WORDS[number % len(WORDS)]
            library.converse(f"What does page {number} say of the {word}?", conversation=conversation.id)
    with tempfile.TemporaryDirectory() as scratch, Store.open(library_folder) as store:
        for number in range(1, documents):
            _shelve(store, Path(scratch, "note.pdf"), number)
    made = LargeLibrary(str(library_folder), documents, book.id, pages, conversation.id, turns)
    notes.write_text(json.dumps(asdict(made)), encoding="utf-8")
    return made


def _shelve(store: Store, file: Path, number: int) -> None:
    """Store one note of a page. What its list shows is real; vectors are noise, since nothing is asked of it."""
    first, second = WORDS[number % len(WORDS)], WORDS[number // len(WORDS) % len(WORDS)]
    title = f"Note {number} on the {first} and the {second}"
    text = f"{title}. Nobody has looked at the {first} since."
    file.write_bytes(small_pdf(number, 1))
    sha256, size = store.put_original(file)
    sentence = Sentence(0, len(text), (Span(1, 0, len(text)),), BlockKind.PARAGRAPH)
    pooled, token = (_noise(number, dimensions) for dimensions in (SHAPE.hidden, TOKEN_DIMS))
    terms = " ".join(analyse(text, "en"))
    store.add_document(
        NewDocument(
            sha256=sha256,
            file_name=f"note-{number}.pdf",
            media_type="application/pdf",
            size=size,
            title=title,
            authors=(f"A. {second.capitalize()}",),
            year=1950 + number % 75,
            language="en" if number % 5 else "de",
            pages=(
                Page(
                    1,
                    "1",
                    text,
                    595.0,
                    842.0,
                    np.zeros((len(text), 4), np.uint16),
                    (Block(BlockKind.PARAGRAPH, 0, len(text)),),
                ),
            ),
            page_terms=[terms],
            outline=(),
            notices=(),
            chunks=[
                NewChunk(
                    Chunk(text, (), (sentence,)),
                    terms,
                    pooled.astype(np.float16),
                    pack_tokens(token[np.newaxis], np.zeros(1, np.int32)),
                )
            ],
            token_counts=(np.array([3], np.uint32), np.array([1], np.uint32)),
        ),
        collection="default",
    )


def _noise(seed: int, dimensions: int) -> NDArray[np.float32]:
    """A unit vector of the embedded encoder's length."""
    vector = np.random.default_rng(seed).standard_normal(dimensions).astype(np.float32)
    return vector / np.float32(np.linalg.norm(vector))

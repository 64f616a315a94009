"""What is found when the signature over a document is checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pincite.domain.documents import Document

Damage = Literal[
    "chunk_changed",
    "chunk_missing",
    "chunk_added",
    "page_changed",
    "page_missing",
    "page_added",
    "words_changed",
    "record_changed",
    "signature_wrong",
    "foreign_key",
    "manifest_missing",
    "manifest_damaged",
    "original_changed",
    "original_missing",
]


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """Something of a document that is not as it was signed.

    Attributes:
        kind: Which sort.
        message: One sentence.
        ordinal: Number of the chunk within the document, from 0, where it is about one.
        pages: The pages concerned, from 1; empty where they are not known, or it is about the whole document.
    """

    kind: Damage
    message: str
    ordinal: int | None = None
    pages: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Verified:
    """What became of checking a document.

    Attributes:
        document: The document as it is stored.
        state: "sound" when everything is as it was signed, "wrong" when something is not, "unsigned" when the document
            was added before this library signed anything.
        discrepancies: What is not as it was signed; empty unless the state is "wrong".
        key: The public key that it was signed with, in hexadecimal; empty where it is not signed.
        chunks: How many chunks were compared.
        pages: How many pages were compared.
    """

    document: Document
    state: Literal["sound", "wrong", "unsigned"]
    discrepancies: tuple[Discrepancy, ...] = ()
    key: str = ""
    chunks: int = 0
    pages: int = 0

"""Pincite: a private reading room for your own documents.

from pincite import Library

with Library.open("my-library") as library:
    library.add(["papers/"])
    answer = library.ask("What does the second study measure?")
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pincite.domain import (
        Answer,
        AnswerSentence,
        Block,
        BlockKind,
        Chunk,
        Citation,
        Collection,
        Comparison,
        Conversation,
        Document,
        DocumentFacts,
        DocumentKind,
        Graph,
        Notice,
        OutlineEntry,
        Page,
        Passage,
        Rectangle,
        Scores,
        Sentence,
        Span,
        Summary,
        SummarySection,
        Turn,
    )
    from pincite.errors import PinciteError
    from pincite.library import Library

try:
    __version__ = version("pincite")
except PackageNotFoundError:  # used from a source tree that was not installed
    __version__ = "0.0.0"

_HOMES = {"Library": "pincite.library", "PinciteError": "pincite.errors"}

__all__ = [
    "Answer",
    "AnswerSentence",
    "Block",
    "BlockKind",
    "Chunk",
    "Citation",
    "Collection",
    "Comparison",
    "Conversation",
    "Document",
    "DocumentFacts",
    "DocumentKind",
    "Graph",
    "Library",
    "Notice",
    "OutlineEntry",
    "Page",
    "Passage",
    "PinciteError",
    "Rectangle",
    "Scores",
    "Sentence",
    "Span",
    "Summary",
    "SummarySection",
    "Turn",
    "__version__",
]


def __getattr__(name: str) -> Any:
    # Names are loaded when first used: importing the package stays quick and loads no library.
    if name not in __all__:
        raise AttributeError(f"module 'pincite' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES.get(name, "pincite.domain")), name)


def __dir__() -> list[str]:
    return __all__

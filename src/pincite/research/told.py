"""What was found about one aspect before its citations are numbered, and how it is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pincite.answer.cite import Quote, cite
from pincite.domain import AnswerSentence, Citation, Document, Span, SummarySection
from pincite.research.aspects import Aspect
from pincite.store import Store


@dataclass(frozen=True, slots=True)
class ToldSentence:
    """A sentence with what carries it.

    Attributes:
        text: Without markers.
        quotes: What is to be cited; none for a sentence that was removed.
        lead: As in `AnswerSentence`.
        problem: As there.
    """

    text: str
    quotes: tuple[Quote, ...] = ()
    lead: str = " "
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """What a document tells about an aspect; see `SummarySection`."""

    aspect: Aspect
    sentences: tuple[ToldSentence, ...]
    mode: str = "quoted"
    pages_read: tuple[int, ...] = ()
    removed: tuple[ToldSentence, ...] = ()
    failure: str = ""


def numbered(store: Store, told: Sequence[Told]) -> tuple[tuple[SummarySection, ...], tuple[Citation, ...]]:
    """Sections with their citations, numbered in the order in which they are first used; each place once.

    Raises:
        LibraryDamagedError: if a quote is not what stands at its place.
        NotFoundError: if the document is gone.
    """
    numbers: dict[tuple[Span, ...], int] = {}
    quotes: list[Quote] = []
    for section in told:
        for quote in (quote for sentence in section.sentences for quote in sentence.quotes):
            if quote.spans not in numbers:
                quotes.append(quote)
                numbers[quote.spans] = len(quotes)
    sections = tuple(
        SummarySection(
            section.aspect.name,
            section.aspect.title,
            tuple(
                AnswerSentence(s.text, tuple(dict.fromkeys(numbers[q.spans] for q in s.quotes)), s.lead)
                for s in section.sentences
            ),
            section.mode,
            section.pages_read,
            tuple(AnswerSentence(s.text, (), s.lead, s.problem) for s in section.removed),
            section.failure,
        )
        for section in told
    )
    return sections, tuple(cite(store, quotes))


def to_plain(told: Told) -> dict[str, Any]:
    """What is kept of a section: places in the document, from which citations are computed again."""
    return {
        "mode": told.mode,
        "pages_read": list(told.pages_read),
        "sentences": [
            {
                "text": sentence.text,
                "lead": sentence.lead,
                "quotes": [
                    {"text": q.text, "spans": [list(span) for span in q.spans], "reading": q.reading}
                    for q in sentence.quotes
                ],
            }
            for sentence in told.sentences
        ],
        "removed": [{"text": s.text, "lead": s.lead, "problem": s.problem} for s in told.removed],
    }


def from_plain(kept: Mapping[str, Any], aspect: Aspect, document: Document) -> Told:
    """The section that `to_plain` was given."""
    return Told(
        aspect,
        tuple(
            ToldSentence(
                row["text"],
                tuple(
                    Quote(q["text"], document, tuple(Span(*span) for span in q["spans"]), q["reading"])
                    for q in row["quotes"]
                ),
                row["lead"],
            )
            for row in kept["sentences"]
        ),
        kept["mode"],
        tuple(kept["pages_read"]),
        tuple(ToldSentence(s["text"], (), s["lead"], s["problem"]) for s in kept["removed"]),
    )

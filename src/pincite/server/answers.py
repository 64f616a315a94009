"""Answers as the API sends them, with all that is needed to show each quote on its page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from pincite.domain import (
    Answer,
    AnswerSentence,
    BlockKind,
    Citation,
    Incomplete,
    Lost,
    ModelUse,
)
from pincite.server.passages import PassageShape
from pincite.server.places import Links, PageRectangles, SpanShape, place_of
from pincite.server.shapes import DocumentRef, Shape

REASONS = {
    "empty_question": "The question has no words in it.",
    "no_documents": "There is no document to look in.",
    "nothing_found": "Nothing was found that could answer it.",
    "weak_evidence": "The nearest passages do not answer it.",
    "not_found": "The language model found no answer in the passages.",
    "unsupported": "Nothing that the language model wrote is in the passages.",
}
"""Why an answer was refused, in words."""
ENDS = {
    Incomplete.CUT_OFF: "The answer is cut off: the model reached its limit.",
    Incomplete.FAILED: "The answer is not whole: the model failed.",
    Incomplete.STOPPED: "The answer is not whole: it was stopped.",
}
_NOT_THE_TEXT = {
    BlockKind.COMMENT: "A reader’s comment on the page, not the document’s own text.",
    BlockKind.FIELD: "Filled in in a form.",
}
_LOST = {
    Lost.REMOVED: "The document is no longer there.",
    Lost.CHANGED: "The document was read again, and the quote is not at this place any more.",
}

Reason = Literal[
    "",
    "empty_question",
    "no_documents",
    "nothing_found",
    "weak_evidence",
    "not_found",
    "unsupported",
    "greeting",
]


class CitationShape(Shape):
    """A quote and its place: the page's own text at `spans` is the quote."""

    number: int = Field(description="As in the answer, from 1.", examples=[1])
    quote: str = Field(
        description="Verbatim; texts of several spans are joined by a space, or by nothing within a divided word.",
        examples=["The storage fee is 40 euros a year."],
    )
    document: DocumentRef
    page: int = Field(description="Place in the file of the page where it begins, from 1.", examples=[4])
    page_label: str = Field(description="What is printed on that page.", examples=["iv"])
    place: str = Field(
        description="Document and page in words.", examples=["Storage contract, page iv (page 4 of the file)"]
    )
    spans: list[SpanShape]
    rectangles: list[PageRectangles] = Field(description="Frames of the quote’s lines.")
    section: list[str] = Field(
        description="Headings above it, outermost first.", examples=[["2", "2.1 Fees"]]
    )
    kind: BlockKind = Field(description="What sort of text it is from.")
    remark: str = Field(description="What to know about the quote; empty for nothing.", examples=[""])
    links: Links | None = Field(description="Null where the document is no longer there.")
    lost: Lost | None = Field(
        None, description="Why it leads nowhere now; null where it does lead to its place."
    )

    @classmethod
    def of(cls, citation: Citation, lost: Lost | None = None) -> CitationShape:
        """A citation.

        Args:
            citation: It.
            lost: Why it leads nowhere now.
        """
        document, page = citation.document, citation.page_index
        return cls(
            number=citation.number,
            quote=citation.quote,
            document=DocumentRef.of(document),
            page=page,
            page_label=citation.page_label,
            place=place_of(document, citation.spans, page, citation.page_label),
            spans=[SpanShape.of(span) for span in citation.spans],
            rectangles=PageRectangles.by_page(citation.rectangles),
            section=list(citation.section),
            kind=citation.kind,
            remark=_LOST[lost] if lost else _NOT_THE_TEXT.get(citation.kind, ""),
            links=None if lost is Lost.REMOVED else Links.of(document, page),
            lost=lost,
        )


class SentenceShape(Shape):
    """A sentence of an answer. Its text is a document’s or a model’s own: text, not markup."""

    text: str = Field(description="Without markers.", examples=["The storage fee is 40 euros a year."])
    lead: str = Field(description="What stands before it in the answer’s Markdown.", examples=[" ", "\n- "])
    citations: list[int] = Field(description="Numbers of citations.", examples=[[1]])
    problem: str = Field(description="Why nothing supports it; empty where it is supported.", examples=[""])

    @classmethod
    def of(cls, sentence: AnswerSentence) -> SentenceShape:
        """A sentence."""
        return cls(
            text=sentence.text,
            lead=sentence.lead,
            citations=list(sentence.citations),
            problem=sentence.problem,
        )


class ModelUsed(Shape):
    """Which language model saw text of the documents."""

    provider: str = Field(examples=["ollama"])
    name: str = Field(examples=["llama3.2:3b"])
    remote: bool = Field(description="Whether it runs on another machine than the server.")
    address: str = Field(description="Where it runs, if that is another machine.", examples=[""])

    @classmethod
    def of(cls, use: ModelUse | None) -> ModelUsed | None:
        """A model."""
        if use is None:
            return None
        address = use.address if use.remote else ""
        return cls(provider=use.provider, name=use.name, remote=use.remote, address=address)


class Counts(Shape):
    """How much an answer is made of."""

    documents: int = Field(description="Documents that it cites.", examples=[3])
    passages: int = Field(description="Passages that were found.", examples=[10])
    sentences: int = Field(examples=[2])
    removed: int = Field(description="Sentences of the model that nothing supports.", examples=[0])


class CollectionRef(Shape):
    """A collection in short."""

    id: str = Field(examples=["81c0b6f0a2d94e0f9d11"])
    name: str = Field(examples=["Contracts"])


class Suggestions(Shape):
    """What may help where the documents that were asked do not say."""

    collections: list[CollectionRef] = Field(
        description="Others of the caller that answer the question, where only a part was asked."
    )
    words: list[str] = Field(
        description="Words of the nearest passages that are near to the question.",
        examples=[["termination", "notice"]],
    )


class AnswerShape(Shape):
    """An answer from the documents, or that they do not say."""

    question: str
    asked_as: str = Field(description="As it was understood, where that differs; else empty.", examples=[""])
    mode: Literal["quoted", "composed"] = Field(
        description="quoted: the documents’ own sentences; composed: a language model’s, checked."
    )
    refused: bool = Field(description="Whether the documents do not answer the question. That is no error.")
    reason: Reason = Field(description='Why it was refused; "greeting" is no refusal.')
    reason_text: str = Field(description="The reason in words.", examples=["", REASONS["weak_evidence"]])
    text: str = Field(
        description="The whole as Markdown with markers [1]; of a refusal the sentence that says so. "
        "There are no live links, images or HTML in it.",
        examples=["The storage fee is 40 euros a year. [1]"],
    )
    sentences: list[SentenceShape]
    citations: list[CitationShape]
    passages: list[PassageShape] = Field(description="What was found, best first; of a refusal the nearest.")
    removed: list[SentenceShape] = Field(
        description="What the model wrote and nothing supports, with the problem."
    )
    left_out: list[PassageShape] = Field(description="Passages that did not fit into the model’s window.")
    incomplete: Incomplete | None = Field(description="Why it ends early; null where it is whole.")
    incomplete_text: str = Field(description="The same in words.", examples=[""])
    failure: str = Field(description="What failed, with its remedy; empty for nothing.", examples=[""])
    model: ModelUsed | None = Field(description="Null where no language model saw any text.")
    confidence: float = Field(
        description="Calibrated probability that the passages answer it, 0…1.", examples=[0.98]
    )
    timings: dict[str, float] = Field(
        description="Seconds by stage.", examples=[{"encode": 0.004, "rerank": 0.002}]
    )
    seconds: float = Field(description="All of them.", examples=[0.04])
    counts: Counts
    suggestions: Suggestions | None = Field(
        None, description="Told with a new refusal; later, its turn is asked for them."
    )

    @classmethod
    def of(
        cls,
        answer: Answer,
        *,
        lost: Mapping[int, Lost] | None = None,
        suggestions: Suggestions | None = None,
    ) -> AnswerShape:
        """An answer.

        Args:
            answer: It.
            lost: Numbers of its citations that lead nowhere now.
            suggestions: What may help where it is a refusal.
        """
        gone = lost or {}
        sought = answer.asked_as or answer.question
        return cls.model_validate(
            {
                "question": answer.question,
                "asked_as": answer.asked_as,
                "mode": answer.mode,
                "refused": answer.refused,
                "reason": answer.reason,
                "reason_text": _reason_text(answer),
                "text": answer.text,
                "sentences": [SentenceShape.of(sentence) for sentence in answer.sentences],
                "citations": [CitationShape.of(one, gone.get(one.number)) for one in answer.citations],
                "passages": PassageShape.all_of(answer.passages, sought),
                "removed": [SentenceShape.of(sentence) for sentence in answer.removed],
                "left_out": PassageShape.all_of(answer.left_out, sought),
                "incomplete": answer.incomplete,
                "incomplete_text": ENDS[answer.incomplete] if answer.incomplete else "",
                "failure": answer.failure,
                "model": ModelUsed.of(answer.model),
                "confidence": answer.confidence,
                "timings": answer.timings,
                "seconds": sum(answer.timings.values()),
                "counts": Counts(
                    documents=len({citation.document.id for citation in answer.citations}),
                    passages=len(answer.passages),
                    sentences=len(answer.sentences),
                    removed=len(answer.removed),
                ),
                "suggestions": suggestions,
            }
        )


def _reason_text(answer: Answer) -> str:
    if answer.reason == "not_found" and answer.mode == "quoted":  # of a summary or a comparison
        return "The documents report nothing of it."
    return REASONS.get(answer.reason, "")

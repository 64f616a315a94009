"""Passages, citations and answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from pincite.domain.documents import Document, Sentence
from pincite.domain.pages import BlockKind, Rectangle, Span


@dataclass(frozen=True, slots=True)
class Scores:
    """What each stage of the search thought of a passage; None where the stage was off or did not see it.

    Attributes:
        lexical: BM25 of the chunk, higher is better, unbounded.
        page: BM25 of its best page.
        dense: Cosine of pooled vectors, -1…1.
        fused: Result of the fusion that chose the candidates.
        late: Late interaction: idf-weighted mean over question tokens of the best cosine, -1…1.
        precise: Cross-encoder score.
        final: What the passages are ordered by.
        title: How far the question names the document by its title; 0 where it does not.
    """

    lexical: float | None = None
    page: float | None = None
    dense: float | None = None
    fused: float | None = None
    late: float | None = None
    precise: float | None = None
    final: float = 0.0
    title: float | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk as retrieved for a question."""

    rank: int
    text: str
    document: Document
    section: tuple[str, ...]
    spans: tuple[Span, ...]
    scores: Scores
    page_label: str
    sentences: tuple[Sentence, ...] = field(repr=False, default=())
    chunk_id: int = 0


@dataclass(frozen=True, slots=True)
class Citation:
    """A verified quote: the page's own text at `spans` is `quote`.

    Attributes:
        number: Its number in the answer, from 1.
        quote: Verbatim; texts of several spans are joined by a space, or by nothing within a divided word.
        spans: Place of the quote.
        page_index: Physical page of the first span.
        page_label: Printed label of that page; where it names a range of rows or lines, those of the quote.
        section: Titles of the headings above it.
        rectangles: Frames of the quote's lines.
        kind: The kind of the block it is from: a comment is not the document's own word.
    """

    number: int
    quote: str
    document: Document
    spans: tuple[Span, ...]
    page_index: int
    page_label: str
    section: tuple[str, ...]
    rectangles: tuple[Rectangle, ...]
    kind: BlockKind = BlockKind.PARAGRAPH


@dataclass(frozen=True, slots=True)
class AnswerSentence:
    r"""A sentence of an answer with the numbers of the citations that carry it.

    Attributes:
        text: Without citation markers.
        citations: Numbers of `Answer.citations`; none where nothing supports it, and for what states nothing.
        lead: What stands before it in the answer's Markdown: a space, a new paragraph, "\n- ", "\n## ".
        problem: Why it is not supported, e.g. "the number 1998 is not in the sources"; empty when it is.
    """

    text: str
    citations: tuple[int, ...]
    lead: str = " "
    problem: str = ""


@dataclass(frozen=True, slots=True)
class ModelUse:
    """Which language model wrote something, and so saw text of the documents.

    Attributes:
        provider: "ollama", "openai" or "anthropic".
        name: The model's name at that provider.
        address: Where it runs.
        remote: Whether that is another machine.
    """

    provider: str
    name: str
    address: str
    remote: bool


class Incomplete(StrEnum):
    """Why an answer ends early."""

    CUT_OFF = "cut_off"
    """The model reached its limit of tokens."""
    FAILED = "failed"
    """The model failed after it had begun."""
    STOPPED = "stopped"
    """The user stopped it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What `Library.ask` returns.

    Attributes:
        question: As asked.
        refused: True when the documents do not answer the question.
        reason: Why it was refused: "", "no_documents", "empty_question", "nothing_found", "weak_evidence",
            "not_found" (the model found no answer in the sources) or "unsupported" (nothing it wrote is in them);
            "greeting" where nothing was asked.
        text: The sentences as Markdown, with citation markers "[1]"; for a refusal, the sentence that says so. What
            documents or models wrote is in it without live images, links or HTML.
        sentences: What is shown, in order. Their texts are a document's or a model's own: safe as text, not as markup.
        confidence: Calibrated probability that the passages answer the question, 0…1.
        passages: What was retrieved, best first; on refusal the nearest, for the user to judge.
        timings: Seconds by stage.
        mode: "quoted": verbatim sentences; "composed": written by a language model and checked.
        asked_as: The question as it was understood, where that differs: a follow-up that was rewritten.
        model: The language model that read passages; None when none did.
        removed: Sentences that the model wrote and the sources do not support, each with its `problem`. Where the
            user asked to see them, they stand in `sentences` as well, without citations.
        left_out: Passages that did not fit into the model's window.
        incomplete: Why the answer ends early; None when it is whole.
        failure: What failed, with its remedy: where `incomplete` is FAILED, or where the answer is quoted although a
            language model is set.
    """

    question: str
    refused: bool
    reason: str
    text: str
    sentences: tuple[AnswerSentence, ...]
    citations: tuple[Citation, ...]
    passages: tuple[Passage, ...]
    confidence: float
    timings: dict[str, float]
    mode: str = "quoted"
    asked_as: str = ""
    model: ModelUse | None = None
    removed: tuple[AnswerSentence, ...] = ()
    left_out: tuple[Passage, ...] = ()
    incomplete: Incomplete | None = None
    failure: str = ""

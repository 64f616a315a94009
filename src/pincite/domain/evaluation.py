"""Evaluations: questions whose right answer is known, asked of a library, and what came of each."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

from pincite.domain.pages import Span


class EvaluationState(StrEnum):
    """How far an evaluation is."""

    WAITING = "waiting"
    """Will be run by the process that made it."""
    RUNNING = "running"
    """Its questions are being asked, as long as its lease is renewed."""
    DONE = "done"
    FAILED = "failed"
    """No question could be asked, or every one failed: `Evaluation.failure` says why."""
    STOPPED = "stopped"
    """Somebody stopped it; what was asked by then is kept."""
    BROKEN_OFF = "broken_off"
    """The process that ran it ended; what was asked by then is kept."""

    @property
    def ended(self) -> bool:
        """Whether nothing more happens by itself."""
        return self not in (EvaluationState.WAITING, EvaluationState.RUNNING)


class ResultState(StrEnum):
    """How far a question of an evaluation is."""

    WAITING = "waiting"
    DONE = "done"
    FAILED = "failed"
    """Asking it failed: it counts as not found, not answered and not refused."""
    EXCLUDED = "excluded"
    """It cannot be scored with this library, and counts in no measure: `EvaluationResult.reason` says why."""


class ResultFilter(StrEnum):
    """Which results are wanted."""

    MISSED = "missed"
    """The right place is not among the passages found, or asking failed."""
    NOT_FIRST = "not_first"
    """The right place is among them, and not in the first."""
    REFUSED = "refused"
    """Refused although the documents answer it."""
    ANSWERED = "answered"
    """Answered although the documents do not."""
    FAILED = "failed"
    EXCLUDED = "excluded"


Scoring = Literal["quote", "page", "document", "none"]
"""What a passage must hold to be right: a quote, or at least some of a page or a document; "none" where a question
names no place."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """A question and what is known of its right answer.

    Attributes:
        question: As it is asked.
        line: Where it stands in its file, from 1.
        document: Title, file name or id; empty for none.
        page: An `int` is the page's place in the file, from 1; a text is what is printed on it. None for any page.
        quote: Text of the document, word for word, that answers it; empty for none.
        phrases: Several such texts: a question that needs more than one passage.
        answers: Wordings of the answer, any of which is right.
        answerable: Whether the documents answer it; None where the file does not say.
        documents: Instead of a place: what the relevant documents are called, each with its grade, from 1.
        draft: Whether it was proposed, and nobody has accepted it yet.
    """

    question: str
    line: int = 0
    document: str = ""
    page: int | str | None = None
    quote: str = ""
    phrases: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    answerable: bool | None = None
    documents: tuple[tuple[str, int], ...] = ()
    draft: bool = False

    @property
    def texts(self) -> tuple[str, ...]:
        """What the right passages hold, word for word."""
        return (self.quote, *self.phrases) if self.quote else self.phrases


@dataclass(frozen=True, slots=True)
class PagePlace:
    """A place in a document, by which it can be opened.

    Attributes:
        document: Its id.
        page_index: The page, from 1.
        page_label: What is printed on it.
        start: Offset of the first character in the page's text.
        end: Offset after the last.
    """

    document: str
    page_index: int
    page_label: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class AnswerScores:
    """How good one answer is: each from 0 to 1, more is better, and None where it cannot be told.

    Attributes:
        exact_match: Whether the answer is one of the right wordings and nothing else.
        token_f1: How far its words are those of the likest wording.
        answer_covered: Whether a quote that is shown holds a right wording.
        citation_precision: The share of its citations that are right.
        citation_recall: The share of the places wanted that some citation has.
        verbatim: The share of its quotes that are on their page word for word.
        supported: The share of the sentences written that the documents support.
    """

    exact_match: float | None = None
    token_f1: float | None = None
    answer_covered: float | None = None
    citation_precision: float | None = None
    citation_recall: float | None = None
    verbatim: float | None = None
    supported: float | None = None


@dataclass(frozen=True, slots=True)
class EvaluationResult:
    """A question of an evaluation and what came of it.

    Attributes:
        number: Its place in the file, from 1; lines without a question do not count.
        expected: What was asked and is right.
        scoring: By what a passage counts as right.
        place: Where the right passage is; None where the question names no place, or is excluded.
        wanted: What is to be found in that document: for each thing the places where it stands, any of which is right.
        reason: Why it is excluded, or failed.
        ranks: For each thing that is to be found, the rank of the first passage that holds it; None for one that none
            of the passages holds. Where documents have grades, one for each of these, and documents are counted.
        refused: Whether the documents were said not to answer it; None while it was not asked.
        held: Whether the first quote of the answer holds the right answer; None where that cannot be told.
        confidence: How sure the answer is that the documents answer it, 0…1.
        milliseconds: How long the answer took.
        first: The first passage found.
        cited: The first quote of the answer.
        scores: How good the answer is; None while it was not asked, if it failed, and in runs of older versions.
    """

    number: int
    expected: Expectation
    scoring: Scoring
    state: ResultState
    place: PagePlace | None = None
    wanted: tuple[tuple[Span, ...], ...] = ()
    reason: str = ""
    ranks: tuple[int | None, ...] = ()
    refused: bool | None = None
    held: bool | None = None
    confidence: float | None = None
    milliseconds: float | None = None
    first: PagePlace | None = None
    cited: PagePlace | None = None
    scores: AnswerScores | None = None

    @property
    def answerable(self) -> bool:
        """Whether the documents are expected to answer it: so unless its file says otherwise."""
        return self.expected.answerable is not False

    @property
    def rank(self) -> int | None:
        """Rank of the first passage that holds what is to be found; None when none does."""
        return min((rank for rank in self.ranks if rank is not None), default=None)


@dataclass(frozen=True, slots=True)
class Measure:
    """A mean over questions, with an interval.

    Attributes:
        name: As in `pincite.evaluate.measures`.
        value: Between 0 and 1; None where no question counts.
        low: Lower end of the interval that holds the mean with 95 %; None as well where `value` is.
        high: Its upper end.
        count: So many questions count.
    """

    name: str
    value: float | None
    low: float | None
    high: float | None
    count: int


@dataclass(frozen=True, slots=True)
class Difference:
    """How a measure of two evaluations differs, over the questions that count in both.

    Attributes:
        name: Of the measure.
        value: Of the first evaluation over these questions.
        other: Of the second one.
        difference: First minus second.
        low: Lower end of the interval that holds the difference with 95 %.
        high: Its upper end.
        better: Questions that did better in the first.
        worse: Questions that did worse in it.
        count: Questions that count in both.
    """

    name: str
    value: float | None
    other: float | None
    difference: float | None
    low: float | None
    high: float | None
    better: int
    worse: int
    count: int


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A run of a file of questions.

    Attributes:
        id: Stable and not guessable.
        name: For people.
        file_name: Of the file of questions; for showing only.
        state: How far it is.
        collection: Id of the collection that is asked; None for all that its owner sees.
        settings: What the run depends on, by the names of the settings.
        fingerprint: The same as long as the documents that may be found are the same.
        changed: Whether these changed while it ran.
        version: Of Pincite.
        created_at: ISO 8601 time, UTC.
        started_at: The same; None before.
        finished_at: The same; None before.
        failure: Why it failed.
        remedy: What helps.
        questions: How many the file has.
        excluded: How many of them cannot be scored with this library.
        asked: How many were asked, those that failed among them.
        failed: How many failed.
        measures: Over those that were asked; empty while it runs.
        conditions: Under which it ran, as JSON has them: the `machine`, and of how many questions those of the file
            are a `sample`, if they are one. Empty for those of older versions.
    """

    id: str
    name: str
    file_name: str
    state: EvaluationState
    collection: str | None
    settings: dict[str, str | float | int | bool | None]
    fingerprint: str
    changed: bool
    version: str
    created_at: str
    started_at: str | None
    finished_at: str | None
    failure: str
    remedy: str
    questions: int
    excluded: int
    asked: int
    failed: int
    measures: tuple[Measure, ...] = field(default=())
    conditions: dict[str, Any] = field(default_factory=dict)

    @property
    def usable(self) -> int:
        """How many questions can be scored."""
        return self.questions - self.excluded

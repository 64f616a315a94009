"""Evaluations as the API sends them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from pydantic import Field

from pincite.domain import (
    Difference,
    Document,
    Evaluation,
    EvaluationResult,
    EvaluationState,
    Expectation,
    Measure,
    PagePlace,
    ResultFilter,
    ResultState,
    Scoring,
)
from pincite.evaluate.measures import DEEPEST, SCORES, WORDS, Kind, measured
from pincite.evaluate.report import machine_words
from pincite.evaluate.spread import middle_of, times
from pincite.library import Library
from pincite.server.answers import CollectionRef
from pincite.server.places import Links
from pincite.server.shapes import DocumentRef, Shape

MOST_REASONS = 50
"""Excluded questions that come with the evaluation itself."""


class MeasureShape(Shape):
    """A mean over questions, with the interval that holds it with 95 % (bootstrap)."""

    name: str = Field(examples=["hit@1"])
    kind: Kind = Field(description="retrieval: of the passages found; answers: of what is made of them.")
    words: str = Field(description="What it means.", examples=["The right place is in the first passage"])
    value: float | None = Field(
        description="From 0 to 1, more is better; null where no question counts.", examples=[0.75]
    )
    low: float | None = Field(description="Lower end of the interval.", examples=[0.5])
    high: float | None = Field(description="Upper end of the interval.", examples=[0.92])
    count: int = Field(description="So many questions count.", examples=[12])

    @classmethod
    def of(cls, measure: Measure) -> MeasureShape:
        """A measure."""
        return cls(
            name=measure.name,
            kind=SCORES[measure.name][0],
            words=WORDS[measure.name],
            value=measure.value,
            low=measure.low,
            high=measure.high,
            count=measure.count,
        )


class EvaluationShape(Shape):
    """A run of a file of questions."""

    id: str = Field(examples=["7a1c0c9be1d24c7a8f10"])
    name: str = Field(examples=["Contracts, spring"])
    file_name: str = Field(examples=["questions.csv"])
    state: EvaluationState = Field(
        description="waiting and running: see `/evaluations/{evaluation}/events`; done; failed: `failure` says why; "
        "stopped and broken_off: what was asked by then is kept, and it can be gone on with."
    )
    collection: CollectionRef | None = Field(description="The collection that is asked; null for all.")
    collection_gone: bool = Field(
        description="Whether a collection was asked that is no longer there, or no longer shared."
    )
    created_at: str = Field(examples=["2026-11-30T21:06:59.203+00:00"])
    started_at: str | None
    finished_at: str | None
    version: str = Field(description="Of Pincite.", examples=["0.5.0"])
    settings: dict[str, str | float | int | bool | None] = Field(
        description="What the results depend on, by the names of the settings."
    )
    changed: bool = Field(description="Whether the documents changed while it ran.")
    questions: int = Field(description="In the file.", examples=[14])
    usable: int = Field(description="Questions that can be scored with these documents.", examples=[12])
    excluded: int = Field(description="Questions that cannot; they count in no measure.", examples=[2])
    asked: int = Field(description="Asked so far.", examples=[12])
    failed: int = Field(
        description="Questions that failed: each counts as not found, not answered and not refused.",
        examples=[0],
    )
    failure: str = Field(description="Why it failed.", examples=[""])
    remedy: str = Field(description="What helps.", examples=[""])
    measures: list[MeasureShape] = Field(
        description="Over the questions that were asked; empty until it has ended."
    )

    @classmethod
    def of(cls, evaluation: Evaluation, collections: Mapping[str, str]) -> EvaluationShape:
        """An evaluation.

        Args:
            evaluation: It.
            collections: Names of the collections that the caller sees, by id.
        """
        asked = evaluation.collection
        known = asked is not None and asked in collections
        return cls(
            id=evaluation.id,
            name=evaluation.name,
            file_name=evaluation.file_name,
            state=evaluation.state,
            collection=CollectionRef(id=asked, name=collections[asked]) if asked and known else None,
            collection_gone=asked is not None and not known,
            created_at=evaluation.created_at,
            started_at=evaluation.started_at,
            finished_at=evaluation.finished_at,
            version=evaluation.version,
            settings=evaluation.settings,
            changed=evaluation.changed,
            questions=evaluation.questions,
            usable=evaluation.usable,
            excluded=evaluation.excluded,
            asked=evaluation.asked,
            failed=evaluation.failed,
            failure=evaluation.failure,
            remedy=evaluation.remedy,
            measures=[MeasureShape.of(measure) for measure in evaluation.measures],
        )


class RankCount(Shape):
    """How many questions found the right place at a rank."""

    rank: int | None = Field(
        description=f"From 1 to {DEEPEST}; null for those that did not find it.", examples=[1]
    )
    questions: int = Field(examples=[9])


class ExclusionShape(Shape):
    """A question that cannot be scored with these documents."""

    line: int = Field(description="Of the file, from 1.", examples=[4])
    question: str = Field(examples=["What is the storage fee?"])
    reason: str = Field(examples=["there is no document 'storage.pdf'"])


class SampleShape(Shape):
    """That not all questions of a file were asked."""

    of: int = Field(description="So many it has.", examples=[500])
    seed: int = Field(description="By which those that were asked were drawn.", examples=[0])


class EvaluationDetails(EvaluationShape):
    """A run of a file of questions, with what is drawn of it."""

    ranks: list[RankCount] = Field(
        description="Where the right places were found, so far: one entry for each rank, then for not found."
    )
    median_milliseconds: float | None = Field(
        description="The time that half of the answers took at most; null before the first.", examples=[41.5]
    )
    most_milliseconds: float | None = Field(
        description="The time that 95 of 100 answers took at most.", examples=[93.0]
    )
    mean_rank: float | None = Field(
        description="Mean of the ranks of those that were found; null without any.", examples=[1.4]
    )
    median_rank: float | None = Field(description="Their median.", examples=[1.0])
    machine: str = Field(
        description="What it ran on: processor and versions; empty for those of older versions.",
        examples=["AMD EPYC, 2 cores, Linux, Python 3.11.7, pincite 0.5.0"],
    )
    sample: SampleShape | None = Field(description="Null where all questions of the file were asked.")
    exclusions: list[ExclusionShape] = Field(
        description=f"The first {MOST_REASONS} questions that were excluded; all: `results?only=excluded`."
    )

    @classmethod
    def whole(cls, library: Library, identity: str) -> EvaluationDetails:
        """All that is told of an evaluation by itself.

        Raises:
            NotFoundError: if the caller has none of this id.
        """
        kept = library.store.evaluations
        found = kept.get(identity)
        spread = kept.spread(identity)
        reasons = kept.results(identity, only=ResultFilter.EXCLUDED, limit=MOST_REASONS)
        told = EvaluationShape.of(found, collection_names(library)).model_dump(exclude={"measures"})
        places: list[int | None] = [*range(1, DEEPEST + 1), None]
        ranks = [rank for rank in places if rank for _ in range(spread.ranks.get(rank, 0))]
        rank, time = middle_of(ranks), times(spread.milliseconds)
        machine, sample = found.conditions.get("machine"), found.conditions.get("sample")
        return cls(
            **told,
            measures=[MeasureShape.of(measure) for measure in measured(library, found)],
            ranks=[RankCount(rank=rank, questions=spread.ranks.get(rank, 0)) for rank in places],
            median_milliseconds=time.median,
            most_milliseconds=time.most,
            mean_rank=rank.mean,
            median_rank=rank.median,
            machine=machine_words(machine) if machine else "",
            sample=SampleShape(of=sample["of"], seed=sample["seed"]) if sample else None,
            exclusions=[
                ExclusionShape(
                    line=result.expected.line, question=result.expected.question, reason=result.reason
                )
                for result in reasons.items
            ],
        )


class ExpectedShape(Shape):
    """What the file says of the right answer."""

    document: str = Field(description="As the file names it; empty for none.", examples=["heat-pumps.pdf"])
    page: int | str | None = Field(
        description="A number is its place in the file, a text what is printed on it.", examples=["212"]
    )
    quote: str = Field(examples=["The limit is 37 dB(A)."])
    phrases: list[str] = Field(description="Several quotes, each of which is to be found.", examples=[[]])
    documents: dict[str, int] = Field(
        description="Instead of a place: what the relevant documents are called, with their grades.",
        examples=[{}],
    )
    answers: list[str] = Field(description="Right wordings.", examples=[["37 dB(A)"]])

    @classmethod
    def of(cls, expected: Expectation) -> ExpectedShape:
        """What is expected."""
        return cls(
            document=expected.document,
            page=expected.page,
            quote=expected.quote,
            phrases=list(expected.phrases),
            documents=dict(expected.documents),
            answers=list(expected.answers),
        )


class PagePlaceShape(Shape):
    """A place on a page: `page.text[start:end]`."""

    document: DocumentRef
    page: int = Field(description="Place of the page in the file, from 1.", examples=[2])
    page_label: str = Field(description="What is printed on it.", examples=["212"])
    start: int = Field(examples=[310])
    end: int = Field(examples=[377])
    links: Links

    @classmethod
    def of(cls, place: PagePlace | None, documents: Mapping[str, Document]) -> PagePlaceShape | None:
        """A place; None where there is none, or the caller does not see its document any more."""
        document = None if place is None else documents.get(place.document)
        if place is None or document is None:
            return None
        return cls(
            document=DocumentRef.of(document),
            page=place.page_index,
            page_label=place.page_label,
            start=place.start,
            end=place.end,
            links=Links.of(document, place.page_index),
        )


class ResultShape(Shape):
    """A question and what came of it."""

    number: int = Field(description="Its place among the questions, from 1.", examples=[3])
    line: int = Field(description="Where it stands in the file, from 1.", examples=[4])
    question: str = Field(examples=["What noise limit applies at the neighbour's window?"])
    answerable: bool = Field(description="Whether the documents are expected to answer it.")
    expected: ExpectedShape
    scoring: Scoring = Field(
        description="What a passage must hold to be right: the quote, or some of the page or document; none: no place "
        "is known, and only the answer is scored."
    )
    state: ResultState
    reason: str = Field(description="Why it was excluded, or failed.", examples=[""])
    place: PagePlaceShape | None = Field(
        description="Where the right answer stands; null where none is known."
    )
    rank: int | None = Field(
        description=f"Rank of the first right passage; null where none of the first {DEEPEST} is.",
        examples=[1],
    )
    ranks: list[int | None] = Field(
        description="The same for each of several phrases.",
        examples=[[1]],
    )
    refused: bool | None = Field(description="Whether the documents were said not to answer it.")
    held: bool | None = Field(
        description="Whether the first quote of the answer holds the right answer; null where that cannot be told."
    )
    confidence: float | None = Field(
        description="How sure the answer is that the documents answer the question, from 0 to 1.",
        examples=[0.93],
    )
    milliseconds: float | None = Field(examples=[41.5])
    first: PagePlaceShape | None = Field(description="The first passage found.")
    cited: PagePlaceShape | None = Field(description="The first quote of the answer.")
    gone: bool = Field(description="Whether a document of it is no longer there, or no longer shared.")

    @classmethod
    def of(cls, result: EvaluationResult, documents: Mapping[str, Document]) -> ResultShape:
        """A result.

        Args:
            result: It.
            documents: Those of its documents that the caller sees, by id.
        """
        places = [place for place in (result.place, result.first, result.cited) if place is not None]
        return cls(
            number=result.number,
            line=result.expected.line,
            question=result.expected.question,
            answerable=result.answerable,
            expected=ExpectedShape.of(result.expected),
            scoring=result.scoring,
            state=result.state,
            reason=result.reason,
            place=PagePlaceShape.of(result.place, documents),
            rank=result.rank,
            ranks=list(result.ranks),
            refused=result.refused,
            held=result.held,
            confidence=result.confidence,
            milliseconds=result.milliseconds,
            first=PagePlaceShape.of(result.first, documents),
            cited=PagePlaceShape.of(result.cited, documents),
            gone=any(place.document not in documents for place in places),
        )

    @classmethod
    def all(cls, library: Library, results: Iterable[EvaluationResult]) -> list[ResultShape]:
        """Results, with the documents that the caller sees at this moment."""
        listed = list(results)
        places = [place for result in listed for place in (result.place, result.first, result.cited) if place]
        documents = library.store.documents_by_id({place.document for place in places})
        return [cls.of(result, documents) for result in listed]


class ProgressShape(Shape):
    """Event "progress": how far a run is."""

    state: EvaluationState
    asked: int = Field(examples=[120])
    failed: int = Field(examples=[0])
    usable: int = Field(examples=[400])
    seconds_left: float | None = Field(description="About; null where it is not known.", examples=[12.5])


class DifferenceShape(Shape):
    """How a measure of two evaluations differs, over the questions that count in both."""

    name: str = Field(examples=["hit@1"])
    kind: Kind
    words: str = Field(examples=["The right place is in the first passage"])
    value: float | None = Field(description="Of this evaluation, over these questions.", examples=[0.75])
    other: float | None = Field(description="Of the other one.", examples=[0.67])
    difference: float | None = Field(description="This one minus the other.", examples=[0.08])
    low: float | None = Field(
        description="Lower end of the interval that holds the difference with 95 %.", examples=[-0.08]
    )
    high: float | None = Field(description="Its upper end.", examples=[0.25])
    better: int = Field(description="Questions that did better in this one.", examples=[2])
    worse: int = Field(description="Questions that did worse.", examples=[1])
    count: int = Field(description="Questions that count in both.", examples=[12])
    verdict: Literal["better", "worse", "unclear"] = Field(
        description="unclear: the interval has zero in it, or there is nothing to compare."
    )

    @classmethod
    def of(cls, found: Difference) -> DifferenceShape:
        """A difference."""
        verdict: Literal["better", "worse", "unclear"] = "unclear"
        if found.low is not None and found.low > 0:
            verdict = "better"
        elif found.high is not None and found.high < 0:
            verdict = "worse"
        return cls(
            name=found.name,
            kind=SCORES[found.name][0],
            words=WORDS[found.name],
            value=found.value,
            other=found.other,
            difference=found.difference,
            low=found.low,
            high=found.high,
            better=found.better,
            worse=found.worse,
            count=found.count,
            verdict=verdict,
        )


class EvaluationsCompared(Shape):
    """Two evaluations side by side."""

    evaluation: EvaluationShape
    other: EvaluationShape
    shared: int = Field(
        description="Questions that were asked in both: the same question with the same right answer.",
        examples=[12],
    )
    same_documents: bool = Field(description="Whether both had the same documents, indexed in the same way.")
    differences: list[DifferenceShape]


def collection_names(library: Library) -> dict[str, str]:
    """Names of the collections that the caller sees, by id."""
    return {collection.id: collection.name for collection in library.collections()}

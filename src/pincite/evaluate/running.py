"""Running an evaluation: every question is asked as a user would ask it, and what comes is compared with what is right.

Answers are quoted unless that is wanted otherwise: so they are the same each time, cost nothing, and no text is shown
to a model.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from pincite import __version__
from pincite.domain import (
    Answer,
    Citation,
    Evaluation,
    EvaluationResult,
    EvaluationState,
    Expectation,
    PagePlace,
    Passage,
    ResultState,
)
from pincite.errors import ModelMissingError, PinciteError, UsageError
from pincite.evaluate.answer_measures import answer_scores
from pincite.evaluate.gold import examined, ranks_of, stands_in
from pincite.evaluate.machine import machine
from pincite.evaluate.measures import DEEPEST, measures
from pincite.evaluate.metrics import holds
from pincite.library import Library
from pincite.library.talking import told
from pincite.plain_text import one_line
from pincite.store.evaluations import LEASE_SECONDS, EvaluationClaim, NewEvaluation, Standing

STORE_SECONDS = 0.5
"""Results are stored so often."""
Mode = Literal["quoted", "composed"]
"""How answers are made, as `Library.ask` has it."""
PASSAGES_OF_DOCUMENTS = 50
"""Passages that are looked at where documents are ranked."""
LONGEST_NAME = 200

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is.

    Attributes:
        evaluation: Its id.
        asked: Questions that were asked.
        failed: How many of them failed.
        usable: How many there are to ask.
    """

    evaluation: str
    asked: int
    failed: int
    usable: int


def prepare(
    library: Library,
    questions: Sequence[Expectation],
    *,
    name: str = "",
    file_name: str = "",
    collection: str | None = None,
    sample: Mapping[str, int] | None = None,
    mode: Mode = "quoted",
) -> EvaluationClaim:
    """Keep questions as an evaluation that waits to be run; those that cannot be scored are excluded, with the reason.

    Args:
        library: As whoever asks sees it.
        questions: From a file.
        name: For people; that of the file when empty.
        file_name: Of the file.
        collection: Id of the collection that is asked; None for everything.
        sample: From how many questions these were drawn, and with which seed, if they are not all.
        mode: How answers are made; "composed" by the language model of the settings.

    Raises:
        ModelError: if answers are to be composed, and there is no model that can be used.
        NotFoundError: if there is no such collection.
        ConflictError: if there are too many evaluations already.
    """
    fingerprint = library.store.fingerprint(collection)
    results = examined(library, questions, collection)
    shown = one_line(file_name)[:LONGEST_NAME]
    new = NewEvaluation(
        name=one_line(name)[:LONGEST_NAME] or shown or "Questions",
        file_name=shown,
        collection=collection,
        settings=_settings(library, mode),
        fingerprint=fingerprint,
        version=__version__,
        conditions={"machine": machine(), **({"sample": dict(sample)} if sample else {})},
    )
    return library.store.evaluations.create(new, results)


def again(library: Library, identity: str) -> EvaluationClaim:
    """Go on with an evaluation that ended early if the library is as it was; else begin a new one of its questions.

    Raises:
        NotFoundError: if there is no such evaluation, or its collection is gone.
        UsageError: if it waits or runs.
        ConflictError: if there are too many evaluations already.
    """
    kept = library.store.evaluations
    found = kept.get(identity)
    if not found.state.ended:
        raise UsageError("the evaluation has not ended yet", "Wait for its end, or stop it.")
    early = found.state in (EvaluationState.STOPPED, EvaluationState.BROKEN_OFF)
    mode = mode_of(found)
    same = {"answer.mode": mode, **found.settings} == _settings(
        library, mode
    ) and found.version == __version__
    if early and same and found.fingerprint == library.store.fingerprint(found.collection):
        return kept.take(identity)
    questions = [result.expected for result in kept.every_result(identity)]
    return prepare(
        library,
        questions,
        name=found.name,
        file_name=found.file_name,
        collection=found.collection,
        sample=found.conditions.get("sample"),
        mode=mode,
    )


class Run:
    """Asks the questions of an evaluation that wait.

    A context manager: while it is open the evaluation is this one's, and counts as broken off when it is left before
    the end. `progress` does the work.

    Args:
        library: As whoever asks sees it.
        claim: From `prepare` or `again`.

    Attributes:
        evaluation: Id of the evaluation.
        leaving: Whether it was told to end.
    """

    def __init__(self, library: Library, claim: EvaluationClaim) -> None:
        self.evaluation = claim.evaluation
        self._library = library
        self._kept = library.store.evaluations
        self._claim = claim
        self._standing = Standing.HELD
        self.leaving = False
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="pincite-evaluation-lease", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()
        with contextlib.suppress(PinciteError):  # else the lease runs out by itself
            self._kept.give_up(self._claim)

    def leave(self) -> None:
        """Let `progress` end after the question that is being asked, from any thread; the rest can be asked later."""
        self.leaving = True

    def progress(self) -> Iterator[Progress]:
        """Ask, and tell how far it is: at the beginning, and each time that results are stored.

        Raises:
            PinciteError: if the library itself cannot be used.
        """
        if not self._kept.begin(self._claim):
            self._finish(EvaluationState.STOPPED)
            return
        found = self._kept.get(self.evaluation)
        now = Progress(found.id, found.asked, found.failed, found.usable)
        yield now
        waiting: list[EvaluationResult] = []
        stored = time.monotonic()
        for result in self._to_ask():
            if self.leaving or self._standing is not Standing.HELD:
                break
            waiting.append(ask(self._library, result, found.collection, mode_of(found)))
            if time.monotonic() - stored >= STORE_SECONDS:
                now = self._store(now, waiting)
                waiting, stored = [], time.monotonic()
                yield now
        if waiting:
            now = self._store(now, waiting)
            yield now
        self._end(now, found.fingerprint, found.collection)

    def _to_ask(self) -> Iterator[EvaluationResult]:
        waiting = (
            result
            for result in self._kept.every_result(self.evaluation)
            if result.state is ResultState.WAITING
        )
        with contextlib.suppress(UsageError):  # it was deleted meanwhile
            yield from waiting

    def _store(self, before: Progress, results: Sequence[EvaluationResult]) -> Progress:
        standing = self._kept.store(self._claim, results)
        if self._standing is not Standing.LOST:
            self._standing = standing
        failed = sum(result.state is ResultState.FAILED for result in results)
        return replace(before, asked=before.asked + len(results), failed=before.failed + failed)

    def _end(self, now: Progress, fingerprint: str, collection: str | None) -> None:
        if self._standing is Standing.LOST or (self.leaving and now.asked < now.usable):
            return
        stopped = self._standing is Standing.STOPPING and now.asked < now.usable
        changed = True
        with contextlib.suppress(UsageError):  # the collection may be gone
            changed = self._library.store.fingerprint(collection) != fingerprint
        if stopped:
            self._finish(EvaluationState.STOPPED, changed=changed)
        elif not now.usable:
            self._finish(
                EvaluationState.FAILED,
                changed=changed,
                failure="no question of the file can be scored with this library",
                remedy="Look at the reasons, and correct the file or add the documents.",
            )
        elif now.failed == now.asked:
            self._finish(
                EvaluationState.FAILED,
                changed=changed,
                failure="every question failed",
                remedy="Ask one of them by itself to see why.",
            )
        else:
            self._finish(EvaluationState.DONE, changed=changed)

    def _finish(
        self, state: EvaluationState, *, changed: bool = False, failure: str = "", remedy: str = ""
    ) -> None:
        with contextlib.suppress(UsageError):  # it was deleted meanwhile
            found = measures(self._kept.every_result(self.evaluation))
            self._kept.finish(self._claim, state, found, changed=changed, failure=failure, remedy=remedy)

    def _keep(self) -> None:
        while not self._over.wait(LEASE_SECONDS / 3):
            # A busy database says nothing of the run: it is asked again.
            with contextlib.suppress(PinciteError):
                self._standing = self._kept.renew(self._claim)
            if self._standing is Standing.LOST:
                return


def mode_of(evaluation: Evaluation) -> Mode:
    """How the answers of an evaluation are made."""
    return "composed" if evaluation.settings.get("answer.mode") == "composed" else "quoted"


def ask(
    library: Library, wanted: EvaluationResult, collection: str | None = None, mode: Mode = "quoted"
) -> EvaluationResult:
    """Ask one question, and compare what comes with what is right. What fails is a result as well.

    Args:
        library: As whoever asks sees it.
        wanted: The question.
        collection: Id of the collection that is asked; None for everything.
        mode: How the answer is made.
    """
    began = time.perf_counter()
    try:
        answer = library.ask(wanted.expected.question, mode=mode, collection=collection)
        milliseconds = (time.perf_counter() - began) * 1000
        passages: Sequence[Passage] = answer.passages
        if wanted.expected.documents:
            # A document has several passages: so many are needed until there are ten documents, mostly.
            passages = library.search(
                wanted.expected.question, k=PASSAGES_OF_DOCUMENTS, collection=collection
            )
        elif answer.refused or not passages:  # a refusal has the nearest only
            passages = library.search(wanted.expected.question, k=DEEPEST, collection=collection)
        scores = answer_scores(library.store, answer, wanted)
    except PinciteError as error:
        return replace(wanted, state=ResultState.FAILED, reason=told(error))
    except Exception as error:  # one question on which Pincite itself fails must not hide the others
        _log.exception("a question of an evaluation failed")
        return replace(wanted, state=ResultState.FAILED, reason=f"unexpected {type(error).__name__}")
    best = answer.citations[0] if answer.citations else None
    return replace(
        wanted,
        state=ResultState.DONE,
        ranks=ranks_of(passages, wanted, DEEPEST),
        refused=answer.refused,
        held=_held(answer, best, wanted),
        confidence=answer.confidence,
        milliseconds=milliseconds,
        first=passage_place(passages[0]) if passages else None,
        cited=None if best is None else _citation_place(best),
        scores=scores,
    )


def _held(answer: Answer, best: Citation | None, wanted: EvaluationResult) -> bool | None:
    """Whether the first quote holds the right answer: its wording where the file has one, else the right quote."""
    answers = wanted.expected.answers
    if not answers and wanted.scoring != "quote":
        return None
    if answer.refused or best is None:
        return False
    if answers:
        return holds(best.quote, answers)
    right = wanted.place is not None and best.document.id == wanted.place.document
    return right and any(stands_in(best.spans, "quote", spans) for spans in wanted.wanted)


def passage_place(passage: Passage) -> PagePlace:
    """Where a passage begins, by which it can be opened."""
    span = passage.spans[0]
    return PagePlace(passage.document.id, span.page_index, passage.page_label, span.start, span.end)


def _citation_place(citation: Citation) -> PagePlace:
    span = citation.spans[0]
    return PagePlace(citation.document.id, span.page_index, citation.page_label, span.start, span.end)


def _settings(library: Library, mode: Mode) -> dict[str, str | float | int | bool | None]:
    """What results depend on. Names of models only: where they lie on this machine is nobody's business."""
    settings = library.settings
    model = library.language_model() if mode == "composed" else None
    if mode == "composed" and model is None:
        raise ModelMissingError(
            "no language model is set that could compose answers",
            "Start Ollama, or set `model.provider`; docs/models.md tells how.",
        )
    search = settings.search.model_dump(include={"candidates", "fusion", "lexical_weight", "rrf_k"})
    late = settings.search.model_dump(include={"late_lexical", "late_page", "late_dense", "late_title"})
    answer = settings.answer.model_dump(include={"threshold", "max_sentences"})
    return {
        "encoder.name": Path(settings.encoder.name).name,
        **{f"search.{name}": value for name, value in {**search, **late}.items()},
        **{f"answer.{name}": value for name, value in answer.items()},
        "answer.mode": mode,
        **({} if model is None else {"model.name": model.use.name}),
    }

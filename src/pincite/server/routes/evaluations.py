"""Evaluations: files of questions whose right answers are known, asked of the caller's documents."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from pincite.domain import EvaluationState, ResultFilter, TokenScope
from pincite.errors import TooLargeError
from pincite.evaluate.calibration import calibration
from pincite.evaluate.measures import differences, shared
from pincite.evaluate.question_file import LARGEST_FILE
from pincite.evaluate.questions import read_questions
from pincite.evaluate.report import to_report
from pincite.evaluate.running import again, prepare
from pincite.evaluate.tables import to_sheet
from pincite.export.files import file_stem
from pincite.library import Library
from pincite.research.tabular import to_csv
from pincite.server.calibration_shapes import CalibrationShape
from pincite.server.callers import ByCaller, Caller, InContext, InLibrary
from pincite.server.downloads import described, download
from pincite.server.evaluation_shapes import (
    DifferenceShape,
    EvaluationDetails,
    EvaluationsCompared,
    EvaluationShape,
    ProgressShape,
    ResultShape,
    collection_names,
)
from pincite.server.rules import ruled
from pincite.server.shapes import Listing
from pincite.server.streams import Event, EventStream, Source, event_stream

router = APIRouter(tags=["evaluations"])

LOOK_SECONDS = 0.3
"""The database is asked for news so often, while somebody listens."""
LISTEN_SECONDS = 900.0
"""A stream ends after so long: the client comes back, and shows again who it is."""

_FILE: dict[str, Any] = {
    "required": True,
    "description": f"The file itself: JSONL or CSV, at most {LARGEST_FILE:,} bytes.",
    "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
}
CollectionQuery = Annotated[
    str | None,
    Query(min_length=1, max_length=64, description="Id of the collection that is asked; else all."),
]


def _with_file(rule: dict[str, Any]) -> dict[str, Any]:
    rule["openapi_extra"]["requestBody"] = _FILE
    return rule


@router.get("/evaluations", summary="List evaluations", **ruled(TokenScope.READ))
def list_evaluations(
    library: InLibrary,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: Annotated[str | None, Query(max_length=64)] = None,
) -> Listing[EvaluationShape]:
    """Your own evaluations, the last made first."""
    found = library.store.evaluations.all(limit=limit, cursor=cursor)
    names = collection_names(library)
    items = [EvaluationShape.of(one, names) for one in found.items]
    return Listing[EvaluationShape](items=items, next=found.next)


@router.post(
    "/evaluations",
    status_code=201,
    response_model=EvaluationDetails,
    summary="Evaluate",
    **_with_file(ruled(TokenScope.ASK)),
)
async def create_evaluation(
    request: Request,
    library: InLibrary,
    context: InContext,
    caller: ByCaller,
    collection: CollectionQuery = None,
    name: Annotated[str, Query(max_length=200, description="For people; that of the file when empty.")] = "",
    file_name: Annotated[str, Query(max_length=200, description="Of the file, for showing only.")] = "",
) -> Any:
    """Send a file of questions: it is checked against the documents, and run in the background at once.

    Questions that cannot be scored with these documents are excluded, each with its reason. Answers are quoted, never
    composed: no text is shown to a language model. Nobody has to wait: see `/evaluations/{evaluation}/events`.
    """
    context.limits.question(caller)

    def checked() -> str | None:
        context.evaluating.require_room(_account(caller))
        return None if collection is None else library.collection_by_id(collection).id

    where = await run_in_threadpool(checked)
    data = await _body(request)

    def made() -> EvaluationDetails:
        questions = read_questions(data)
        claim = prepare(library, questions, name=name, file_name=file_name, collection=where)
        context.evaluating.start(library, claim, _account(caller))
        context.audit(request, "evaluation.create", claim.evaluation, questions=len(questions))
        return EvaluationDetails.whole(library, claim.evaluation)

    return await run_in_threadpool(made)


@router.get("/evaluations/{evaluation}", summary="Read an evaluation", **ruled(TokenScope.READ, own=True))
def get_evaluation(evaluation: str, library: InLibrary) -> EvaluationDetails:
    """An evaluation with its measures; while it runs, how far it is."""
    return EvaluationDetails.whole(library, evaluation)


@router.delete(
    "/evaluations/{evaluation}",
    status_code=204,
    summary="Delete an evaluation",
    **ruled(TokenScope.ASK, own=True),
)
def delete_evaluation(evaluation: str, request: Request, library: InLibrary, context: InContext) -> Response:
    """Delete an evaluation with its results; one that runs ends."""
    library.store.evaluations.delete(evaluation)
    context.evaluating.drop(evaluation)
    context.audit(request, "evaluation.delete", evaluation)
    return Response(status_code=204)


@router.get("/evaluations/{evaluation}/results", summary="List results", **ruled(TokenScope.READ, own=True))
def list_results(
    evaluation: str,
    library: InLibrary,
    only: Annotated[
        ResultFilter | None,
        Query(
            description="missed: the right place is not among the passages found; not_first: it is, and not in the "
            "first; refused: though the documents answer it; answered: though they do not; failed; excluded."
        ),
    ] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: Annotated[str | None, Query(max_length=20)] = None,
) -> Listing[ResultShape]:
    """Each question and what came of it, in the order of the file."""
    found = library.store.evaluations.results(evaluation, only=only, limit=limit, cursor=cursor)
    return Listing[ResultShape](items=ResultShape.all(library, found.items), next=found.next)


@router.get(
    "/evaluations/{evaluation}/events",
    summary="Follow an evaluation",
    **event_stream(progress=ProgressShape, done=EvaluationDetails),
    **ruled(TokenScope.READ, own=True),
)
async def follow_evaluation(
    evaluation: str, request: Request, context: InContext, library: InLibrary
) -> EventStream:
    """How far it is, as it happens: `progress`, then `done` with the whole evaluation.

    Leaving does not end the evaluation; come back any time. After a while the stream ends with `done` in any case: look
    at its `state`.
    """

    def begin() -> Source:
        library.store.evaluations.get(evaluation)  # who has none is to be told at once
        ends = _Ends()
        return Source(_followed(library, evaluation, ends), stop=ends.set, endless=True)

    return await context.streams.respond(request, begin)


@router.post("/evaluations/{evaluation}/run", summary="Run again", **ruled(TokenScope.ASK, own=True))
def run_evaluation(
    evaluation: str, request: Request, library: InLibrary, context: InContext, caller: ByCaller
) -> EvaluationDetails:
    """Run an evaluation again; gives the one that runs, which may be another.

    One that was stopped or broken off is gone on with, if documents and settings are as they were. Else a new one is
    made of the same questions, to be compared with this one.
    """
    library.store.evaluations.get(evaluation)
    context.limits.question(caller)
    context.evaluating.require_room(_account(caller))
    claim = again(library, evaluation)
    context.evaluating.start(library, claim, _account(caller))
    context.audit(request, "evaluation.run", claim.evaluation)
    return EvaluationDetails.whole(library, claim.evaluation)


@router.post(
    "/evaluations/{evaluation}/stop", summary="Stop an evaluation", **ruled(TokenScope.ASK, own=True)
)
def stop_evaluation(evaluation: str, library: InLibrary, context: InContext) -> EvaluationShape:
    """Let an evaluation end after the questions that are being asked; one that has ended stays as it is."""
    stopped = library.store.evaluations.stop(evaluation)
    context.evaluating.drop(evaluation)
    return EvaluationShape.of(stopped, collection_names(library))


@router.get(
    "/evaluations/{evaluation}/export",
    summary="Export an evaluation",
    response_class=Response,
    responses=described("csv", "json", "md", "html"),
    **ruled(TokenScope.READ, own=True),
)
def export_evaluation(
    evaluation: str,
    library: InLibrary,
    format_: Annotated[
        Literal["csv", "json", "md", "html"], Query(alias="format", description="Of the file.")
    ] = "csv",
) -> Response:
    """All results as a file: a row for each question in CSV, else a report with the measures; in HTML with charts.

    No value can run as a formula, and the page runs and loads nothing.
    """
    found = library.store.evaluations.get(evaluation)
    made = to_csv(to_sheet(library, found)) if format_ == "csv" else to_report(library, found, format_)
    return download(made, file_stem(found.name), format_)


@router.get(
    "/evaluations/{evaluation}/calibration",
    summary="What the confidence of an evaluation is worth",
    **ruled(TokenScope.READ, own=True),
)
def calibrate_evaluation(evaluation: str, library: InLibrary) -> CalibrationShape:
    """Confidence against what the documents answer, and how many answers are wrong if only the surest are kept."""
    library.store.evaluations.get(evaluation)
    return CalibrationShape.of(calibration(library.store.evaluations.every_result(evaluation)))


@router.get(
    "/evaluations/{evaluation}/compare",
    summary="Compare two evaluations",
    **ruled(TokenScope.READ, own=True),
)
def compare_evaluations(
    evaluation: str,
    library: InLibrary,
    other: Annotated[
        str, Query(alias="with", min_length=1, max_length=64, description="Id of the other evaluation.")
    ],
) -> EvaluationsCompared:
    """How the measures of two evaluations differ, question by question, over those that were asked in both."""
    kept = library.store.evaluations
    found, against = kept.get(evaluation), kept.get(other)
    first, second = list(kept.every_result(found.id)), list(kept.every_result(against.id))
    names = collection_names(library)
    return EvaluationsCompared(
        evaluation=EvaluationShape.of(found, names),
        other=EvaluationShape.of(against, names),
        shared=shared(first, second),
        same_documents=found.fingerprint == against.fingerprint and not (found.changed or against.changed),
        differences=[DifferenceShape.of(one) for one in differences(first, second)],
    )


class _Ends:
    """Whether a stream shall end."""

    def __init__(self) -> None:
        self.told = False

    def set(self) -> None:
        self.told = True


def _followed(
    library: Library, identity: str, ends: _Ends, wait: Callable[[float], None] = time.sleep
) -> Generator[Event]:
    kept = library.store.evaluations
    began = time.monotonic()
    first = now = kept.get(identity)
    told: ProgressShape | None = None
    while not ends.told and not now.state.ended and time.monotonic() - began < LISTEN_SECONDS:
        seconds, asked = time.monotonic() - began, now.asked - first.asked
        left = (now.usable - now.asked) * seconds / asked if asked else None
        shape = ProgressShape(
            state=now.state,
            asked=now.asked,
            failed=now.failed,
            usable=now.usable,
            seconds_left=None if left is None or now.state is EvaluationState.WAITING else round(left, 1),
        )
        if told is None or (shape.state, shape.asked) != (told.state, told.asked):
            yield Event("progress", shape)
            told = shape
        wait(LOOK_SECONDS)
        now = kept.get(identity)
    yield Event("done", EvaluationDetails.whole(library, identity))


async def _body(request: Request) -> bytes:
    """The file that a request brings.

    Raises:
        TooLargeError: if it is larger than allowed.
    """
    gathered = bytearray()
    async for piece in request.stream():
        gathered += piece
        if len(gathered) > LARGEST_FILE:
            raise TooLargeError(
                f"the file is larger than {LARGEST_FILE:,} bytes", "Split it into several files."
            )
    return bytes(gathered)


def _account(caller: Caller) -> int | None:
    return None if caller.account is None else caller.account.pk

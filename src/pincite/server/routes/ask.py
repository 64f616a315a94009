"""Questions that stand alone: nothing of them is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Body, Request

from pincite.domain import TokenScope
from pincite.library import Library
from pincite.server.answers import AnswerShape
from pincite.server.callers import ByCaller, InContext, InLibrary
from pincite.server.context import Context
from pincite.server.questions import (
    DraftTold,
    Question,
    RemovedTold,
    SentenceTold,
    StageTold,
    answering,
    noted,
)
from pincite.server.rules import ruled
from pincite.server.streams import EventStream, Source, event_stream

router = APIRouter(tags=["ask"])

EXAMPLES = [{"question": "What is the storage fee?"}, {"question": "Who may terminate?", "mode": "quoted"}]


@router.post("/ask", summary="Ask a question", **ruled(TokenScope.ASK))
async def ask(
    body: Annotated[Question, Body(examples=EXAMPLES)],
    request: Request,
    library: InLibrary,
    context: InContext,
    caller: ByCaller,
) -> AnswerShape:
    """Answer a question from the documents, or say that they do not answer it, which is no error."""
    context.limits.question(caller)
    return await context.streams.whole(request, _work(request, body, library, context), AnswerShape)


@router.post(
    "/ask/stream",
    summary="Ask a question, and follow the answer",
    **event_stream(
        stage=StageTold, draft=DraftTold, sentence=SentenceTold, removed=RemovedTold, done=AnswerShape
    ),
    **ruled(TokenScope.ASK),
)
async def ask_stream(
    body: Annotated[Question, Body(examples=EXAMPLES)],
    request: Request,
    library: InLibrary,
    context: InContext,
    caller: ByCaller,
) -> EventStream:
    """Answer a question as it happens: `stage`, `draft`, `sentence`, `removed`, and last `done` or `error`.

    Sentences that were told are withdrawn where the last event has them no more. Leaving ends the model's work.
    """
    context.limits.question(caller)
    return await context.streams.respond(request, _work(request, body, library, context))


def _work(request: Request, body: Question, library: Library, context: Context) -> Callable[[], Source]:
    return noted(
        context,
        request,
        "question.ask",
        body.question,
        lambda: answering(library, body, context.metrics.question),
        body.collection or "",
    )

"""Finding passages."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Body, Request
from pydantic import Field

from pincite.domain import TokenScope
from pincite.search.engine import Stages
from pincite.server.callers import ByCaller, InContext, InLibrary
from pincite.server.passages import PassageShape
from pincite.server.questions import MOST_PASSAGES, QuestionText, Where
from pincite.server.rules import ruled
from pincite.server.shapes import Shape

router = APIRouter(tags=["search"])


class Search(Where):
    """What is sought, and how."""

    question: QuestionText
    k: int = Field(10, ge=1, le=MOST_PASSAGES, description="How many passages at most.")
    lexical: bool = Field(True, description="Whether passages are found by their words (BM25).")
    dense: bool = Field(True, description="Whether passages are found by their meaning (vectors).")
    page: bool = Field(True, description="Whether the words of the whole page count.")
    rerank: bool = Field(True, description="Whether late interaction orders what was found.")
    precise: bool = Field(False, description="Whether the cross-encoder of the settings orders the first.")
    fusion: Literal["weighted", "rrf"] | None = Field(
        None, description="How words and meaning are combined; null: as set."
    )


class Found(Shape):
    """Passages, best first."""

    question: str
    passages: list[PassageShape]
    timings: dict[str, float] = Field(description="Seconds by stage.", examples=[{"encode": 0.004}])
    seconds: float = Field(description="All of them.", examples=[0.02])


_EXAMPLES = [{"question": "What is the storage fee?", "k": 5}]


@router.post("/search", summary="Find passages", **ruled(TokenScope.READ))
def search(
    request: Request,
    body: Annotated[Search, Body(examples=_EXAMPLES)],
    library: InLibrary,
    context: InContext,
    caller: ByCaller,
) -> Found:
    """The passages that fit a question best, with what each stage of the search thought of them."""
    context.limits.question(caller)
    context.audit_question(request, "question.search", body.question, body.collection or "")
    collection, documents = body.checked(library)
    found = library.retrieve(
        body.question,
        k=body.k,
        collection=collection,
        documents=documents,
        stages=Stages(
            lexical=body.lexical,
            dense=body.dense,
            page=body.page,
            rerank=body.rerank,
            precise=body.precise,
        ),
        fusion=body.fusion,
    )
    return Found(
        question=body.question,
        passages=PassageShape.all_of(found.passages, body.question),
        timings=found.timings,
        seconds=sum(found.timings.values()),
    )

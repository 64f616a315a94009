"""Questions to begin with."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from pincite.domain import TokenScope
from pincite.server.callers import InContext, InLibrary
from pincite.server.rules import ruled
from pincite.server.shapes import DocumentRef, Shape

router = APIRouter(tags=["ask"])

InCollection = Annotated[
    str | None,
    Query(
        min_length=1,
        max_length=64,
        description="Id of the collection that is to be asked; all when left out.",
    ),
]


class Example(Shape):
    """A question that a document answers."""

    question: str = Field(
        description="In the document's language.", examples=["What was the mean seasonal performance factor?"]
    )
    document: DocumentRef


class ExampleQuestions(Shape):
    """Questions to begin with."""

    items: list[Example] = Field(
        description="At most three; none where none was found that is really answered."
    )


@router.get("/questions/examples", response_model=ExampleQuestions, **ruled(TokenScope.ASK))
def list_examples(
    library: InLibrary, context: InContext, collection: InCollection = None
) -> ExampleQuestions:
    """Questions that your documents answer, made of their own sentences, each of which was tried.

    They stay the same as long as the documents do. The first call after a change takes about as long as a dozen
    answers.
    """
    if collection is not None:
        library.collection_by_id(collection)  # by nothing but its id
    found = context.examples.of(library, collection)
    return ExampleQuestions(
        items=[Example(question=each.question, document=DocumentRef.of(each.document)) for each in found]
    )

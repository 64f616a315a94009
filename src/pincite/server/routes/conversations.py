"""Questions that follow each other, kept with their answers."""

from __future__ import annotations

import base64
import binascii
import functools
import json
from collections.abc import Callable, Sequence
from typing import Annotated

from fastapi import APIRouter, Body, Path, Query, Request, Response
from pydantic import Field

from pincite.domain import Conversation, TokenScope, Turn
from pincite.errors import UsageError
from pincite.library import Library
from pincite.server.answers import Suggestions
from pincite.server.callers import ByCaller, InContext, InLibrary
from pincite.server.context import Context
from pincite.server.questions import (
    DraftTold,
    Manner,
    Question,
    RemovedTold,
    SentenceTold,
    StageTold,
    Where,
    noted,
)
from pincite.server.routes.ask import EXAMPLES
from pincite.server.rules import ruled
from pincite.server.shapes import Listing, Shape
from pincite.server.streams import EventStream, Source, event_stream
from pincite.server.talks import (
    ConversationShape,
    Desk,
    TurnShape,
    TurnTold,
    last_turns,
    suggested_now,
)

router = APIRouter(tags=["conversations"])

MOST_TURNS = 50
_FOLLOWED = event_stream(
    conversation=TurnTold,
    stage=StageTold,
    draft=DraftTold,
    sentence=SentenceTold,
    removed=RemovedTold,
    done=TurnShape,
)
Title = Annotated[str, Field(max_length=1000, examples=["Storage contract"])]


class NewConversation(Where):
    """A conversation to begin."""

    title: Title = Field("", description="That of its first question when empty.")


class Renamed(Shape):
    """Another title."""

    title: Title


class Talk(ConversationShape):
    """A conversation with its latest turns."""

    latest: list[TurnShape] = Field(description=f"The latest {MOST_TURNS} turns, in order.")


class Stopped(Shape):
    """What became of the wish to stop."""

    stopped: int = Field(description="Answers that were under way and end now.", examples=[1])


@router.get("/conversations", summary="List conversations", **ruled(TokenScope.READ))
def list_conversations(
    library: InLibrary,
    words: Annotated[
        str, Query(max_length=200, description="Only those with all of these words in title or text.")
    ] = "",
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: Annotated[str | None, Query(max_length=500)] = None,
) -> Listing[ConversationShape]:
    """The caller's own conversations, the last used first."""
    found = library.conversations(words)
    if cursor is not None:
        time, identity = _read_cursor(cursor)
        found = [one for one in found if (one.updated_at, one.id) < (time, identity)]
    # Those of the same moment by their ids, so that the part after is the same whatever happens in between.
    found = sorted(found, key=lambda one: (one.updated_at, one.id), reverse=True)
    part, more = found[:limit], len(found) > limit
    return Listing[ConversationShape](
        items=[ConversationShape.of(one) for one in part], next=_cursor(part[-1]) if more else None
    )


@router.post("/conversations", status_code=201, summary="Begin a conversation", **ruled(TokenScope.ASK))
def begin_conversation(
    library: InLibrary,
    body: Annotated[NewConversation, Body(examples=[{}, {"title": "Storage contract"}])],
) -> ConversationShape:
    """Begin a conversation, about everything that the caller sees or a part of it."""
    collection, documents = body.checked(library)
    made = library.begin_conversation(body.title, collection=collection, documents=documents)
    return ConversationShape.of(made)


@router.get(
    "/conversations/{conversation}", summary="Read a conversation", **ruled(TokenScope.READ, own=True)
)
def get_conversation(conversation: str, library: InLibrary, context: InContext) -> Talk:
    """A conversation with its latest turns, as they are now: citations that lead nowhere any more say so."""
    found = library.conversation_by_id(conversation)
    told = ConversationShape.of(found)
    latest = _told(context, found.id, last_turns(library, found.id, last=MOST_TURNS))
    return Talk(**told.model_dump(), latest=latest)


@router.get(
    "/conversations/{conversation}/turns",
    summary="Read earlier turns",
    **ruled(TokenScope.READ, own=True),
)
def list_turns(
    conversation: str,
    library: InLibrary,
    context: InContext,
    before: Annotated[
        int | None, Query(ge=1, le=1_000_000_000, description="Only turns before this one.")
    ] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = MOST_TURNS,
) -> Listing[TurnShape]:
    """The latest turns, or the latest before one, in order."""
    found = library.conversation_by_id(conversation)
    turns = last_turns(library, found.id, before=before, last=limit)
    return Listing[TurnShape](items=_told(context, found.id, turns), next=None)


@router.get(
    "/conversations/{conversation}/turns/{turn}/suggestions",
    summary="Read what may help after a refusal",
    **ruled(TokenScope.ASK, own=True),
)
def get_suggestions(
    conversation: str,
    turn: Annotated[int, Path(ge=1, le=1_000_000_000, description="Its number.")],
    library: InLibrary,
    context: InContext,
    caller: ByCaller,
) -> Suggestions:
    """What may help now where the answer of a turn is a refusal; nothing for other answers.

    The question is asked of your other documents, so it counts as one.
    """
    context.limits.question(caller)
    return suggested_now(library, conversation, turn)


@router.patch(
    "/conversations/{conversation}", summary="Rename a conversation", **ruled(TokenScope.ASK, own=True)
)
def rename_conversation(
    conversation: str,
    library: InLibrary,
    body: Annotated[Renamed, Body(examples=[{"title": "Storage contract"}])],
) -> ConversationShape:
    """Give a conversation another title."""
    found = library.conversation_by_id(conversation)
    return ConversationShape.of(library.rename_conversation(found.id, body.title))


@router.delete(
    "/conversations/{conversation}",
    status_code=204,
    summary="Delete a conversation",
    **ruled(TokenScope.ASK, own=True),
)
def delete_conversation(
    conversation: str, request: Request, library: InLibrary, context: InContext
) -> Response:
    """Delete a conversation with all its questions and answers; an answer under way ends."""
    found = library.conversation_by_id(conversation)
    context.turns.stop(found.id)
    library.delete_conversation(found.id)
    context.audit(request, "conversation.delete", found.id)
    return Response(status_code=204)


@router.post(
    "/conversations/{conversation}/ask",
    summary="Ask in a conversation",
    **ruled(TokenScope.ASK, own=True),
)
async def ask_in_conversation(
    conversation: str,
    request: Request,
    library: InLibrary,
    context: InContext,
    caller: ByCaller,
    body: Annotated[Question, Body(examples=EXAMPLES)],
) -> TurnShape:
    """Ask a question that may lean on those before it. It is kept from the moment it is asked, whatever happens.

    `collection` and `documents` limit this question; without them it is about what the conversation is about. Requests
    such as "summarise this" are answered with a summary, "compare these papers" with a comparison.
    """
    context.limits.question(caller)
    work = _asking(request, conversation, body, library, context)
    return await context.streams.whole(request, work, TurnShape)


@router.post(
    "/conversations/{conversation}/ask/stream",
    summary="Ask in a conversation, and follow the answer",
    **_FOLLOWED,
    **ruled(TokenScope.ASK, own=True),
)
async def ask_in_conversation_stream(
    conversation: str,
    request: Request,
    library: InLibrary,
    context: InContext,
    caller: ByCaller,
    body: Annotated[Question, Body(examples=EXAMPLES)],
) -> EventStream:
    """Ask in a conversation as it happens: `conversation` first, then as for a question that stands alone.

    Leaving ends the answer, as does `stop`; what was checked of it is kept.
    """
    context.limits.question(caller)
    work = _asking(request, conversation, body, library, context)
    return await context.streams.respond(request, work)


@router.post(
    "/conversations/{conversation}/retry",
    summary="Ask the last question again",
    **ruled(TokenScope.ASK, own=True),
)
async def retry_in_conversation(
    conversation: str,
    request: Request,
    library: InLibrary,
    context: InContext,
    caller: ByCaller,
    body: Annotated[Manner, Body(examples=[{}, {"precise": True}])],
) -> TurnShape:
    """Answer the last question once more. The answer that it has stays until there is another."""
    context.limits.question(caller)
    desk = _desk(context, library)
    return await context.streams.whole(request, lambda: desk.asking_again(conversation, body), TurnShape)


@router.post(
    "/conversations/{conversation}/retry/stream",
    summary="Ask the last question again, and follow the answer",
    **_FOLLOWED,
    **ruled(TokenScope.ASK, own=True),
)
async def retry_in_conversation_stream(
    conversation: str,
    request: Request,
    library: InLibrary,
    context: InContext,
    caller: ByCaller,
    body: Annotated[Manner, Body(examples=[{}, {"precise": True}])],
) -> EventStream:
    """Answer the last question once more, as it happens."""
    context.limits.question(caller)
    desk = _desk(context, library)
    return await context.streams.respond(request, lambda: desk.asking_again(conversation, body))


@router.post(
    "/conversations/{conversation}/stop",
    summary="Stop answering",
    **ruled(TokenScope.ASK, own=True),
)
def stop_conversation(conversation: str, library: InLibrary, context: InContext) -> Stopped:
    """End the answers of a conversation that are under way; what was checked of them is kept."""
    found = library.conversation_by_id(conversation)
    return Stopped(stopped=context.turns.stop(found.id))


def _asking(
    request: Request, conversation: str, body: Question, library: Library, context: Context
) -> Callable[[], Source]:
    desk = _desk(context, library)
    begin = functools.partial(desk.asking, conversation, body)
    return noted(context, request, "conversation.ask", body.question, begin, conversation)


def _desk(context: Context, library: Library) -> Desk:
    return Desk(library, context.turns, context.metrics.question)


def _told(context: Context, conversation: str, turns: Sequence[Turn]) -> list[TurnShape]:
    answering = context.turns.answering(conversation)
    return [TurnShape.of(turn, answering=turn.number in answering) for turn in turns]


def _cursor(last: Conversation) -> str:
    text = json.dumps([last.updated_at, last.id])
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _read_cursor(cursor: str) -> tuple[str, str]:
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        time, identity = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
    except (binascii.Error, UnicodeError, ValueError, TypeError, RecursionError):
        time = identity = None
    if not isinstance(time, str) or not isinstance(identity, str):
        raise UsageError("the cursor is none that was given", "Begin the list anew, without a cursor.")
    return time, identity

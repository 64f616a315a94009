"""OpenAI's chat completions, for clients that speak this protocol."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from pincite.domain import TokenScope
from pincite.server.callers import ByCaller, InContext, InLibrary
from pincite.server.openai.asked import asked
from pincite.server.openai.models import Model, model, models
from pincite.server.openai.reply import Writer, encoded
from pincite.server.openai.shapes import ChatReply, ChatRequest, ErrorReply, ModelList, ModelShape
from pincite.server.questions import existing
from pincite.server.rules import ruled
from pincite.server.streams import Source

router = APIRouter(prefix="/v1", tags=["openai"])

_ERRORS: dict[int | str, dict[str, Any]] = {
    "default": {"model": ErrorReply, "description": "The call could not be carried out."}
}
_STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The answer: whole, or in pieces that end with `data: [DONE]`.",
        "content": {
            "text/event-stream": {
                "itemSchema": {"type": "object", "properties": {"data": {"type": "string"}}},
                "example": 'data: {"object": "chat.completion.chunk", "choices": […]}\n\ndata: [DONE]\n\n',
            }
        },
    }
}


@router.get("/models", responses=_ERRORS, **ruled(TokenScope.ASK))
def list_models(library: InLibrary) -> ModelList:
    """List what can be asked: everything, and each collection that the caller sees, as a model."""
    return ModelList(data=[_shape(one) for one in models(library)])


@router.get("/models/{model:path}", responses=_ERRORS, **ruled(TokenScope.ASK))
def get_model(
    name: Annotated[str, Path(alias="model", description="As `/v1/models` has it.", examples=["pincite"])],
    library: InLibrary,
) -> ModelShape:
    """Give one of the models."""
    return _shape(model(library, name))


@router.post(
    "/chat/completions", response_model=ChatReply, responses=_ERRORS | _STREAM, **ruled(TokenScope.ASK)
)
async def create_chat_completion(
    request: Request, body: ChatRequest, library: InLibrary, context: InContext, caller: ByCaller
) -> ChatReply | Response:
    """Answer the last message of the user from the documents, or refuse.

    Messages before it are its history: what "it" and "that" mean is taken from there. Nothing is kept. The answer's
    sentences are quoted or checked whatever system messages say.
    """
    context.limits.question(caller)
    options = body.pincite
    include_usage = body.stream_options is not None and body.stream_options.include_usage
    address = f"{str(request.base_url).rstrip('/')}/api/v1"

    def begin() -> Source:
        chosen = model(library, body.model)
        question = asked(body, library)
        context.audit_question(request, "question.chat", question.question, chosen.collection or "")
        reply = library.reply(
            question.question,
            question.history,
            collection=chosen.collection,
            documents=None if options.documents is None else existing(library, options.documents),
            mode=options.mode,
            precise=options.precise,
        )
        writer = Writer(
            body.model,
            question.prompt,
            reply,
            options.citations,
            address,
            context.metrics.question,
            include_usage,
        )
        events = writer.pieces() if body.stream else writer.whole()
        return Source(events, reply.asking.stop, reply.asking.close)

    if body.stream:
        return await context.streams.respond(request, begin, encoded)
    return await context.streams.whole(request, begin, ChatReply)


def _shape(one: Model) -> ModelShape:
    return ModelShape(id=one.id, name=one.name, documents=one.documents)

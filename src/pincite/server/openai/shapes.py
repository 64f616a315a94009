"""What is sent and received in the protocol of OpenAI's chat completions, as far as it has a meaning here.

https://platform.openai.com/docs/api-reference/chat
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from pincite.server.answers import AnswerShape
from pincite.server.shapes import Shape

MOST_MESSAGES = 2000
LONGEST_MESSAGE = 1_000_000


class _Lenient(BaseModel):
    """Fields that have no meaning here are passed over: clients send many, of many servers."""

    model_config = ConfigDict(extra="ignore")


class ContentPart(_Lenient):
    """A part of a message."""

    type: str = Field(max_length=100, description='Only "text" is read.', examples=["text"])
    text: str | None = Field(None, max_length=LONGEST_MESSAGE, examples=["How large was the fee?"])


class ChatMessage(_Lenient):
    """A message of the conversation."""

    role: Literal["system", "developer", "user", "assistant", "tool", "function"] = Field(
        description="Messages of system, developer and tools are not obeyed: nothing loosens the rules of citing.",
        examples=["user"],
    )
    content: str | list[ContentPart] | None = Field(
        None, max_length=LONGEST_MESSAGE, examples=["How large was the fee?"]
    )


class StreamOptions(_Lenient):
    """How a stream looks."""

    include_usage: bool = Field(False, description="Whether a last piece tells the number of tokens.")


class PinciteOptions(Shape):
    """What other servers do not have."""

    citations: Literal["full", "markers", "none"] = Field(
        "full",
        description='What the text shows: markers "[1]" and a list of sources, only markers, or neither. '
        "The field `pincite` of the reply always has all.",
    )
    mode: Literal["auto", "quoted", "composed"] | None = Field(
        None,
        description="Whose words the answer is in: the documents', a language model's; as set when null.",
    )
    documents: list[str] | None = Field(
        None,
        min_length=1,
        max_length=200,
        description="Only from these documents, by id; all of the model's collection when null.",
        examples=[None],
    )
    precise: bool = Field(False, description="Whether the cross-encoder of the settings orders passages.")


class ChatRequest(_Lenient):
    """A question, with what was said before. Fields that are not listed are passed over."""

    model_config = ConfigDict(
        extra="ignore",
        json_schema_extra={
            "examples": [
                {"model": "pincite", "messages": [{"role": "user", "content": "How large was the fee?"}]}
            ]
        },
    )

    model: str = Field(
        min_length=1, max_length=400, description="One of `/v1/models`: what is asked.", examples=["pincite"]
    )
    messages: list[ChatMessage] = Field(
        min_length=1, max_length=MOST_MESSAGES, description="The last one of the user is the question."
    )
    stream: bool | None = Field(None, description="Whether sentences are sent as they are checked.")
    stream_options: StreamOptions | None = None
    n: int | None = Field(None, description="Only 1.", examples=[1])
    stop: str | list[str] | None = Field(None, description="Only empty.", examples=[None])
    tools: list[dict[str, Any]] | None = Field(
        None, description="Passed over: no tool is ever called.", examples=[None]
    )
    tool_choice: str | dict[str, Any] | None = Field(
        None, description='Only "auto" and "none".', examples=["none"]
    )
    response_format: dict[str, Any] | None = Field(
        None, description="Only plain text.", examples=[{"type": "text"}]
    )
    logprobs: bool | None = Field(None, description="Only false.", examples=[False])
    modalities: list[str] | None = Field(None, description='Only "text".', examples=[["text"]])
    pincite: PinciteOptions = Field(default_factory=lambda: PinciteOptions.model_validate({}))


class ReplyMessage(Shape):
    """The answer."""

    role: Literal["assistant"] = "assistant"
    content: str = Field(description="Markdown.", examples=["The fee was 40 euros. [1]"])
    refusal: None = None


class Choice(Shape):
    """The one answer."""

    index: Literal[0] = 0
    message: ReplyMessage
    finish_reason: Literal["stop", "length"] = Field(
        description='"length" where the language model reached its limit.', examples=["stop"]
    )
    logprobs: None = None


class Usage(Shape):
    """Numbers of tokens, estimated from the texts: rather too many."""

    prompt_tokens: int = Field(examples=[12])
    completion_tokens: int = Field(examples=[40])
    total_tokens: int = Field(examples=[52])


class ChatReply(Shape):
    """An answer in whole."""

    id: str = Field(examples=["chatcmpl-5f0c3a9be1d24c7a8f10"])
    object: Literal["chat.completion"] = "chat.completion"
    created: int = Field(description="Seconds since 1970.", examples=[1767225600])
    model: str = Field(examples=["pincite"])
    choices: list[Choice]
    usage: Usage
    pincite: AnswerShape = Field(description="The answer with its citations, as `/api/v1/ask` gives it.")


class Delta(Shape):
    """What is new."""

    role: Literal["assistant"] | None = None
    content: str | None = None


class PieceChoice(Shape):
    """The piece of the one answer."""

    index: Literal[0] = 0
    delta: Delta
    finish_reason: Literal["stop", "length"] | None = None
    logprobs: None = None


class ChatPiece(Shape):
    """A piece of an answer. The last one with a choice has the field `pincite`."""

    id: str = Field(examples=["chatcmpl-5f0c3a9be1d24c7a8f10"])
    object: Literal["chat.completion.chunk"] = "chat.completion.chunk"
    created: int = Field(examples=[1767225600])
    model: str = Field(examples=["pincite"])
    choices: list[PieceChoice]
    usage: Usage | None = None
    pincite: AnswerShape | None = None


class ModelShape(Shape):
    """What can be asked: a collection, or everything."""

    id: str = Field(examples=["pincite:contracts"])
    object: Literal["model"] = "model"
    created: Literal[0] = 0
    owned_by: Literal["pincite"] = "pincite"
    name: str = Field(description="For people.", examples=["contracts"])
    documents: int | None = Field(
        description="How many documents it holds; null for everything.", examples=[12]
    )


class ModelList(Shape):
    """All that can be asked."""

    object: Literal["list"] = "list"
    data: list[ModelShape]


class ErrorShape(Shape):
    """What went wrong."""

    message: str = Field(examples=["The model 'pincite:contracts' does not exist."])
    type: str = Field(examples=["invalid_request_error"])
    param: str | None = Field(None, examples=["model"])
    code: str | None = Field(None, examples=["model_not_found"])


class ErrorReply(Shape):
    """An error in the form that clients of this protocol know."""

    error: ErrorShape

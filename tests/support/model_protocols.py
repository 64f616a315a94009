"""How the scripted model server's protocols write prompts and replies."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

WORDS = re.compile(r"\w+|[^\w\s]")


def count(text: str) -> int:
    """Tokens of a text as this server counts them."""
    return len(WORDS.findall(text))


@dataclass(frozen=True)
class Scripted:
    """One reply.

    Attributes:
        text: What the model writes.
        pieces: How the server cuts it; by words when None.
        reasoning: Sent before the text in the server's own field for it.
        finish: "stop", or "length" for a reply that reached the limit.
        status: Another one than 200 sends `body` and no reply.
        body: Of an error: an object is sent as JSON.
        headers: Of an error.
        chunk: Bytes of each HTTP chunk of a stream, which cuts anywhere, also within characters; 0: one a piece.
        delay: Seconds before each piece.
        break_after: Pieces after which the connection is cut without an end.
        hang_after: Pieces after which nothing more comes, until the client goes away.
        end_after: Pieces after which a stream ends without saying that it is complete.
        error_after: Pieces after which the server reports that it failed, in the words of `body`.
        prompt_tokens: As reported; counted when None.
    """

    text: str = ""
    pieces: Sequence[str] | None = None
    reasoning: str = ""
    finish: str = "stop"
    status: int = 200
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    chunk: int = 0
    delay: float = 0
    break_after: int | None = None
    hang_after: int | None = None
    end_after: int | None = None
    error_after: int | None = None
    prompt_tokens: int | None = None

    def cut(self) -> list[str]:
        """The text in pieces."""
        return (
            list(self.pieces) if self.pieces is not None else re.findall(r"\s*\S+\s*$|\s*\S+|\s+", self.text)
        )

    def whole(self) -> str:
        """The whole text, however it was given."""
        return "".join(self.cut())


@dataclass(frozen=True)
class Prompt:
    """A request for a reply, the same for every protocol.

    Attributes:
        messages: (role, text), the system's included.
        max_tokens: Most tokens of the reply; None when not limited.
        num_ctx: The window that Ollama was told to open.
        schema: Of the reply.
        body: The request as sent.
        headers: With names in lower case.
    """

    model: str
    messages: tuple[tuple[str, str], ...]
    stream: bool
    max_tokens: int | None
    num_ctx: int | None
    schema: Any
    body: dict[str, Any]
    headers: dict[str, str]

    @property
    def system(self) -> str:
        """The system's messages."""
        return "\n".join(text for role, text in self.messages if role == "system")

    @property
    def user(self) -> str:
        """The user's last message."""
        return next((text for role, text in reversed(self.messages) if role == "user"), "")

    @property
    def tokens(self) -> int:
        """Tokens as this server counts them: words and signs, and four for each message's frame."""
        return sum(count(text) + 4 for _, text in self.messages)


class Protocol:
    """How one protocol writes prompts and replies."""

    content_type = "text/event-stream"

    def __init__(self, reasoning_field: str) -> None:
        self.reasoning_field = reasoning_field

    def prompt(self, body: dict[str, Any], headers: dict[str, str]) -> Prompt:
        messages = tuple((message["role"], _text(message.get("content"))) for message in body["messages"])
        return Prompt(
            model=body["model"],
            messages=messages,
            stream=bool(body.get("stream", False)),
            max_tokens=body.get("max_tokens", body.get("max_completion_tokens")),
            num_ctx=None,
            schema=None,
            body=body,
            headers=headers,
        )

    def line(self, event: Any) -> bytes:
        return b"data: " + json.dumps(event, ensure_ascii=False).encode() + b"\n\n"

    def opening(self, prompt: Prompt, seen: int, reasoning: str) -> Iterator[bytes]:
        raise NotImplementedError

    def piece(self, prompt: Prompt, text: str) -> Any:
        raise NotImplementedError

    def ending(self, prompt: Prompt, reply: Scripted, seen: int) -> Iterator[bytes]:
        raise NotImplementedError

    def whole(self, prompt: Prompt, reply: Scripted, seen: int) -> Any:
        raise NotImplementedError

    def error(self, message: str, *, param: str = "") -> Any:
        return {"error": {"message": message, "type": "invalid_request_error", "param": param or None}}

    def too_long(self, seen: int, window: int) -> Any:
        raise NotImplementedError


class Ollama(Protocol):
    content_type = "application/x-ndjson"

    def prompt(self, body: dict[str, Any], headers: dict[str, str]) -> Prompt:
        options = body.get("options") or {}
        plain = super().prompt(body, headers)
        return Prompt(
            model=plain.model,
            messages=plain.messages,
            stream=bool(body.get("stream", True)),
            max_tokens=options.get("num_predict"),
            num_ctx=options.get("num_ctx", 4096),
            schema=body.get("format"),
            body=body,
            headers=headers,
        )

    def line(self, event: Any) -> bytes:
        return json.dumps(event, ensure_ascii=False).encode() + b"\n"

    def opening(self, prompt: Prompt, seen: int, reasoning: str) -> Iterator[bytes]:
        if reasoning:
            yield self.line(self._message(prompt, "", thinking=reasoning))

    def piece(self, prompt: Prompt, text: str) -> Any:
        return self._message(prompt, text)

    def ending(self, prompt: Prompt, reply: Scripted, seen: int) -> Iterator[bytes]:
        yield self.line({**self._message(prompt, ""), **self._end(reply, seen)})

    def whole(self, prompt: Prompt, reply: Scripted, seen: int) -> Any:
        return {**self._message(prompt, reply.whole(), thinking=reply.reasoning), **self._end(reply, seen)}

    def error(self, message: str, *, param: str = "") -> Any:
        return {"error": message.replace('"', "'")}

    def too_long(self, seen: int, window: int) -> Any:
        return {"error": f"the prompt is too long: {seen} tokens exceed the context length of {window}"}

    def _message(self, prompt: Prompt, text: str, thinking: str = "") -> dict[str, Any]:
        message = {"role": "assistant", "content": text, **({"thinking": thinking} if thinking else {})}
        return {
            "model": prompt.model,
            "created_at": "2026-01-01T00:00:00.0Z",
            "message": message,
            "done": False,
        }

    def _end(self, reply: Scripted, seen: int) -> dict[str, Any]:
        return {
            "done": True,
            "done_reason": reply.finish,
            "total_duration": 1_000_000,
            "prompt_eval_count": seen,
            "eval_count": count(reply.reasoning + reply.whole()),
        }


class OpenAi(Protocol):
    def prompt(self, body: dict[str, Any], headers: dict[str, str]) -> Prompt:
        plain = super().prompt(body, headers)
        wanted = body.get("response_format") or {}
        schema = wanted.get("json_schema", {}).get("schema")
        return Prompt(**{**_fields(plain), "schema": schema})

    def opening(self, prompt: Prompt, seen: int, reasoning: str) -> Iterator[bytes]:
        yield self.line(self._chunk(prompt, {"role": "assistant", "content": None}))
        if reasoning:
            yield self.line(self._chunk(prompt, {self.reasoning_field: reasoning}))

    def piece(self, prompt: Prompt, text: str) -> Any:
        return self._chunk(prompt, {"content": text})

    def ending(self, prompt: Prompt, reply: Scripted, seen: int) -> Iterator[bytes]:
        yield self.line(self._chunk(prompt, {}, finish=reply.finish))
        if (prompt.body.get("stream_options") or {}).get("include_usage"):
            yield self.line({**self._chunk(prompt, {}), "choices": [], "usage": self._usage(reply, seen)})
        yield b"data: [DONE]\n\n"

    def whole(self, prompt: Prompt, reply: Scripted, seen: int) -> Any:
        message: dict[str, Any] = {"role": "assistant", "content": reply.whole()}
        if reply.reasoning:
            message[self.reasoning_field] = reply.reasoning
        return {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "model": prompt.model,
            "choices": [{"index": 0, "message": message, "finish_reason": reply.finish}],
            "usage": self._usage(reply, seen),
        }

    def too_long(self, seen: int, window: int) -> Any:
        message = f"This model's maximum context length is {window} tokens, but {seen} were sent."
        return {
            "error": {"message": message, "type": "invalid_request_error", "code": "context_length_exceeded"}
        }

    def _chunk(self, prompt: Prompt, delta: Any, finish: str | None = None) -> dict[str, Any]:
        return {
            "id": "chatcmpl-1",
            "object": "chat.completion.chunk",
            "model": prompt.model,
            "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
        }

    def _usage(self, reply: Scripted, seen: int) -> dict[str, int]:
        written = count(reply.reasoning + reply.whole())
        return {"prompt_tokens": seen, "completion_tokens": written, "total_tokens": seen + written}


class Anthropic(Protocol):
    def prompt(self, body: dict[str, Any], headers: dict[str, str]) -> Prompt:
        plain = super().prompt(body, headers)
        system = _text(body.get("system"))
        messages = ((("system", system),) if system else ()) + plain.messages
        schema = (body.get("output_config") or {}).get("format", {}).get("schema")
        return Prompt(**{**_fields(plain), "messages": messages, "schema": schema})

    def line(self, event: Any) -> bytes:
        return f"event: {event['type']}\n".encode() + super().line(event)

    def opening(self, prompt: Prompt, seen: int, reasoning: str) -> Iterator[bytes]:
        usage = {"input_tokens": seen, "output_tokens": 0}
        yield self.line({"type": "message_start", "message": {**self._message(prompt), "usage": usage}})
        if reasoning:
            yield self.line(self._block(0, {"type": "thinking", "thinking": "", "signature": ""}))
            delta = {"type": "thinking_delta", "thinking": reasoning}
            yield self.line({"type": "content_block_delta", "index": 0, "delta": delta})
            yield self.line({"type": "content_block_stop", "index": 0})
        yield self.line(self._block(1, {"type": "text", "text": ""}))

    def piece(self, prompt: Prompt, text: str) -> Any:
        return {"type": "content_block_delta", "index": 1, "delta": {"type": "text_delta", "text": text}}

    def ending(self, prompt: Prompt, reply: Scripted, seen: int) -> Iterator[bytes]:
        yield self.line({"type": "content_block_stop", "index": 1})
        delta = {"stop_reason": self._stop(reply), "stop_sequence": None}
        usage = {"output_tokens": count(reply.reasoning + reply.whole())}
        yield self.line({"type": "message_delta", "delta": delta, "usage": usage})
        yield self.line({"type": "message_stop"})

    def whole(self, prompt: Prompt, reply: Scripted, seen: int) -> Any:
        content: list[dict[str, str]] = [{"type": "text", "text": reply.whole()}]
        if reply.reasoning:
            content.insert(0, {"type": "thinking", "thinking": reply.reasoning, "signature": "s"})
        usage = {"input_tokens": seen, "output_tokens": count(reply.reasoning + reply.whole())}
        return {
            **self._message(prompt),
            "content": content,
            "stop_reason": self._stop(reply),
            "usage": usage,
        }

    def error(self, message: str, *, param: str = "") -> Any:
        kind = "not_found_error" if "not found" in message else "invalid_request_error"
        return {"type": "error", "error": {"type": kind, "message": message}}

    def too_long(self, seen: int, window: int) -> Any:
        return self.error(f"prompt is too long: {seen} tokens > {window} maximum")

    def _message(self, prompt: Prompt) -> dict[str, Any]:
        return {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": prompt.model,
            "content": [],
            "stop_reason": None,
            "stop_sequence": None,
        }

    def _block(self, index: int, block: Any) -> dict[str, Any]:
        return {"type": "content_block_start", "index": index, "content_block": block}

    def _stop(self, reply: Scripted) -> str:
        return {"stop": "end_turn", "length": "max_tokens"}.get(reply.finish, reply.finish)


def _fields(prompt: Prompt) -> dict[str, Any]:
    return dict(prompt.__dict__)


def _text(content: Any) -> str:
    """Text of a message's content, which may be a list of parts."""
    if isinstance(content, list):
        return "".join(part.get("text", "") for part in content)
    return content or ""

"""A scripted language-model server on loopback: the real protocols over real HTTP, the replies by script.

It speaks Ollama (`/api/…`), OpenAI as several servers do (`/v1/…`; llama-server's `/props` and `/tokenize`, vLLM's
`max_model_len`, LM Studio's `/api/v0/models`) and Anthropic's `/v1/messages`, each streamed and whole.

    model_server.say("The fee is 40 euros [1].")                      # every prompt gets this
    model_server.say("one", Scripted("two", finish="length"))         # one after the other, the last for ever
    model_server.answer(lambda prompt: "yes" if "fee" in prompt.user else Scripted(status=500))
    Library.open(folder, settings=model_server.settings())            # composed by this server
    run("ask", "…", env=model_server.environment())                   # the same for a command
    model_server.prompts[0].system                                    # what it was asked
"""

from __future__ import annotations

import json
import re
import select
import socket
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

Kind = Literal["ollama", "llama-server", "vllm", "lmstudio", "openai"]

WORDS = re.compile(r"\w+|[^\w\s]")
PLAIN_TEMPLATE = "{{ .System }}{{ range .Messages }}{{ .Role }}: {{ .Content }}{{ end }}"


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
        error_after: Pieces after which the stream reports the error `body`.
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


@dataclass(frozen=True)
class Installed:
    """A model that the server has.

    Attributes:
        context: Its context length.
        capabilities: As Ollama lists them.
        template: Its prompt template; "" where the server does not tell.
    """

    name: str = "tiny:1b"
    context: int = 8192
    capabilities: tuple[str, ...] = ("completion",)
    template: str = PLAIN_TEMPLATE
    digest: str = "d1" * 32


def count(text: str) -> int:
    """Tokens of a text as this server counts them."""
    return len(WORDS.findall(text))


class ModelServer:
    """The server; `model_server` in tests/conftest.py starts and stops one.

    Attributes:
        kind: Which real server it imitates where they differ.
        installed: Its models.
        key: When set, requests need it.
        refuses: Fields of a request that it answers with status 400, e.g. "response_format".
        cuts_silently: Whether an over-long prompt loses its beginning, as with Ollama; otherwise it is an error.
        prompts: The requests for replies so far.
        paths: All requests so far, e.g. "GET /api/tags".
        overflowed: Prompts that did not fit into the window.
        dropped: Set when a client went away in the middle of a reply.
    """

    def __init__(self) -> None:
        self.kind: Kind = "ollama"
        self.installed: list[Installed] = [Installed()]
        self.key = ""
        self.refuses: frozenset[str] = frozenset()
        self.cuts_silently = True
        self.prompts: list[Prompt] = []
        self.paths: list[str] = []
        self.overflowed: list[Prompt] = []
        self.dropped = threading.Event()
        self._stopped = threading.Event()
        self._lock = threading.Lock()
        self._script: Callable[[Prompt], Scripted | str] = lambda _: "ready"
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        """Its port on loopback."""
        return int(self._http.server_address[1])

    @property
    def address(self) -> str:
        """Its address, without a path."""
        return f"http://127.0.0.1:{self.port}"

    def say(self, *replies: Scripted | str) -> None:
        """Answer the next prompts with these, one after the other, and all later ones with the last."""
        left = list(replies)

        def next_reply(_: Prompt) -> Scripted | str:
            with self._lock:
                return left.pop(0) if len(left) > 1 else left[0]

        self._script = next_reply

    def answer(self, script: Callable[[Prompt], Scripted | str]) -> None:
        """Answer every prompt with what a function says."""
        self._script = script

    def settings(self, provider: str = "ollama", **model: Any) -> dict[str, Any]:
        """Settings for `Library.open` that use this server."""
        address = self.address + ("/v1" if provider == "openai" else "")
        return {"model": {"provider": provider, "address": address, "seconds": 10, **model}}

    def environment(self, provider: str = "ollama", **model: Any) -> dict[str, str]:
        """The same as environment variables, for commands."""
        values = self.settings(provider, **model)["model"]
        return {f"PINCITE_MODEL__{name.upper()}": str(value) for name, value in values.items()}

    def stop(self) -> None:
        """End it, and every reply that hangs."""
        self._stopped.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    # For the handler

    def reply_to(self, prompt: Prompt) -> Scripted:
        """Note a prompt and make its reply."""
        with self._lock:
            self.prompts.append(prompt)
        reply = self._script(prompt)
        return Scripted(reply) if isinstance(reply, str) else reply

    def find(self, name: str) -> Installed | None:
        """The installed model of a name, with or without its tag."""
        return next(
            (model for model in self.installed if name in (model.name, model.name.split(":")[0])), None
        )

    def wait(self, seconds: float) -> None:
        """Wait, unless the server stops."""
        self._stopped.wait(seconds)

    def hang(self, connection: socket.socket) -> None:
        """Wait until the client goes away or the server stops."""
        while not self._stopped.is_set():
            readable, _, _ = select.select([connection], [], [], 0.02)
            if readable and not connection.recv(1, socket.MSG_PEEK):
                self.dropped.set()
                return


def _handler(server: ModelServer) -> type[BaseHTTPRequestHandler]:
    """A request handler class for one server."""

    class Handler(_Handler):
        script = server

    return Handler


class _Handler(BaseHTTPRequestHandler):
    script: ModelServer
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the parent's name
        """Say nothing."""

    def do_GET(self) -> None:
        """Answer what servers tell about themselves."""
        self._note()
        if self._allowed():
            found = self._about(self.path)
            self._send(
                200 if found is not None else 404, found if found is not None else {"error": "not found"}
            )

    def do_POST(self) -> None:
        """Answer prompts, and questions that have a body."""
        self._note()
        raw = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        body = json.loads(raw) if raw else {}
        if not self._allowed():
            return
        protocol = {"/api/chat": _Ollama, "/v1/chat/completions": _OpenAi, "/v1/messages": _Anthropic}
        ollama = self.script.kind == "ollama"
        if self.path in protocol and (self.path != "/api/chat" or ollama):
            self._chat(protocol[self.path](), body)
        elif self.path == "/api/show" and ollama:
            self._show(body)
        elif self.path == "/tokenize" and self.script.kind == "llama-server":
            self._send(200, {"tokens": list(range(count(body["content"])))})
        else:
            self._send(404, {"error": "not found"})

    def _note(self) -> None:
        self.script.paths.append(f"{self.command} {self.path}")

    def _allowed(self) -> bool:
        key = self.script.key
        if not key or key in (
            self.headers.get("Authorization", "").removeprefix("Bearer "),
            self.headers.get("x-api-key"),
        ):
            return True
        # A server that is careless: its message repeats the key that it was sent.
        sent = self.headers.get("Authorization") or self.headers.get("x-api-key") or "none"
        self._send(
            401, {"error": {"message": f"Incorrect API key provided: {sent}", "type": "invalid_request"}}
        )
        return False

    def _about(self, path: str) -> Any:
        kind, installed = self.script.kind, self.script.installed
        if path == "/v1/models":
            return {"object": "list", "data": [self._openai_model(model) for model in installed]}
        if kind == "ollama":
            listed = [
                {
                    "name": model.name,
                    "model": model.name,
                    "modified_at": "2026-01-01T00:00:00Z",
                    "size": 1_000_000,
                    "digest": model.digest,
                    "details": {"family": "bert" if "embedding" in model.capabilities else "llama"},
                }
                for model in installed
            ]
            return {
                "/api/version": {"version": "0.12.0"},
                "/api/tags": {"models": listed},
                "/api/ps": {"models": []},
            }.get(path)
        if kind == "llama-server" and path == "/props":
            first = installed[0]
            return {
                "default_generation_settings": {"n_ctx": first.context},
                "total_slots": 1,
                "model_path": first.name,
                "chat_template": first.template,
            }
        if kind == "lmstudio" and path == "/api/v0/models":
            return {
                "data": [
                    {
                        "id": model.name,
                        "type": "embeddings" if "embedding" in model.capabilities else "llm",
                        "state": "loaded",
                        "max_context_length": model.context * 4,
                        "loaded_context_length": model.context,
                    }
                    for model in installed
                ]
            }
        return None

    def _openai_model(self, model: Installed) -> dict[str, Any]:
        listed: dict[str, Any] = {"id": model.name, "object": "model", "owned_by": self.script.kind}
        if self.script.kind == "vllm":
            listed["max_model_len"] = model.context
        if self.script.kind == "llama-server":
            listed["owned_by"] = "llamacpp"
            listed["meta"] = {"n_ctx_train": model.context * 4}
        return listed

    def _show(self, body: Mapping[str, Any]) -> None:
        model = self.script.find(body.get("model", ""))
        if model is None:
            self._send(404, {"error": f"model '{body.get('model')}' not found"})
            return
        self._send(
            200,
            {
                "template": model.template,
                "details": {"family": "llama", "parameter_size": "1B", "quantization_level": "Q4_K_M"},
                "model_info": {"general.architecture": "llama", "llama.context_length": model.context},
                "capabilities": list(model.capabilities),
            },
        )

    def _chat(self, protocol: _Protocol, body: dict[str, Any]) -> None:
        prompt = protocol.prompt(body, {name.lower(): value for name, value in self.headers.items()})
        model = self.script.find(prompt.model)
        if model is None:
            self._send(404, protocol.error(f'model "{prompt.model}" not found'))
            return
        refused = next((name for name in body if name in self.script.refuses), None)
        if refused is not None:
            self._send(400, protocol.error(f"Unsupported parameter: '{refused}'", param=refused))
            return
        window = min(prompt.num_ctx or model.context, model.context)
        seen = prompt.tokens
        if seen > window:
            self.script.overflowed.append(prompt)
            if not (self.script.cuts_silently and self.script.kind == "ollama"):
                self._send(400, protocol.too_long(seen, window))
                return
            seen = window
        reply = self.script.reply_to(prompt)
        if reply.status != 200:
            self._send(reply.status, reply.body, reply.headers)
            return
        if reply.prompt_tokens is not None:
            seen = reply.prompt_tokens
        if prompt.stream:
            self._stream(protocol, prompt, reply, seen)
        else:
            self._whole(protocol, prompt, reply, seen)

    def _whole(self, protocol: _Protocol, prompt: Prompt, reply: Scripted, seen: int) -> None:
        self.script.wait(reply.delay)
        if reply.hang_after is not None:
            self.script.hang(self.connection)
            self.close_connection = True
            return
        if reply.error_after is not None:
            self._send(500, reply.body)
            return
        text = json.dumps(protocol.whole(prompt, reply, seen), ensure_ascii=False).encode()
        if reply.break_after is not None:
            self._head(200, {"Content-Type": "application/json", "Content-Length": str(len(text))})
            self.wfile.write(text[: len(text) // 2])
            self.close_connection = True
            return
        self._send(200, text)

    def _stream(self, protocol: _Protocol, prompt: Prompt, reply: Scripted, seen: int) -> None:
        self._head(200, {"Content-Type": protocol.content_type, "Transfer-Encoding": "chunked"})
        try:
            for piece in protocol.opening(prompt, seen, reply.reasoning):
                self._chunks(piece, reply.chunk)
            for number, text in enumerate([*reply.cut(), None]):
                self.script.wait(reply.delay)
                if number == reply.break_after:
                    self.close_connection = True
                    return
                if number == reply.hang_after:
                    self.script.hang(self.connection)
                    self.close_connection = True
                    return
                if number == reply.error_after:
                    self._chunks(protocol.line(protocol.stream_error(reply.body)), reply.chunk)
                    break
                if text is not None:
                    self._chunks(protocol.line(protocol.piece(prompt, text)), reply.chunk)
            else:
                for piece in protocol.ending(prompt, reply, seen):
                    self._chunks(piece, reply.chunk)
            self.wfile.write(b"0\r\n\r\n")
        except OSError:
            self.script.dropped.set()
            self.close_connection = True

    def _chunks(self, data: bytes, size: int) -> None:
        size = size or len(data)
        for start in range(0, len(data), size):
            part = data[start : start + size]
            self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
        self.wfile.flush()

    def _send(self, status: int, body: Any, headers: Mapping[str, str] | None = None) -> None:
        if isinstance(body, str):
            body = body.encode()
        data = body if isinstance(body, bytes) else json.dumps(body, ensure_ascii=False).encode()
        self._head(
            status, {"Content-Type": "application/json", "Content-Length": str(len(data)), **(headers or {})}
        )
        self.wfile.write(data)

    def _head(self, status: int, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()


class _Protocol:
    """How one protocol writes prompts and replies."""

    content_type = "text/event-stream"

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

    def stream_error(self, body: Any) -> Any:
        return body


class _Ollama(_Protocol):
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


class _OpenAi(_Protocol):
    def prompt(self, body: dict[str, Any], headers: dict[str, str]) -> Prompt:
        plain = super().prompt(body, headers)
        wanted = body.get("response_format") or {}
        schema = wanted.get("json_schema", {}).get("schema")
        return Prompt(**{**_fields(plain), "schema": schema})

    def opening(self, prompt: Prompt, seen: int, reasoning: str) -> Iterator[bytes]:
        yield self.line(self._chunk(prompt, {"role": "assistant", "content": None}))
        if reasoning:
            yield self.line(self._chunk(prompt, {"reasoning_content": reasoning}))

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
            message["reasoning_content"] = reply.reasoning
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


class _Anthropic(_Protocol):
    def prompt(self, body: dict[str, Any], headers: dict[str, str]) -> Prompt:
        plain = super().prompt(body, headers)
        system = _text(body.get("system"))
        messages = ((("system", system),) if system else ()) + plain.messages
        return Prompt(**{**_fields(plain), "messages": messages})

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

    def stream_error(self, body: Any) -> Any:
        return {"type": "error", "error": {"type": "overloaded_error", "message": str(body)}}

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

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
import select
import socket
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

from support.model_protocols import Anthropic, Ollama, OpenAi, Prompt, Protocol, Scripted, count

__all__ = ["Installed", "ModelServer", "Prompt", "Scripted"]

Kind = Literal["ollama", "llama-server", "vllm", "lmstudio", "openai"]

PLAIN_TEMPLATE = "{{ .System }}{{ range .Messages }}{{ .Role }}: {{ .Content }}{{ end }}"


@dataclass(frozen=True)
class Installed:
    """A model that the server has.

    Attributes:
        context: Its context length.
        capabilities: As Ollama lists them.
        template: Its prompt template; "" where the server does not tell.
        family: Its architecture.
        remote_host: Where Ollama hands prompts on to, for a model that it only passes through.
        lists_remote_host: Whether the list of models says so, too.
    """

    name: str = "tiny:1b"
    context: int = 8192
    capabilities: tuple[str, ...] = ("completion",)
    template: str = PLAIN_TEMPLATE
    family: str = "llama"
    remote_host: str = ""
    lists_remote_host: bool = True
    digest: str = "d1" * 32


class ModelServer:
    """The server; `model_server` in tests/conftest.py starts and stops one.

    Attributes:
        kind: Which real server it imitates where they differ.
        installed: Its models.
        key: When set, requests need it.
        refuses: Fields of a request that it answers with status 400, e.g. "response_format".
        refusal: What it says then; a sentence that names the field when empty.
        cuts_silently: Whether an over-long prompt loses its beginning, as with Ollama; otherwise it is an error.
        reasoning_field: What an OpenAI-compatible server calls reasoning.
        prompts: The requests for replies so far.
        paths: All requests so far, e.g. "GET /api/tags".
        loaded: Windows with which Ollama holds its models in memory, by name.
        overflowed: Prompts that did not fit into the window.
        dropped: Set when a client went away in the middle of a reply.
    """

    def __init__(self) -> None:
        self.kind: Kind = "ollama"
        self.installed: list[Installed] = [Installed()]
        self.key = ""
        self.refuses: frozenset[str] = frozenset()
        self.refusal = ""
        self.reasoning_field = "reasoning_content"
        self.cuts_silently = True
        self.prompts: list[Prompt] = []
        self.paths: list[str] = []
        self.loaded: dict[str, int] = {}
        self.overflowed: list[Prompt] = []
        self.dropped = threading.Event()
        self._stopped = threading.Event()
        self._lock = threading.Lock()
        self._script: Callable[[Prompt], Scripted | str] = lambda _: "ready"
        self._http = _Http(("127.0.0.1", 0), _handler(self))
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
        """End it, and every reply that hangs; does no harm the second time."""
        if self._stopped.is_set():
            return
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


class _Http(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away is no fault of the server's."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


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
        protocol = {"/api/chat": Ollama, "/v1/chat/completions": OpenAi, "/v1/messages": Anthropic}
        ollama = self.script.kind == "ollama"
        if self.path in protocol and (self.path != "/api/chat" or ollama):
            self._chat(protocol[self.path](self.script.reasoning_field), body)
        elif self.path == "/api/show" and ollama:
            self._show(body)
        elif self.path == "/tokenize" and self.script.kind == "vllm":
            self._send(
                200, {"count": count(body["prompt"]), "max_model_len": self.script.installed[0].context}
            )
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
                    **(
                        {"remote_host": model.remote_host}
                        if model.remote_host and model.lists_remote_host
                        else {}
                    ),
                    "details": {"family": "bert" if "embedding" in model.capabilities else model.family},
                }
                for model in installed
            ]
            return {
                "/api/version": {"version": "0.12.0"},
                "/api/tags": {"models": listed},
                "/api/ps": {
                    "models": [
                        {"name": name, "model": name, "context_length": window}
                        for name, window in self.script.loaded.items()
                    ]
                },
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
                "details": {"family": model.family, "parameter_size": "1B", "quantization_level": "Q4_K_M"},
                "model_info": {"general.architecture": "llama", "llama.context_length": model.context},
                "capabilities": list(model.capabilities),
                **({"remote_host": model.remote_host} if model.remote_host else {}),
            },
        )

    def _chat(self, protocol: Protocol, body: dict[str, Any]) -> None:
        prompt = protocol.prompt(body, {name.lower(): value for name, value in self.headers.items()})
        model = self.script.find(prompt.model)
        if model is None:
            self._send(404, protocol.error(f'model "{prompt.model}" not found'))
            return
        window = min(prompt.num_ctx or model.context, model.context)
        if prompt.num_ctx is not None:
            self.script.loaded[model.name] = window
        refused = next((name for name in body if name in self.script.refuses), None)
        if refused is not None:
            message = self.script.refusal or f"Unsupported parameter: '{refused}'"
            self._send(400, protocol.error(message, param=refused))
            return
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

    def _whole(self, protocol: Protocol, prompt: Prompt, reply: Scripted, seen: int) -> None:
        self.script.wait(reply.delay)
        if reply.hang_after is not None:
            self.script.hang(self.connection)
            self.close_connection = True
            return
        if reply.error_after is not None:
            self._send(500, protocol.error(str(reply.body)))
            return
        text = json.dumps(protocol.whole(prompt, reply, seen), ensure_ascii=False).encode()
        if reply.break_after is not None:
            self._head(200, {"Content-Type": "application/json", "Content-Length": str(len(text))})
            self.wfile.write(text[: len(text) // 2])
            self.close_connection = True
            return
        self._send(200, text)

    def _stream(self, protocol: Protocol, prompt: Prompt, reply: Scripted, seen: int) -> None:
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
                if number == reply.end_after:
                    break
                if number == reply.error_after:
                    self._chunks(protocol.line(protocol.error(str(reply.body))), reply.chunk)
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

"""Any server that speaks OpenAI's protocol: llama-server, LM Studio, vLLM, many others, and OpenAI itself.

With `httpx` alone: the official client takes three times as long to import and brings six more packages, for one
request and a stream of events.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pincite.config import ModelSettings
from pincite.domain import ModelUse
from pincite.errors import ModelMissingError, PinciteError, SettingsError
from pincite.llm.connection import Connection, Server, StatusError, lines
from pincite.llm.contract import Finish, InstalledModel, Message
from pincite.llm.estimate import estimate_tokens
from pincite.llm.failures import ServerSaidError, Words, explain
from pincite.llm.generation import Delta, ServedModel
from pincite.llm.optional import refused_field, with_form, without_system
from pincite.llm.reasoning import may_open_reasoning

SAFE_WINDOW = 4096
_OPENAI = "api.openai.com"
_START = 'Start the server, or correct `model.address`; or set `model.provider` to "none" for quoted answers.'
_NOT_WRITING = ("embed", "rerank", "whisper", "tts", "dall-e", "moderation", "transcribe", "image")


@dataclass(frozen=True, slots=True)
class Facts:
    """What a server tells about itself and a model.

    Attributes:
        kind: "llama-server", "vllm", "lmstudio"; "" for any other.
        window: Tokens of prompt and reply; 0 where it does not say.
        template: The model's prompt template; "" where it does not say.
        version: What tells this model from others of its name.
    """

    kind: str = ""
    window: int = 0
    template: str = ""
    version: str = ""


class OpenAiModel(ServedModel):
    """A model behind an OpenAI-compatible server."""

    def __init__(self, server: Server, settings: ModelSettings, name: str, facts: Facts) -> None:
        super().__init__(
            server,
            settings,
            ModelUse("openai", name, server.address.url, server.address.remote),
            version=facts.version,
            # OpenAI itself never sends reasoning as text.
            hold=server.address.host != _OPENAI and may_open_reasoning(facts.template),
        )
        self._facts = facts
        # Not over a network: it would take longer than it is worth.
        self._counts = facts.kind in ("llama-server", "vllm") and not server.address.remote
        self._refused: set[str] = set()

    @property
    def window(self) -> int:
        """Tokens that prompt and reply may have together."""
        told, wanted = self._facts.window, self._settings.window
        return min(told, wanted) if told and wanted else told or wanted or SAFE_WINDOW

    def count_tokens(self, text: str) -> int:
        """Exact where the server counts, else an estimate."""
        if self._counts and text:
            try:
                return _count(self._server, self._facts.kind, self.use.name, text)
            except Exception:  # whatever it is: the estimate serves, and the next prompt shows what is wrong
                self._counts = False
        return estimate_tokens(text)

    def exchange(
        self,
        connection: Connection,
        messages: Sequence[Message],
        max_tokens: int,
        schema: Mapping[str, Any] | None,
    ) -> Iterator[Delta]:
        """Send a prompt and read the reply, without the fields that this server refuses."""
        while True:
            body = self._body(messages, max_tokens, schema)
            try:
                yield from self._send(connection, body)
                return
            except StatusError as error:
                has_system = any(message["role"] == "system" for message in body["messages"])
                refused = refused_field(error, {**body, **({"system": 1} if has_system else {})})
                if refused is None or refused in self._refused:
                    raise
            self._refused.add(refused)

    def words(self) -> Words:
        """How errors speak of the server."""
        return words_of(self._server, self.use.name)

    def _body(
        self, messages: Sequence[Message], max_tokens: int, schema: Mapping[str, Any] | None
    ) -> dict[str, Any]:
        if schema is not None and "response_format" in self._refused:
            messages = with_form(messages, schema)
        if "system" in self._refused:
            messages = without_system(messages)
        body: dict[str, Any] = {
            "model": self.use.name,
            "messages": [{"role": message.role.value, "content": message.text} for message in messages],
            "max_tokens": max_tokens,
            "temperature": self._settings.temperature,
            "stream": self._settings.stream,
        }
        if self._settings.stream:
            body["stream_options"] = {"include_usage": True}
        if self._facts.kind in ("llama-server", "vllm"):
            # Reasoning costs much time on a CPU and is never shown. Templates that do not know the word ignore it.
            body["chat_template_kwargs"] = {"enable_thinking": False}
        if schema is not None:
            form = {"name": "reply", "schema": dict(schema)}
            body["response_format"] = {"type": "json_schema", "json_schema": form}
        for name in self._refused & body.keys():
            value = body.pop(name)
            if name == "max_tokens":
                body["max_completion_tokens"] = value
        return body

    def _send(self, connection: Connection, body: Mapping[str, Any]) -> Iterator[Delta]:
        import httpx

        url = f"{self._server.address.url}/chat/completions"
        with (
            httpx.Client(**connection.options(httpx)) as client,
            client.stream("POST", url, json=body) as response,
        ):
            if "text/event-stream" not in response.headers.get("content-type", ""):
                response.read()
                yield _whole(response.json())
                return
            for event in _events(response.iter_bytes()):
                yield _delta(event)


def offered_models(server: Server) -> list[InstalledModel]:
    """The models that a server lists.

    Raises:
        ModelError: if it does not answer.
    """
    return [_offered(model) for model in _listed(server)]


def open_openai(server: Server, settings: ModelSettings) -> OpenAiModel:
    """The model that is set, or else the first that the server lists.

    Raises:
        ModelError: if the server does not answer or has no such model.
    """
    try:
        listed = _listed(server)
    except ModelMissingError:
        listed = []  # it answers, but lists no models
    name = settings.name
    if not name and server.address.remote:
        raise SettingsError("the model is not named", "Set `model.name`: what it costs depends on it.")
    if not name:
        name = next((model.name for model in map(_offered, listed) if model.writes), "")
    if not name:
        raise ModelMissingError(
            f"the model server at {server.address.url} lists no model that writes", "Set `model.name`."
        )
    chosen = next((model for model in listed if model.get("id") == name), None)
    # llama-server has one model, and takes any name for it.
    if chosen is None and listed and not _is_llama(listed[0]):
        words = words_of(server, name)
        raise ModelMissingError(f"{words.title} has no model {name!r}", words.fetch())
    return OpenAiModel(server, settings, name, _facts(server, name, chosen or (listed or [{}])[0]))


def words_of(server: Server, model: str) -> Words:
    """How errors speak of such a server."""

    def fetch() -> str:
        try:
            names = [each.name for each in offered_models(server) if each.writes]
        except PinciteError:
            names = []
        known = f" It has: {', '.join(names[:20])}." if names else ""
        return f"Choose one of the server's models with `model.name`.{known}"

    return Words("the model server", model, _START, fetch)


def _listed(server: Server) -> list[dict[str, Any]]:
    try:
        found = server.ask("GET", f"{server.address.url}/models")["data"]
        return [model for model in found if isinstance(model, dict) and model.get("id")]
    except StatusError as error:
        if error.status in (404, 405, 501):
            raise ModelMissingError("the server lists no models") from None
        raise explain(error, server, words_of(server, "")) from None
    except Exception as error:
        raise explain(error, server, words_of(server, "")) from None


def _offered(listed: Mapping[str, Any]) -> InstalledModel:
    name = str(listed["id"])
    writes = not any(word in name.lower() for word in _NOT_WRITING)
    return InstalledModel(name, size=(listed.get("meta") or {}).get("size"), writes=writes)


def _is_llama(listed: Mapping[str, Any]) -> bool:
    return listed.get("owned_by") == "llamacpp"


def _facts(server: Server, name: str, listed: Mapping[str, Any]) -> Facts:
    """What the kinds of servers tell, each in its own way."""
    if listed.get("max_model_len"):
        return Facts("vllm", window=int(listed["max_model_len"]))
    if server.address.remote and not _is_llama(listed):
        return Facts()
    told = _told(server, "/props")
    if "default_generation_settings" in told:
        meta = listed.get("meta") or {}
        return Facts(
            "llama-server",
            window=int(told["default_generation_settings"].get("n_ctx") or 0),
            template=told.get("chat_template") or "",
            version=f"{told.get('model_path', '')} {meta.get('size', '')}".strip(),
        )
    for model in _told(server, "/api/v0/models").get("data", ()):
        if model.get("id") == name:
            window = int(model.get("loaded_context_length") or 0)
            return Facts("lmstudio", window=window, version=model.get("quantization") or "")
    return Facts()


def _told(server: Server, path: str) -> Mapping[str, Any]:
    """What a server tells at a path of its own, beside the protocol; empty if it does not know it."""
    try:
        told = server.ask("GET", server.address.url.removesuffix("/v1") + path)
    except Exception:  # none of it is needed, so no failure counts
        return {}
    return told if isinstance(told, dict) else {}


def _count(server: Server, kind: str, name: str, text: str) -> int:
    root = server.address.url.removesuffix("/v1")
    if kind == "vllm":
        body = {"model": name, "prompt": text, "add_special_tokens": False}
        return int(server.ask("POST", f"{root}/tokenize", json=body)["count"])
    return len(server.ask("POST", f"{root}/tokenize", json={"content": text})["tokens"])


def _events(pieces: Iterator[bytes]) -> Iterator[Any]:
    """The objects that a stream of server-sent events carries, each on a line of its own."""
    for line in lines(pieces):
        field, _, value = line.strip().partition(b":")
        value = value.strip()
        if field == b"error":
            raise ServerSaidError(value.decode("utf-8", "replace"))
        if field != b"data" or not value:
            continue
        if value == b"[DONE]":
            return
        yield json.loads(value)


def _delta(event: Mapping[str, Any]) -> Delta:
    """An event of a stream."""
    _require_no_error(event)
    usage = event.get("usage") or {}
    choices = event.get("choices") or [{}]
    delta = choices[0].get("delta") or {}
    return Delta(
        delta.get("content") or "",
        reasoning=_reasoned(delta),
        finish=_finish(choices[0].get("finish_reason")),
        prompt_tokens=usage.get("prompt_tokens"),
        answer_tokens=usage.get("completion_tokens"),
    )


def _whole(body: Mapping[str, Any]) -> Delta:
    """A reply that was not streamed."""
    _require_no_error(body)
    choice = body["choices"][0]
    usage = body.get("usage") or {}
    return Delta(
        choice["message"].get("content") or "",
        reasoning=_reasoned(choice["message"]),
        finish=_finish(choice.get("finish_reason") or "stop"),
        prompt_tokens=usage.get("prompt_tokens"),
        answer_tokens=usage.get("completion_tokens"),
    )


def _require_no_error(body: Mapping[str, Any]) -> None:
    if body.get("error"):
        raise ServerSaidError(json.dumps(body))


def _reasoned(message: Mapping[str, Any]) -> bool:
    """Servers have two names for it."""
    return bool(message.get("reasoning_content") or message.get("reasoning"))


def _finish(reason: str | None) -> Finish | None:
    if reason is None:
        return None
    if reason == "content_filter":
        raise ServerSaidError("the reply was withheld by the server's content filter")
    return Finish.LENGTH if reason == "length" else Finish.DONE

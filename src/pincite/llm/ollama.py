"""Ollama, through its official client.

The client does not say which models are hosted elsewhere, so what is installed is read without it.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pincite.config import ModelSettings
from pincite.domain import ModelUse
from pincite.errors import ModelMissingError, ModelWindowError, PinciteError
from pincite.llm.connection import Connection, Server, StatusError, escape_separators
from pincite.llm.contract import Finish, InstalledModel, Message
from pincite.llm.estimate import estimate_tokens
from pincite.llm.failures import ServerSaidError, Words, explain
from pincite.llm.generation import Delta, ServedModel
from pincite.llm.optional import refused_field, with_form
from pincite.llm.reasoning import may_open_reasoning

if TYPE_CHECKING:
    import httpx

LEAST_WINDOW = 8192
"""What is opened for the shortest prompt: Ollama loads a model anew for another window, which takes seconds."""
USUAL_WINDOW = 16_384
"""The largest that is opened unless `model.window` is set: memory grows with it, and models list 128,000 and more."""
_UNKNOWN_WINDOW = 4096
_START = 'Start it with `ollama serve`; or set `model.provider` to "none" for quoted answers.'


@dataclass(frozen=True, slots=True)
class Facts:
    """What Ollama tells about a model.

    Attributes:
        context: Its context length; 0 where it does not say.
        capabilities: E.g. "completion", "thinking"; empty for old versions.
        template: Its prompt template.
        family: E.g. "llama".
        remote: Whether it is hosted elsewhere.
    """

    context: int
    capabilities: frozenset[str]
    template: str
    family: str
    remote: bool

    @property
    def writes(self) -> bool:
        """Whether it writes text."""
        return "completion" in self.capabilities if self.capabilities else "bert" not in self.family


class OllamaModel(ServedModel):
    """A model that Ollama runs."""

    def __init__(
        self, server: Server, settings: ModelSettings, installed: InstalledModel, facts: Facts
    ) -> None:
        remote = server.address.remote or installed.remote or facts.remote
        super().__init__(
            server,
            settings,
            ModelUse("ollama", installed.name, server.address.url, remote),
            version=installed.version,
            hold=may_open_reasoning(facts.template),
        )
        self._facts = facts
        self._lock = threading.Lock()
        self._opened = 0

    @property
    def window(self) -> int:
        """Tokens that prompt and reply may have together."""
        longest = self._facts.context or _UNKNOWN_WINDOW
        return min(self._settings.window or USUAL_WINDOW, longest)

    def count_tokens(self, text: str) -> int:
        """An estimate: Ollama does not count."""
        return estimate_tokens(text)

    def warm_up(self) -> None:
        """Have the model loaded with the window that prompts will ask for."""
        options = {"num_ctx": self._window_for(0)}
        try:
            with contextlib.closing(self._client(self._server.connect())) as client:
                client.chat(self.use.name, [], options=options, keep_alive=self._settings.keep_alive)
        except Exception as error:
            raise explain(error, self._server, self.words()) from None

    def exchange(
        self,
        connection: Connection,
        messages: Sequence[Message],
        max_tokens: int,
        schema: Mapping[str, Any] | None,
    ) -> Iterator[Delta]:
        """Send a prompt and read the reply."""
        try:
            yield from self._chat(connection, messages, max_tokens, schema)
            return
        except StatusError as error:
            if schema is None or refused_field(error, {"format": schema}) is None:
                raise
        # It can make no grammar of this schema.
        yield from self._chat(connection, with_form(messages, schema), max_tokens, None)

    def _chat(
        self,
        connection: Connection,
        messages: Sequence[Message],
        max_tokens: int,
        schema: Mapping[str, Any] | None,
    ) -> Iterator[Delta]:
        import ollama

        window = self._window_for(self.count_prompt(messages) + max_tokens)
        with contextlib.closing(self._client(connection)) as client:
            try:
                replies = client.chat(
                    self.use.name,
                    [{"role": message.role.value, "content": message.text} for message in messages],
                    stream=self._settings.stream,
                    think=self._think(),
                    format=dict(schema) if schema is not None else None,
                    options={
                        "num_ctx": window,
                        "num_predict": max_tokens,
                        "temperature": self._settings.temperature,
                    },
                    keep_alive=self._settings.keep_alive,
                )
                for reply in replies if self._settings.stream else [replies]:
                    delta = _delta(reply)
                    _require_whole_prompt(delta, window)
                    yield delta
            except ollama.ResponseError as error:
                raise ServerSaidError(error.error) from None

    def words(self) -> Words:
        """How errors speak of Ollama."""
        return words_of(self._server, self.use.name)

    def _client(self, connection: Connection) -> Any:
        import httpx
        import ollama

        options = connection.options(httpx)
        options["event_hooks"]["response"].append(_escape_lines)
        return ollama.Client(self._server.address.url, **options)

    def _window_for(self, tokens: int) -> int:
        """The window to open: doubled until the prompt fits, never smaller than before."""
        with self._lock:
            if not self._opened:
                self._opened = max(LEAST_WINDOW, self._loaded_window())
            while self._opened < tokens:
                self._opened *= 2
            return min(self._opened, self.window)

    def _loaded_window(self) -> int:
        """With which window Ollama holds the model in memory, from another program or an earlier run; else 0."""
        try:
            loaded = self._server.ask("GET", f"{self._server.address.url}/api/ps")["models"]
        except Exception:  # an old version: no reason not to ask it
            return 0
        lengths = [
            model.get("context_length") or 0 for model in loaded if model.get("model") == self.use.name
        ]
        return max(lengths, default=0)

    def _think(self) -> Any:
        """Reasoning costs much time on a CPU and is never shown: off where the model lets it be switched off."""
        if "thinking" not in self._facts.capabilities:
            return None
        return "low" if self._facts.family == "gptoss" else False


def installed_models(server: Server) -> list[InstalledModel]:
    """The models of an Ollama, in its order.

    Raises:
        ModelError: if it does not answer.
    """
    try:
        listed = server.ask("GET", f"{server.address.url}/api/tags")["models"]
        return [_installed(model) for model in listed]
    except Exception as error:
        raise explain(error, server, words_of(server, "")) from None


def open_ollama(server: Server, settings: ModelSettings, *, remote_too: bool) -> OllamaModel:
    """The model that is set, or else the first that writes.

    Args:
        server: Where Ollama is.
        settings: Those of the language model.
        remote_too: Whether a model may be chosen that Ollama hands on to another machine.

    Raises:
        ModelError: if Ollama does not answer or has no such model.
    """
    installed = installed_models(server)
    if settings.name:
        chosen = _by_name(installed, settings.name)
        if chosen is None:
            words = words_of(server, settings.name)
            raise ModelMissingError(f"Ollama has no model {settings.name!r}", words.fetch())
        return OllamaModel(server, settings, chosen, _facts(server, chosen.name))
    for candidate in installed:
        if candidate.writes and (remote_too or not candidate.remote):
            facts = _facts(server, candidate.name)
            if facts.writes and (remote_too or not facts.remote):
                return OllamaModel(server, settings, candidate, facts)
    raise ModelMissingError(
        "Ollama has no model that writes", "Fetch one, for example with `ollama pull qwen3:4b`."
    )


def words_of(server: Server, model: str) -> Words:
    """How errors speak of an Ollama."""

    def fetch() -> str:
        remedy = f"Fetch it with `ollama pull {model}`, or choose another with `model.name`."
        try:
            names = [each.name for each in installed_models(server) if each.writes]
        except PinciteError:
            return remedy
        return f"{remedy} Installed: {', '.join(names) or 'none'}."

    return Words("Ollama", model, _START, fetch)


def _facts(server: Server, name: str) -> Facts:
    try:
        shown = server.ask("POST", f"{server.address.url}/api/show", json={"model": name})
        details = shown.get("model_info") or {}
        return Facts(
            context=max((int(v) for k, v in details.items() if k.endswith(".context_length")), default=0),
            capabilities=frozenset(shown.get("capabilities") or ()),
            template=shown.get("template") or "",
            family=(shown.get("details") or {}).get("family") or "",
            remote=bool(shown.get("remote_host")),
        )
    except Exception as error:
        raise explain(error, server, words_of(server, name)) from None


def _installed(listed: Mapping[str, Any]) -> InstalledModel:
    name = str(listed.get("model") or listed["name"])
    family = (listed.get("details") or {}).get("family") or ""
    return InstalledModel(
        name,
        version=str(listed.get("digest") or ""),
        size=listed.get("size"),
        writes="bert" not in family and "embed" not in name,
        remote=bool(listed.get("remote_host")) or name.endswith(("-cloud", ":cloud")),
    )


def _by_name(installed: Sequence[InstalledModel], name: str) -> InstalledModel | None:
    full = name if ":" in name.rpartition("/")[2] else f"{name}:latest"
    return next((model for model in installed if model.name in (name, full)), None)


def _require_whole_prompt(delta: Delta, window: int) -> None:
    """Raise if the prompt filled the window: then Ollama has cut it, without a word."""
    if delta.prompt_tokens is not None and delta.prompt_tokens >= window:
        raise ModelWindowError(
            f"Ollama cut the prompt to the {window:,} tokens of its window",
            "Lower `model.window`, so that shorter prompts are sent.",
        )


def _delta(reply: Any) -> Delta:
    """A message of Ollama's."""
    finish = None
    if reply.done:
        finish = Finish.LENGTH if reply.done_reason == "length" else Finish.DONE
    return Delta(
        reply.message.content or "",
        reasoning=bool(reply.message.thinking),
        finish=finish,
        prompt_tokens=reply.prompt_eval_count,
        answer_tokens=reply.eval_count,
    )


def _escape_lines(response: httpx.Response) -> None:
    """Keep the client from ending its lines where JSON does not: see `escape_separators`."""
    import httpx

    class Lines(httpx.SyncByteStream):
        def __init__(self, stream: httpx.SyncByteStream) -> None:
            self._stream = stream

        def __iter__(self) -> Iterator[bytes]:
            return escape_separators(iter(self._stream))

        def close(self) -> None:
            self._stream.close()

    if isinstance(response.stream, httpx.SyncByteStream):
        response.stream = Lines(response.stream)

"""Anthropic, through its official client, which is an extra: `pip install 'pincite[anthropic]'`.

The client and the newer models do not take a temperature, so `model.temperature` has no effect here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pincite.config import ModelSettings
from pincite.domain import ModelUse
from pincite.errors import ModelMissingError, SettingsError
from pincite.llm.connection import Connection, Server, StatusError
from pincite.llm.contract import Finish, Message, Role
from pincite.llm.estimate import estimate_tokens
from pincite.llm.failures import ServerSaidError, Words, find_cause
from pincite.llm.generation import Delta, ServedModel
from pincite.llm.optional import refused_field, with_form

WINDOW = 200_000


class AnthropicModel(ServedModel):
    """A model of Anthropic's."""

    def __init__(self, server: Server, settings: ModelSettings) -> None:
        address = server.address
        use = ModelUse("anthropic", settings.name, address.url, address.remote)
        # Its protocol sends reasoning in blocks of its own.
        super().__init__(server, settings, use, version="", hold=False)
        self._refused: set[str] = set()

    @property
    def window(self) -> int:
        """Tokens that prompt and reply may have together."""
        return self._settings.window or WINDOW

    def count_tokens(self, text: str) -> int:
        """An estimate: counting would send the text, and take as long as a short reply."""
        return estimate_tokens(text)

    def exchange(
        self,
        connection: Connection,
        messages: Sequence[Message],
        max_tokens: int,
        schema: Mapping[str, Any] | None,
    ) -> Iterator[Delta]:
        """Send a prompt and read the reply, without the fields that this model refuses."""
        while True:
            body = self._body(messages, max_tokens, schema)
            try:
                yield from self._send(connection, body)
                return
            except Exception as error:
                status = find_cause(error, StatusError)
                reported = getattr(error, "body", None)
                if status is None and reported is not None:
                    # After the reply had begun: the client raises it as an error of status 200.
                    raise ServerSaidError(json.dumps(reported)) from None
                refused = refused_field(status, body) if status is not None else None
                if refused is None or refused in self._refused:
                    raise
            self._refused.add(refused)

    def words(self) -> Words:
        """How errors speak of Anthropic."""
        return Words(
            "Anthropic",
            self.use.name,
            'Check the network and `model.address`; or set `model.provider` to "none" for quoted answers.',
            lambda: "Correct `model.name`.",
        )

    def _body(
        self, messages: Sequence[Message], max_tokens: int, schema: Mapping[str, Any] | None
    ) -> dict[str, Any]:
        if schema is not None and "output_config" in self._refused:
            messages = with_form(messages, schema)
        body: dict[str, Any] = {
            "model": self.use.name,
            "messages": [
                {"role": message.role.value, "content": message.text}
                for message in messages
                if message.role is not Role.SYSTEM
            ],
            "max_tokens": max_tokens,
            "stream": self._settings.stream,
        }
        system = "\n\n".join(message.text for message in messages if message.role is Role.SYSTEM)
        if system:
            body["system"] = system
        if schema is not None:
            body["output_config"] = {"format": {"type": "json_schema", "schema": dict(schema)}}
        return {name: value for name, value in body.items() if name not in self._refused}

    def _send(self, connection: Connection, body: dict[str, Any]) -> Iterator[Delta]:
        import anthropic
        import httpx2

        with (
            httpx2.Client(**connection.options(httpx2, with_key=False)) as http,
            anthropic.Anthropic(
                api_key=self._server.key,
                base_url=self._server.address.url,
                http_client=http,
                max_retries=0,  # an attempt that costs money is repeated only where the server asks for it
                open_telemetry=False,
            ) as client,
        ):
            reply: Any = client.messages.create(**body)
            if not body["stream"]:
                yield _whole(reply)
                return
            for event in reply:
                yield _delta(event)


def open_anthropic(server: Server, settings: ModelSettings) -> AnthropicModel:
    """The model that is set. Nothing is sent yet.

    Raises:
        SettingsError: if the model or the key is not named.
        ModelMissingError: if the client is not installed.
    """
    if not settings.name:
        raise SettingsError("the model is not named", "Set `model.name`: what it costs depends on it.")
    if not server.key:
        raise SettingsError(
            "Anthropic asks for a key",
            "Put it into an environment variable, and its name into `model.key_variable`.",
        )
    from importlib.util import find_spec

    if find_spec("anthropic") is None:
        raise ModelMissingError(
            "the client for Anthropic is not installed", "Install it with `pip install 'pincite[anthropic]'`."
        )
    return AnthropicModel(server, settings)


def _delta(event: Any) -> Delta:
    """An event of a stream."""
    if event.type == "message_start":
        return Delta(prompt_tokens=event.message.usage.input_tokens)
    if event.type == "content_block_delta":
        if event.delta.type == "text_delta":
            return Delta(event.delta.text)
        return Delta(reasoning=event.delta.type == "thinking_delta")
    if event.type == "message_delta":
        return Delta(finish=_finish(event.delta.stop_reason), answer_tokens=event.usage.output_tokens)
    return Delta()


def _whole(message: Any) -> Delta:
    """A reply that was not streamed."""
    return Delta(
        "".join(block.text for block in message.content if block.type == "text"),
        reasoning=any(block.type == "thinking" for block in message.content),
        finish=_finish(message.stop_reason),
        prompt_tokens=message.usage.input_tokens,
        answer_tokens=message.usage.output_tokens,
    )


def _finish(reason: str | None) -> Finish | None:
    if reason is None:
        return None
    if reason == "refusal":
        raise ServerSaidError("the model declined to answer")
    return Finish.LENGTH if reason in ("max_tokens", "model_context_window_exceeded") else Finish.DONE

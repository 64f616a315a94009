"""Replies of model servers: from what a protocol sends to text without reasoning, with every way to end."""

from __future__ import annotations

import contextlib
from abc import abstractmethod
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pincite.config import ModelSettings
from pincite.domain import ModelUse
from pincite.errors import ModelReplyError, ModelWindowError, PinciteError
from pincite.llm.connection import Connection, Server
from pincite.llm.contract import Finish, Generation, LanguageModel, Message, Reply
from pincite.llm.failures import BrokenOffError, Words, explain, pause_of
from pincite.llm.reasoning import ReasoningFilter

MESSAGE_TOKENS = 8
"""What a prompt's template adds for each message, rather too many."""

UNSTREAMED_FACTOR = 5
"""A reply that is sent whole may take as much longer than the wait for a piece of a stream."""


@dataclass(frozen=True, slots=True)
class Delta:
    """The next bit of a reply, as every protocol can say it.

    Attributes:
        text: More of the text.
        reasoning: Whether the server sent reasoning, apart from the text.
        finish: Set by the last one.
        prompt_tokens: Where the server says.
        answer_tokens: Where the server says.
    """

    text: str = ""
    reasoning: bool = False
    finish: Finish | None = None
    prompt_tokens: int | None = None
    answer_tokens: int | None = None


class ServedModel(LanguageModel):
    """A language model behind a server. Subclasses say how their protocol asks.

    Args:
        server: How it is reached.
        settings: Those of the language model.
        use: Which model it is.
        version: For caches.
        hold: Whether replies may begin within a block of reasoning (see `reasoning.ReasoningFilter`).
    """

    def __init__(
        self, server: Server, settings: ModelSettings, use: ModelUse, *, version: str, hold: bool
    ) -> None:
        self.use = use
        self.version = version
        self._server = server
        self._settings = settings
        self._hold = hold

    @abstractmethod
    def exchange(
        self,
        connection: Connection,
        messages: Sequence[Message],
        max_tokens: int,
        schema: Mapping[str, Any] | None,
    ) -> Iterator[Delta]:
        """Send a prompt and read the reply; any exception may come out."""

    @abstractmethod
    def words(self) -> Words:
        """How errors speak of the provider."""

    def count_prompt(self, messages: Sequence[Message]) -> int:
        """Tokens of a whole prompt, with what its template adds."""
        return sum(self.count_tokens(message.text) + MESSAGE_TOKENS for message in messages)

    def generate(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        schema: Mapping[str, Any] | None = None,
    ) -> Generation:
        """Begin a reply."""
        texts = sum(self.count_tokens(message.text) for message in messages)
        if texts + max_tokens > self.window:
            raise ModelWindowError(
                f"a prompt of {texts:,} tokens and a reply of {max_tokens:,} do not fit into the {self.window:,} of "
                f"{self.use.name}",
                "Choose a model with a larger window, raise `model.window` if the model allows it, or lower "
                "`model.max_tokens`.",
            )
        factor = 1 if self._settings.stream else UNSTREAMED_FACTOR
        server = replace(self._server, seconds=self._server.seconds * factor)
        connection = server.connect()
        return ServedGeneration(
            connection,
            lambda: self.exchange(connection, messages, max_tokens, schema),
            ReasoningFilter(hold=self._hold),
            lambda error: explain(error, server, self.words()),
            lambda reasoning, reply: self._ended(reasoning, reply, schema is not None),
        )

    def _ended(self, reasoning: ReasoningFilter, reply: Reply, has_schema: bool) -> None:
        """Learn from a whole reply."""
        if not reasoning.found and not has_schema and reply.finish is Finish.DONE:
            # A template that opens a block does so for every prompt: this one's does not.
            self._hold = False


class ServedGeneration(Generation):
    """A reply as it comes from a server.

    Args:
        connection: Of this exchange alone.
        exchange: Begins it.
        reasoning: Fresh, for this reply.
        explain: Makes the user's error of any other.
        ended: Told when all has come.
    """

    def __init__(
        self,
        connection: Connection,
        exchange: Callable[[], Iterator[Delta]],
        reasoning: ReasoningFilter,
        explain: Callable[[Exception], PinciteError],
        ended: Callable[[ReasoningFilter, Reply], None],
    ) -> None:
        self._connection = connection
        self._exchange = exchange
        self._reasoning = reasoning
        self._explain = explain
        self._ended = ended
        self._reply: Reply | None = None
        self._pieces = self._run()

    def __iter__(self) -> Iterator[str]:
        return self._pieces

    @property
    def reply(self) -> Reply:
        """The whole reply."""
        if self._reply is None:
            raise RuntimeError("the reply has not been read to its end")
        return self._reply

    def close(self) -> None:
        """End it."""
        self._connection.cut()
        # Fails while another thread is reading; that thread's exchange ends by the cut.
        with contextlib.suppress(ValueError):
            self._pieces.close()

    def _run(self) -> Generator[str]:
        try:
            yield from self._read()
        except Exception as error:
            if self._connection.is_cut:
                return
            # The original is dropped: what servers send back may hold the key.
            raise self._explain(error) from None

    def _read(self) -> Iterator[str]:
        text: list[str] = []
        last = Delta()
        prompt_tokens = answer_tokens = None
        for delta in self._attempts():
            if delta.reasoning:
                self._reasoning.reasoned_apart()
            shown = self._reasoning.feed(delta.text)
            if shown:
                text.append(shown)
                yield shown
            prompt_tokens = delta.prompt_tokens or prompt_tokens
            answer_tokens = delta.answer_tokens or answer_tokens
            last = delta if delta.finish is not None else last
        if self._connection.is_cut:
            return
        if last.finish is None:
            raise BrokenOffError
        shown = self._reasoning.finish()
        if shown:
            text.append(shown)
            yield shown
        reply = Reply("".join(text), last.finish, prompt_tokens, answer_tokens)
        self._require_text(reply)
        self._ended(self._reasoning, reply)
        self._reply = reply

    def _attempts(self) -> Iterator[Delta]:
        """The exchange, begun anew once if a busy server asks to wait a little."""
        try:
            yield from self._exchange()
            return
        except Exception as error:
            pause = pause_of(error)
            if pause is None:
                raise
        self._connection.wait(pause)
        if not self._connection.is_cut:
            yield from self._exchange()

    def _require_text(self, reply: Reply) -> None:
        if reply.text.strip():
            return
        if self._reasoning.found and (self._reasoning.unclosed or reply.finish is Finish.LENGTH):
            raise ModelReplyError(
                "the model did not get beyond its reasoning, and gave no answer",
                "Raise `model.max_tokens`, or choose a model that does not reason, or let it do so less.",
            )
        raise ModelReplyError("the model's reply is empty", "Try again, or choose another model.")

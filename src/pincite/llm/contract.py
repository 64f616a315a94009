"""What every language model offers, whatever serves it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import TracebackType
from typing import Any, Self

from pincite.domain import ModelUse


class Role(StrEnum):
    """Who says a message."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a prompt."""

    role: Role
    text: str


class Finish(StrEnum):
    """Why a reply ended."""

    DONE = "done"
    """The model said all it had to say."""
    LENGTH = "length"
    """It reached the limit of tokens: the end is missing."""


@dataclass(frozen=True, slots=True)
class InstalledModel:
    """A model that a server offers.

    Attributes:
        name: What `model.name` is set to.
        version: A digest where the server gives one.
        size: Bytes on disk, where the server says.
        writes: Whether it writes text; others only compute vectors.
        remote: Whether the server hands prompts for it on to another machine.
    """

    name: str
    version: str = ""
    size: int | None = None
    writes: bool = True
    remote: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole reply.

    Attributes:
        text: Without reasoning.
        finish: Why it ended.
        prompt_tokens: As the server counted; None where it does not say.
        answer_tokens: The same of the reply.
    """

    text: str
    finish: Finish
    prompt_tokens: int | None = None
    answer_tokens: int | None = None


class Generation(ABC):
    """A reply as it comes: iterate over its pieces, then read `reply`.

    A context manager: leaving it ends the generation at the server too. Iterating raises the errors of
    `LanguageModel.generate`, also after pieces have been given.
    """

    @abstractmethod
    def __iter__(self) -> Iterator[str]:
        """Pieces of text, never of reasoning; together they are `reply.text`."""

    @property
    @abstractmethod
    def reply(self) -> Reply:
        """The whole reply.

        Raises:
            RuntimeError: before all pieces have been read.
        """

    @abstractmethod
    def close(self) -> None:
        """End it; idempotent, from any thread."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class LanguageModel(ABC):
    """Writes text. Safe to use from several threads.

    Attributes:
        use: Which model it is and where it runs.
        version: What tells two models of one name apart (a digest, where the server gives one), for caches.
    """

    use: ModelUse
    version: str = ""

    @property
    @abstractmethod
    def window(self) -> int:
        """Tokens that prompt and reply may have together.

        Raises:
            ModelError: if the server has to be asked and cannot say.
        """

    @abstractmethod
    def count_tokens(self, text: str) -> int:
        """Number of tokens of a text; where the server does not count, an estimate that is rather too high."""

    @abstractmethod
    def generate(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        schema: Mapping[str, Any] | None = None,
    ) -> Generation:
        """Begin a reply.

        Args:
            messages: The prompt.
            max_tokens: Most tokens of the reply.
            schema: A JSON Schema that the reply shall follow. Not every server holds to it: read the reply with
                `pincite.llm.structured`.

        Raises:
            ModelUnreachableError: if no server answers.
            ModelMissingError: if the server has no such model.
            ModelWindowError: if the prompt does not fit.
            ModelTimeoutError: if nothing comes in the time allowed.
            ModelReplyError: if the server reports a failure or breaks off.
        """

    def warm_up(self) -> None:  # noqa: B027 - most servers have their model loaded already
        """Have the server load the model, so that the first reply does not wait for it; may do nothing.

        Raises:
            ModelError: as `generate`.
        """

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        schema: Mapping[str, Any] | None = None,
    ) -> Reply:
        """A whole reply; raises as `generate`."""
        with self.generate(messages, max_tokens=max_tokens, schema=schema) as generation:
            for _ in generation:
                pass
            return generation.reply

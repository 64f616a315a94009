"""What a request in OpenAI's protocol asks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.answer.gather import REFUSAL
from pincite.answer.history import LONGEST_HISTORY, Exchange
from pincite.library import Library
from pincite.server.openai.errors import ParameterError
from pincite.server.openai.shapes import ChatMessage, ChatRequest
from pincite.server.openai.sources import RULE

LONGEST_QUESTION = 10_000
"""Characters."""
_LONGEST_SAID = 20_000
"""Characters of one message of the history that are looked at."""

# White space is tried once, from where it begins: else a long run of it would take seconds.
_MARKER = re.compile(r"(?<!\s)\s*\[\d{1,3}\]")
_DOCUMENT = re.compile(r"/documents/([A-Za-z0-9_-]{8,64})/original\b")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and what was said before.

    Attributes:
        question: The last message of the user.
        history: What was said before it, the oldest first.
        prompt: All that was sent, for counting.
    """

    question: str
    history: tuple[Exchange, ...]
    prompt: str


def asked(request: ChatRequest, library: Library) -> Asked:
    """What a request asks.

    Args:
        request: It.
        library: As the caller sees it: documents that an earlier answer cites and that are not in it are not known.

    Raises:
        ParameterError: if something is wanted that is not to be had, or nothing is asked.
    """
    _refuse_what_cannot_be(request)
    said = [(message.role, text_of(message)) for message in request.messages]
    last = max((place for place, (role, _) in enumerate(said) if role == "user"), default=None)
    if last is None:
        raise ParameterError("messages", "no message is from the user", 'Send one of the role "user".')
    question = said[last][1].strip()
    if len(question) > LONGEST_QUESTION:
        raise ParameterError(
            "messages",
            f"the question has {len(question):,} characters",
            f"At most {LONGEST_QUESTION:,} are read.",
        )
    return Asked(question, tuple(_history(said[:last], library)), "\n".join(text for _, text in said))


def text_of(message: ChatMessage) -> str:
    """The text of a message.

    Raises:
        ParameterError: if a part of it is no text.
    """
    if message.content is None or isinstance(message.content, str):
        return message.content or ""
    other = next((part.type for part in message.content if part.type not in ("text", "refusal")), None)
    if other is not None:
        raise ParameterError(
            "messages",
            f"a part of a message is of the type {other!r}",
            "Only text is read, no pictures or sounds.",
        )
    return "\n".join(part.text or "" for part in message.content if part.type == "text")


def _refuse_what_cannot_be(request: ChatRequest) -> None:
    """What is passed over silently must not change what the client may rely on."""
    wanted = {
        "n": request.n not in (None, 1),
        "stop": bool(request.stop),
        "logprobs": bool(request.logprobs),
        "tool_choice": request.tool_choice not in (None, "auto", "none"),
        "response_format": (request.response_format or {}).get("type", "text") != "text",
        "modalities": bool(set(request.modalities or ()) - {"text"}),
    }
    for name, refused in wanted.items():
        if refused:
            raise ParameterError(name, f"the parameter {name!r} cannot be carried out", "Leave it out.")


def _history(said: Sequence[tuple[str, str]], library: Library) -> list[Exchange]:
    """Questions with their answers; of several messages in a row of one side, the last counts."""
    found: list[tuple[str, str]] = []
    question = ""
    for role, text in said:
        if role == "user":
            question = text.strip()[:LONGEST_QUESTION]
        elif role == "assistant" and question:
            found.append((question, text[:_LONGEST_SAID]))
            question = ""
    return [_exchange(*pair, library) for pair in found[-LONGEST_HISTORY:]]


def _exchange(question: str, text: str, library: Library) -> Exchange:
    answer, _, sources = text.partition(RULE)
    if answer.strip() == REFUSAL:
        return Exchange(question)
    ids = library.store.documents_left(list(dict.fromkeys(_DOCUMENT.findall(sources)))[:100])
    return Exchange(
        question=question,
        answer=_MARKER.sub("", answer).strip(),
        documents=tuple(library.document(identity).title for identity in ids),
        document_ids=tuple(ids),
    )

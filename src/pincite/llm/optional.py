"""Fields of a request that not every server takes.

Servers of one protocol differ, and say by status 400 that they do not know a field. What was refused once is left out
from then on.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pincite.llm.connection import StatusError
from pincite.llm.contract import Message, Role

_HINTS = {
    "format": ("format", "grammar", "schema"),
    "response_format": ("response_format", "json_schema", "grammar", "schema"),
    "output_config": ("output_config", "output format", "structured output", "schema"),
    "stream_options": ("stream_options",),
    "chat_template_kwargs": ("chat_template_kwargs", "enable_thinking"),
    "max_tokens": ("max_completion_tokens",),
    "temperature": ("temperature",),
    "thinking": ("thinking",),
    "system": ("system role", "system message", "roles must alternate"),
}
"""Fields, and how servers speak of them when they refuse them."""


def refused_field(error: StatusError, sent: Mapping[str, Any]) -> str | None:
    """The field of a request that a server refuses; None where the error is about something else."""
    if error.status not in (400, 422, 500, 501):
        return None
    text = error.text.lower()
    return next(
        (name for name, hints in _HINTS.items() if name in sent and any(hint in text for hint in hints)), None
    )


def with_form(messages: Sequence[Message], schema: Mapping[str, Any]) -> list[Message]:
    """A prompt that asks for a JSON object in words."""
    asked = (
        "Reply with one JSON object and nothing else. It follows this JSON Schema:\n"
        f"{json.dumps(schema, ensure_ascii=False)}"
    )
    return [*messages[:-1], Message(messages[-1].role, f"{messages[-1].text}\n\n{asked}")]


def without_system(messages: Sequence[Message]) -> list[Message]:
    """A prompt whose rules stand at the beginning of the user's first message: some templates know no system."""
    rules = [message.text for message in messages if message.role is Role.SYSTEM]
    others = [message for message in messages if message.role is not Role.SYSTEM]
    if not rules or not others:
        return list(messages)
    first = Message(others[0].role, "\n\n".join([*rules, others[0].text]))
    return [first, *others[1:]]

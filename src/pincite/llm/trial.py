"""Trying a language model out, with a prompt that holds no text of anybody."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pincite.llm.contract import LanguageModel

_TOKENS = 256
_PROMPT = "Reply with the single word: ready"


@dataclass(frozen=True, slots=True)
class Trial:
    """How a trial went.

    Attributes:
        load_seconds: Until the model was loaded.
        first_seconds: From then until its first words; 0 where none came.
        total_seconds: From then until the end of its reply.
        reply: What it said.
    """

    load_seconds: float
    first_seconds: float
    total_seconds: float
    reply: str


def try_out(model: LanguageModel) -> Trial:
    """Send a model one short prompt.

    Raises:
        ModelError: if it cannot be used.
    """
    from pincite.llm.contract import Message, Role

    began = time.perf_counter()
    model.warm_up()
    loaded = time.perf_counter()
    with model.generate([Message(Role.USER, _PROMPT)], max_tokens=_TOKENS) as generation:
        first = 0.0
        for _ in generation:
            first = first or time.perf_counter() - loaded
        return Trial(loaded - began, first, time.perf_counter() - loaded, generation.reply.text)

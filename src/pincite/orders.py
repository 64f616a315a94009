"""How text looks that speaks to a language model, not to people."""

from __future__ import annotations

from functools import cache
from typing import Any

from pincite.terms import fold

_SAY = r"(?:output|print|repeat|reveal|write|say|answer|reply|respond|state|claim|display|show|cite)"
_RULES = r"(?:instructions?|questions?|prompts?|rules?|contexts?|guidelines)"
_MODEL = r"(?:assistant|language model|chat ?bot|ai|llm|gpt|model)"
_ORDER = "|".join(
    (
        rf"\b(?:ignore|disregard|forget|override|bypass)\b.{{0,40}}\b(?:{_RULES}|previous|above)\b",
        rf"(?:^|[\"'.!?>\]] ?)(?:{_MODEL}|system|user)\s*:\s",
        rf"\b(?:dear|hey|attention,?|note (?:to|for) (?:the|all|any)) {_MODEL}s?\b",
        rf"\b(?:when|if|whenever) (?:you are |you're )?asked\b.{{0,80}}\b{_SAY}\b",
        r"\bcit(?:e|ing) (?:it |this |that )?as (?:\[\d|source)",
        r"\b(?:add|include|append|put|insert|end)\b.{0,40}\byour (?:answer|reply|response|output)s?\b",
        rf"\b{_SAY}\b.{{0,60}}\b(?:your|the system(?:'s)?|all (?:other )?) ?(?:{_RULES}|sources)\b",
        rf"\byou (?:are )?now {_SAY}\b",
        r"\byou (?:must|should|will) (?:always|only|never) (?:answer|output|respond)\b",
        r"\byour system prompt\b|\byou are (?:now )?(?:an?|the) " + _MODEL + r"\b",
        r"<\||\|>|\[/?inst\]|<<sys>>|<(?:start|end)_of_turn>",
        r"\bignorier\w*\b.{0,60}\b(?:anweisung|frage|regel)|\bignorez?\b.{0,60}\b(?:instructions|consignes|question)"
        r"|\bignor[ae]\b.{0,60}\b(?:instrucciones|pregunta|istruzioni|domanda|instrucoes)",
    )
)


@cache
def _order() -> Any:
    # RE2 takes a tenth of the time of Python's own: every sentence of every document is looked at.
    import re2

    options = re2.Options()
    options.log_errors = False
    return re2.compile(_ORDER, options)


def gives_orders(sentence: str) -> bool:
    """Whether a sentence speaks to a language model."""
    return _order().search(" ".join(fold(sentence).split())) is not None

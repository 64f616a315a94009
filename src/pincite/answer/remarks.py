"""Remarks about the answer before, which are no questions about documents: "say that shorter", "in German please"."""

from __future__ import annotations

import re

from pincite.domain import Answer, AnswerSentence
from pincite.terms import fold

QUOTED_REPLY = (
    "Answers are the documents’ own sentences here, so they cannot be put otherwise. With a language model they can: "
    "`pincite models` says how to set one."
)
NOTHING_BEFORE = "There is no answer before this one to put otherwise. Ask a question about your documents."

_LANGUAGES = (
    "english|german|french|spanish|italian|portuguese|dutch|polish|russian|chinese|japanese|deutsch|englisch|franzosisch"
    "|spanisch|italienisch|anglais|allemand|francais|espagnol|ingles|aleman|espanol|italiano"
)
_IT = r"(?:that|this|it|the (?:last )?answer|das|dies|die antwort|cela|ca|eso|esto)"
_HOW = (
    r"(?:(?:much |a (?:bit|little) |etwas |viel )?(?:shorter|simpler|longer|clearer|briefly|in short|kurzer|einfacher"
    r"|langer|klarer|knapper)|more (?:simply|briefly|clearly)"
    r"|in (?:one|two|three|a few|fewer|other|simple|simpler|plain) (?:sentences?|words?|english)"
    r"|as (?:a )?(?:list|table|bullets?|bullet points|bullet list)|in bullet points"
    r"|in (?:einem satz|zwei satzen|wenigen worten|anderen worten|einfachen worten|stichpunkten)|als (?:liste|tabelle)"
    rf"|(?:in|into|to|auf|ins|en|in) (?:{_LANGUAGES})|plus court|mas corto)"
)
_REMARK = re.compile(
    rf"(?:(?:ok(?:ay)?|and|now|und|bitte|please|can you|could you|kannst du|konnen sie) )*"
    rf"(?:(?:say|put|write|give|repeat|answer|translate|rephrase|explain|make|sag|sage|schreib|schreibe|wiederhole|ubersetze?"
    rf"|formuliere) )?(?:me |mir )?(?:{_IT} )?(?:again )?(?:{_HOW})(?: (?:sagen|schreiben|please|bitte|s il te plait))*"
    rf"|(?:(?:please|can you|could you|bitte) )*(?:rephrase|simplify|shorten|repeat|translate) {_IT}(?: please)?"
    rf"|(?:too long|zu lang)"
)


def is_remark(text: str) -> bool:
    """Whether a text asks for nothing but the same answer in another form."""
    words = " ".join(re.findall(r"\w+", fold(text)))
    return _REMARK.fullmatch(words) is not None


def explained(question: str, text: str) -> Answer:
    """An answer that says why there is none, without having looked into a document."""
    return Answer(
        question=question,
        refused=False,
        reason="greeting",
        text=text,
        sentences=(AnswerSentence(text, ()),),
        citations=(),
        passages=(),
        confidence=0.0,
        timings={},
    )

"""An answer as Markdown, of which nothing that documents or models wrote can become a link, an image or HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pincite.domain import AnswerSentence

_IMAGE = re.compile(r" ?!\[[^\]\[]*\](?:\([^()\s]*(?:\s[^()]*)?\)|\[[^\]]*\]) ?")
_LINK = re.compile(r"(?<!!)\[([^\]\[]*)\]\([^()\s]*(?:\s[^()]*)?\)")
_LIVE = re.compile(r"!(?=\[)|(?<=\])(?=[(:])|<(?=[A-Za-z/!?])")
"""Where Markdown would begin an image, the address of a link, or HTML."""

_CODE = re.compile(r"(`{3,}|~{3,})[^\n`~]*\n(?:(?! {0,3}\1)[^\n]*\n)*\1")


def without_links(text: str) -> str:
    """A draft's text with links replaced by their wording, and without images: nothing shows or checks those."""
    bare, images = _IMAGE.subn(" ", text)  # a space: what stood around it must not become another
    worded = _LINK.sub(r"\1", bare)
    return worded.strip() if images else worded


def inert(text: str) -> str:
    """Text in which Markdown finds no image, no link that is not spelt out, and no HTML.

    Code within a line is no exception: whether a renderer takes something for it cannot be told for certain.
    """
    return _LIVE.sub(lambda found: f"{found[0]}\\" if found[0] == "!" else f"\\{found[0]}", text)


def markdown(sentences: Iterable[AnswerSentence]) -> str:
    """Sentences with what leads to them, and markers "[1]" behind them."""
    return "".join(sentence.lead + _marked(sentence) for sentence in sentences).strip()


def _marked(sentence: AnswerSentence) -> str:
    block = sentence.lead[-1:] in ("", "\n") and _CODE.fullmatch(sentence.text)
    text = sentence.text if block else inert(sentence.text)
    marks = " ".join(f"[{number}]" for number in sentence.citations)
    if sentence.problem:
        marks = f"(not supported: {inert(sentence.problem)})"
    if not marks:
        return text
    if block:
        return f"{text}\n\n{marks}"
    if text.endswith("|"):
        return f"{text[:-1].rstrip()} {marks} |"  # within the last cell of a table's row
    return f"{text} {marks}"

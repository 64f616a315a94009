"""The text of an answer in a chat client: its sentences with markers, and a list of sources below."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal
from urllib.parse import quote as percent

from pincite.answer.markdown import markdown
from pincite.domain import Answer, AnswerSentence, Citation, Document
from pincite.export.markdown import escaped
from pincite.plain_text import one_line, page_reference, quoted

RULE = "\n\n---\n\n"
"""What parts an answer from its sources; what follows it is not part of what was said."""
Shown = Literal["full", "markers", "none"]

_NEAREST = 3
_EXCERPT = 300
_SPACES = re.compile(r"\s+")


def sentences_text(sentences: Sequence[AnswerSentence], shown: Shown) -> str:
    """Sentences as Markdown. That of the first few is the beginning of that of all."""
    if shown == "none":
        sentences = [replace(sentence, citations=()) for sentence in sentences]
    return markdown(sentences)


def answer_text(answer: Answer, shown: Shown) -> str:
    """An answer's own text."""
    return sentences_text(answer.sentences, shown) if answer.sentences else answer.text


def closing_text(answer: Answer, shown: Shown, address: str) -> str:
    """What follows an answer: its sources, or the nearest passages of a refusal, and what to know about it.

    Args:
        answer: It.
        shown: Nothing follows unless "full".
        address: Of the API as the client reaches it, without a slash at its end: links lead to the original files.
    """
    if shown != "full":
        return ""
    parts: list[str] = []
    if answer.citations:
        parts.append(
            "\n".join(["**Sources**", "", *(_source(citation, address) for citation in answer.citations)])
        )
    elif answer.refused and answer.passages:
        nearest = [
            f"- {_place(p.document, p.spans[0].page_index, p.page_label, address)}: “{_excerpt(p.text)}”"
            for p in answer.passages[:_NEAREST]
        ]
        parts.append("\n".join(["**The nearest passages**", "", *nearest]))
    if answer.failure:
        parts.append(escaped(one_line(answer.failure)))
    return RULE + "\n\n".join(parts) if parts else ""


def _source(citation: Citation, address: str) -> str:
    crosses = len({span.page_index for span in citation.spans}) > 1
    place = _place(citation.document, citation.page_index, citation.page_label, address, crosses=crosses)
    return f"- [{citation.number}] {place}: “{escaped(one_line(quoted(citation.quote)))}”"


def _place(document: Document, index: int, label: str, address: str, *, crosses: bool = False) -> str:
    named = f"{one_line(document.title)}, {page_reference(index, label, crosses=crosses)}"
    return f"[{escaped(named)}]({address}/documents/{percent(document.id)}/original#page={index})"


def _excerpt(text: str) -> str:
    short = _SPACES.sub(" ", one_line(text))
    return escaped(short if len(short) <= _EXCERPT else short[:_EXCERPT].rsplit(" ", 1)[0] + "…")

"""What is exported, in the same order and wording for every format."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from pincite.domain import (
    Answer,
    AnswerSentence,
    Citation,
    Incomplete,
    Lost,
    ModelUse,
    Turn,
    TurnState,
)
from pincite.plain_text import clean, one_line, page_reference, quoted, section_path

_ITEM = re.compile(r"(?:[-*+•‣◦▪–]|\(?\w{1,4}[.)])(?:\s*\[[ xX]\])?")
_FENCE = re.compile(r"(`{3,}|~{3,})[^\n]*\n(?P<code>.*?)\n?\1\s*", re.DOTALL)
_EMPHASIS = re.compile(r"(\*\*|__|`)(?=\S)(.+?)(?<=\S)\1")
_ENDS = {
    Incomplete.CUT_OFF: "The answer ends early: the model reached its limit.",
    Incomplete.FAILED: "The answer ends early: the model failed.",
    Incomplete.STOPPED: "The answer ends early: it was stopped.",
}
_LOST = {
    Lost.REMOVED: "no longer in the library",
    Lost.CHANGED: "changed since",
}
_NOT_ANSWERED = {
    TurnState.RUNNING: "This question was not answered: it was broken off.",
    TurnState.FORGOTTEN: "The answer was removed together with a document that it quoted.",
}


class BlockShape(StrEnum):
    """How a part of an answer is set."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    ITEM = "item"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Run:
    """Some text with the numbers of the citations behind it.

    Attributes:
        text: Plain; line ends part rows of a table.
        numbers: Of citations.
        problem: Why the sources do not support it; empty when they do.
    """

    text: str
    numbers: tuple[int, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading, list item or block of code."""

    shape: BlockShape
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """An entry of the reference list.

    Attributes:
        number: As in the answer.
        title: Of the document.
        place: Its page, by what is printed on it.
        origin: File name and section.
        quote: Verbatim, on one line.
        note: What has become of the document; empty if nothing.
    """

    number: int
    title: str
    place: str
    origin: str
    quote: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A question with its answer.

    Attributes:
        question: As asked.
        understood: As it was understood, where that differs.
        blocks: The answer.
        references: What it cites.
        notes: What has to be said about the answer: why it ends early, which model wrote it.
    """

    question: str
    understood: str
    blocks: tuple[Block, ...]
    references: tuple[Reference, ...]
    notes: tuple[str, ...]


def entry_of_turn(turn: Turn) -> Entry:
    """A turn of a conversation."""
    if turn.answer is not None:
        return entry_of_answer(turn.answer, question=turn.question, lost=turn.lost)
    said = turn.failure or _NOT_ANSWERED.get(turn.state, "")
    return Entry(one_line(turn.question), "", (), (), (one_line(said),) if said else ())


def entry_of_answer(
    answer: Answer, *, question: str | None = None, lost: Mapping[int, Lost] | None = None
) -> Entry:
    """An answer.

    Args:
        answer: It.
        question: As asked; as the answer has it when None.
        lost: Citations that lead nowhere now.
    """
    asked = one_line(question if question is not None else answer.question)
    understood = one_line(answer.asked_as)
    # A model's text is Markdown; of the documents' own words no sign may be lost.
    sentences = map(_unmarked, answer.sentences) if answer.mode == "composed" else answer.sentences
    blocks = _blocks(tuple(sentences)) if answer.sentences else (_said(answer.text),)
    return Entry(
        question=asked,
        understood=understood if understood != asked else "",
        blocks=blocks,
        references=tuple(
            _reference(citation, (lost or {}).get(citation.number)) for citation in answer.citations
        ),
        notes=tuple(_notes(answer)),
    )


def _said(text: str) -> Block:
    return Block(BlockShape.PARAGRAPH, (Run(one_line(text)),))


def _blocks(sentences: Sequence[AnswerSentence]) -> tuple[Block, ...]:
    blocks: list[Block] = []
    for sentence in sentences:
        shape = _shape(sentence)
        text = (
            _code(sentence.text) if shape is BlockShape.CODE else _EMPHASIS.sub(r"\2", quoted(sentence.text))
        )
        run = Run(text, sentence.citations, one_line(sentence.problem))
        goes_on = bool(blocks) and "\n" not in sentence.lead and shape is BlockShape.PARAGRAPH
        if goes_on and blocks[-1].shape in (BlockShape.PARAGRAPH, BlockShape.ITEM):
            blocks[-1] = Block(blocks[-1].shape, (*blocks[-1].runs, run))
        else:
            blocks.append(Block(shape, (run,)))
    return tuple(blocks)


def _unmarked(sentence: AnswerSentence) -> AnswerSentence:
    """The sentence without signs of emphasis."""
    if _FENCE.fullmatch(sentence.text):
        return sentence
    return replace(sentence, text=_EMPHASIS.sub(r"\2", sentence.text))


def _shape(sentence: AnswerSentence) -> BlockShape:
    if _FENCE.fullmatch(sentence.text):
        return BlockShape.CODE
    mark = sentence.lead.rsplit("\n", 1)[-1].strip(" \t>")
    if mark.startswith("#"):
        return BlockShape.HEADING
    return BlockShape.ITEM if mark and _ITEM.fullmatch(mark) else BlockShape.PARAGRAPH


def _code(text: str) -> str:
    fenced = _FENCE.fullmatch(text)
    return clean(fenced["code"] if fenced else text)


def _reference(citation: Citation, lost: Lost | None) -> Reference:
    crosses = len({span.page_index for span in citation.spans}) > 1
    document = citation.document
    return Reference(
        number=citation.number,
        title=one_line(document.title),
        place=page_reference(citation.page_index, citation.page_label, crosses=crosses),
        origin=section_path((document.file_name, *citation.section)),
        quote=" / ".join(quoted(citation.quote).split("\n")),
        note=_LOST[lost] if lost else "",
    )


def _notes(answer: Answer) -> list[str]:
    notes = []
    if answer.incomplete is not None:
        notes.append(_ENDS[answer.incomplete])
    if answer.failure:
        notes.append(one_line(answer.failure))
    if answer.model is not None and answer.mode == "composed":
        notes.append(f"Written by {_named(answer.model)}; each sentence was checked against its sources.")
    removed = len(answer.removed)
    if removed:
        what = "1 sentence" if removed == 1 else f"{removed} sentences"
        notes.append(f"{what} of the model’s draft had no support in the documents.")
    return notes


def _named(model: ModelUse) -> str:
    return one_line(f"{model.name} at {model.address}" if model.remote else f"{model.name} on this machine")

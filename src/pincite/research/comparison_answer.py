"""A comparison as an answer, for conversations and for requests such as "compare these papers"."""

from __future__ import annotations

from pincite.domain import Answer, AnswerSentence, ComparedCell, Comparison, FieldState, FieldType
from pincite.plain_text import one_line

NOTHING_COMMON = "The documents have no dimension in common: none is reported by two of them."
REPORTED_BY_ONE = "Reported by one of them only: {labels}."
REPORTED_BY_NONE = "Reported by none: {labels}."
_LONGEST = 240
"""Longer values are cut: the citation has the whole sentence."""

_BULLETS = "•◦▪‣· "


def comparison_answer(question: str, comparison: Comparison) -> Answer:
    """An answer that shows a comparison: what the table says by itself, then each dimension with who says what.

    Args:
        question: As asked.
        comparison: What was made of the documents.
    """
    compared = bool(comparison.dimensions)
    sentences = _sentences(comparison) if compared else _nothing_common(comparison)
    sentences += [AnswerSentence(note, (), "\n\n") for note in comparison.notes]
    return Answer(
        question=question,
        refused=not compared,
        reason="" if compared else "not_found",
        text="".join(map(_marked, sentences)).strip(),
        sentences=tuple(sentences),
        citations=comparison.citations,
        passages=(),
        confidence=1.0 if compared else 0.0,
        timings={"compare": comparison.seconds},
        mode=comparison.mode,
        model=comparison.model,
        removed=comparison.removed,
    )


def _sentences(comparison: Comparison) -> list[AnswerSentence]:
    sentences = list(comparison.synthesis)
    for column, dimension in enumerate(comparison.dimensions):
        sentences.append(AnswerSentence(one_line(dimension.label), (), "\n\n## "))
        for row in comparison.documents:
            cell = row.cells[column]
            if cell.state is FieldState.FOUND:
                text = f"{one_line(row.name)}: {cell_text(cell, dimension.type, comparison)}"
                sentences.append(AnswerSentence(text, cell.citations, "\n- "))
    return [*sentences, *_skipped(comparison)]


def cell_text(cell: ComparedCell, kind: FieldType, comparison: Comparison, length: int = _LONGEST) -> str:
    """What a cell says on one line; a yes or no with the words that it is taken from."""
    text = one_line(cell.value).lstrip(_BULLETS)
    if kind is FieldType.YES_NO and cell.citations:
        text = f"{text} (“{one_line(comparison.citations[cell.citations[0] - 1].quote)}”)"
    return text if len(text) <= length else text[: length - 1].rsplit(" ", 1)[0] + "\u2026"


def _skipped(comparison: Comparison) -> list[AnswerSentence]:
    alone = [s for s in comparison.skipped if s.cell is not None]
    nobody = [s for s in comparison.skipped if s.cell is None]
    told: list[AnswerSentence] = []
    if alone:
        labels = ", ".join(f"{one_line(s.dimension.label)} ({one_line(s.name)})" for s in alone)
        numbers = dict.fromkeys(n for s in alone if s.cell is not None for n in s.cell.citations[:1])
        told.append(AnswerSentence(REPORTED_BY_ONE.format(labels=labels), tuple(numbers), "\n\n"))
    if nobody:
        labels = ", ".join(one_line(s.dimension.label) for s in nobody)
        told.append(AnswerSentence(REPORTED_BY_NONE.format(labels=labels), (), " " if told else "\n\n"))
    return told


def _nothing_common(comparison: Comparison) -> list[AnswerSentence]:
    return [AnswerSentence(NOTHING_COMMON, (), ""), *_skipped(comparison)]


def _marked(sentence: AnswerSentence) -> str:
    markers = "".join(f"[{number}]" for number in sentence.citations)
    return f"{sentence.lead}{sentence.text}{' ' + markers if markers else ''}"

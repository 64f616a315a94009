"""A summary as an answer, for conversations and for questions such as "summarise this"."""

from __future__ import annotations

from collections.abc import Callable, Generator

from pincite.answer.events import AnswerEvent, Checked, Done, Stage
from pincite.domain import Answer, AnswerSentence, Summary

NOTHING = "The document reports none of these: {titles}."
NOT_REPORTED = "Not reported: {titles}."


def summary_answer(question: str, summary: Summary) -> Answer:
    """An answer that shows a summary: a heading and its sentences for each aspect that is reported.

    Args:
        question: As asked.
        summary: What was made of the document.
    """
    sentences: list[AnswerSentence] = []
    for section in summary.sections:
        if not section.reported:
            continue
        sentences.append(AnswerSentence(section.title, (), "\n\n## " if sentences else "## "))
        for number, sentence in enumerate(section.sentences):
            lead = sentence.lead if number or not sentence.lead.isspace() else "\n\n"
            sentences.append(AnswerSentence(sentence.text, sentence.citations, lead))
    missing = ", ".join(section.title.lower() for section in summary.sections if not section.reported)
    if missing:
        words = NOT_REPORTED if sentences else NOTHING
        lead = "\n\n" if sentences else ""
        sentences.append(AnswerSentence(words.format(titles=missing), (), lead))
    return Answer(
        question=question,
        refused=not summary.citations,
        reason="" if summary.citations else "not_found",
        text="".join(map(_marked, sentences)),
        sentences=tuple(sentences),
        citations=summary.citations,
        passages=(),
        confidence=1.0 if summary.citations else 0.0,
        timings={"summarize": summary.seconds},
        mode=summary.mode,
        model=summary.model,
        removed=summary.removed,
        failure=summary.failure,
    )


def _marked(sentence: AnswerSentence) -> str:
    markers = "".join(f"[{number}]" for number in sentence.citations)
    return f"{sentence.lead}{sentence.text}{' ' + markers if markers else ''}"


class Summarising:
    """A summary that is being made for a request; `pincite.answer.events.Asking` hands it out.

    Args:
        question: The request.
        make: Makes the summary.
    """

    def __init__(self, question: str, make: Callable[[], Summary]) -> None:
        self._question = question
        self._make = make
        self._answer: Answer | None = None

    def events(self) -> Generator[AnswerEvent]:
        """Make it.

        Raises:
            PinciteError: as `Library.summarize`.
        """
        yield Stage("read")
        answer = self._answer = summary_answer(self._question, self._make())
        yield Stage("check")
        new = {citation.number: citation for citation in answer.citations}
        for sentence in answer.sentences:
            yield Checked(sentence, tuple(new.pop(n) for n in sentence.citations if n in new))
        yield Done(answer)

    def stop(self) -> None:
        """A summary is not stopped half-way: what is finished of it is kept, so asking again goes on from there."""

    def result(self) -> Answer | None:
        """The answer; None before it is made, which is before its first sentence is told."""
        return self._answer

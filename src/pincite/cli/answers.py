"""How answers and passages look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from rich.text import Text

from pincite.cli.answer_notes import notes, shape_of, without_emphasis
from pincite.cli.terminal import ACCENT, EVIDENCE, LOSS, QUIET, Terminal, file_link, linked
from pincite.cli.text import excerpt, one_line, page_reference, plural, quoted, section_path
from pincite.domain import Answer, AnswerSentence, BlockKind, Citation, Document, Passage, Scores, Span
from pincite.errors import PinciteError
from pincite.library import Library

EXCERPT = 280
_REASONS = {
    "empty_question": "The question has no words in it.",
    "no_documents": "There is no document to look in. `pincite add FILE` adds one.",
}
_NOT_THE_TEXT = {
    BlockKind.COMMENT: "A reader's comment on the page, not the document's own text.",
    BlockKind.FIELD: "Filled in in a form.",
}


class AnswerView:
    """Shows answers and passages on a terminal or in a pipe.

    Args:
        terminal: Where to.
        library: Knows the original files, which page references link to.
    """

    def __init__(self, terminal: Terminal, library: Library) -> None:
        self._terminal = terminal
        self._library = library
        self._originals: dict[str, str | None] = {}

    def answer(self, answer: Answer, *, passages: bool = False) -> None:
        """An answer with its citations, or a refusal with the nearest passages."""
        by_number = {citation.number: citation for citation in answer.citations}
        for number, sentence in enumerate(answer.sentences):
            self.sentence(sentence, by_number, first=number == 0)
        self.ending(answer, passages=passages)

    def sentence(
        self, sentence: AnswerSentence, citations: Mapping[int, Citation], *, first: bool = False
    ) -> None:
        """One sentence of an answer, on a line of its own.

        Args:
            sentence: The sentence.
            citations: At least its own, by number.
            first: Whether the answer begins with it.
        """
        shape = shape_of(sentence.lead)
        if not first and shape.parted:
            self._terminal.line()
        style = "bold" if shape.heading else (LOSS if sentence.problem else "")
        text = Text(without_emphasis(quoted(sentence.text)), style=style)
        for number in sentence.citations:
            text.append(" ")
            text.append_text(self._marker(number, citations.get(number)))
        if sentence.problem:
            text.append(f" (not supported: {one_line(sentence.problem)})", style=QUIET)
        marker = Text(shape.bullet) if shape.bullet else None
        self._terminal.line(text, marker=marker, indent=len(shape.bullet) + 1 if shape.bullet else 0)

    def ending(self, answer: Answer, *, passages: bool = False) -> None:
        """What follows an answer's sentences: where its citations are, how it came about, what to know about it."""
        if answer.refused:
            self._refusal(answer)
        elif answer.citations:
            self._terminal.line()
            self._citations(answer.citations)
        if passages and answer.passages and not answer.refused:
            self._terminal.line()
            self._terminal.line("Passages", style=QUIET)
            self.passages(answer.passages, answer.question, full=True)
        if passages and answer.removed:
            self._terminal.line()
            self._terminal.line("Sentences that were removed", style=QUIET)
            for sentence in answer.removed:
                self.sentence(replace(sentence, lead=" "), {})
        if answer.reason != "greeting":
            self._terminal.line()
            for line in notes(answer):
                self._terminal.line(line)
            self._terminal.line(_effort(answer), style=QUIET)

    def passages(
        self, passages: Sequence[Passage], question: str, *, scores: bool = False, full: bool = False
    ) -> None:
        """Passages, best first."""
        for number, passage in enumerate(passages):
            if number:
                self._terminal.line()
            margin = len(f"{passage.rank}  ")
            self._terminal.line(
                self._place(passage.document, passage.spans, passage.page_label),
                marker=Text(str(passage.rank), style=EVIDENCE),
                indent=margin,
            )
            self._terminal.line(_origin(passage.document, passage.section), style=QUIET, indent=margin)
            text = quoted(passage.text) if full else excerpt(_without_headings(passage), question, EXCERPT)
            self._terminal.line(text, indent=margin)
            if scores:
                self._terminal.line(_scores(passage.scores), style=QUIET, indent=margin)

    def timings(self, timings: Mapping[str, float]) -> None:
        """Time of each stage in milliseconds."""
        stages = ", ".join(f"{stage} {seconds * 1000:.1f}" for stage, seconds in timings.items())
        self._terminal.line()
        self._terminal.line(f"milliseconds: {stages}; {sum(timings.values()) * 1000:.1f} in all", style=QUIET)

    def _citations(self, citations: Sequence[Citation]) -> None:
        for group in _same_place(citations):
            first = group[0]
            marker = Text("").join(self._marker(citation.number, citation) for citation in group)
            width = len(marker) + 1
            self._terminal.line(
                self._place(first.document, first.spans, first.page_label), marker=marker, indent=width
            )
            self._terminal.line(_origin(first.document, first.section), style=QUIET, indent=width)
            if first.kind in _NOT_THE_TEXT:
                self._terminal.line(_NOT_THE_TEXT[first.kind], style=QUIET, indent=width)

    def _refusal(self, answer: Answer) -> None:
        self._terminal.line(one_line(answer.text), style="bold")
        if answer.reason in _REASONS:
            self._terminal.line(_REASONS[answer.reason])
        if answer.passages:
            self._terminal.line("The nearest passages, and what they do say:", style=QUIET)
            self._terminal.line()
            self.passages(answer.passages, answer.question)

    def _marker(self, number: int, citation: Citation | None) -> Text:
        address = self._address(citation.document, citation.page_index) if citation else None
        return linked(f"[{number}]", address, EVIDENCE)

    def _place(self, document: Document, spans: Sequence[Span], label: str) -> Text:
        """`Title, page 5`, linked to the page."""
        index = spans[0].page_index if spans else 1
        crosses = any(span.page_index != index for span in spans)
        address = self._address(document, index)
        place = linked(one_line(document.title), address, ACCENT)
        place.append(f", {page_reference(index, label, crosses=crosses)}")
        return place

    def _address(self, document: Document, page_index: int) -> str | None:
        if not self._terminal.interactive:
            return None
        if document.id not in self._originals:
            try:
                self._originals[document.id] = file_link(self._library.original(document))
            except PinciteError:
                # The original is missing, which `doctor` reports: the answer is still right.
                self._originals[document.id] = None
        original = self._originals[document.id]
        return f"{original}#page={page_index}" if original else None


def _same_place(citations: Sequence[Citation]) -> list[list[Citation]]:
    """Citations that follow each other and have the same page and section are told of once."""

    def place(citation: Citation) -> tuple[object, ...]:
        pages = {span.page_index for span in citation.spans}
        return (
            citation.document.id,
            pages,
            citation.page_index,
            citation.section,
            _NOT_THE_TEXT.get(citation.kind),
        )

    return [list(group) for _, group in groupby(citations, key=place)]


def _without_headings(passage: Passage) -> str:
    """A passage's text without its headings, which the line above names."""
    body = [s for s in passage.sentences if s.kind is not BlockKind.HEADING] or list(passage.sentences)
    return " ".join(passage.text[sentence.start : sentence.end] for sentence in body) or passage.text


def _origin(document: Document, section: Sequence[str]) -> str:
    return section_path((document.file_name, *section))


def _effort(answer: Answer) -> str:
    seconds = sum(answer.timings.values())
    parts = [f"{seconds:.2f} s"]
    if answer.passages:  # a summary or a comparison is not sought for, and is not sure or unsure
        parts.append(f"confidence {answer.confidence:.2f}")
    if answer.refused:
        return ", ".join(parts)
    documents = len({citation.document.id for citation in answer.citations})
    read = f", {plural(len(answer.passages), 'passage')} read" if answer.passages else ""
    return ", ".join([f"from {plural(documents, 'document')}{read}", *parts])


def _scores(scores: Scores) -> str:
    named = {
        "final": scores.final,
        "late": scores.late,
        "lexical": scores.lexical,
        "page": scores.page,
        "title": scores.title,
        "dense": scores.dense,
        "fused": scores.fused,
        "precise": scores.precise,
    }
    return ", ".join(f"{name} {value:.3f}" for name, value in named.items() if value is not None)

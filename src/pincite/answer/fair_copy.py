"""The fair copy of a model's draft: sentence by sentence, what the sources support, with its citations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pincite.answer.cite import Quote, citation
from pincite.answer.draft import DraftSentence
from pincite.answer.events import AnswerEvent, Checked, Removed
from pincite.answer.gather import Material
from pincite.answer.markdown import without_links
from pincite.answer.not_found import adds_nothing, says_not_found
from pincite.answer.verify import supporting_quotes
from pincite.domain import AnswerSentence, Citation
from pincite.terms import analyse, fold

LOOP = 3
"""A model that has repeated itself so many times in a row has nothing more to say."""

_TITLE_WORDS = 10
_LEVEL = re.compile(r"#{1,6}")
_LEAD_IN_LEVEL = 8
_BOLD_LEVEL = 7


class FairCopy:
    """Takes a draft's sentences one by one.

    Attributes:
        sentences: What is shown so far.
        citations: Theirs, numbered in the order in which they appear.
        removed: Sentences that the sources do not support.
        not_found: Whether the model has said, before anything that the sources support, that they do not answer.

    Args:
        question: As asked; what it names is not the model's invention.
        material: What sentences are checked against.
        show_unsupported: Whether unsupported sentences stand in `sentences` as well.
    """

    def __init__(self, question: str, material: Material, *, show_unsupported: bool = False) -> None:
        self.sentences: list[AnswerSentence] = []
        self.citations: list[Citation] = []
        self.removed: list[AnswerSentence] = []
        self.not_found = False
        self._material = material
        self._show_unsupported = show_unsupported
        self._known = "\n".join(
            [
                question,
                *(source.document.title + "\n" + source.stored.chunk.text for source in material.sources),
            ]
        )
        self._known_terms = frozenset(analyse(self._known))
        self._numbers: dict[tuple[object, ...], int] = {}
        self._waiting: list[tuple[int, AnswerSentence]] = []
        self._seen: set[str] = set()
        self._repeated = 0
        self._dropped_lead = ""

    @property
    def supported(self) -> bool:
        """Whether anything is shown that the sources support."""
        return bool(self.citations)

    @property
    def settled(self) -> bool:
        """Whether what the model still writes cannot matter."""
        return self.not_found or self._repeated >= LOOP

    def add(self, draft: DraftSentence) -> list[AnswerEvent]:
        """Check a sentence; gives what follows from it."""
        text = draft.text if draft.code else without_links(draft.text)
        sentence = AnswerSentence(text, (), self._lead(draft.lead))
        if self.settled or not text.strip():
            return []
        if self._is_repeated(text):
            return []
        heading = draft.heading and self._is_title(text)
        verdict = self._material.verifier.check(text, draft.cited, heading=heading)
        if verdict.supported:
            return self._keep(sentence, supporting_quotes(verdict.support))
        if not draft.code and says_not_found(text):
            return self._remark(sentence)
        if verdict.silent:
            # What leads to nothing ("The source.", "Yes.") is neither needed nor checked.
            if heading or text.rstrip(" *_").endswith(":"):
                self._wait(sentence, heading=heading)
            return []
        return self._remove(sentence, verdict.problem)

    def _keep(self, sentence: AnswerSentence, quotes: Sequence[Quote]) -> list[AnswerEvent]:
        new: list[Citation] = []
        numbers: list[int] = []
        for quote in quotes:
            place = (quote.document.id, quote.spans)
            if place not in self._numbers:
                self._numbers[place] = len(self.citations) + 1
                made = citation(self._numbers[place], quote, self._material.pages)
                self.citations.append(made)
                new.append(made)
            numbers.append(self._numbers[place])
        return self._show(replace(sentence, citations=tuple(sorted(set(numbers)))), tuple(new))

    def _show(self, sentence: AnswerSentence, new: tuple[Citation, ...]) -> list[AnswerEvent]:
        events = [*(Checked(waiting, ()) for _, waiting in self._waiting), Checked(sentence, new)]
        self._waiting.clear()
        self._dropped_lead = ""
        self.sentences += [event.sentence for event in events]
        return [*events]

    def _remark(self, sentence: AnswerSentence) -> list[AnswerEvent]:
        """Say what the model did not find beside what it did, unless the remark brings in something else."""
        if not self.supported:
            self.not_found = True
            return []
        if not adds_nothing(sentence.text, self._known):
            return self._remove(
                sentence, "it says that something is not in the sources, and then adds to them"
            )
        return self._show(sentence, ())

    def _remove(self, sentence: AnswerSentence, problem: str) -> list[AnswerEvent]:
        removed = replace(sentence, problem=problem)
        self.removed.append(removed)
        if self._show_unsupported:
            self.sentences.append(removed)
        elif not self._dropped_lead:
            self._dropped_lead = sentence.lead
        return [Removed(removed)]

    def _wait(self, sentence: AnswerSentence, *, heading: bool) -> None:
        """Headings and lead-ins are shown only above something that is."""
        marks = _LEVEL.search(sentence.lead)
        level = len(marks[0]) if marks else (_BOLD_LEVEL if heading else _LEAD_IN_LEVEL)
        while self._waiting and self._waiting[-1][0] >= level:
            self._waiting.pop()
        self._waiting.append((level, sentence))

    def _lead(self, lead: str) -> str:
        """Where a paragraph's or an item's first sentence was removed, the next one begins it."""
        if not self.sentences and not self._waiting:
            lead = lead.lstrip()
        if "\n" in self._dropped_lead and "\n" not in lead:
            return self._dropped_lead
        return lead

    def _is_repeated(self, text: str) -> bool:
        plain = " ".join(re.findall(r"\w+", fold(text)))
        if not plain or plain not in self._seen:
            self._seen.add(plain)
            self._repeated = 0
            return False
        self._repeated += 1
        return True

    def _is_title(self, text: str) -> bool:
        """Whether a heading only names something: short, no sentence, and in words of the question or the sources."""
        words = text.strip(" *_:#|").split()
        if len(words) > _TITLE_WORDS or text.rstrip(" *_").endswith((".", "!", "?")):
            return False
        return set(analyse(text)) <= self._known_terms and adds_nothing(text, self._known)

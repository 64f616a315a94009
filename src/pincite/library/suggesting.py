"""What may help where the documents that were asked do not say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.domain import Answer, BlockKind, Collection
from pincite.encode.contract import PassageText
from pincite.library.conversations import Conversing
from pincite.terms import analyse

MOST_WORDS = 5
_CANDIDATES = 16
_RELATED = 0.05
"""Below this confidence the nearest passages are about something else, and so are their words."""
_SHORTEST = 4
_NEAR = 0.35
"""Cosine of a word and the question from which on it may help; of unrelated words it is mostly below 0.25."""
_WORD = re.compile(r"[^\W\d_]+(?:[-’'][^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class Suggested:
    """What may help after a refusal.

    Attributes:
        collections: Others than that which was asked, whose documents answer the question.
        words: Words of the nearest passages that are near to the question, the nearest first.
    """

    collections: tuple[Collection, ...] = ()
    words: tuple[str, ...] = ()


class Suggesting(Conversing):
    """Looks around after a refusal."""

    def suggest(
        self, answer: Answer, *, collection: str | None = None, documents: Sequence[str] | None = None
    ) -> Suggested:
        """What may help after a refusal; nothing for other answers.

        Args:
            answer: The refusal.
            collection: The collection that was asked, if only one was.
            documents: The documents that were asked, if only some were.

        Raises:
            ModelError: if the encoder cannot be used.
            LibraryError: if the library cannot be used.
        """
        if not answer.refused or answer.reason == "empty_question":
            return Suggested()
        question = answer.asked_as or answer.question
        limited = collection is not None or documents is not None
        elsewhere = self._answering(question, collection, documents) if limited else ()
        return Suggested(elsewhere, self._words_near(question, answer))

    def _answering(
        self, question: str, collection: str | None, documents: Sequence[str] | None
    ) -> tuple[Collection, ...]:
        """Collections with documents that answer a question and were not asked."""
        answer = self.ask(question, mode="quoted")
        if answer.refused:
            return ()
        asked = set(documents or ())
        quoted = dict.fromkeys(citation.document.id for citation in answer.citations)
        found: dict[str, Collection] = {}
        for identity in quoted:
            if identity not in asked:
                for one in self._store.collections_of(identity):
                    found.setdefault(one.id, one)
        found.pop(collection or "", None)
        return tuple(found.values())

    def _words_near(self, question: str, answer: Answer) -> tuple[str, ...]:
        """Words that the documents use for what the question may mean."""
        # The cosines of other encoders are not known.
        if self.settings.encoder.name != "minilm" or answer.confidence < _RELATED:
            return ()
        languages = {passage.document.language for passage in answer.passages}
        asked = {term for language in languages for term in analyse(question, language)}
        counted: Counter[str] = Counter()
        for passage in answer.passages:
            language = passage.document.language
            seen: set[str] = set()
            for sentence in passage.sentences:
                if sentence.kind is BlockKind.REFERENCE:
                    continue
                for word in _WORD.findall(passage.text[sentence.start : sentence.end]):
                    terms = analyse(word, language)
                    if len(word) < _SHORTEST or not terms or asked.intersection(terms) or terms[0] in seen:
                        continue
                    seen.add(terms[0])
                    counted[word if word.isupper() else word.lower()] += 1
        words = [word for word, _ in counted.most_common(_CANDIDATES)]
        encoder = self._encoder()
        asked_for = encoder.encode_question(question).pooled
        cosines = {
            words[place]: float(encoding.pooled @ asked_for)
            for place, encoding in encoder.encode_passages([PassageText(word) for word in words])
        }
        nearest = sorted((word for word in words if cosines[word] >= _NEAR), key=lambda word: -cosines[word])
        return tuple(nearest[:MOST_WORDS])

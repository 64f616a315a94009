"""Questions to begin with: made of the user's own documents, and only such as are really answered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pincite.domain import Answer, Document
from pincite.library.suggesting import Suggesting
from pincite.research.asking_back import question_of
from pincite.sentences import sentence_ranges

MOST_EXAMPLES = 3
_DOCUMENTS = 12
"""The newest, which their owner remembers best."""
_PAGES = 30
_EACH = 24
_TRIED = 18
_SURE = 0.7
"""Confidence of an answer from which on its question is a good example."""
_PARAGRAPH = re.compile(r"\n\s*\n")


@dataclass(frozen=True, slots=True)
class ExampleQuestion:
    """A question that the documents answer.

    Attributes:
        question: In the document's language.
        document: Whose sentence answers it.
    """

    question: str
    document: Document


@dataclass(frozen=True, slots=True)
class _Candidate:
    question: str
    sentence: str
    document: Document


class Exemplifying(Suggesting):
    """Makes questions of documents."""

    def example_questions(self, collection: str | None = None) -> list[ExampleQuestion]:
        """Up to three questions that the documents answer, of different documents where possible; perhaps none.

        It asks each of them, and so takes as long as a dozen questions.

        Args:
            collection: Only of this collection.

        Raises:
            NotFoundError: if there is no such collection.
            ModelError: if the encoder cannot be used.
        """
        found: list[ExampleQuestion] = []
        newest = self._store.documents(collection)[: -_DOCUMENTS - 1 : -1]
        waiting = [iter(self._candidates(document)) for document in newest]
        tried = 0
        while waiting and len(found) < MOST_EXAMPLES:
            of_document = waiting.pop(0)
            for candidate in of_document:
                if tried == _TRIED:
                    return found
                tried += 1
                if self._is_answered(candidate, collection):
                    found.append(ExampleQuestion(candidate.question, candidate.document))
                    waiting.append(of_document)  # once more, after all others
                    break
        return found

    def _candidates(self, document: Document) -> list[_Candidate]:
        """Questions that a document may answer; long ones first, which say best what they are about."""
        made: dict[str, _Candidate] = {}
        for sentence in self._sentences(document):
            question = question_of(sentence, document.language)
            if question:
                made.setdefault(question, _Candidate(question, sentence, document))
            if len(made) == _EACH:
                break
        return sorted(made.values(), key=lambda candidate: -len(candidate.question.split()))

    def _sentences(self, document: Document) -> Iterator[str]:
        for _, text in self._store.page_texts(document.id, limit=_PAGES):
            for paragraph in _PARAGRAPH.split(text):
                if "\t" not in paragraph:  # else it is a table
                    for start, end in sentence_ranges(paragraph):
                        yield " ".join(paragraph[start:end].split())

    def _is_answered(self, candidate: _Candidate, collection: str | None) -> bool:
        answer = self.ask(candidate.question, mode="quoted", collection=collection)
        return not answer.refused and answer.confidence >= _SURE and _quotes(answer, candidate)


def _quotes(answer: Answer, candidate: _Candidate) -> bool:
    return any(
        citation.document.id == candidate.document.id
        and candidate.sentence in " ".join(citation.quote.split())
        for citation in answer.citations
    )

"""Signs that text was planted in a document to be found, or to steer what is made of it.

Nothing is refused: whoever added the document is told where to look. The limits are measured, see
`docs/design/privacy.md`; they are set so that ordinary papers, contracts and books raise none.
"""

from __future__ import annotations

import heapq
import re
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from pincite.domain import BlockKind, Chunk, Notice
from pincite.orders import gives_orders
from pincite.terms import fold

_RUNNING = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM})
_RUNNING_SHARE = 0.7

_WORD = re.compile(r"\w+")
_FEWEST_WORDS = 50
_LEAST_VARIETY = 0.15
"""Different words by words: the most formal lists of contracts have 0.19."""
_MOST_OF_ONE = 0.3
"""Share of one word among those of four letters and more: 0.17 in contracts."""
_SHORT_WORD = 3

_QUESTION_ENDS = ("?", "\uff1f", "\u061f")
_FEWEST_QUESTIONS = 5
_QUESTION_SHARE = 0.6
_MOST_QUESTION_CHUNKS = 0.05
_ASKING = re.compile(
    "question|exercise|quiz|exam|faq|survey|interview|problem|frage|aufgabe|exercice|pregunta", re.IGNORECASE
)
"""Headings under which lists of questions belong."""

_FEWEST_ANSWERS = 3
_ANSWER_WORDS = 6

_SAME = 0.92
_FEWEST_COPIES = 4
"""So many chunks that say nearly the same: in ordinary documents there are at most two."""
_LEAST_WORDS = 8
_RUN = 5
_SKETCH = 12
_SAME_SHARE = 0.5
_FEWEST_RUNS = 6
"""Chunks are compared by the runs of five words whose hashes are the least: a sample that like texts share."""
_COMPARED_AT_ONCE = 2048

_STRANGE = 0.2
_FEWEST_AROUND = 12
_LEAST_LETTERS = 0.8
"""Share of letters and spaces in prose; rulers, forms and what was read wrongly have less."""


class Planted:
    """Looks at the chunks of one document as they come."""

    def __init__(self) -> None:
        self._pages: list[tuple[int, ...]] = []
        self._pooled: list[NDArray[np.float16]] = []
        self._prose: list[bool] = []
        self._long: list[bool] = []
        self._orders: set[int] = set()
        self._stuffed: set[int] = set()
        self._asking: list[int] = []
        self._answers: dict[int, tuple[set[int], set[int]]] = {}
        self._question = 0
        self._sketches: list[list[int]] = []

    def add(self, chunk: Chunk, pooled: NDArray[np.float16]) -> None:
        """Take the next chunk with its vector."""
        number = len(self._pages)
        self._pages.append(tuple(dict.fromkeys(span.page_index for span in chunk.spans)))
        self._pooled.append(pooled)
        running = sum(sentence.kind in _RUNNING for sentence in chunk.sentences)
        prose = running >= _RUNNING_SHARE * len(chunk.sentences)
        words = _WORD.findall(fold(chunk.text)) if prose else []
        letters = sum(len(word) + 1 for word in words if word.isalpha())
        self._prose.append(len(words) >= _LEAST_WORDS and letters >= _LEAST_LETTERS * len(chunk.text))
        self._long.append(len(words) >= _FEWEST_WORDS)
        self._sketches.append(_sketch(words))
        if _is_stuffed(words):
            self._stuffed.add(number)
        questions = 0
        for sentence in chunk.sentences[chunk.overlap :]:
            text = chunk.text[sentence.start : sentence.end]
            if gives_orders(text):
                self._orders.update(span.page_index for span in sentence.spans)
            asks = text.rstrip().endswith(_QUESTION_ENDS)
            questions += asks
            self._note_answer(text, number, asks=asks)
        if questions >= max(_FEWEST_QUESTIONS, _QUESTION_SHARE * len(chunk.sentences)) and not any(
            map(_ASKING.search, chunk.section)
        ):
            self._asking.append(number)

    def notices(self) -> tuple[Notice, ...]:
        """What was found, each with the pages and the reason; call it after the last chunk."""
        return tuple(self._found())

    def _found(self) -> Iterator[Notice]:
        if self._orders:
            message = "Text that speaks to a language model, not to a reader; it supports no composed answer."
            yield Notice("orders_to_models", message, tuple(sorted(self._orders)))
        if self._stuffed:
            yield self._notice("stuffed_text", "Text that repeats few words again and again.", self._stuffed)
        asking = self._asking if len(self._asking) <= 1 + _MOST_QUESTION_CHUNKS * len(self._pages) else []
        answered = [
            chunks for questions, chunks in self._answers.values() if len(questions) >= _FEWEST_ANSWERS
        ]
        if asking or answered:
            message = "Text that is made to match questions: many of them, or the same answer to several."
            yield self._notice("stuffed_with_questions", message, set(asking).union(*answered))
        copies, strange = self._compared()
        if copies:
            message = f"{len(copies)} passages say nearly the same in nearly the same words."
            yield self._notice("repeated_passages", message, copies)
        if strange:
            message = "Text about something that nothing else in the document is about."
            yield self._notice("strange_passages", message, strange)

    def _note_answer(self, text: str, number: int, *, asks: bool) -> None:
        """Keep which sentences follow which questions, by digests."""
        digest = hash(" ".join(_WORD.findall(fold(text)))) if asks or self._question else 0
        if not asks and self._question and text.count(" ") >= _ANSWER_WORDS - 1:
            questions, chunks = self._answers.setdefault(digest, (set(), set()))
            questions.add(self._question)
            chunks.add(number)
        self._question = digest if asks else 0

    def _compared(self) -> tuple[set[int], set[int]]:
        """Chunks with several near copies, and those that are like no other."""
        rows = np.flatnonzero(self._prose)
        if len(rows) < _FEWEST_COPIES:
            return set(), set()
        copies = self._copied()
        strange: set[int] = set()
        for start in range(0, len(rows), _COMPARED_AT_ONCE):
            part = rows[start : start + _COMPARED_AT_ONCE]
            matrix = np.stack([self._pooled[row] for row in part]).astype(np.float32)
            norms = np.linalg.norm(matrix, axis=1, keepdims=True)
            matrix /= np.maximum(norms, 1e-6)
            alike = matrix @ matrix.T
            np.fill_diagonal(alike, -1)
            copies.update(part[(alike > _SAME).sum(axis=1) >= _FEWEST_COPIES - 1].tolist())
            if len(part) > _FEWEST_AROUND:
                long = np.array([self._long[row] for row in part])
                strange.update(part[(alike.max(axis=1) < _STRANGE) & long].tolist())
        return copies if len(copies) >= _FEWEST_COPIES else set(), strange

    def _copied(self) -> set[int]:
        """Chunks most of whose words stand in several others as well."""
        counts = Counter(run for sketch in self._sketches for run in sketch)
        return {
            number
            for number, sketch in enumerate(self._sketches)
            if self._prose[number]
            and len(sketch) >= _FEWEST_RUNS
            and sum(counts[run] >= _FEWEST_COPIES for run in sketch) >= _SAME_SHARE * len(sketch)
        }

    def _notice(self, code: str, message: str, chunks: set[int]) -> Notice:
        found = {index for number in chunks for index in self._pages[number]}
        return Notice(code, message, tuple(sorted(found)))


def _sketch(words: Sequence[str]) -> list[int]:
    runs = set(map(hash, zip(*(words[start:] for start in range(_RUN)), strict=False)))
    return heapq.nsmallest(_SKETCH, runs)


def _is_stuffed(words: Sequence[str]) -> bool:
    if len(words) < _FEWEST_WORDS:
        return False
    if len(set(words)) < _LEAST_VARIETY * len(words):
        return True
    long = [word for word in words if len(word) > _SHORT_WORD]
    return bool(long) and Counter(long).most_common(1)[0][1] > _MOST_OF_ONE * len(words)

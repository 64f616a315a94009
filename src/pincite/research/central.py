"""The sentences that hold most of what a document speaks of, where no aspect of its kind was found.

Phrases and titles are known for a few languages and kinds only. The words that a document repeats tell what it is
about in any language, so its summary need not stay empty.
"""

from __future__ import annotations

import math
from collections import Counter

from pincite.research.aspects import Aspect
from pincite.research.choosing import SAME, Chosen, shared
from pincite.research.reading import Reading
from pincite.research.standalone import can_be_quoted, points_elsewhere, refers_back
from pincite.terms import analyse

CENTRAL = Aspect(
    "central",
    "Central sentences",
    "What are the most important statements of this document?",
    ("The most important statement of this document.",),
    layout="central",
)
_LENGTH = 4
"""Added to the number of terms, so that short sentences do not win by being short."""


def central_sentences(reading: Reading, most: int) -> list[Chosen]:
    """The sentences whose words the document repeats most, in its order; none that says the same as another."""
    language = reading.document.language
    lines = [line for line in reading.lines if can_be_quoted(line) and not points_elsewhere(line)]
    terms = [frozenset(analyse(line.text, language)) for line in lines]
    counts = Counter(term for own in terms for term in own)
    scored = [
        (sum(math.log(counts[term]) for term in own) / (len(own) + _LENGTH), line, own)
        for line, own in zip(lines, terms, strict=True)
        if not refers_back(line)
    ]
    chosen: list[tuple[Chosen, frozenset[str]]] = []
    for score, line, own in sorted(scored, key=lambda entry: (-entry[0], entry[1].position)):
        if len(chosen) >= most or score <= 0:
            break
        if all(shared(own, other) <= SAME for _, other in chosen):
            chosen.append((Chosen(line, score), own))
    return sorted((one for one, _ in chosen), key=lambda c: c.line.position)

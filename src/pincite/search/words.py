"""Words in the place of late interaction, for questions in a writing that the encoder cannot read.

Each sentence of a passage is taken for one token, whose "cosine" with a term of the question is 1 if it holds the term,
else 0: what is built on token cosines, from choosing sentences to the evidence gate, needs to know of nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pincite.encode.contract import Encoder
from pincite.languages import main_script
from pincite.search.rerank import Interaction
from pincite.store import StoredChunk
from pincite.terms import analyse, numbered_terms

WORDS, PAIRS = "words", "pairs"
"""What is compared in an encoder's place. In writings without spaces that have few letters, most pairs of these are in
every text."""

_PAIRED = frozenset({"Khmer", "Lao", "Myanmar", "Thai"})

_EVEN = 0.1
"""Weight that a term has which every sentence holds."""


def instead_of(encoder: Encoder, question: str) -> str:
    """WORDS or PAIRS where an encoder cannot read the writing of a question; else empty."""
    script = main_script(question)
    if not script or encoder.script in ("", script):
        return ""
    return PAIRS if script in _PAIRED else WORDS


def match_words(terms: Sequence[tuple[str, ...]], chunks: Sequence[tuple[StoredChunk, str]]) -> Interaction:
    """Compare a question's terms with the sentences of chunks.

    Args:
        terms: Each with its forms.
        chunks: With the languages of their documents.

    Returns:
        One row a sentence. Terms weigh log((N + 1) / (n + 1)), n of the N sentences holding them.
    """
    rows: list[list[bool]] = []
    starts: list[int] = []
    bounds = [0]
    for stored, language in chunks:
        for sentence in stored.chunk.sentences:
            text = stored.chunk.text[sentence.start : sentence.end]
            held = {*analyse(text, language), *numbered_terms(text, (language,))}
            rows.append([not held.isdisjoint(forms) for forms in terms])
            starts.append(sentence.start)
        bounds.append(len(rows))
    matrix = np.array(rows, np.float32).reshape(len(rows), len(terms))
    weights = np.log((len(rows) + 1) / (matrix.sum(axis=0) + 1)) + _EVEN
    return Interaction(
        matrix,
        np.array(bounds, np.int64),
        np.array(starts, np.int32),
        (weights / weights.sum()).astype(np.float32) if len(terms) else np.zeros(0, np.float32),
    )

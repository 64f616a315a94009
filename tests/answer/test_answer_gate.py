from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import numpy as np

from pincite.answer.gate import Features, probability, row_evidence
from pincite.answer.quote import Candidate
from pincite.domain import BlockKind, Chunk, Document, Passage, Scores, Sentence, Span
from pincite.search.engine import Evidence, Retrieval
from pincite.store import StoredChunk
from pincite.terms import question_terms

DOCUMENT = Document("d", "f.pdf", "T", (), None, "en", "application/pdf", "0", 1, 1, 1, (), (), (), "")
CAPTION, ROW = "Table 1. Accounts", "Net sales: 2018 1,577; 2017 1,373"
SURE = Features(0.8, 0.7, 0.5, 1.0, 1.6)


def asked(question: str, *, reading: bool = True) -> float:
    """What speaks for the row as an answer."""
    text = f"{CAPTION}\n{ROW}"
    row = Sentence(18, len(text), (Span(1, 0, 9),), BlockKind.TABLE, reading, (0, len(CAPTION)))
    passage = Passage(1, text, DOCUMENT, (), (), Scores(), "1", (row,), 1)
    stored = StoredChunk(1, 1, 0, Chunk(text, (), (row,)))
    candidate = Candidate(Evidence(stored, 0, passage), 0, 0.9, 0.9, np.zeros(1, np.float32))
    retrieval = SimpleNamespace(term_groups=question_terms(question))
    return row_evidence(cast("Retrieval", retrieval), [candidate])


def test_a_row_that_holds_the_whole_question_gains() -> None:
    assert asked("Net sales in the accounts of 2017?") > 0
    assert probability(SURE, asked("Net sales in 2017?")) > probability(SURE)


def test_a_row_of_other_years_loses() -> None:
    assert asked("Net sales in 2011?") < -2
    assert asked("Net sales in 2011?") < asked("Net sales in Lapland?") < asked("Net sales?")


def test_a_row_whose_whole_label_is_asked_for_gains_unless_a_number_is_missing() -> None:
    assert (
        asked("How large were the net sales of the group?")
        > asked("How large was the net of the group?") + 1.5
    )
    assert asked("How large were the net sales in 2011?") < -2


def test_running_text_is_judged_as_before() -> None:
    assert asked("Net sales in 2011?", reading=False) == 0
    assert row_evidence(cast("Retrieval", SimpleNamespace(term_groups=[("sale",)])), []) == 0

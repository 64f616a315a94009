from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import numpy as np

from pincite.answer.gate import Features, further_evidence, probability
from pincite.answer.quote import Candidate
from pincite.domain import BlockKind, Chunk, Document, Passage, Scores, Sentence, Span
from pincite.search.engine import Evidence, Retrieval
from pincite.store import StoredChunk
from pincite.terms import numbered_terms, question_terms

DOCUMENT = Document("d", "f.pdf", "T", (), None, "en", "application/pdf", "0", 1, 1, 1, (), (), (), "")
CAPTION, ROW = "Table 1. Accounts", "Net sales: 2018 1,577; 2017 1,373"
SURE = Features(0.8, 0.7, 0.5, 1.0, 1.6)


def asked(question: str, *, reading: bool = True, file_name: str = "f.pdf") -> float:
    """What speaks for the row, or the same as running text, as an answer."""
    text = f"{CAPTION}\n{ROW}"
    row = Sentence(18, len(text), (Span(1, 0, 9),), BlockKind.TABLE, reading, (0, len(CAPTION)))
    document = replace(DOCUMENT, file_name=file_name)
    passage = Passage(1, text, document, (), (), Scores(), "1", (row,), 1)
    stored = StoredChunk(1, 1, 0, Chunk(text, (), (row,)))
    candidate = Candidate(Evidence(stored, 0, passage), 0, 0.9, 0.9, np.zeros(1, np.float32))
    retrieval = SimpleNamespace(
        term_groups=question_terms(question),
        numbered=numbered_terms(question),
        evidence=[candidate.evidence],
    )
    return further_evidence(cast("Retrieval", retrieval), [candidate])


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


def test_running_text_loses_only_by_a_number_that_no_passage_has() -> None:
    assert asked("Net sales in 2017?", reading=False) == 0
    assert asked("Net sales in 2011?", reading=False) == -2
    assert asked("Net sales of shop 7?", reading=False) == -2
    # Documents write such counts as words.
    assert asked("Which were the 3 largest accounts?", reading=False) == 0
    assert further_evidence(cast("Retrieval", SimpleNamespace(term_groups=[("sale",)])), []) == 0


def test_a_number_in_the_name_of_the_document_is_there() -> None:
    assert asked("What does the table of 1999 say?", reading=False, file_name="report 1999.pdf") == 0
    assert asked("What does the table of 1999 say?", reading=False, file_name="report.pdf") == -2

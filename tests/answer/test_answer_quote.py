from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import numpy as np

from pincite.answer.quote import Candidate, choose, rank_sentences
from pincite.domain import BlockKind, Chunk, Document, Passage, Scores, Sentence, Span
from pincite.encode.contract import Floats
from pincite.search.engine import Evidence, Retrieval
from pincite.store import StoredChunk

P, T, L, H = BlockKind.PARAGRAPH, BlockKind.TABLE, BlockKind.LIST_ITEM, BlockKind.HEADING
DOCUMENT = Document("d", "f.pdf", "T", (), None, "en", "application/pdf", "0", 1, 1, 1, (), (), (), "")
WEIGHTS = np.full(4, 0.25, np.float32)


def evidence(*sentences: tuple[BlockKind, str], pk: int = 1, document_pk: int = 1) -> Evidence:
    text, made = "", []
    for kind, words in sentences:
        made.append(
            Sentence(len(text), len(text) + len(words), (Span(pk, len(text), len(text) + len(words)),), kind)
        )
        text += words + " "
    chunk = Chunk(text.rstrip(), (), tuple(made))
    passage = Passage(pk, chunk.text, DOCUMENT, (), chunk.spans, Scores(late=0.5), "1", chunk.sentences, pk)
    return Evidence(StoredChunk(pk, document_pk, 0, chunk), 0, passage)


def candidate(of: Evidence, number: int, score: float, covers: list[float] | None = None) -> Candidate:
    return Candidate(of, number, score, score, np.array(covers or [score] * 4, np.float32))


def texts(chosen: list[Candidate]) -> list[str]:
    return [c.text for c in chosen]


def test_nothing_from_nothing() -> None:
    assert choose("What?", [], WEIGHTS, 4) == []


def test_one_sentence_when_the_next_adds_nothing() -> None:
    source = evidence((P, "The fee is 417 pounds."), (P, "Other things are cheap."))
    ranked = [candidate(source, 0, 0.9), candidate(source, 1, 0.5)]
    assert texts(choose("What is the fee?", ranked, WEIGHTS, 4)) == ["The fee is 417 pounds."]


def test_repetition_of_the_same_words_is_left_out() -> None:
    one = evidence((P, "The annual fee is 417 pounds."))
    two = evidence((P, "The annual fee is 417 pounds a year."), pk=2, document_pk=2)
    ranked = [candidate(one, 0, 0.9), candidate(two, 0, 0.89)]
    assert texts(choose("What is the fee?", ranked, WEIGHTS, 4)) == ["The annual fee is 417 pounds."]


def test_a_sentence_that_covers_the_rest_of_the_question_is_added() -> None:
    source = evidence((P, "The fee is 417 pounds."), (P, "Payment is due in June."))
    ranked = [
        candidate(source, 0, 0.7, [0.9, 0.9, 0.2, 0.2]),
        candidate(source, 1, 0.62, [0.1, 0.1, 0.9, 0.9]),
    ]
    assert len(choose("What is the fee and when is it due?", ranked, WEIGHTS, 4)) == 2


def test_a_pronoun_brings_what_it_refers_to() -> None:
    source = evidence((P, "The radar hangs from a bridge."), (P, "It was read twelve times a day."))
    ranked = [candidate(source, 1, 0.9)]
    assert texts(choose("How often was it read?", ranked, WEIGHTS, 4)) == [
        "The radar hangs from a bridge.",
        "It was read twelve times a day.",
    ]


def test_a_heading_is_no_antecedent() -> None:
    source = evidence((H, "Results"), (P, "It was read twelve times a day."))
    assert len(choose("How often?", [candidate(source, 1, 0.9)], WEIGHTS, 4)) == 1


def test_a_table_row_brings_its_head() -> None:
    source = evidence((T, "Gauge\tReadings"), (T, "Millbrook\t158"), (T, "Oxley\t125"))
    chosen = choose("How many readings at Oxley?", [candidate(source, 2, 0.9)], WEIGHTS, 4)
    assert texts(chosen) == ["Gauge\tReadings", "Oxley\t125"]


def rows(*texts: str) -> Evidence:
    """A table whose rows are read with their heads."""
    source = evidence(*((T, text) for text in texts))
    chunk = source.stored.chunk
    read = replace(chunk, sentences=tuple(replace(s, reading=True) for s in chunk.sentences))
    return replace(source, stored=replace(source.stored, chunk=read))


def test_a_row_that_was_read_out_stands_first_and_alone() -> None:
    source = rows("Millbrook: readings 158", "Oxley: readings 125", "Ashwell: readings 97")
    ranked = [candidate(source, 1, 0.9), candidate(source, 0, 0.89), candidate(source, 2, 0.88)]
    assert texts(choose("How many readings at Oxley?", ranked, WEIGHTS, 4)) == ["Oxley: readings 125"]
    both = [
        candidate(source, 2, 0.9, [0.9, 0.1, 0.9, 0.1]),
        candidate(source, 0, 0.89, [0.1, 0.9, 0.1, 0.9]),
    ]
    chosen = choose("How many readings at Ashwell and Millbrook?", both, WEIGHTS, 4)
    assert texts(chosen) == ["Ashwell: readings 97", "Millbrook: readings 158"]


def test_a_list_item_brings_its_introduction() -> None:
    source = evidence(
        (P, "The Provider shall:"), (L, "(a) keep the vault cold;"), (L, "(b) test germination.")
    )
    chosen = choose("What shall the provider test?", [candidate(source, 2, 0.9)], WEIGHTS, 4)
    assert texts(chosen) == ["The Provider shall:", "(b) test germination."]


def test_never_more_than_asked_for() -> None:
    source = evidence(*((P, f"It differs {word}.") for word in "alpha beta gamma delta epsilon zeta".split()))
    ranked = [candidate(source, n, 0.9 - n / 100, np.eye(6)[n, :4].tolist()) for n in (1, 3, 5)]
    for most in (1, 2, 3, 4):
        assert 1 <= len(choose("How does it differ?", ranked, WEIGHTS, most)) <= most


def test_reading_order_within_a_document_and_best_document_first() -> None:
    one = evidence((P, "First comes wind."), (P, "Second comes rain."))
    two = evidence((P, "Snow is rare there."), pk=9, document_pk=2)
    ranked = [
        candidate(one, 1, 0.9, [0.9, 0.1, 0.1, 0.1]),
        candidate(two, 0, 0.88, [0.1, 0.9, 0.1, 0.1]),
        candidate(one, 0, 0.87, [0.1, 0.1, 0.9, 0.1]),
    ]
    assert texts(choose("What weather?", ranked, WEIGHTS, 4)) == [
        "First comes wind.",
        "Second comes rain.",
        "Snow is rare there.",
    ]


class _Liking:
    """An interaction that likes the last of the ranges best."""

    weights = WEIGHTS

    def range_scores(self, _: int, ranges: list[tuple[int, int]]) -> tuple[Floats, Floats]:
        scores = np.linspace(0.5, 0.9, len(ranges), dtype=np.float32)
        return scores, np.repeat(scores[:, None], 4, axis=1)


def test_a_reference_answers_only_a_question_about_references() -> None:
    reference = "A. Author, What does this paper do? Journal of Papers, 1999."
    source = evidence((P, "We measure noise in yards."), (BlockKind.REFERENCE, reference))
    retrieval = cast(
        "Retrieval", SimpleNamespace(evidence=[source], interaction=_Liking(), term_groups=[], numbered=[])
    )
    assert [c.text for c in rank_sentences("What does this paper do?", retrieval)] == [
        "We measure noise in yards."
    ]
    assert rank_sentences("Who is cited in this paper?", retrieval)[0].text == reference

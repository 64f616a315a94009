"""Questions in a writing that the embedded encoder cannot read: by words alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pincite import Library
from pincite.domain import BlockKind, Chunk, Sentence, Span
from pincite.search.engine import Stages
from pincite.search.words import PAIRS, WORDS, match_words
from pincite.store import StoredChunk

PARAGRAPHS = (
    "Арендатор обязан уведомить арендодателя о расторжении договора за шестьдесят дней. Уведомление направляется "
    "заказным письмом.",
    "Плата за помещение составляет сорок тысяч рублей в месяц. Она вносится до пятого числа каждого месяца.",
    "Арендодатель отвечает за ремонт крыши, стен и отопления. Окна и двери ремонтирует арендатор.",
)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("words")
    for number, text in enumerate(PARAGRAPHS):
        (folder / f"{number}.txt").write_text(text, "utf-8")
    with Library.open(folder / "library") as library:
        library.add([folder / f"{number}.txt" for number in range(len(PARAGRAPHS))])
        yield library


@pytest.mark.parametrize(
    ("question", "file", "held"),
    [
        ("За сколько дней арендатор должен уведомить о расторжении договора?", "0.txt", "шестьдесят дней"),
        ("Кто отвечает за ремонт крыши?", "2.txt", "Арендодатель отвечает"),
    ],
)
def test_the_sentence_with_the_words_answers(library: Library, question: str, file: str, held: str) -> None:
    answer = library.ask(question)
    assert not answer.refused
    assert answer.citations[0].document.file_name == file
    assert held in answer.citations[0].quote


def test_what_is_not_there_is_refused(library: Library) -> None:
    for question in ("Какая столица у Франции?", "Когда родился великий поэт Александр Пушкин?"):
        answer = library.ask(question)
        assert answer.refused
        assert answer.confidence < 0.3


def test_vectors_take_no_part_unless_the_question_can_be_read(library: Library) -> None:
    retrieval = library.retrieve("Кто отвечает за ремонт крыши?")
    assert retrieval.encoder == WORDS
    assert all(passage.scores.dense is None for passage in retrieval.passages)
    assert len(retrieval.evidence) == len(retrieval.passages)
    assert retrieval.evidence[0].passage.scores.late == retrieval.passages[0].scores.late
    assert library.retrieve("Who repairs the roof?").encoder != WORDS
    assert library.retrieve("60?").encoder != WORDS
    assert library.retrieve("ใครซ่อมหลังคา").encoder == PAIRS
    plain = library.retrieve("Кто отвечает за ремонт крыши?", stages=Stages(rerank=False))
    assert not plain.evidence
    by_meaning = library.retrieve("Кто отвечает?", stages=Stages(lexical=False, page=False))
    assert by_meaning.encoder != WORDS


def test_the_doctor_says_so(library: Library) -> None:
    (finding,) = (finding for finding in library.check() if finding.name == "encoder")
    assert finding.severity == "warning"
    assert "ru" in finding.message
    assert "pincite[multilingual]" in finding.remedy


def test_rare_terms_weigh_more() -> None:
    text = "alpha beta. alpha gamma. alpha delta."
    ends = (11, 24, len(text))
    sentences = tuple(
        Sentence(start, end, (Span(1, start, end),), BlockKind.PARAGRAPH)
        for start, end in zip((0, 12, 25), ends, strict=True)
    )
    stored = StoredChunk(1, 1, 0, Chunk(text, (), sentences))
    found = match_words([("alpha",), ("gamma", "other"), ("epsilon",)], [(stored, "en")])
    assert found.cosines.tolist() == [[1, 0, 0], [1, 1, 0], [1, 0, 0]]
    assert found.weights[0] < found.weights[1] < found.weights[2]
    assert found.weights.sum() == pytest.approx(1)
    scores, _ = found.range_scores(0, [(0, 11), (12, 24)])
    assert scores[0] < scores[1] == pytest.approx(found.passage_scores()[0])


def test_nothing_to_compare_gives_nothing() -> None:
    assert match_words([], []).passage_scores().tolist() == []
    assert match_words([("alpha",)], []).cosines.shape == (0, 1)

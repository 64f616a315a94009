"""Why passages were found, in words; and names of downloads."""

from __future__ import annotations

import dataclasses

import pytest

from pincite.domain import Document, Passage, Scores, Span
from pincite.server.downloads import download
from pincite.server.passages import Matching, PassageShape
from pincite.server.places import Links


def document(language: str = "en", media_type: str = "application/pdf") -> Document:
    return Document(
        id="5f0c3a9be1d24c7a8f10", file_name="a&b=c #1.pdf", title="Fees\x00 <b>", authors=(), year=None,
        language=language, media_type=media_type, sha256="", size=1, pages=9, chunks=1, warnings=(), outline=(),
        collections=(), added_at="",
    )  # fmt: skip


def passage(text: str, language: str = "en", **scores: float) -> Passage:
    return Passage(
        1,
        text,
        document(language),
        ("2", "2.1 Fees"),
        (Span(4, 10, 20), Span(5, 0, 3)),
        Scores(**scores),
        "iv",
    )


@pytest.mark.parametrize(
    ("question", "text", "language", "value", "words"),
    [
        ("What is the storage fee?", "The storage fees", "en", 1.0, "storage, fee"),
        ("Which fee is due?", "The fees", "en", 0.5, "fee"),
        ("Wie hoch sind die Gebühren?", "Die Gebühr", "de", 0.5, "Gebühren"),
        ("契約書の解除", "契約書の解除条件", "ja", 1.0, "契約書の解除"),
        ("ABX-77", "the ABX-77 valve", "en", 1.0, "ABX-77"),
    ],
)
def test_words_that_are_shared(question: str, text: str, language: str, value: float, words: str) -> None:
    told = Matching(question).signals(passage(text, language)).words
    assert told.value == value
    assert told.text.endswith(f": {words}")


def test_questions_without_words() -> None:
    matching = Matching("What is it? ‮ \x00 ***")
    assert matching.signals(passage("anything")).words.value is None
    assert Matching("heron").signals(passage("osprey")).words.value == 0.0


def test_signals_stay_on_their_bars() -> None:
    signals = Matching("x").signals(passage("x", dense=-0.3, late=1.2))
    assert (signals.meaning.value, signals.closeness.value) == (0.0, 1.0)
    assert signals.meaning.text == "far in meaning"
    assert Matching("x").signals(passage("x")).closeness.value is None


def test_a_passage_names_its_place() -> None:
    shape = PassageShape.of(passage("x"), Matching("x"))
    assert shape.place == "Fees <b>, from page iv (page 4 of the file)"
    assert (shape.page, shape.page_label) == (4, "iv")


def test_links_hold_ids_only() -> None:
    links = Links.of(document(), 4)
    assert links.original == "documents/5f0c3a9be1d24c7a8f10/original#page=4"
    assert Links.of(document(media_type="text/plain"), 4).original.endswith("/original")
    hostile = dataclasses.replace(document(), id="../a?b#c")
    assert Links.of(hostile, 1).page == "documents/..%2Fa%3Fb%23c/pages/1"


def test_tables_are_read_as_utf_8() -> None:
    assert download("a", "b", "csv").body == b"\xef\xbb\xbfa"
    assert download("a\ud800", "b", "md").body == b"a?"

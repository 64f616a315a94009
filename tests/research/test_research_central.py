"""What is shown of a document of which no aspect was found."""

from __future__ import annotations

from pathlib import Path

from pincite import Library
from pincite.research.central import central_sentences
from support.readings import make_reading

STORY = [
    ("heading", "The grasshopper"),
    (
        "p",
        "Once the ants were carrying grains of wheat to the nest. The moon was yellow over the hills that night.",
    ),
    (
        "p",
        "The grasshopper asked the ants for grains of wheat. The ants asked the grasshopper what it had done.",
    ),
]


def test_sentences_of_words_that_are_repeated() -> None:
    found = [chosen.line.text for chosen in central_sentences(make_reading(STORY), 2)]
    assert found == [
        "Once the ants were carrying grains of wheat to the nest.",
        "The grasshopper asked the ants for grains of wheat.",
    ] or found == [
        "The grasshopper asked the ants for grains of wheat.",
        "The ants asked the grasshopper what it had done.",
    ]


def test_scripts_without_spaces() -> None:
    reading = make_reading(
        [("p", "公司本年度的营业收入增长了百分之十。公司的营业收入主要来自出口。天气很好。")], tokens=400
    )
    texts = [chosen.line.text for chosen in central_sentences(reading, 3)]
    assert "公司本年度的营业收入增长了百分之十。" in texts
    assert "天气很好。" not in texts


def test_nothing_from_nothing() -> None:
    assert central_sentences(make_reading([("heading", "Title"), ("p", "Too short.")]), 3) == []


def test_only_where_no_aspect_was_found(library_copy: Path) -> None:
    with Library.open(library_copy, create=False) as library:
        for kind in ("letter", "form", "slides"):
            sections = library.summarize("river-gauges.pdf", kind=kind).sections
            reported = any(section.reported for section in sections if section.aspect != "central")
            assert ("central" in {section.aspect for section in sections}) is not reported
        own = library.summarize("seed-bank-agreement.pdf", aspects=["whale song"])
        assert [section.aspect for section in own.sections] == ["whale song"]
        fit = library.summarize("seed-bank-agreement.pdf")
        assert "central" not in {section.aspect for section in fit.sections}

"""A document read from end to end."""

from __future__ import annotations

import pytest

from pincite.research.reading import bare_title
from support.readings import make_reading


def test_every_sentence_is_there_once_in_order() -> None:
    words = [f"Sentence number {n} says something of its own." for n in range(30)]
    reading = make_reading([("heading", "Introduction"), ("p", " ".join(words))], tokens=40)
    assert len(reading.chunks) > 3
    assert [line.text for line in reading.lines] == ["Introduction", *words]
    assert [line.position for line in reading.lines] == list(range(31))
    places = [line.place for line in reading.lines]
    assert places == sorted(places)
    assert 0 <= places[0] < places[-1] <= 1


def test_a_sentence_knows_the_heading_above_it_within_a_chunk() -> None:
    reading = make_reading(
        [("heading", "Data"), ("p", "We used ten samples."), ("heading", "Limits"), ("p", "Ten are few.")]
    )
    assert len(reading.chunks) == 1
    assert {line.text: line.section for line in reading.lines if line.text.endswith(".")} == {
        "We used ten samples.": ("Data",),
        "Ten are few.": ("Limits",),
    }


def test_a_sentence_too_long_for_a_chunk_is_one_again() -> None:
    long = (
        "The provider shall " + " and ".join(f"deliver item {n} to the place named" for n in range(20)) + "."
    )
    reading = make_reading([("p", "First. " + long + " Last.")], tokens=40)
    assert [line.text for line in reading.lines] == ["First.", long, "Last."]
    assert len(reading.lines[1].spans) > 1
    assert reading.bounds == (0, 1, len(reading.lines[1].spans) + 1)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ('It is made between Harrow Foods, Inc. ("Harrow") and another company. It ends.', 2),
        ("It is sold by Harrow Foods, Inc. The price is high.", 2),
        ("The fund is the ARCA U.S. TREASURY FUND and no other. It ends.", 2),
        ("It is made in the U.S. It ends.", 2),
    ],
)
def test_a_company_ends_no_sentence(text: str, count: int) -> None:
    assert len(make_reading([("p", text)]).lines) == count


def test_clauses_whose_title_begins_them() -> None:
    blocks = [
        ("p", "8. Governing Law. This Agreement is governed by the law of Spain."),
        ("p", "9. Term - It ends after two years. It may be renewed."),
        ("p", "10. The parties agree that nothing else was said."),
    ]
    sections = {
        line.text: line.section[-1:] for line in make_reading(blocks, clauses=True).lines if " " in line.text
    }
    assert sections["This Agreement is governed by the law of Spain."] == ("Governing Law",)
    assert sections["9. Term - It ends after two years."] == ("Term",)
    assert sections["It may be renewed."] == ("Term",)
    assert all(not line.section for line in make_reading(blocks).lines), "only where clauses are expected"


@pytest.mark.parametrize(
    ("title", "bare"),
    [
        ("3.2 Limitations", "Limitations"),
        ("IV. CONCLUSIONS", "CONCLUSIONS"),
        ("Article 5 Term and Termination", "Term and Termination"),
        ("Chapter 2: The Sea", "The Sea"),
        ("§ 4 Haftung", "Haftung"),
        ("ARTICLE V [TERM]", "TERM"),
        ("A survey", "A survey"),
        ("7", "7"),
        ("Data", "Data"),
    ],
)
def test_titles_without_their_numbers(title: str, bare: str) -> None:
    assert bare_title(title) == bare

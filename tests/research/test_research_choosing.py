"""Which sentences tell an aspect: by titles, phrases and place; nearness alone is not enough."""

from __future__ import annotations

import numpy as np

from pincite.research.aspects import aspects_of
from pincite.research.choosing import choose, rank
from pincite.research.reading import Reading
from support.readings import make_reading

PAPER = [
    ("heading", "1 Introduction"),
    ("p", "There are few measurements of noise in courtyards. In this paper we present two winters of them."),
    ("heading", "2 Data"),
    (
        "p",
        "The samples were collected in ten courtyards of Oslo. They are described elsewhere by the city council.",
    ),
    ("heading", "3 Results"),
    ("p", "We found that the noise fell by half at night. Earlier work found that it fell by a third [7]."),
    ("heading", "Acknowledgements"),
    ("p", "We present our thanks to the council, whose future work we look forward to with much interest."),
]


def told(reading: Reading, kind: str = "paper", near: float = 0.4, most: int = 3) -> dict[str, list[str]]:
    aspects = aspects_of(kind)
    nearness = np.full((len(reading.lines), len(aspects)), near, np.float32)
    chosen = choose(reading, rank(reading, aspects, nearness), most)
    return {aspect.name: [c.line.text for c in group] for aspect, group in zip(aspects, chosen, strict=True)}


def test_titles_and_phrases_tell() -> None:
    found = told(make_reading(PAPER))
    assert found["problem"] == ["There are few measurements of noise in courtyards."]
    assert found["contribution"] == ["In this paper we present two winters of them."]
    assert found["data"][0] == "The samples were collected in ten courtyards of Oslo."
    assert "We found that the noise fell by half at night." in found["results"]
    assert "Earlier work found that it fell by a third [7]." not in found["results"]


def test_thanks_tell_nothing() -> None:
    found = told(make_reading(PAPER), near=1.0)
    assert not any("thanks" in text for texts in found.values() for text in texts)
    assert found["future_work"] == []


def test_nearness_alone_is_not_enough() -> None:
    plain = [
        ("heading", "Courtyards"),
        ("p", "The trams run every ten minutes by day. The houses are of brick."),
    ]
    assert not any(told(make_reading(plain), near=1.0).values())


def test_a_sentence_is_told_once_and_with_what_it_refers_to() -> None:
    blocks = [
        ("heading", "Results"),
        (
            "p",
            "The noise at night was measured in ten courtyards of the town. "
            "However, it improved significantly by 30 % after the trams were replaced.",
        ),
        ("heading", "Conclusion"),
        ("p", "The noise at night, which was measured in ten courtyards of the town, fell."),
    ]
    found = told(make_reading(blocks), most=2)
    assert [text[:13] for text in found["results"]] == ["The noise at ", "However, it i"]
    assert sum("ten courtyards" in text for texts in found.values() for text in texts) == 1


def test_no_more_than_asked_for() -> None:
    sentences = [f"We found that the noise in courtyard {word} fell by half." for word in "abcdefgh"]
    found = told(make_reading([("heading", "Results"), ("p", " ".join(sentences))]), most=1)
    assert len(found["results"]) == 1


def test_a_sentence_about_what_the_title_names() -> None:
    reading = make_reading(
        [("heading", "Usage notes"), ("p", "Quietpy offers ready routines for the noise of courtyards.")],
        title="Quietpy: noise in courtyards",
    )
    assert told(reading, near=0.7)["contribution"]
    other = make_reading(
        [("heading", "Usage notes"), ("p", "Loudpy offers ready routines for the noise of courtyards.")],
        title="Quietpy: noise in courtyards",
    )
    assert not told(other, near=0.7)["contribution"]


def test_the_licence_printed_in_a_manual_is_no_part_of_it() -> None:
    blocks = [
        ("heading", "GNU General Public License"),
        ("p", "The program can not be used if it may cause damage to data that you own."),
        ("heading", "Limitations"),
        ("p", "The program does not support more than ten courtyards at a time."),
    ]
    found = told(make_reading(blocks), "manual")
    assert found["warnings"] == []
    assert found["limits"] == ["The program does not support more than ten courtyards at a time."]

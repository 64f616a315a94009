"""Which sentences can be read by themselves."""

from __future__ import annotations

import pytest

from pincite.research.standalone import before, can_be_quoted, goes_on, points_elsewhere, refers_back
from support.readings import make_reading


def only(text: str, kind: str = "p"):  # type: ignore[no-untyped-def]
    (line,) = make_reading([(kind, text)], tokens=400).lines
    return line


@pytest.mark.parametrize(
    "text",
    [
        "We measured the noise in ten courtyards over two winters.",
        "2.1 This Agreement commences on 1 April 2023 and continues for five years.",
        "WHEREAS, the Fund desires to retain the Administrator to provide services to it; and",
        "Die Miete beträgt im ersten Jahr neunhundert Euro im Monat.",
    ],
)
def test_whole_sentences_can_be_quoted(text: str) -> None:
    assert can_be_quoted(only(text))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Limitations of the present study and its later parts", "heading"),
        ("Figure 3. The noise in the courtyards over the whole year.", "caption"),
        ("Smith, A. and Jones, B. wrote about noise in courtyards.", "reference"),
        ("The terms of this agreement between both are as follows:", "p"),
        ("and of the second part of the sentence that was cut.", "p"),
        (", and so on for all parts of the set.", "p"),
        ("It is small.", "p"),
        ("(On some systems there may be a shared version of it as well.)", "p"),
        ("You should just change to the folder and run the script, e.g.", "p"),
        ("Contact the authors at noise@example.org for all of the data.", "p"),
        ("By: ______________ Name and title of the one who signs.", "p"),
        ("x = 3.14159 + 2.71828 * 1.41421 - 0.57721 / 1.61803 = 12.", "p"),
        (" ".join(["word"] * 200) + ".", "p"),
    ],
)
def test_others_cannot(text: str, kind: str) -> None:
    assert not any(can_be_quoted(line) for line in make_reading([(kind, text)], tokens=600).lines)


@pytest.mark.parametrize(
    ("text", "on", "back"),
    [
        ("However, the noise was lower at night than by day.", True, False),
        ("However, this was not so at night in the winter.", True, True),
        ("It was lower at night than by day in all.", False, True),
        ("This paper reports the noise in ten courtyards of Oslo.", False, False),
        ("In this paper we report the noise in ten courtyards.", False, False),
        ("To address this, we present a course for all of them.", False, False),
        ("With these in hand, the noise could be told apart.", False, True),
        ("It is hard to tell the noise of cars from trams.", False, False),
        ("It is measured in the winter of that year by them.", False, True),
        ("The noise was lower at night than by day in all.", False, False),
        ("Diese wurden im Winter in allen Höfen noch einmal gemessen.", False, True),
    ],
)
def test_what_needs_the_sentence_before(text: str, on: bool, back: bool) -> None:
    line = only(text)
    assert (goes_on(line), refers_back(line)) == (on, back)


@pytest.mark.parametrize(
    ("text", "pointing"),
    [
        ("The results are shown in Table 3 for all ten courtyards.", True),
        ("In Section 5 we describe the instruments that were used.", True),
        ("Section 4 presents the noise of the courtyards in winter.", True),
        ("The noise in winter was lower than in summer by half.", False),
    ],
)
def test_what_only_tells_where_something_stands(text: str, pointing: bool) -> None:
    assert points_elsewhere(only(text)) is pointing


def test_the_sentence_before_is_of_the_same_paragraph() -> None:
    reading = make_reading(
        [
            ("heading", "Noise"),
            (
                "p",
                "The trams were loud in the winter of that year. They were replaced by buses in the spring.",
            ),
            ("heading", "Costs"),
            ("p", "They were low in all of the years that were measured."),
        ]
    )
    noise, second, costs = (line for line in reading.lines if line.text.startswith(("The", "They")))
    assert before(second, reading.lines) is noise
    assert before(costs, reading.lines) is None
    assert before(reading.lines[0], reading.lines) is None

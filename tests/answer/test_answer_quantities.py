from __future__ import annotations

import pytest

from pincite.answer.quantities import find_quantities, read_digits


def one(text: str, language: str = "en") -> tuple[set[float | str], str]:
    (quantity,) = find_quantities(text, language)
    return set(quantity.values), quantity.unit


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("1,000 people", "1000 people"),
        ("1,000 people", "one thousand people"),
        ("two hundred and fifty cows", "250 cows"),
        ("twenty-five cows", "25 cows"),
        ("1.5 million cows", "1,500,000 cows"),
        ("5 km", "5 kilometres"),
        ("5 km", "5km"),
        ("$5 million", "5,000,000 dollars"),
        ("US$5", "5 USD"),
        ("5 %", "five percent"),
        ("5 per cent", "5%"),
        ("half of them", "50 % of them"),
        ("two thirds of them", "two-thirds of them"),
        ("the 20th century", "the twentieth century"),
        ("a dozen", "a dozen"),
        ("12\u00a0000 km", "12,000 km"),
    ],
)
def test_the_same_quantity(first: str, second: str) -> None:
    (a,), (b,) = (find_quantities(text) or [None] for text in (first, second))
    assert (a is None and b is None) or (a is not None and b is not None and a.agrees(b) and b.agrees(a))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("1,000 people", "10,000 people"),
        ("5 km", "5 miles"),
        ("$5", "€5"),
        ("5 days", "5 weeks"),
        ("5 million", "5 billion"),
        ("5 %", "5 years"),
        ("the 1990s", "the year 1990 years"),
        ("-5 degrees", "5 degrees"),
        ("10:30", "10:45"),
        ("4.2.1", "4.2.2"),
        ("third", "fourth"),
    ],
)
def test_other_quantities(first: str, second: str) -> None:
    a, b = find_quantities(first)[0], find_quantities(second)[0]
    assert not a.agrees(b)


def test_a_number_that_can_be_read_in_two_ways_keeps_both() -> None:
    assert read_digits("1.000") == {1.0, 1000.0}
    assert read_digits("1,000") == {1000.0}
    assert read_digits("1,5") == {1.5}
    assert read_digits("1.234,56") == read_digits("1,234.56") == {1234.56}
    assert read_digits("9" * 400) == {"9" * 400}


@pytest.mark.parametrize(
    ("language", "text", "value"),
    [("de", "zwölf Tage", 12), ("fr", "trois jours", 3), ("es", "veinte días", 20), ("nl", "zeven dagen", 7)],
)
def test_number_words_of_other_languages(language: str, text: str, value: float) -> None:
    assert one(text, language) == ({value}, "day")


def test_what_is_no_number() -> None:
    assert find_quantities("The F16 and the B52 flew over x2 and none fell.") == []

from __future__ import annotations

import pytest

from pincite.answer.quantities import find_dates, find_quantities, read_digits


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


@pytest.mark.parametrize(
    "text",
    [
        "3 March 2011",
        "March 3, 2011",
        "2011-03-03",
        "3rd of March 2011",
        "3. März 2011",
        "3 mars 2011",
        "3 de marzo de 2011",
    ],
)
def test_the_same_date(text: str) -> None:
    (date,) = find_dates(f"It was on {text} there.")
    assert date.readings == ((2011, 3, 3),)
    assert find_quantities(f"It was on {text} there.") == []


def test_dates_in_part_and_in_two_readings() -> None:
    (exact,) = find_dates("the 14th day of March, 2011")
    (month,) = find_dates("in March 2011")
    (year_only,) = find_dates("3/14/11")
    (unclear,) = find_dates("03/04/2011")
    assert exact.readings == ((2011, 3, 14),) == year_only.readings
    assert month.agrees(exact)
    assert not exact.agrees(month)
    assert unclear.readings == ((2011, 3, 4), (2011, 4, 3))
    assert find_dates("They may march on, and May was there.") == []
    assert find_dates("99/99/2011 and 2011-13-45") == []

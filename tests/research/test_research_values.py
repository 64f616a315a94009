"""Values in sentences."""

from __future__ import annotations

import pytest

from pincite.domain import FieldType
from pincite.research.dates import find_dates
from pincite.research.names import find_organisations, find_titles
from pincite.research.places import find_places
from pincite.research.values import find_durations, find_money, find_numbers, finder


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("made as of this 14th day of March, 2011 by", [("14th day of March, 2011", "2011-03-14")]),
        ("dated June 21, 1999", [("June 21, 1999", "1999-06-21")]),
        ("Sept. 3rd, 2020", [("Sept. 3rd, 2020", "2020-09-03")]),
        ("on 3 March 2023 and 2024-02-29", [("3 March 2023", "2023-03-03"), ("2024-02-29", "2024-02-29")]),
        ("12/31/04", [("12/31/04", "2004-12-31")]),
        ("29/3/18", [("29/3/18", "2018-03-29")]),
        ("31.12.1999", [("31.12.1999", "1999-12-31")]),
        ("am 1. März 2023", [("1. März 2023", "2023-03-01")]),
        ("le 1er août 2021", [("1er août 2021", "2021-08-01")]),
        ("el 5 de enero de 2020", [("5 de enero de 2020", "2020-01-05")]),
        ("in May 2016", [("May 2016", "2016-05")]),
        ("in 2016, on 1 May 2017", [("1 May 2017", "2017-05-01")]),
        ("published in 2016.", [("2016", "2016")]),
        ("30 February 2020, version 3.2.1, no. 1999-4, 12,1999", []),
    ],
)
def test_dates(text: str, values: list[tuple[str, str]]) -> None:
    assert [(value.text, value.normalised) for value in find_dates(text)] == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("pay $5,000,000", [("$5,000,000", 5e6, "USD")]),
        ("US$ 2.5 million a year", [("US$ 2.5 million", 2.5e6, "USD")]),
        ("EUR 3,000 or £12.50", [("EUR 3,000", 3000.0, "EUR"), ("£12.50", 12.5, "GBP")]),
        ("250,000 pounds", [("250,000 pounds", 250000.0, "GBP")]),
        ("900 Euro im Monat", [("900 Euro", 900.0, "EUR")]),
        ("5 Million Dollars", [("5 Million Dollars", 5e6, "USD")]),
        ("RMB10,000", [("RMB10,000", 10000.0, "CNY")]),
        ("a fee of 300", []),
    ],
)
def test_money(text: str, values: list[tuple[str, float, str]]) -> None:
    assert [(value.text, value.normalised, value.unit) for value in find_money(text)] == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("five (5) years from", [("five (5) years", "P5Y")]),
        ("thirty (30) days and 12 months", [("thirty (30) days", "P30D"), ("12 months", "P12M")]),
        ("a two-year period", [("two-year", "P2Y")]),
        (
            "within ten Business Days, twenty-one days",
            [("ten Business Days", "P10D"), ("twenty-one days", "P21D")],
        ),
        ("90 minutes", [("90 minutes", "PT90M")]),
        ("30 seconds", [("30 seconds", "PT30S")]),
        ("section 5 applies", []),
    ],
)
def test_durations(text: str, values: list[tuple[str, str]]) -> None:
    assert [(value.text, value.normalised) for value in find_durations(text)] == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("10,570 questions", [("10,570 questions", 10570.0, "questions")]),
        ("1.2 million images", [("1.2 million images", 1.2e6, "images")]),
        ("an accuracy of 93.1 %", [("93.1 %", 93.1, "%")]),
        ("10 per cent of", [("10 per cent", 10.0, "%")]),
        ("a rate of 1e-4", [("1e-4", 0.0001, "")]),
        ("3 x 10^-4", [("3 x 10^-4", 0.0003, "")]),
        ("−20 °C", [("−20 °C", -20.0, "°C")]),
        ("$300 and v1.2", []),
    ],
)
def test_numbers(text: str, values: list[tuple[str, float, str]]) -> None:
    assert [(value.text, value.normalised, value.unit) for value in find_numbers(text)] == values


def test_a_value_is_the_text_at_its_place() -> None:
    text = (
        "On 1 May 2017 Acme Corp. paid $5 million within thirty (30) days for 96 GB under the laws of Ohio."
    )
    finds = (find_dates, find_money, find_durations, find_numbers, find_organisations, find_places)
    for find in finds:
        values = find(text)
        assert values, find.__name__
        assert all(text[value.start : value.end] == value.text for value in values)


def test_a_unit_leaves_other_numbers_out() -> None:
    find = finder(FieldType.NUMBER, unit="GB")
    assert find is not None
    assert [value.normalised for value in find("8 cores, 96 GB, 2 TB")] == [96.0]


def test_text_has_no_finder() -> None:
    assert finder(FieldType.TEXT) is None
    assert finder(FieldType.YES_NO) is None


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "made by and between Northgate Media, LLC, a Delaware limited liability company (“NM”), and Harrow Cinemas "
            "Corp., a Delaware corporation (“Affiliate”)",
            ["Northgate Media, LLC", "Harrow Cinemas Corp."],
        ),
        ('between BIRCHTX LIMITED ("Company") and JANE ROE ("Employee")', ["BIRCHTX LIMITED", "JANE ROE"]),
        ("between Jane Roe, an individual residing in Ohio (“Roe”),", ["Jane Roe"]),
        ("This Agreement (the “Agreement”) is made as of today (the “Effective Date”)", []),
        ("a Delaware Corporation", []),
    ],
)
def test_organisations(text: str, names: list[str]) -> None:
    assert [value.text for value in find_organisations(text)] == names


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("governed by the laws of the State of New York without regard to", "New York"),
        ("GOVERNED BY THE LAWS OF THE STATE OF NEW YORK", "NEW YORK"),
        ("in accordance with Ohio law", "Ohio"),
        ("the laws of the Republic of Freedonia", "Freedonia"),
        ("the laws of England and Wales", "England and Wales"),
    ],
)
def test_places(text: str, place: str) -> None:
    assert find_places(text)[0].text == place


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("THIS NETWORK AFFILIATE AGREEMENT (this “Agreement”) is made", "NETWORK AFFILIATE AGREEMENT"),
        (
            "This Content Distribution and License Agreement is made",
            "Content Distribution and License Agreement",
        ),
    ],
)
def test_titles(text: str, title: str) -> None:
    assert find_titles(text)[0].text == title


def test_an_agreement_without_a_name_has_no_title() -> None:
    assert find_titles("This Agreement is made on Monday.") == []

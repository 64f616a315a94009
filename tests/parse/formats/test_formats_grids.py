from __future__ import annotations

import pytest
from tests.support.rows import grid_page

from pincite.parse.formats.grids import draft, examine, is_period, is_value, unit_in
from pincite.tables import read_table

Spans = dict[tuple[int, int], tuple[int, int]]


def read(rows: list[list[str]], spans: Spans | None = None, *, data: bool = False) -> list[str]:
    page, block = grid_page(rows, spans, data=data)
    assert block.table is not None
    return [
        row.reading() for row in read_table(page.text, block, block.table, None)[0] if row.role == "values"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "12",
        "1,577.5",
        "(1,577)",
        "-3",
        "12 %",
        "€ 5",
        "5 kg",
        "2020-12-31",
        "31.12.2020 10:30",
        "A-1017",
        "n/a",
        "1E+04",
    ],
)
def test_values(text: str) -> None:
    assert is_value(text)


@pytest.mark.parametrize(
    "text", ["Pump", "Net sales", "price 2", "", "5 long words", "x" * 100_000, "-" + " " * 50_000 + "!"]
)
def test_words_are_no_values(text: str) -> None:
    assert not is_value(text)


@pytest.mark.parametrize("text", ["2018", "FY2018", "Q1 2020", "Q3", "Jan", "March 2021", "2018/19", "2020E"])
def test_periods(text: str) -> None:
    assert is_period(text)


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("Sales by region (in millions)", "(in millions)"),
        ("Sales in thousands of dollars", "in thousands of dollars"),
        ("Prices [EUR]", "[EUR]"),
        ("Amounts (US$ 000s)", "(US$ 000s)"),
        ("Debt (USD millions)", "(USD millions)"),
        ("People in Bonn", ""),
    ],
)
def test_units(text: str, unit: str) -> None:
    assert unit_in(text) == unit


def test_a_full_head_names_all_values() -> None:
    assert read([["id", "name", "price"], ["190", "Pump", "12"], ["191", "Valve", "7"]]) == [
        "id 190; name Pump; price 12",
        "id 191; name Valve; price 7",
    ]


@pytest.mark.parametrize("corner", ["", "Item"])
def test_years_head_a_cross_table(corner: str) -> None:
    rows = [[corner, "2018", "2017"], ["Sales", "1,577", "1,373"], ["Cost", "5", "6"]]
    assert read(rows)[0] == "Sales: 2018 1,577; 2017 1,373"


def test_years_amid_years_are_no_head() -> None:
    assert examine([["1999", "2000"], ["2001", "2002"], ["2003", "2004"]]).head_rows == 0


def test_title_unit_and_groups_without_merged_cells() -> None:
    rows = [
        ["Sales by region (in millions)"],
        ["", "Retail", "", "Wholesale", ""],
        ["Region", "First", "Second", "First", "Second"],
        ["North", "1", "2", "3", "4"],
    ]
    assert read(rows) == [
        "North: Retail First 1; Retail Second 2; Wholesale First 3; Wholesale Second 4 (in millions)"
    ]
    assert draft(rows)[1:] == ("Sales by region (in millions)", "(in millions)")


def test_merged_heads() -> None:
    rows = [
        ["Sales", "", "", "", ""],
        ["Region", "Retail", "", "Wholesale", ""],
        ["", "First", "Second", "First", "Second"],
        ["North", "1", "2", "3", "4"],
    ]
    spans = {(0, 0): (1, 5), (1, 0): (2, 1), (1, 1): (1, 2), (1, 3): (1, 2)}
    assert read(rows, spans) == [
        "North: Retail First 1; Retail Second 2; Wholesale First 3; Wholesale Second 4"
    ]


def test_a_merged_label_names_all_its_rows() -> None:
    rows = [["Region", "Product", "Price"], ["North", "Pump", "5"], ["", "Valve", "6"]]
    assert read(rows, {(1, 0): (2, 1)}) == ["North: Product Pump; Price 5", "North: Product Valve; Price 6"]


def test_groups_of_rows() -> None:
    rows = [["", "2018"], ["Assets:", ""], ["Cash", "7"], ["", ""], ["Total", "9"]]
    assert read(rows) == ["Assets, Cash: 2018 7", "Total: 2018 9"]


def test_pairs_without_a_head() -> None:
    assert read([["Name", "Anna"], ["City", "Berlin"]]) == ["Name: Anna", "City: Berlin"]
    assert read([["Length", "5 m"], ["Width", "6 m"]]) == ["Length: 5 m", "Width: 6 m"]


def test_words_alone_have_a_head_where_a_data_file_says_so() -> None:
    assert read([["Name", "City"], ["Anna", "Berlin"], ["Bob", "Paris"]], data=True) == [
        "Name Anna; City Berlin",
        "Name Bob; City Paris",
    ]
    assert read([["Anna", "Berlin", "x"], ["Anna", "Paris", "y"]], data=True)[0].startswith("Anna")
    assert read([["Email"], ["a@b.example"]], data=True) == ["Email a@b.example"]


def test_a_first_row_of_values_is_no_head() -> None:
    assert read([["Anna", "5", "2020-01-01"], ["Bob", "7", "2020-01-02"]], data=True) == [
        "Anna: 5; 2020-01-01",
        "Bob: 7; 2020-01-02",
    ]


def test_nothing_is_read_from_nothing() -> None:
    assert draft([["", " "], []])[0].rows == ()
    assert examine([[]]).head_rows == examine([]).head_rows == 0

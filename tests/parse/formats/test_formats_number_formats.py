from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.parse.formats.number_formats import general, shown

_ACCOUNTS = '_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-;_-@_-'


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (0.125, "0%", "13%"),
        (0.12345, "0.00%", "12.35%"),
        (1577, "#,##0", "1,577"),
        (-1577.5, "#,##0.00_);(#,##0.00)", "(1,577.50)"),
        (1577.5, '"$"#,##0.00', "$1,577.50"),
        (12.5, "#,##0.00\\ [$€-407]", "12.50 €"),
        (0, '0;-0;"-"', "-"),
        (1234.5, _ACCOUNTS, "1,234.50 €"),
        (-1234.5, _ACCOUNTS, "-1,234.50 €"),
        (0, _ACCOUNTS, "- €"),
        (1234567, '0.0,,"M"', "1.2M"),
        (12345.678, "0.00E+00", "1.23E+04"),
        (0.1 + 0.2, "General", "0.3"),
        (5, 'General" kg"', "5 kg"),
        (7, "000", "007"),
        (0.5, "#.##", ".5"),
        (2.675, "0.00", "2.68"),
        (-0.001, "0.0", "0.0"),
        (2.5, "[Red]0", "3"),
        (5, "@", "5"),
        (43831, "yyyy-mm-dd", "2020-01-01"),
        (43831.5, "d.m.yyyy h:mm", "1.1.2020 12:00"),
        (43831.75, "h:mm AM/PM", "6:00 PM"),
        (43831, "dddd, d mmmm yyyy", "Wednesday, 1 January 2020"),
        (1.5, "[h]:mm", "36:00"),
        (1.0 / 24 / 60 * 61, "h:mm", "1:01"),
        (59, "d.m.yyyy", "28.2.1900"),
        (-5, "yyyy-mm-dd", "-5"),
        (0.25, "# ?/?", "0.25"),
        (3, '[>2]"many";0', "3"),
        (1e300, "0.00", "1e+300"),
        (float("inf"), "0", "inf"),
    ],
)  # fmt: skip
def test_numbers_as_cells_show_them(value: float, code: str, text: str) -> None:
    assert shown(value, code) == text


def test_days_since_1904() -> None:
    assert shown(42369, "yyyy-mm-dd", since_1904=True) == "2020-01-01"


@settings(max_examples=300)
@given(st.floats(), st.text('0#?.,%;"\\_*[]@$yMdhsE+-/ AP€x', max_size=20))
def test_no_code_fails(value: float, code: str) -> None:
    assert isinstance(shown(value, code), str)


def test_numbers_without_a_format() -> None:
    assert [general(v) for v in (5.0, 0.1, 1e15, -2.5)] == ["5", "0.1", "1e+15", "-2.5"]

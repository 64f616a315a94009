from __future__ import annotations

import pytest

from pincite.answer.dates import find_dates
from pincite.answer.quantities import find_quantities


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

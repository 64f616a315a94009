"""Labels of pages."""

from __future__ import annotations

import pytest

from pincite.parse.labels import from_roman, labels, printed


def test_given_labels_win() -> None:
    assert labels({3: [("arabic", 0)]}, ["i", "ii", "1", ""]) == ["i", "ii", "1", "4"]


def test_printed_numbers_that_form_a_run_are_labels() -> None:
    found = {index: printed(["Title", str(index - 2)], index) for index in (4, 5, 7)}
    assert labels(found, [""] * 9) == ["1", "2", "1", "2", "3", "4", "5", "6", "7"]


@pytest.mark.parametrize("text", ["②", "12345", "½", "§"])
def test_other_signs_are_no_page_number(text: str) -> None:
    assert printed([text], 1) == []


def test_roman_numbers_in_their_usual_form() -> None:
    assert [from_roman(text) for text in ("iv", "xlix", "IX", "iiii")] == [4, 49, 9, None]

"""Tables in files: nothing in them runs."""

from __future__ import annotations

import csv
import io
import re
import zipfile

import pytest

from pincite.research.tabular import LONGEST_CELL, Sheet, neutral, to_csv, to_xlsx

FORMULAS = [
    "=1+1",
    "+cmd|' /C calc'!A0",
    "-2+3",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "  =1",
    "＝1+1",
    '=HYPERLINK("http://x")',
]


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_becomes_text(text: str) -> None:
    assert neutral(text) == f"'{text}"


@pytest.mark.parametrize(
    "text", ["-5", "+3.2", "-1,000.5", "-12 %", "1e-4", "-.5", "plain", "a=b", "", "2-3"]
)
def test_numbers_and_plain_text_stay(text: str) -> None:
    assert neutral(text) == text


def read_csv(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def test_csv_keeps_lines_quotes_and_numbers() -> None:
    sheet = Sheet("T", ("a", "=b"), (('say "x", y\nz', -3.5), (None, "=1+1")))
    assert read_csv(to_csv(sheet)) == [["a", "'=b"], ['say "x", y\nz', "-3.5"], ["", "'=1+1"]]


def parts(data: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name).decode("utf-8") for name in archive.namelist()}


def test_xlsx_has_no_formulas_and_no_links() -> None:
    rows = tuple((text, "https://example.org/x", -3.5) for text in FORMULAS)
    inside = parts(to_xlsx([Sheet("Values", ("text", "address", "number"), rows)]))
    page = inside["xl/worksheets/sheet1.xml"]
    assert "<f>" not in page
    assert "hyperlink" not in page
    assert not any("externalLink" in name or name.endswith("sheet1.xml.rels") for name in inside)
    assert page.count("<v>-3.5</v>") == len(FORMULAS), "numbers are numbers"
    assert 'quotePrefix="1"' in inside["xl/styles.xml"]
    assert "=1+1" in inside["xl/sharedStrings.xml"], "the text itself is not changed"


def test_xlsx_takes_any_text() -> None:
    text = "nul\x00 bell\x07 lone\ud800 end\uffff <b>&"
    inside = parts(to_xlsx([Sheet("a/b:[c]*?" + "x" * 40, ("h",), ((text,), ("y" * 40_000,)))]))
    shown = inside["xl/sharedStrings.xml"]
    assert "nul\ufffd bell\ufffd lone\ufffd end\ufffd &lt;b&gt;&amp;" in shown
    assert max(len(found) for found in re.findall(r"y+", shown)) == LONGEST_CELL - 1

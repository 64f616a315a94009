"""Comparisons as sheets and Markdown."""

from __future__ import annotations

import csv
import io

from pincite.domain import Comparison, FieldType
from pincite.research.comparison import tabulate
from pincite.research.comparison_tables import citations_sheet, remarks_sheet, to_markdown, values_sheet
from pincite.research.tabular import to_csv
from support.extractions import document, extraction, field, found

FORMULA = '=HYPERLINK("https://example.org","x")'
MARKUP = "a | b [x](https://example.org) <img src=x> *c*"


def comparison(count: int = 2) -> Comparison:
    fields = [field("name"), field("size", FieldType.NUMBER), field("alone")]
    rows = []
    for number in range(count):
        about = document(f"d{number}", title=f"@Title {number}")
        values = [
            found(fields[0], about, FORMULA if number else MARKUP),
            found(fields[1], about, f"-{number}", float(-number), start=200) if number < 2 else None,
            found(fields[2], about, "once", start=400) if number == 1 else None,
        ]
        rows.append(extraction(about, fields, values))
    return tabulate(rows, fields)


def test_few_documents_are_columns_and_many_are_rows() -> None:
    few = values_sheet(comparison(5), pages=False)
    assert few.header[0] == "Dimension"
    assert [row[0] for row in few.rows] == ["File", "Name", "Size"]
    many = values_sheet(comparison(21), pages=False)
    assert many.header == ("Document", "File", "Name", "Size")
    assert len(many.rows) == 21
    assert many.rows[20][2:] == (FORMULA, "Not reported")


def test_cells_have_their_printed_pages() -> None:
    sheet = values_sheet(comparison(), pages=True)
    assert sheet.rows[1][2] == f"{FORMULA} (p. p1)"


def test_formulas_of_documents_do_not_run_and_numbers_stay_numbers() -> None:
    rows = list(csv.reader(io.StringIO(to_csv(values_sheet(comparison(), pages=False)))))
    assert rows[0][1:] == ["'@Title 0", "'@Title 1"]
    assert rows[2][2] == f"'{FORMULA}"
    assert float(rows[3][2]) == -1.0


def test_every_citation_is_listed_with_what_it_is_for() -> None:
    made = comparison()
    sheet = citations_sheet(made)
    assert [row[0] for row in sheet.rows] == [citation.number for citation in made.citations]
    assert {row[5] for row in sheet.rows} == {"Name", "Size", "Alone"}
    remarks = remarks_sheet(made)
    assert ("Skipped", "Alone: reported by @Title 1 only") in remarks.rows


def test_markdown_holds_no_markup_of_documents() -> None:
    made = comparison()
    text = to_markdown(made)
    for line in text.splitlines():
        if line.startswith("|"):
            assert line.replace("\\|", "").count("|") == 4  # a side and two documents
    assert "a \\| b \\[x\\](https\\://example.org) \\<img src=x\\> \\*c\\* \\[1\\]" in text
    assert "](http" not in text.replace("\\]", "")
    for citation in made.citations:
        assert f"\n\\[{citation.number}\\] " in text
    assert "## Skipped\n\n- Alone: reported by" in text


def test_markdown_without_a_common_dimension() -> None:
    fields = [field("name")]
    a, b = document("a"), document("b")
    made = tabulate([extraction(a, fields, [None]), extraction(b, fields, [None])], fields)
    assert "No dimension is reported by two of the documents." in to_markdown(made)
    assert "|" not in to_markdown(made)

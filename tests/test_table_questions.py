"""Tables typeset by the benchmark's script: their truth is right, and questions for cells find their rows."""

from __future__ import annotations

from pathlib import Path

import pypdfium2 as pdfium
import pytest
from benchmarks.tables import beside_head, holds_row, holds_value, run
from benchmarks.typeset.documents import typeset


def test_typesetting_is_repeatable_and_true(tmp_path: Path) -> None:
    questions = typeset(tmp_path / "one", documents=3, tables=5, questions=4)
    assert questions == typeset(tmp_path / "two", documents=3, tables=5, questions=4)
    assert len({question.text for question in questions}) == len(questions)
    for question in questions:
        pdf = pdfium.PdfDocument(tmp_path / "one" / question.file)
        text = pdf[question.page - 1].get_textpage().get_text_range()
        assert all(holds_value(text, value) for value in question.values), question


@pytest.mark.parametrize(
    ("text", "value", "held"),
    [
        ("Net sales 2018 1,577; 2017 1,373", "1,577", True),
        ("Net sales 2018 1,577.5", "1,577", False),
        ("Net sales 2018 21,577", "1,577", False),
        ("Change 12.5%", "12.5%", True),
        ("Change 12.5%", "12.5", False),
        ("Loss (1,577) in all", "(1,577)", True),
        ("Loss 1,577", "(1,577)", False),
    ],
)
def test_a_value_is_held_as_a_whole(text: str, value: str, held: bool) -> None:
    assert holds_value(text, value) is held


def test_a_row_is_its_label_and_all_values() -> None:
    quote = "Cash and cash\tequivalents\t1,577\t1,373"
    assert holds_row(quote, "Cash and cash equivalents", ["1,577", "1,373"])
    assert not holds_row(quote, "Cash and cash equivalents", ["1,577", "373"])
    assert not holds_row(quote, "Inventories", ["1,577", "1,373"])


def test_a_value_stands_beside_its_head() -> None:
    assert beside_head("Net sales: 2018 1,577; 2017 1,373", "2017", "1,373")
    assert not beside_head("Net sales: 2018 1,577; 2017 1,373", "2018", "1,373")


def test_questions_for_cells_find_their_rows(tmp_path: Path) -> None:
    results = run(tmp_path, documents=2, tables=3, questions=4)["within the document"]
    assert len(results) == 24
    assert sum(result.row for result in results) >= 22, [r for r in results if not r.row]
    assert sum(result.value for result in results) >= 21, [r for r in results if not r.value]

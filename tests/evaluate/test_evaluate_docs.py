"""The files that the documentation shows are files that work."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pincite import Library
from pincite.evaluate.gold import examined
from pincite.evaluate.measures import SCORES
from pincite.evaluate.questions import FIELDS, read_questions
from support.samples import EXAMPLES

TEXT = (Path(__file__).parents[2] / "docs" / "evaluation.md").read_text(encoding="utf-8")
SAMPLES = EXAMPLES / "questions.jsonl"


def shown(kind: str) -> str:
    found = re.search(rf"^```{kind}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("text", [shown("jsonl"), shown("csv"), SAMPLES.read_text("utf-8")])
def test_shown_files_can_be_scored_with_the_sample_papers(sample_library: Path, text: str) -> None:
    questions = read_questions(text.encode())
    assert len(questions) > 2
    with Library.open(sample_library) as library:
        assert {one.reason for one in examined(library, questions)} == {""}


def test_both_forms_say_the_same() -> None:
    lines, table = (read_questions(shown(kind).encode()) for kind in ("jsonl", "csv"))
    by_question = {one.question: one for one in lines}
    for row in table:
        line = by_question[row.question]
        assert (row.document, row.quote, row.answers, row.answerable) == (
            line.document,
            line.quote,
            line.answers,
            line.answerable,
        )


def test_all_fields_and_measures_are_explained() -> None:
    assert {name for name in [*FIELDS, *SCORES] if f"`{name}`" not in TEXT} == set()

"""Tables of what documents report, and what such a table says by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from pincite.domain import Comparison, DocumentKind, FieldState, FieldType
from pincite.errors import UsageError
from pincite.research.comparison import (
    LEAST_CONFIDENCE,
    common_schema,
    short_names,
    tabulate,
    with_dimensions,
)
from pincite.research.comparison_answer import comparison_answer
from pincite.research.comparison_statements import statements
from pincite.research.schema import Field, builtin
from support.extractions import Value, document, extraction, field, found

Told = tuple[str, Value, str] | str | None


def table(kind: FieldType, *told: Told) -> Comparison:
    """A comparison of documents A, B, … by one dimension."""
    item = field("size", kind)
    rows = []
    for number, values in enumerate(told):
        about = document("ABCDEFGH"[number])
        given = (values, None, "") if isinstance(values, str) else values
        rows.append(extraction(about, [item], [found(item, about, *given) if given else None]))
    return tabulate(rows, [item])


def said(comparison: Comparison) -> list[str]:
    return [sentence.text for sentence in statements(comparison)]


def test_a_dimension_counts_when_two_documents_report_it() -> None:
    fields = [field("common"), field("alone"), field("nobody")]
    a, b, c = (document(name) for name in "ABC")
    made = tabulate(
        [
            extraction(a, fields, [found(fields[0], a, "x"), None, None]),
            extraction(b, fields, [None, found(fields[1], b, "only here", page=4), None]),
            extraction(c, fields, [found(fields[0], c, "y"), None, None]),
        ],
        fields,
    )
    assert [dimension.name for dimension in made.dimensions] == ["common"]
    assert [row.cells[0].value for row in made.documents] == ["x", "", "y"]
    assert made.documents[1].cells[0].state is FieldState.NOT_REPORTED
    assert [(s.dimension.name, s.name) for s in made.skipped] == [("alone", "B"), ("nobody", "")]
    lone = made.skipped[0].cell
    assert lone is not None
    assert lone.value == "only here"
    assert made.citations[lone.citations[0] - 1].page_index == 4


def test_weak_evidence_is_no_report() -> None:
    item = field("size")
    rows = []
    for name, confidence in (("A", 0.9), ("B", LEAST_CONFIDENCE), ("C", 0.2)):
        about = document(name)
        rows.append(extraction(about, [item], [replace(found(item, about, "x"), confidence=confidence)]))
    made = tabulate(rows, [item])
    assert [row.cells[0].state for row in made.documents] == [
        FieldState.FOUND,
        FieldState.FOUND,
        FieldState.NOT_REPORTED,
    ]
    assert [citation.document.id for citation in made.citations] == ["A", "B"]


def test_citations_are_numbered_through_and_a_place_has_one_number() -> None:
    fields = [field("one"), field("two")]
    a, b = document("A"), document("B")
    made = tabulate(
        [
            extraction(a, fields, [found(fields[0], a, "x"), found(fields[1], a, "x")]),
            extraction(b, fields, [found(fields[0], b, "x"), found(fields[1], b, "y", start=50)]),
        ],
        fields,
    )
    assert [[cell.citations for cell in row.cells] for row in made.documents] == [[(1,), (1,)], [(2,), (3,)]]
    assert [citation.number for citation in made.citations] == [1, 2, 3]
    assert [citation.document.id for citation in made.citations] == ["A", "B", "B"]


def test_short_names_are_short_and_unique() -> None:
    titles = [
        "FANGS - Fire Applications",
        "TIMP: An R Package",
        "Report",
        "Report",
        "x" * 80,
        "A" * 20 + " " + "B" * 30,
    ]
    names = short_names([document(str(number), title=title) for number, title in enumerate(titles)])
    assert names[:4] == ["FANGS", "TIMP", "Report", "Report #2"]
    assert len(set(names)) == len(names)
    assert all(len(name) <= 40 for name in names)
    alike = [document("a", title="Annual report", year=2019), document("b", title="Annual report", year=2020)]
    assert short_names(alike) == ["Annual report (2019)", "Annual report (2020)"]


# What the table says by itself


def test_numbers_of_one_unit_are_ordered() -> None:
    made = table(FieldType.NUMBER, ("12 GB", 12.0, "GB"), ("3 GB", 3.0, "GB"), None, ("7 GB", 7.0, "GB"))
    (sentence,) = statements(made)
    assert sentence.text == "Size: from 3 GB in B to 12 GB in A."
    assert sorted(sentence.citations) == [1, 2]


def test_different_units_are_not_compared_as_numbers() -> None:
    made = table(FieldType.NUMBER, ("12 GB", 12.0, "GB"), ("3000 images", 3000.0, "images"))
    assert said(made) == ["Size: given in different units (GB and images), which are not compared."]
    made = table(FieldType.MONEY, ("$5", 5.0, "USD"), ("€9", 9.0, "EUR"), ("$7", 7.0, "USD"))
    assert said(made) == [
        "Size (USD): from $5 in A to $7 in C.",
        "Size: given in different units (USD and EUR), which are not compared.",
    ]


def test_equal_values_are_told_once() -> None:
    assert said(table(FieldType.NUMBER, ("5", 5.0, ""), ("five", 5.0, ""))) == ["Size: 5 in A and B."]


def test_durations_and_dates_are_ordered_where_that_is_certain() -> None:
    assert said(table(FieldType.DURATION, ("two weeks", "P2W", ""), ("10 days", "P10D", ""))) == [
        "Size: from 10 days in B to two weeks in A."
    ]
    assert said(table(FieldType.DURATION, ("one month", "P1M", ""), ("30 days", "P30D", ""))) == [
        "Size: given in different units (months and days), which are not compared."
    ]
    assert said(
        table(FieldType.DATE, ("3 May 2020", "2020-05-03", ""), ("1 May 2020", "2020-05-01", ""))
    ) == ["Size: earliest 1 May 2020 in B, latest 3 May 2020 in A."]
    assert said(table(FieldType.DATE, ("3 May 2020", "2020-05-03", ""), ("2020", "2020", ""))) == [
        "Size: given to different precision (to the day and to the year), which are not compared."
    ]


def test_yes_and_no() -> None:
    assert said(table(FieldType.YES_NO, ("Yes", True, ""), ("No", False, ""), ("Yes", True, ""))) == [
        "Size: yes in A and C; no in B."
    ]
    assert said(table(FieldType.YES_NO, ("Yes", True, ""), ("Yes", True, ""))) == ["Yes in all 2: Size."]
    assert said(table(FieldType.YES_NO, ("Yes", True, ""), None, ("Yes", True, ""))) == []


def test_values_that_several_share() -> None:
    both = ("Adam; SGD", ("Adam", "SGD"), ""), ("adam", ("adam",), ""), ("LBFGS", ("LBFGS",), "")
    assert said(table(FieldType.LIST, *both)) == ["Size: Adam in A and B."]
    assert said(table(FieldType.TEXT, "Delaware", "New York", "Delaware")) == ["Size: Delaware in A and C."]
    assert said(table(FieldType.TEXT, "It is long.", "It is short.")) == []


def test_nothing_is_concluded_from_unsure_values() -> None:
    item = field("size", FieldType.NUMBER)
    rows = []
    for name, value, confidence in (("A", 3.0, 0.9), ("B", 99.0, 0.3), ("C", 5.0, 0.6)):
        about = document(name)
        value_found = replace(found(item, about, f"{value:g}", value), confidence=confidence)
        rows.append(extraction(about, [item], [value_found]))
    assert said(tabulate(rows, [item])) == ["Size: from 3 in A to 5 in C."]
    unsure = [replace(row, fields=(replace(row.fields[0], confidence=0.3),)) for row in rows[:1]]
    silent = [extraction(document("B"), [item], [None])]
    assert said(tabulate([*unsure, *silent], [item])) == []


def test_many_names_are_cut() -> None:
    made = table(FieldType.TEXT, *["Delaware"] * 8)
    assert said(made) == ["Size: Delaware in A, B, C, D, E and 3 more."]


def test_who_reports_alone() -> None:
    made = table(FieldType.TEXT, "x", None)
    (sentence,) = statements(made)
    assert sentence.text == "Found in A alone: Size."
    assert made.citations[sentence.citations[0] - 1].document.id == "A"


# Dimensions


def test_the_schema_is_that_of_the_kind_most_are_of() -> None:
    paper, contract = DocumentKind.PAPER, DocumentKind.CONTRACT
    of = [document("a", kind=contract), document("b", kind=contract), document("c", kind=paper)]
    schema, note = common_schema(of)
    assert schema.name == "contract"
    assert note.startswith("1 of 3 documents are not recognised")
    assert common_schema(of[:2]) == (builtin("contract"), "")
    schema, note = common_schema(of[1:])
    assert schema.name == "general"
    assert "different kinds" in note


def names(schema_fields: Sequence[Field]) -> list[str]:
    return [item.name for item in schema_fields]


def test_dimensions_are_fields_or_own_words() -> None:
    schema = with_dimensions(
        builtin("contract"), ["governing law", "Governing_Law", "who pays for lunch?", "Lunch break"]
    )
    assert names(schema.fields) == ["governing_law", "own_who_pays_for_lunch", "own_lunch_break"]
    assert schema.name == "contract"
    assert schema.fields[1].probes == ("who pays for lunch?",)
    assert "What is the Lunch break?" in schema.fields[2].probes
    assert with_dimensions(builtin("contract"), ["lunch"]).name == "own"
    alike = with_dimensions(builtin("contract"), ["lunch", "lunch?", "lunch"]).fields
    assert [item.label for item in alike] == ["lunch", "lunch?"]
    assert len({item.name for item in alike}) == 2


@pytest.mark.parametrize("wanted", [[""], ["  ?"], ["a lunch"] * 41, ["lunch " * 40]])
def test_dimensions_that_are_none(wanted: list[str]) -> None:
    with pytest.raises(UsageError):
        with_dimensions(builtin("contract"), wanted)


# As an answer


def test_as_an_answer_every_value_has_its_citations() -> None:
    made = table(FieldType.YES_NO, ("Yes", True, ""), ("No", False, ""))
    answer = comparison_answer("Compare these.", made)
    assert not answer.refused
    assert answer.citations == made.citations
    assert answer.text.endswith("## Size\n- A: Yes (“It says Yes.”) [1]\n- B: No (“It says No.”) [2]")
    cited = {number for sentence in answer.sentences for number in sentence.citations}
    assert cited == {1, 2}


def test_an_answer_without_a_common_dimension_says_so() -> None:
    answer = comparison_answer("Compare these.", table(FieldType.TEXT, "x", None))
    assert answer.refused
    assert answer.text.startswith("The documents have no dimension in common")
    assert "Reported by one of them only: Size (A). [1]" in answer.text

"""Extractions as tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from pincite import Library
from pincite.domain import Document, ExtractedField, Extraction, FieldState, FieldType
from pincite.research.extraction_tables import citations_sheet, shown, values_sheet


@pytest.fixture(scope="module")
def documents(sample_library: Path) -> list[Document]:
    with Library.open(sample_library) as library:
        return library.documents()


def made(document: Document, *fields: ExtractedField) -> Extraction:
    return Extraction(document, "own", fields)


def field(name: str, state: FieldState = FieldState.FOUND, **more: object) -> ExtractedField:
    return ExtractedField(name, name.title(), FieldType.TEXT, state, **more)  # type: ignore[arg-type]


def test_each_state_has_its_cell() -> None:
    assert shown(field("a", value="x")) == "x"
    assert shown(field("a", FieldState.NOT_REPORTED)) == "Not reported"
    assert shown(field("a", FieldState.NOT_APPLICABLE)) == ""
    assert shown(field("a", FieldState.FAILED, note="why")) == "Failed: why"


def test_documents_of_different_schemas_share_a_table(documents: list[Document]) -> None:
    sheet = values_sheet(
        [
            made(documents[0], field("a", value="1"), field("b", value="2")),
            made(documents[1], field("c", value="3")),
        ]
    )
    assert sheet.header == ("Document", "File", "A", "B", "C")
    assert [row[2:] for row in sheet.rows] == [("1", "2", None), (None, None, "3")]


def test_a_bare_number_is_a_number_and_one_with_a_unit_a_text(documents: list[Document]) -> None:
    bare = ExtractedField("n", "N", FieldType.NUMBER, FieldState.FOUND, "1,200", 1200.0)
    counted = ExtractedField("m", "M", FieldType.NUMBER, FieldState.FOUND, "96 GB", 96.0, "GB")
    assert values_sheet([made(documents[0], bare, counted)]).rows[0][2:] == (1200.0, "96 GB")
    rows = citations_sheet([made(documents[0], bare, counted)]).rows
    assert [row[3:6] for row in rows] == [("1,200", 1200.0, ""), ("96 GB", 96.0, "GB")]


def test_a_field_without_citation_has_its_row_too(documents: list[Document]) -> None:
    sheet = citations_sheet([made(documents[0], field("a", FieldState.NOT_REPORTED))])
    assert len(sheet.rows) == 1
    assert len(sheet.rows[0]) == len(sheet.header)
    assert sheet.rows[0][3] == "Not reported"

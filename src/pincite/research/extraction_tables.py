"""Extractions as tables: one row a document, and one row a citation."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.domain import ExtractedField, Extraction, FieldState, FieldType
from pincite.research.tabular import Sheet, Value

NOT_REPORTED = "Not reported"


def shown(field: ExtractedField) -> str:
    """What stands in a field's cell; nothing where the field makes no sense for the document."""
    if field.state is FieldState.FOUND:
        return field.value
    if field.state is FieldState.NOT_REPORTED:
        return NOT_REPORTED
    return f"Failed: {field.note}" if field.state is FieldState.FAILED else ""


def values_sheet(extractions: Sequence[Extraction], *, quotes: bool = False) -> Sheet:
    """One row a document; with `quotes`, page and quote beside each value.

    Documents may have been read with different schemas: columns are those of all of them.
    """
    columns = {field.name: field.label for extraction in extractions for field in extraction.fields}
    header = ["Document", "File"]
    for label in columns.values():
        header += [label, f"{label}: page", f"{label}: quote"] if quotes else [label]
    rows = []
    for extraction in extractions:
        fields = {field.name: field for field in extraction.fields}
        row: list[Value] = [extraction.document.title, extraction.document.file_name]
        for name in columns:
            row += _cells(fields.get(name), quotes=quotes)
        rows.append(tuple(row))
    return Sheet("Values", tuple(header), tuple(rows))


def citations_sheet(extractions: Sequence[Extraction]) -> Sheet:
    """One row a citation, and one for each field without any."""
    header = (
        "Document", "File", "Field", "Value", "In one form", "Unit", "Page", "Page of the file", "Section", "Quote",
        "Confidence", "Note",
    )  # fmt: skip
    rows: list[tuple[Value, ...]] = []
    for extraction in extractions:
        document = extraction.document
        for field in extraction.fields:
            start = (document.title, document.file_name, field.label, shown(field), _form(field), field.unit)
            end = (field.confidence if field.state is FieldState.FOUND else None, field.note)
            rows.extend(
                (*start, c.page_label, c.page_index, " > ".join(c.section), c.quote, *end)
                for c in field.citations
            )
            if not field.citations:
                rows.append((*start, None, None, None, None, *end))
    return Sheet("Citations", header, tuple(rows))


def _cells(field: ExtractedField | None, *, quotes: bool) -> list[Value]:
    if field is None:
        return [None, None, None] if quotes else [None]
    cells: list[Value] = [_value(field)]
    if quotes:
        cells.append(", ".join(dict.fromkeys(c.page_label or str(c.page_index) for c in field.citations)))
        cells.append("\n".join(c.quote for c in field.citations))
    return cells


def _value(field: ExtractedField) -> Value:
    """A number where the value is one and nothing else."""
    if field.type is FieldType.NUMBER and isinstance(field.normalised, float) and not field.unit:
        return field.normalised
    return shown(field)


def _form(field: ExtractedField) -> Value:
    if isinstance(field.normalised, bool):
        return "yes" if field.normalised else "no"
    if isinstance(field.normalised, tuple):
        return "; ".join(field.normalised)
    return field.normalised

"""Comparisons as tables: sheets for CSV and XLSX, and Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.domain import ComparedCell, Comparison, FieldState
from pincite.export.markdown import escaped
from pincite.plain_text import one_line, page_name, page_names
from pincite.research.tabular import Sheet, Value

MOST_COLUMNS = 5
"""With more documents than these, each is a row; with fewer, a column."""
NOT_REPORTED = "Not reported"
DOES_NOT_APPLY = "Does not apply"


def values_sheet(comparison: Comparison, *, pages: bool) -> Sheet:
    """The table. Up to five documents are columns, more of them rows.

    Args:
        comparison: What was compared.
        pages: Whether each value is followed by the pages that it is from.
    """
    labels = [dimension.label for dimension in comparison.dimensions]
    cells = [[_value(comparison, cell, pages=pages) for cell in row.cells] for row in comparison.documents]
    names = [row.document.title for row in comparison.documents]
    files = [row.document.file_name for row in comparison.documents]
    if len(names) > MOST_COLUMNS:
        rows = [(name, file, *row) for name, file, row in zip(names, files, cells, strict=True)]
        return Sheet("Comparison", ("Document", "File", *labels), tuple(rows))
    turned: list[tuple[Value, ...]] = [("File", *files)]
    turned += [(label, *column) for label, column in zip(labels, zip(*cells, strict=True), strict=True)]
    return Sheet("Comparison", ("Dimension", *names), tuple(turned))


def citations_sheet(comparison: Comparison) -> Sheet:
    """The citations by their numbers, with what they are cited for."""
    wanted: dict[int, list[str]] = {}
    for row in comparison.documents:
        for dimension, cell in zip(comparison.dimensions, row.cells, strict=True):
            for number in cell.citations:
                wanted.setdefault(number, []).append(dimension.label)
    for skipped in comparison.skipped:
        for number in skipped.cell.citations if skipped.cell is not None else ():
            wanted.setdefault(number, []).append(skipped.dimension.label)
    rows: list[tuple[Value, ...]] = [
        (
            citation.number,
            citation.document.title,
            citation.document.file_name,
            citation.page_label,
            citation.page_index,
            "; ".join(wanted.get(citation.number, ())),
            citation.quote,
        )
        for citation in comparison.citations
    ]
    header = ("Number", "Document", "File", "Printed page", "Page of the file", "Dimension", "Quote")
    return Sheet("Citations", header, tuple(rows))


def remarks_sheet(comparison: Comparison) -> Sheet:
    """What can be said from the table, which dimensions were skipped, and the notes."""
    rows: list[tuple[Value, ...]] = [("From the table", s.text) for s in comparison.synthesis]
    rows += [("Skipped", text) for text in skipped_lines(comparison)]
    rows += [("Note", note) for note in comparison.notes]
    return Sheet("Remarks", ("Kind", "Text"), tuple(rows))


def skipped_lines(comparison: Comparison) -> list[str]:
    """For each dimension that fewer than two documents report, who does."""
    return [
        f"{s.dimension.label}: reported by {s.name} only"
        if s.cell
        else f"{s.dimension.label}: reported by none"
        for s in comparison.skipped
    ]


def to_markdown(comparison: Comparison) -> str:
    """The table with its remarks and the list of references."""
    lines = ["# Comparison", ""]
    if comparison.dimensions:
        lines += [*map(_line, _marked_table(comparison)), ""]
    else:
        lines += ["No dimension is reported by two of the documents.", ""]
    if comparison.synthesis:
        lines += ["## From the table", ""]
        lines += [f"- {_text(s.text)} {_marks(s.citations)}".rstrip() for s in comparison.synthesis]
        lines.append("")
    if comparison.skipped:
        lines += ["## Skipped", "", *(f"- {_text(text)}" for text in skipped_lines(comparison)), ""]
    lines += [f"*{_text(note)}*\n" for note in comparison.notes]
    if comparison.citations:
        lines += ["## References", ""]
        for citation in comparison.citations:
            place = f"{_text(citation.document.title)}, {_text(page_name(citation.page_index, citation.page_label))}"
            origin = _text(citation.document.file_name)
            lines.append(f"\\[{citation.number}\\] {place} ({origin}): “{_text(citation.quote)}”\n")
    return "\n".join(lines).rstrip() + "\n"


def _marked_table(comparison: Comparison) -> list[list[str]]:
    """Rows of Markdown with the markers of citations, the head and its rule first; turned as in `values_sheet`."""
    labels = [_text(dimension.label) for dimension in comparison.dimensions]
    names = [_text(row.document.title) for row in comparison.documents]
    cells = [
        [f"{_text(_plain(cell))} {_marks(cell.citations)}".rstrip() for cell in row.cells]
        for row in comparison.documents
    ]
    head, side, corner = (labels, names, "Document")
    if len(names) <= MOST_COLUMNS:
        head, side, corner = (names, labels, "Dimension")
        cells = [list(column) for column in zip(*cells, strict=True)]
    rows = [[title, *row] for title, row in zip(side, cells, strict=True)]
    return [[corner, *head], ["---"] * (len(head) + 1), *rows]


def _marks(numbers: Sequence[int]) -> str:
    return " ".join(f"\\[{number}\\]" for number in numbers)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _text(value: Value) -> str:
    return escaped(one_line(str(value)))


def _plain(cell: ComparedCell) -> str:
    if cell.state is FieldState.FOUND:
        return cell.value
    if cell.state is FieldState.FAILED:
        return f"Failed: {cell.note}"
    return DOES_NOT_APPLY if cell.state is FieldState.NOT_APPLICABLE else NOT_REPORTED


def _value(comparison: Comparison, cell: ComparedCell, *, pages: bool) -> Value:
    """A cell of a sheet: numbers stay numbers where nothing is to be said beside them."""
    if cell.state is not FieldState.FOUND:
        return _plain(cell)
    if isinstance(cell.normalised, float) and not cell.unit and not pages:
        return cell.normalised
    if not pages:
        return cell.value
    labels = [comparison.citations[number - 1].page_label for number in cell.citations]
    return f"{cell.value} ({page_names(labels)})" if labels else cell.value

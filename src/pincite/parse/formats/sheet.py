"""What the readers of spreadsheets have in common: a sheet, how it is written, and what is told of all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

from pincite.domain import BlockKind
from pincite.parse.formats.row_pages import Row, RowPages, row_names
from pincite.parse.formats.writer import DocumentWriter, one_line

MOST_ROWS = 1_048_576
MOST_COLUMNS = 16_384


@dataclass(frozen=True, slots=True)
class Remark:
    """What stands beside the cells of a sheet.

    Attributes:
        row: Number of the row it belongs to.
        text: Its words.
        kind: A comment, or a paragraph for a text box.
    """

    row: int
    text: str
    kind: BlockKind = BlockKind.COMMENT


@dataclass(slots=True)
class Seen:
    """What was seen while sheets were read, to be told at the end.

    Attributes:
        hidden_sheets: Names of the sheets that are hidden.
        hidden_rows: Names of the sheets that have hidden rows or columns.
        formulas: Formulas without a stored value.
        unread: Sheets that could not be read, with the reason.
        beside: Names of the sheets with pictures, charts or the like, which are not read.
        cut: Names of the sheets whose repeated rows or columns were not all written.
    """

    hidden_sheets: list[str] = field(default_factory=list)
    hidden_rows: list[str] = field(default_factory=list)
    formulas: int = 0
    unread: list[str] = field(default_factory=list)
    beside: list[str] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)

    def tell(self, writer: DocumentWriter) -> None:
        """Write the notices."""
        for code, names, message in (
            ("hidden_sheets", self.hidden_sheets, "Hidden sheets were read as well: {}."),
            ("hidden_rows", self.hidden_rows, "Hidden rows or columns were read as well, in: {}."),
            ("parts_unreadable", self.unread, "Sheets could not be read: {}."),
            ("pictures_not_read", self.beside, "Pictures and charts were not read, in: {}."),
            ("rows_left_out", self.cut, "Cells repeated thousands of times were written once, in: {}."),
        ):
            if names:
                writer.notice(code, message.format(listed(names)))
        if self.formulas:
            what = "formula has" if self.formulas == 1 else "formulas have"
            writer.notice(
                "formulas_without_values",
                f"{self.formulas:,} {what} no stored value, so the formula itself was read: open the file in its "
                "program and save it to have the values.",
            )


def listed(names: Sequence[str], most: int = 10) -> str:
    """Names in a sentence, not too many."""
    shown = ", ".join(one_line(name) for name in names[:most])
    return f"{shown} and {len(names) - most:,} more" if len(names) > most else shown


def write_sheet(
    writer: DocumentWriter,
    name: str,
    rows: Iterable[Row],
    spans: dict[tuple[int, int], tuple[int, int]] | None = None,
    remarks: Sequence[Remark] = (),
) -> None:
    """Write a sheet under its name; of an empty one nothing is written.

    Args:
        writer: What is written to.
        name: The sheet's.
        rows: In order.
        spans: Of merged cells, by row number and column.
        remarks: In any order.
    """
    name = one_line(name) or "Sheet"
    writer.leave_sections()
    ordered = sorted(remarks, key=lambda remark: remark.row)
    calls: list[tuple[int, Callable[[], None]]] = [
        (remark.row, partial(writer.text, remark.text, remark.kind)) for remark in ordered
    ]
    RowPages(writer, row_names(name)).write(rows, heading=name, spans=spans, remarks=calls)

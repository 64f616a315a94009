"""Spreadsheets: XLSX and ODS from their XML, the old and the binary kind of Excel by calamine."""

from __future__ import annotations

from pincite.domain import formats as media
from pincite.parse.files import Source
from pincite.parse.formats.packed import PackedFile
from pincite.parse.formats.sheet import Seen
from pincite.parse.formats.writer import DocumentWriter


def read(source: Source, writer: DocumentWriter) -> None:
    """Read all sheets of a spreadsheet.

    Raises:
        DamagedFileError: if no sheet of it can be read.
        ParseLimitError: if it unpacks to more than allowed.
        UnsupportedFileError: if it is encrypted.
    """
    seen = Seen()
    if source.media_type in (media.XLSX, media.ODS):
        with PackedFile(source.path, source.name) as packed:
            if source.media_type == media.XLSX:
                from pincite.parse.formats.workbook import read_workbook

                read_workbook(packed, writer, seen)
            else:
                from pincite.parse.formats.open_sheets import read_open_sheets

                read_open_sheets(packed, writer, seen)
    else:
        from pincite.parse.formats.binary_sheets import read_binary_sheets

        read_binary_sheets(source, writer, seen)
    seen.tell(writer)
    if not writer.page_index:
        writer.page("empty workbook")
        writer.notice("no_text", "No sheet has a cell with text.", here=True)

"""CSV and TSV, record by record: files of any size, encoding and delimiter."""

from __future__ import annotations

import csv
from collections import Counter, deque
from collections.abc import Iterator
from typing import TextIO

from pincite.domain import formats as media
from pincite.parse.files import Source
from pincite.parse.formats.decoding import encoding_of
from pincite.parse.formats.row_pages import Row, RowPages, row_names
from pincite.parse.formats.writer import DocumentWriter, one_line

_SAMPLE = 1 << 16
_LONGEST = 32 << 20
"""Characters of a record, and of a line."""

_MOST_LINES = 20_000
"""Lines of a quoted field above which its quote is taken for a mere character."""

_DELIMITERS = ",;\t|"


def read(source: Source, writer: DocumentWriter) -> None:
    """Read all records; rows are counted from the first below the header, lines without anything left out."""
    csv.field_size_limit(_LONGEST)
    encoding = encoding_of(source.path)
    with source.path.open(encoding=encoding, errors="replace", newline="") as file:
        sample = file.read(_SAMPLE)
        file.seek(0)
        told, sample_rest = _told_delimiter(sample)
        if told:
            file.readline()
        default = "\t" if source.media_type == media.TSV else ","
        records = _Records(file, told or delimiter_of(sample_rest, default))
        pages = RowPages(writer, row_names(), data=True)
        pages.write(records.rows())
    if records.unclosed:
        writer.notice(
            "unclosed_quote",
            f"A quote that begins in line {records.unclosed[0]:,} is not closed: it was read as a character"
            + (f", like those in {len(records.unclosed) - 1:,} more lines." if records.unclosed[1:] else "."),
        )
    if records.cut:
        writer.notice("long_line", f"A line of more than {_LONGEST >> 20} million characters was divided.")
    if records.undecoded:
        writer.notice(
            "characters_unreadable", "Some characters could not be decoded; they are shown as \ufffd."
        )
    if pages.longer:
        rows = "1 row has" if pages.longer == 1 else f"{pages.longer:,} rows have"
        writer.notice("ragged_rows", f"{rows} more cells than the header names.")
    if not writer.page_index:
        writer.page("no rows")
        writer.notice("no_text", "No record has any text.", here=True)


def delimiter_of(sample: str, default: str = ",") -> str:
    """What divides the cells of a text: the character by which most lines have equally many cells, more than one."""
    best, found = 0.0, default
    ordered = default + _DELIMITERS.replace(default, "")
    whole = sample.rpartition("\n")[0] if len(sample) >= _SAMPLE and "\n" in sample else sample
    for delimiter in ordered:
        lengths = _lengths(whole, delimiter)
        if not lengths:
            continue
        (cells, count), *_ = Counter(lengths).most_common(1)
        if cells == 1:
            wider = [length for length in lengths if length > 1]
            cells, count = (min(wider), len(wider)) if wider else (1, 0)
        share = count / len(lengths)
        # Of two that fit equally well the one with more cells: commas within numbers divide some lines by chance.
        score = share + 0.01 * min(cells, 20) if cells > 1 else 0.0
        if score > best + 1e-9:
            best, found = score, delimiter
    return found


def _lengths(sample: str, delimiter: str) -> list[int]:
    """Numbers of cells of a sample's records."""
    try:
        return [len(record) for record in csv.reader(sample.splitlines(True), delimiter=delimiter) if record]
    except csv.Error:
        return [line.count(delimiter) + 1 for line in sample.splitlines() if line]


def _told_delimiter(sample: str) -> tuple[str, str]:
    """The delimiter that a first line "sep=;" names, as Excel writes it, and the sample without that line."""
    line, _, rest = sample.partition("\n")
    line = line.strip().lstrip("\ufeff")
    if len(line) == 5 and line.lower().startswith("sep="):
        return line[4], rest
    return "", sample


class _TooLongError(Exception):
    """A record goes on for too long to be one."""


class _Records:
    """The records of a file; a quote that is never closed does not swallow the rest.

    Attributes:
        unclosed: Numbers of the lines with such a quote.
        cut: Whether a line was divided for being too long.
        undecoded: Whether a character could not be decoded.
    """

    def __init__(self, file: TextIO, delimiter: str) -> None:
        self.unclosed: list[int] = []
        self.cut = False
        self.undecoded = False
        self._file = file
        self._delimiter = delimiter
        self._again: deque[str] = deque()
        self._record: list[str] = []
        self._size = 0
        self._line = 0

    def rows(self) -> Iterator[Row]:
        """Number and cells of each record, from 1."""
        number = 0
        while True:
            try:
                for record in csv.reader(self._lines(), delimiter=self._delimiter):
                    if self._is_open():
                        raise _TooLongError
                    self._record, self._size = [], 0
                    if record:
                        number += 1
                        yield number, [one_line(cell) for cell in record]
            except (csv.Error, _TooLongError):
                record = self._restart()
                number += 1
                yield number, [one_line(cell) for cell in record]
            else:
                return

    def _is_open(self) -> bool:
        """Whether the record ended only because the file did."""
        lines = self._record
        return len(lines) > 1 and sum(line.count('"') for line in lines) % 2 == 1

    def _restart(self) -> list[str]:
        """The first line of the record at hand without regard to quotes; those after it are read again."""
        lines, self._record, self._size = self._record, [], 0
        self._again.extendleft(reversed(lines[1:]))
        self._line -= len(lines) - 1
        self.unclosed.append(self._line)
        first = lines[0].rstrip("\r\n")
        return first.split(self._delimiter)

    def _lines(self) -> Iterator[str]:
        while line := self._again.popleft() if self._again else self._file.readline(_LONGEST):
            self._line += 1
            self.cut |= len(line) == _LONGEST
            self.undecoded |= "\ufffd" in line
            self._record.append(line)
            self._size += len(line)
            if len(self._record) > _MOST_LINES or self._size > 2 * _LONGEST:
                raise _TooLongError
            yield line

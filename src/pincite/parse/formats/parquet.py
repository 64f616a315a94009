"""Parquet files, batch by batch, with pyarrow: of the extra `pincite[parquet]`."""

from __future__ import annotations

import datetime as dt
import decimal
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pincite.errors import DamagedFileError, UnsupportedFileError
from pincite.parse.files import Source
from pincite.parse.formats.number_formats import general
from pincite.parse.formats.row_pages import Row, RowPages, row_names
from pincite.parse.formats.writer import DocumentWriter, one_line

if TYPE_CHECKING:
    from pyarrow.parquet import ParquetFile

_BATCH = 1024


def read(source: Source, writer: DocumentWriter) -> None:
    """Read all rows.

    Raises:
        DamagedFileError: if it cannot be read.
        UnsupportedFileError: if pyarrow is not installed, or the file is encrypted.
    """
    try:
        import pyarrow as pa
        from pyarrow.parquet import ParquetFile
    except ImportError:
        raise UnsupportedFileError(
            f"{source.name} is a Parquet file, and what reads these is not installed",
            "Install the extra: pip install 'pincite[parquet]'.",
        ) from None
    # Its own allocators and threads take more address space than a parser process has.
    pa.set_memory_pool(pa.system_memory_pool())
    try:
        with ParquetFile(source.path) as file:
            names = [one_line(name) for name in file.schema_arrow.names]
            _write(names, _values(file), writer)
    except (pa.ArrowException, OSError) as error:
        if "ncrypt" in str(error):
            raise UnsupportedFileError(f"{source.name} is encrypted", "Save it without encryption.") from None
        raise DamagedFileError(
            f"{source.name} is damaged: {one_line(str(error))[:200]}", "Get it again."
        ) from None


def _write(names: list[str], values: Iterator[list[str]], writer: DocumentWriter) -> None:
    def rows() -> Iterator[Row]:
        yield 0, names
        yield from enumerate(values, start=1)

    RowPages(writer, row_names(), data=True, head_rows=1).write(rows())
    if not writer.page_index:
        writer.page("no rows")
        writer.notice("no_text", "It has no columns.", here=True)


def _values(file: ParquetFile) -> Iterator[list[str]]:
    for batch in file.iter_batches(batch_size=_BATCH, use_threads=False):
        columns = [column.to_pylist() for column in batch.columns]
        for row in zip(*columns, strict=True):
            yield [_text(value) for value in row]


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return one_line(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return general(value)
    if isinstance(value, bytes):
        return f"({len(value):,} bytes)"
    if isinstance(value, dt.datetime):
        return value.isoformat(" ")
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    if isinstance(value, dict | list):
        return one_line(json.dumps(value, ensure_ascii=False, default=str))
    return (
        one_line(str(value)) if isinstance(value, decimal.Decimal | dt.timedelta) else one_line(repr(value))
    )

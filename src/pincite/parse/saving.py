"""Writing PDFs."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import pypdfium2.raw as raw

from pincite.errors import DamagedFileError


def save(document: Any, target: Path, *, incremental: bool) -> None:
    """Write an open file.

    Args:
        document: PDFium's document.
        target: The new file; may exist.
        incremental: Whether what the file held before is kept byte for byte, with the changes after it.

    Raises:
        DamagedFileError: if PDFium cannot write it.
    """
    with target.open("wb") as out:
        writer = raw.FPDF_FILEWRITE(version=1)

        def write(_: Any, data: Any, size: int) -> int:
            out.write(ctypes.string_at(data, size))
            return 1

        callback = type(writer.WriteBlock)(write)
        writer.WriteBlock = callback
        flags = raw.FPDF_INCREMENTAL if incremental else raw.FPDF_NO_INCREMENTAL
        if not raw.FPDF_SaveAsCopy(document, writer, flags):
            raise DamagedFileError(f"{target.name} cannot be written")

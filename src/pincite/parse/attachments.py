"""Files within a file: listed, never opened."""

from __future__ import annotations

import ctypes
import mimetypes
from typing import Any

import pypdfium2.raw as raw

from pincite.domain import Attachment
from pincite.parse.pdf import PdfFile
from pincite.parse.strings import read_string

_MOST = 1_000


def attachments(file: PdfFile) -> list[Attachment]:
    """The files that are attached to a document as a whole."""
    count = min(max(raw.FPDFDoc_GetAttachmentCount(file.handle), 0), _MOST)
    found = [raw.FPDFDoc_GetAttachment(file.handle, number) for number in range(count)]
    return [described(handle) for handle in found if handle]


def described(handle: Any) -> Attachment:
    """An attached file, given PDFium's attachment."""
    name = read_string(raw.FPDFAttachment_GetName, handle)
    kind = read_string(raw.FPDFAttachment_GetSubtype, handle) or mimetypes.guess_type(name)[0] or ""
    size = ctypes.c_ulong()
    # Without a buffer PDFium gives the size only; it must decode the file for that.
    known = raw.FPDFAttachment_GetFile(handle, None, 0, size)
    return Attachment(name or "unnamed", int(size.value) if known else 0, kind)

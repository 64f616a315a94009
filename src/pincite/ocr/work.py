"""What was read of each page, kept in a folder until the document is in the library.

Reading is slow, and a run may be broken off at any page.
"""

from __future__ import annotations

import contextlib
import io
import os
import secrets
from collections.abc import Callable
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from pincite.ocr.detection import Image
from pincite.ocr.languages import embedded
from pincite.ocr.models import VERSION
from pincite.ocr.options import OcrOptions
from pincite.ocr.scan import Scan, ScanLine

FORMAT = 1
"""Raised when a page would be read differently from the same picture."""


def kept(options: OcrOptions, index: int, picture: Image, read: Callable[[Image], Scan]) -> Scan:
    """What stands on a page: as an earlier run kept it, else read now and kept.

    Args:
        options: How to read, and where to keep.
        index: The page's index.
        picture: Its picture.
        read: Reads a picture.
    """
    if not options.work:
        return read(picture)
    engine = VERSION if embedded(options.languages) else "-".join(("tesseract", *options.languages))
    path = Path(options.work, f"{index:06d}-{FORMAT}-{engine}-{options.dpi:g}.npz")
    with contextlib.suppress(OSError, ValueError, KeyError, BadZipFile, EOFError):
        return load(path.read_bytes())
    scan = read(picture)
    with contextlib.suppress(OSError):  # a full disk costs the next run time, not this one its result
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
        unfinished.write_bytes(dump(scan))
        os.replace(unfinished, path)  # noqa: PTH105 (also replaces on Windows)
    return scan


def dump(scan: Scan) -> bytes:
    """A scan as bytes."""
    lines = scan.lines
    texts = [np.frombuffer(line.text.encode("utf-32-le"), np.uint32) for line in lines]
    measures = [(line.base, line.size, line.confidence, line.angle, line.bold) for line in lines]
    out = io.BytesIO()
    np.savez(
        out,
        page=np.array([scan.width, scan.height, scan.turn, scan.skew], np.float64),
        codes=np.concatenate(texts) if texts else np.zeros(0, np.uint32),
        lengths=np.array([len(text) for text in texts], np.int64),
        cells=np.concatenate([line.cells for line in lines]) if lines else np.zeros((0, 4)),
        measures=np.array(measures, np.float64).reshape(-1, 5),
    )
    return out.getvalue()


def load(data: bytes) -> Scan:
    """What `dump` wrote.

    Raises:
        ValueError: if the data is something else.
        BadZipFile: if it is damaged.
    """
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        width, height, turn, skew = arrays["page"].tolist()
        scan = Scan(int(width), int(height), int(turn), skew)
        ends = np.cumsum(arrays["lengths"])[:-1]
        codes = np.split(arrays["codes"], ends) if len(arrays["lengths"]) else []
        cells = np.split(arrays["cells"], ends)
        for code, cell, measure in zip(codes, cells, arrays["measures"].tolist(), strict=False):
            base, size, confidence, angle, bold = measure
            text = code.astype("<u4").tobytes().decode("utf-32-le")
            scan.lines.append(ScanLine(text, cell, base, size, confidence, int(angle), bool(bold)))
    return scan

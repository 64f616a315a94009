"""Scripts that the embedded networks do not know, read by the program Tesseract where the user has it."""

from __future__ import annotations

import csv
import io
import os
import shutil
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from pincite.errors import ModelMissingError, ParserCrashedError
from pincite.ocr.detection import Image
from pincite.ocr.languages import tesseract_names
from pincite.ocr.scan import Scan, ScanLine

PROGRAM = "tesseract"
_SECONDS = 300
_WORD_LEVEL = "5"
_BASE = 0.78
"""Height of the baseline within a word's box, and …"""

_SIZE = 1.05
"""… font size in such heights: words have tall and low letters more often than not."""


class Tesseract:
    """Reads pictures with an installed Tesseract (4 or later). Safe to use from several threads.

    Args:
        languages: ISO 639-1 codes.
        dpi: Pixels an inch of the pictures.

    Raises:
        ModelMissingError: if the program or the data of a language is not installed.
    """

    def __init__(self, languages: Sequence[str], dpi: float) -> None:
        self._names = tesseract_names(languages)
        self._dpi = dpi
        found = shutil.which(PROGRAM)
        wanted = ", ".join(languages)
        if found is None:
            raise ModelMissingError(
                f"reading pictures in {wanted} needs the program Tesseract, which is not installed",
                "Install it with the data of the language (on Debian: tesseract-ocr-"
                f"{self._names[0].replace('_', '-')}), or leave pictures out with --no-ocr.",
            )
        self._program = found
        listed = self._run(["--list-langs"], "").split()
        missing = [name for name in self._names if name not in listed]
        if missing:
            raise ModelMissingError(
                f"Tesseract has no data for {', '.join(missing)}",
                f"Install it (on Debian: tesseract-ocr-{missing[0].replace('_', '-')}), or leave pictures out with "
                "--no-ocr.",
            )

    def read(self, picture: Image) -> Scan:
        """Read the picture of a page, (h, w), 0 black to 255 white.

        Raises:
            ParserCrashedError: if the program fails.
        """
        with tempfile.TemporaryDirectory(prefix="pincite-") as folder:
            path = Path(folder, "page.png")
            path.write_bytes(cv2.imencode(".png", picture)[1].tobytes())
            arguments = [str(path), "stdout", "-l", "+".join(self._names), "--psm", "1"]
            table = self._run([*arguments, "--dpi", f"{self._dpi:.0f}", "tsv"], str(path))
        height, width = picture.shape
        return Scan(width, height, lines=list(_lines(table)))

    def _run(self, arguments: Sequence[str], what: str) -> str:
        # One thread a page, as pages are read side by side.
        environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
        try:
            done = subprocess.run(  # noqa: S603 - the user's own program, found by name
                [self._program, *arguments],
                capture_output=True,
                timeout=_SECONDS,
                check=True,
                env=environment,
            )
        except (OSError, subprocess.SubprocessError) as error:
            raise ParserCrashedError(f"Tesseract failed on {what or 'its languages'}: {error}") from None
        return done.stdout.decode("utf-8", "replace")


def _lines(table: str) -> Iterator[ScanLine]:
    """Lines from Tesseract's table of words."""
    rows = csv.DictReader(io.StringIO(table), delimiter="\t", quoting=csv.QUOTE_NONE)
    lines: dict[tuple[str, ...], list[dict[str, str]]] = defaultdict(list)
    for row in rows:
        if row["level"] == _WORD_LEVEL and (row["text"] or "").strip():
            lines[row["block_num"], row["par_num"], row["line_num"]].append(row)
    for words in lines.values():
        yield _line(words)


def _line(words: Sequence[dict[str, str]]) -> ScanLine:
    text, sure = "", 0.0
    cells: list[tuple[float, float, float, float]] = []
    for word in words:
        letters = word["text"].strip()
        left, top = float(word["left"]), float(word["top"])
        right, bottom = left + float(word["width"]), top + float(word["height"])
        if cells:
            before = cells[-1]
            text += " "
            low, high = sorted((before[2], left)) if left >= before[0] else sorted((right, before[0]))
            cells.append((low, before[1], high, before[3]))
        edges = np.linspace(left, right, len(letters) + 1).tolist()
        places = [(edges[n], top, edges[n + 1], bottom) for n in range(len(letters))]
        cells += places[::-1] if _right_to_left(letters) else places
        text += letters
        sure += max(float(word["conf"]), 0.0) / 100 * len(letters)
    boxes = np.array(cells, np.float64)
    height = float(np.median(boxes[:, 3] - boxes[:, 1]))
    base = float(np.median(boxes[:, 1])) + _BASE * height
    characters = len(text.replace(" ", ""))
    return ScanLine(text, boxes, base, _SIZE * height, sure / max(characters, 1))


def _right_to_left(letters: str) -> bool:
    return any("\u0590" <= letter <= "\u08ff" or "\ufb1d" <= letter <= "\ufefc" for letter in letters)

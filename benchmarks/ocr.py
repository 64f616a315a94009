"""Reading pictures of pages: accuracy against the text of the same pages, and time.

    python -m benchmarks.ocr --data DIR [--pages N | --all] [--kinds clean,noisy] [--needless FOLDER]

Pages of examples/papers and DIR/papers are drawn at 200 dpi and read: as they are (clean), and skewed by 1 to 3
degrees, blurred, speckled, with less contrast and as a JPEG of quality 60 (noisy; the seed is fixed). What the file
itself says stands as the truth.

Character accuracy is 1 - edit distance / length. Reading orders differ, so it is taken line by line: each line of the
page's own text is compared with the best fitting line that was read at its place (their vertical middles lie within
half a line and they overlap), lines that the two divide differently are joined first, and each line that was read but
fits none counts as so many errors as it has characters. Letters are compared without spaces and after NFKC; kinds of
quotes and dashes count as one, since a picture does not tell them apart; leaders of dots do not count. Lines of fonts
without a code table, and of which more than a fifth are mathematical signs, are left out. Word accuracy is the share
of the page's words that were read exactly.

--needless counts the pages with text, of PDFs in a folder, that would be sent to reading although it is sound.
"""

from __future__ import annotations

import argparse
import random
import re
import resource
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.data import data_folder
from benchmarks.machine import machine_line
from pincite.domain import BOX_UNIT
from pincite.errors import PinciteError
from pincite.ocr.engine import Engine
from pincite.parse.line import Line, PageLines
from pincite.parse.lines import page_lines
from pincite.parse.pdf import PdfFile
from pincite.parse.scan_lines import scan_lines
from pincite.parse.scans import Text, gray, judge

_DPI = 200
_SEED = 20
_EXAMPLES = Path(__file__).resolve().parent.parent / "examples" / "papers"
Picture = NDArray[np.uint8]


@dataclass(slots=True)
class Score:
    """Counts over pages."""

    pages: int = 0
    characters: int = 0
    errors: int = 0
    words: int = 0
    words_read: int = 0
    seconds: float = 0.0
    processor: float = 0.0

    @property
    def accuracy(self) -> float:
        """1 - edit distance / length."""
        return 1 - self.errors / max(self.characters, 1)


@dataclass(slots=True)
class _Strip:
    """A line's text and its frame on the page, 0…1."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float


def plain(text: str) -> str:
    text = unicodedata.normalize("NFKC", text)
    text = re.sub(r"[\u2018\u2019`´]", "'", text)
    text = re.sub(r"[\u201c\u201d]|''", '"', text)
    text = re.sub(r"[\u2010-\u2015\u2212\xad]", "-", text)
    text = re.sub(r"(?:\s*\.){3,}", " ", text)  # leaders of a table of contents
    return text.replace("\u2022", "\u00b7").replace("\u2219", "\u00b7")


def strips(page: PageLines) -> list[_Strip]:
    found = []
    for line in page.lines:
        boxes = line.boxes[line.boxes.any(axis=1)] / BOX_UNIT
        if len(boxes) and not line.turned:
            low, high = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
            found.append(_Strip("".join(plain(line.text).split()), low[0], low[1], high[0], high[1]))
    return found


def distance(a: str, b: str) -> int:
    """Levenshtein's distance, a row of the table at a time."""
    if not a or not b:
        return len(a) + len(b)
    codes = np.frombuffer(b.encode("utf-32-le"), np.uint32)
    steps = np.arange(len(b) + 1)
    row = steps.copy()
    for letter in a:
        changed = np.minimum(row[1:] + 1, row[:-1] + (codes != ord(letter)))
        new = np.concatenate(([row[0] + 1], changed))
        # An insertion costs one more than its left neighbour.
        row = np.minimum.accumulate(new - steps) + steps
    return int(row[-1])


def rows(found: list[_Strip]) -> list[list[_Strip]]:
    """Lines by height; pieces that one reader divides and the other does not end up in one row."""
    groups: list[list[_Strip]] = []
    for strip in sorted(found, key=lambda strip: strip.y0 + strip.y1):
        middle = (strip.y0 + strip.y1) / 2
        if groups and groups[-1][0].y0 < middle < groups[-1][0].y1:
            groups[-1].append(strip)
        else:
            groups.append([strip])
    return groups


def errors_of(own: list[_Strip], read: list[_Strip]) -> int:
    """Edit distance of a page, row by row."""
    left = list(read)
    total = 0
    for row in rows(own):
        top, bottom = min(strip.y0 for strip in row), max(strip.y1 for strip in row)
        mine = [strip for strip in left if top < (strip.y0 + strip.y1) / 2 < bottom]
        left = [strip for strip in left if strip not in mine]
        row.sort(key=lambda strip: strip.x0)
        mine.sort(key=lambda strip: strip.x0)
        total += distance("".join(strip.text for strip in row), "".join(strip.text for strip in mine))
    return total + sum(len(strip.text) for strip in left)


def noisy(image: Picture, chance: np.random.Generator) -> Picture:
    """The page as a poor scanner gives it."""
    height, width = image.shape
    degrees = float(chance.uniform(1, 3)) * (1 if chance.random() < 0.5 else -1)
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1)
    page = cv2.warpAffine(image, turn, (width, height), borderValue=255)
    page = cv2.GaussianBlur(page, (0, 0), 1.0)
    faint = 60 + page.astype(np.float64) * (225 - 60) / 255
    faint += chance.normal(0, 8, faint.shape)
    specks = chance.random(faint.shape)
    faint[specks < 0.0008] = 40
    faint[specks > 0.9992] = 250
    data = cv2.imencode(".jpg", np.clip(faint, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 60])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE), np.uint8)


def pages_of(files: list[Path], count: int | None) -> Iterator[tuple[Path, int]]:
    """Some pages of the files, a few of each."""
    every = []
    for path in files:
        with PdfFile(path) as file:
            every += [(path, index) for index in range(1, file.pages + 1)]
    if count is not None and count < len(every):
        every = sorted(random.Random(_SEED).sample(every, count))
    yield from every


def measure(
    files: list[Path], count: int | None, spoil: Callable[[Picture], Picture], engine: Engine
) -> Score:
    score = Score()
    for path, index in pages_of(files, count):
        with PdfFile(path) as file, file.page(index) as page:
            glyphs = page.glyphs()
            own = page_lines(glyphs, index)
            image = spoil(gray(page, _DPI))
        if judge(glyphs, own) is not Text.SOUND:
            continue
        begin, used = time.monotonic(), _processor()
        scan = engine.read(image)
        score.seconds += time.monotonic() - begin
        score.processor += _processor() - used
        read = scan_lines(scan, index, own.width, own.height, 0.6)
        mine = [strip for strip in strips(own) if not _is_formula(strip.text)]
        if spoil is not _as_it_is:
            read = _straight(read, scan.skew)
        score.pages += 1
        score.characters += sum(len(strip.text) for strip in mine)
        errors = errors_of(mine, strips(read))
        score.errors += min(errors, sum(len(strip.text) for strip in mine))
        known, seen = _words(own.lines), _words(read.lines)
        score.words += known.total()
        score.words_read += (known & seen).total()
    return score


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _as_it_is(image: Picture) -> Picture:
    return image


def _straight(page: PageLines, skew: float) -> PageLines:
    """Boxes on the page before it was turned, to compare places."""
    from pincite.parse.scan_lines import sloped

    for line in page.lines:
        line.boxes = sloped(line.boxes, -skew, page.width, page.height)
    return page


def _is_formula(text: str) -> bool:
    signs = sum(
        unicodedata.category(letter) in ("Sm", "Co", "So", "Mn") or letter == "\ufffd" for letter in text
    )
    return signs > 0.2 * len(text)


def _words(lines: list[Line]) -> Counter[str]:
    return Counter(word for line in lines for word in plain(line.text).split())


def needless(folder: Path, count: int) -> tuple[int, list[str]]:
    """Pages with text, and those of them that would be sent to reading."""
    pages, sent = 0, []
    for path in sorted(folder.rglob("*.pdf")):
        try:
            with PdfFile(path) as file:
                chosen = sorted(random.Random(_SEED).sample(range(1, file.pages + 1), min(count, file.pages)))
                for index in chosen:
                    glyphs = file.glyphs(index)
                    text = judge(glyphs, page_lines(glyphs, index))
                    if text is not Text.NONE:
                        pages += 1
                    if text not in (Text.SOUND, Text.NONE):
                        sent.append(f"{path.name} page {index}: {text.value}")
        except (PinciteError, IndexError):
            continue
    return pages, sent


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data")
    parser.add_argument("--pages", type=int, default=20)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--kinds", default="clean,noisy")
    parser.add_argument("--needless", type=Path)
    parser.add_argument("--per-file", type=int, default=5)
    arguments = parser.parse_args()
    print(machine_line())
    if arguments.needless is not None:
        pages, sent = needless(arguments.needless, arguments.per_file)
        print(f"{pages} pages with text, {len(sent)} of them sent to reading")
        print("\n".join(sent))
        return
    engine = Engine()
    count = None if arguments.all else arguments.pages
    chance = np.random.default_rng(_SEED)
    spoilers: dict[str, Callable[[Picture], Picture]] = {
        "clean": _as_it_is, "noisy": lambda image: noisy(image, chance)
    }  # fmt: skip
    for name in arguments.kinds.split(","):
        for label, folder in (
            ("examples/papers", _EXAMPLES),
            ("papers", data_folder(arguments.data) / "papers"),
        ):
            score = measure(sorted(folder.glob("*.pdf")), count, spoilers[name], engine)
            pages = max(score.pages, 1)
            words = score.words_read / max(score.words, 1)
            print(
                f"{name:6} {label:16} {score.pages:4} pages  characters {score.accuracy:.4f}  words {words:.4f}  "
                f"{score.seconds / pages:.2f} s a page, {score.processor / pages:.2f} s of processor time"
            )


if __name__ == "__main__":
    main()

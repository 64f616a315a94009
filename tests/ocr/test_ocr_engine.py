from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from parse.scanning import LINES, picture, sloped
from pincite.errors import UsageError
from pincite.ocr.languages import codes, embedded
from pincite.ocr.options import OcrOptions
from pincite.ocr.readers import reader
from pincite.ocr.scan import Scan, ScanLine
from pincite.ocr.work import dump, load

OPTIONS = OcrOptions(threads=1)


def texts(scan: Scan) -> list[str]:
    return [line.text.strip() for line in sorted(scan.lines, key=lambda line: line.base)]


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_page_is_read_whichever_way_it_lies(tmp_path: Path, turn: int) -> None:
    image = np.ascontiguousarray(np.rot90(picture(tmp_path), -turn // 90))
    scan = reader(OPTIONS, 1)(image)
    assert scan.turn == turn
    assert texts(scan) == list(LINES)
    assert scan.confidence > 0.9


def test_a_sloping_page_is_straightened(tmp_path: Path) -> None:
    scan = reader(OPTIONS, 1)(sloped(picture(tmp_path), 4))
    assert scan.skew == pytest.approx(4, abs=0.6)
    assert texts(scan) == list(LINES)
    first, second, third = sorted(line.base for line in scan.lines)
    assert second - first == pytest.approx(third - second, abs=1.5)
    assert second - first == pytest.approx(12 * 1.4 * 150 / 72, abs=1.5)


def test_sizes_are_those_of_the_type(tmp_path: Path) -> None:
    for size in (10.0, 20.0):
        scan = reader(OPTIONS, 1)(picture(tmp_path, ["The Annual Report", "Thirteen Ships Sailed"], size))
        sizes = {line.size * 72 / 150 for line in scan.lines}
        assert len(sizes) == 1
        assert sizes.pop() == pytest.approx(size, rel=0.12)


def test_each_letter_has_its_place(tmp_path: Path) -> None:
    image = picture(tmp_path, ["Wide in old spaces   HERE"], 16)
    (line,) = reader(OPTIONS, 1)(image).lines
    assert line.text.split() == ["Wide", "in", "old", "spaces", "HERE"]
    assert len(line.cells) == len(line.text)
    assert (np.diff(line.cells[:, 0]) > 0).all()
    for letter, (x0, y0, x1, y1) in zip(line.text, line.cells, strict=True):
        left, right = (x0, x1 + 1) if letter != " " else (x0 + 1, x1 - 1)
        inside = image[int(y0) : int(y1) + 1, int(left) : int(right)]
        assert (inside < 128).any() == (letter != " "), letter


def test_a_page_without_text_gives_no_lines() -> None:
    assert reader(OPTIONS, 1)(np.full((300, 300), 255, np.uint8)).lines == []


def test_a_scan_survives_being_kept(tmp_path: Path) -> None:
    scan = reader(OPTIONS, 1)(picture(tmp_path))
    again = load(dump(scan))
    assert (again.width, again.height, again.turn, again.skew) == (
        scan.width,
        scan.height,
        scan.turn,
        scan.skew,
    )
    for mine, other in zip(scan.lines, again.lines, strict=True):
        assert (mine.text, mine.base, mine.size, mine.bold) == (
            other.text,
            other.base,
            other.size,
            other.bold,
        )
        assert (mine.cells == other.cells).all()
    assert load(dump(Scan(3, 4))).lines == []


def test_languages() -> None:
    assert codes("") == ()
    assert codes("RU, en;fr") == ("ru", "en", "fr")
    assert embedded(codes("en,de,zh,ja"))
    assert not embedded(codes("en,ru"))
    with pytest.raises(UsageError, match="no language 'klingon'"):
        codes("en,klingon")


def test_rules_read_as_letters_are_no_lines() -> None:
    texts = ["mmmmmmmmmmmmmmmm mmmmmmm.", "Phone", "100,000,000,000", "unsure"]
    lines = [
        ScanLine(text, np.zeros((len(text), 4)), 0, 10, 0.9 if text != "unsure" else 0.3) for text in texts
    ]
    assert [line.text for line in Scan(100, 100, lines=lines).sure(0.6)] == ["Phone", "100,000,000,000"]

"""Symbols whose code the file does not explain."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.parse.builders import font_of, raw_pdf, show

from pincite.parse import parse_pdf, symbols
from pincite.parse.lines import page_lines
from pincite.parse.pdf import Glyphs
from pincite.parse.textpage import Font


def codes(text: str) -> np.ndarray:
    return np.array([ord(char) for char in text], np.uint32)


def read(text: str, font: str) -> str:
    given = codes(text)
    return "".join(map(chr, symbols.readable(given, np.zeros(len(given), np.int64), [font])))


@pytest.mark.parametrize(
    ("font", "given", "meant"),
    [
        ("CMEX10", "P\x00\x01Xp", "∑()∑√"),
        ("CMSY7", "hi2k−", "⟨⟩2∥−"),
        ("CMMI10", "x\x0fy", "xϵy"),
        ("CMR10", "Php", "Php"),
        ("CMSS10", "his", "his"),
        ("Wingdings-Regular", "\uf0a7\uf0fc", "▪✓"),
        ("Symbol", "\uf0b7\uf061\uf03d", "•α="),
        ("CMEX10", "\uf8eb\uf8f6", "⎛⎞"),
        ("TeXGyrePagellaMath-Regular", "\U0001d45b\U0001d707", "nμ"),
        ("Unknown", "\ue123", "\ue123"),
    ],
)
def test_what_fonts_are_known_to_hold(font: str, given: str, meant: str) -> None:
    assert read(given, font) == meant


def test_letters_beyond_the_first_plane_are_one_character(tmp_path: Path) -> None:
    # PDFium gives the two halves of a surrogate pair as two characters.
    entries, stream = font_of({"a": "\U0001d44e", "b": "\U0001f600"})
    path = tmp_path / "file.pdf"
    path.write_bytes(raw_pdf(show(72, 700, "xab", font="F9"), fonts={"F9": entries}, objects=[stream]))
    page = parse_pdf(path).pages[0]
    assert page.text == "xa\U0001f600"
    assert len(page.boxes) == 3
    assert (page.boxes[:, 2] > page.boxes[:, 0]).all()


def test_tall_brackets_stand_in_their_line() -> None:
    # TeX's extension font: the bracket hangs from an origin at the top of the line.
    boxes = np.array([[72, 93, 77, 100], [77, 92, 82, 103.5], [82, 95, 87, 100]])
    glyphs = Glyphs(
        width=612, height=792, codes=codes("f(a"), ink=boxes, cells=boxes, objects=np.arange(3),
        origin=np.array([[72, 100], [77, 92.4], [82, 100]]), size=np.full(3, 10.0), angle=np.zeros(3, np.int64),
        font=np.array([0, 1, 0]), fonts=[Font("CMMI10", False, True, False), Font("CMEX10", False, False, False)],
        hidden=np.zeros(3, np.uint8),
    )  # fmt: skip
    assert [line.text for line in page_lines(glyphs, 1).lines] == ["f(a"]

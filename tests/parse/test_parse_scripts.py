"""Scripts that are not written in lines from the left to the right, or without spaces."""

from __future__ import annotations

from pathlib import Path

from tests.parse.builders import font_of, raw_pdf, show

from pincite.domain import Page
from pincite.parse import parse_pdf

HEBREW = {"S": "ש", "l": "ל", "w": "ו", "m": "ם", "a": "א", "b": "ב"}
KANA = dict(zip("ABCDEFGH", "あいうえかきくけ", strict=True))
CHINESE = dict(zip("ABCDEFGH", "本合同自双方签字", strict=True)) | {"I": "之日起生效。"[0]}


def parse(tmp_path: Path, content: str, letters: dict[str, str]) -> Page:
    entries, stream = font_of(letters)
    path = tmp_path / "file.pdf"
    path.write_bytes(raw_pdf(content, fonts={"F9": entries}, objects=[stream]))
    return parse_pdf(path).pages[0]


def test_text_from_right_to_left_is_in_the_order_it_is_read(tmp_path: Path) -> None:
    # As it looks, from the left: a number, letters in brackets, a word.
    page = parse(tmp_path, show(72, 700, "15 (ba) mwlS", font="F9"), HEBREW)
    assert page.text == "שלום (אב) 15"
    (word,) = page.rectangles(0, 4)
    (number,) = page.rectangles(10, 12)
    assert number.x1 < word.x0


def test_a_ligature_from_right_to_left_begins_on_its_right(tmp_path: Path) -> None:
    page = parse(tmp_path, show(72, 700, "bmS", font="F9"), {"S": "ש", "m": "גד", "b": "ב"})
    assert page.text == "שגדב"
    assert (page.boxes[:-1, 0] >= page.boxes[1:, 2] - 70).all(), "each letter stands left of the one before"


def test_words_from_the_left_within_a_line_from_the_right(tmp_path: Path) -> None:
    page = parse(tmp_path, show(72, 700, "bal PDF mwlS", font="F9"), HEBREW)
    assert page.text == "שלום PDF לאב"


def test_columns_written_downwards_are_read_from_the_right(tmp_path: Path) -> None:
    content = "".join(show(500, 700 - 12 * n, letter, font="F9") for n, letter in enumerate("ABCD"))
    content += "".join(show(480, 700 - 12 * n, letter, font="F9") for n, letter in enumerate("EFGH"))
    page = parse(tmp_path, content, KANA)
    assert page.text == "あいうえかきくけ"
    right, left = page.rectangles(0, len(page.text))
    assert 495 / 612 < right.x0 < right.x1 < 515 / 612, "a frame a column"
    assert right.y1 > (792 - 664) / 792 > 90 / 792 > right.y0
    assert left.x1 < right.x0


def test_single_characters_below_each_other_beside_lines_are_no_columns(tmp_path: Path) -> None:
    content = "".join(
        show(72, 700 - 12 * n, letter, font="F9") + show(120, 700 - 12 * n, "ABCDEFGH", font="F9")
        for n, letter in enumerate("ABCD")
    )
    assert "あいうえかきくけ" in parse(tmp_path, content, KANA).text


def test_chinese_set_with_room_between_characters_gets_no_spaces(tmp_path: Path) -> None:
    lines = "BT /F9 12 Tf 0.5 Tc 72 700 Td (ABCDEFGH) Tj 0 -15 Td (IABCD) Tj ET"
    assert parse(tmp_path, lines, CHINESE).text == "本合同自双方签字之本合同自"

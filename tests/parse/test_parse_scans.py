from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parse.builders import LOREM, raw_pdf, show
from parse.scanning import LINES, picture, scan, sloped
from pincite.domain import ParsedDocument
from pincite.ocr import readers
from pincite.ocr.options import OcrOptions
from pincite.ocr.scan import Scan
from pincite.parse import parse_pdf
from pincite.parse.document import read_pdf
from pincite.parse.legibility import Legibility, legibility
from pincite.parse.pdf import PdfFile
from pincite.parse.scans import MOST_PIXELS, gray

TEXT = " ".join(LINES)
OCR = OcrOptions(threads=1)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, ...]]:
    """Sizes of the pictures that are sent to a reader which sees nothing on them."""
    sizes: list[tuple[int, ...]] = []

    def read(image: Any) -> Scan:
        sizes.append(image.shape)
        return Scan(image.shape[1], image.shape[0])

    monkeypatch.setattr(readers, "reader", lambda options, threads: read)
    return sizes


def notices(document: ParsedDocument) -> dict[str, tuple[int, ...]]:
    return {notice.code: notice.pages for notice in document.notices}


def codes(text: str) -> Any:
    return np.frombuffer(text.encode("utf-32-le"), np.uint32)


@pytest.mark.parametrize(
    "text",
    [
        LOREM,
        "Die Kaution beträgt neunhundert Euro und ist am ersten Tag jedes Monats fällig, auch für Gäste.",
        "押金为九百元，应于每月一日支付。房客应当在租期开始之前付清全部押金，并保留收据。" * 2,
        "保証金は九百ドルで、毎月一日に支払うものとします。テナントは領収書を保管してください。" * 2,
        "Залог составляет девятьсот долларов и вносится в первый день каждого месяца.",
        "الوديعة تسعمائة دولار تدفع في اليوم الأول من كل شهر من قبل المستأجر",
        "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 서로 형제애로 행동한다.",
        "- 12 -",
        "a + b = c %",
        "1,577 1,373 (204) 98.5 % 2018 2017 4,200 31.12.2018 " * 4,
        "def pages(self, index: int) -> Iterator[Page]: return self._pages[index - 1] if index else []",
    ],
)
def test_text_of_many_kinds_is_sound(text: str) -> None:
    assert legibility(codes(text)) is Legibility.SOUND


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("".join(chr(ord(letter) + 5) for letter in LOREM[:300]), Legibility.WRONG),
        (
            "".join(chr(ord(letter) - 29) if letter > "=" else letter for letter in LOREM[:300]),
            Legibility.WRONG,
        ),
        ("\ue041\ue042\ue043 \ue050\ue051 \ue052\ue053\ue054", Legibility.WRONG),
        ("\ufffd-\ufffd\ufffd ab \ufffd\ufffd\ufffd.", Legibility.WRONG),
        (
            "".join(chr(ord(letter) + 0xD000) if letter.isalpha() else letter for letter in LOREM[:90]),
            Legibility.WRONG,
        ),
        ("轉轉︰針針針針針針針針針針針針", Legibility.WRONG),
        ('"7+%-', Legibility.WRONG),
        ("Ïðèâåò, ìèð! Ïëàòà è çàëîã ñîñòàâëÿåò äåâÿòüñîò äîëëàðîâ â ìåñÿö.", Legibility.DOUBTFUL),
        ("QKXJ ZVWQ XKJQ PZQX WVKJ HQXZ KJVQ XWZK QJHX ZKVW XQJK JXQZ KVXJ PQZK WXJV", Legibility.DOUBTFUL),
    ],
)
def test_letters_of_a_wrong_code_table_are_not(text: str, found: Legibility) -> None:
    assert legibility(codes(text)) is found


@pytest.mark.parametrize(("skew", "turn"), [(0.0, 0), (2.5, 0), (-2.0, 270)])
def test_a_scan_is_read_with_the_places_of_its_words(tmp_path: Path, skew: float, turn: int) -> None:
    image = np.ascontiguousarray(np.rot90(sloped(picture(tmp_path), skew), turn // 90))
    (page,) = read_pdf(scan(tmp_path / "scan.pdf", image), ocr=OCR).pages
    assert page.text == TEXT
    assert page.ocr_confidence is not None
    assert page.ocr_confidence > 0.9
    word = page.text.index("tenant")
    (frame,) = page.rectangles(word, word + 6)
    height, width = image.shape
    inside = image[
        int(frame.y0 * height) : int(frame.y1 * height), int(frame.x0 * width) : int(frame.x1 * width)
    ]
    assert (inside < 128).mean() > 0.1
    # Only the word's own letters: it is framed with little around it.
    assert (frame.x1 - frame.x0) * width * (frame.y1 - frame.y0) * height < 120 * 45


def test_what_was_read_is_reported(tmp_path: Path) -> None:
    document = read_pdf(
        scan(tmp_path / "scan.pdf", picture(tmp_path), "A page with text of its own"), ocr=OCR
    )
    assert [page.ocr_confidence is None for page in document.pages] == [False, True]
    assert notices(document) == {"pages_read_by_ocr": (1,)}
    assert "confidence of 9" in document.notices[0].message


def test_a_scan_without_ocr_says_what_to_do(tmp_path: Path) -> None:
    document = parse_pdf(scan(tmp_path / "scan.pdf", picture(tmp_path)))
    assert document.pages[0].text == ""
    (notice,) = document.notices
    assert (notice.code, notice.pages) == ("pages_without_text", (1,))
    assert "it shows something that was not read" in notice.message
    assert "add the file again" in notice.message


def test_blank_pages_and_pages_with_text_are_not_sent(tmp_path: Path, sent: list[tuple[int, ...]]) -> None:
    blank = np.full((300, 400), 240, np.uint8)
    numbers = "1,577 1,373 204 98.5 2018 2017 4,200"
    document = read_pdf(scan(tmp_path / "scan.pdf", blank, "Text", numbers, "ФЗ № 152", blank), ocr=OCR)
    assert sent == []
    assert notices(document) == {"pages_without_text": (1, 5)}
    read_pdf(scan(tmp_path / "scan.pdf", picture(tmp_path)), ocr=OCR)
    assert len(sent) == 1


def test_a_good_layer_of_text_is_used_as_it_is(tmp_path: Path, sent: list[tuple[int, ...]]) -> None:
    path = scan(tmp_path / "scan.pdf", picture(tmp_path), layer=TEXT)
    assert " ".join(read_pdf(path, ocr=OCR).pages[0].text.split()) == TEXT
    assert sent == []


def test_a_poor_layer_is_replaced(tmp_path: Path) -> None:
    layer = "".join(chr(ord(letter) + 5) for letter in TEXT)
    (page,) = read_pdf(scan(tmp_path / "scan.pdf", picture(tmp_path), layer=layer), ocr=OCR).pages
    assert page.text == TEXT


def wrong_code_table(path: Path, text: str) -> Path:
    """A page whose font says of every character that it is the one five places on."""
    rows = "\n".join(f"<{code:02X}> <{code + 5:04X}>" for code in range(32, 122))
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def "
        f"1 begincodespacerange <00> <FF> endcodespacerange\n90 beginbfchar\n{rows}\nendbfchar endcmap end end"
    )
    stream = f"<< /Length {len(cmap)} >>\nstream\n{cmap}\nendstream"
    font = "/Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 3 0 R"
    lines = " ".join(
        show(30, 170 - 16 * number, line, 12, "F9") for number, line in enumerate(text.split("\n"))
    )
    path.write_bytes(raw_pdf(lines, box=(0, 0, 288, 216), fonts={"F9": font}, objects=[stream]))
    return path


def test_text_with_a_wrong_code_table_is_read_from_the_picture_or_left_out(tmp_path: Path) -> None:
    path = wrong_code_table(tmp_path / "wrong.pdf", "\n".join(LINES))
    without = parse_pdf(path)
    assert without.pages[0].text == ""
    assert notices(without)["pages_unreadable"] == (1,)
    assert read_pdf(path, ocr=OCR).pages[0].text == TEXT


def test_a_page_whose_picture_says_the_same_keeps_its_own_text(tmp_path: Path) -> None:
    names = ["QKXJ ZVWQ XKJQ PZQX", "WVKJ HQXZ KJVQ XWZK", "QJHX ZKVW XQJK JXQZ", "KVXJ PQZK WXJV ZQKX"]
    path = tmp_path / "codes.pdf"
    lines = " ".join(show(30, 170 - 20 * number, line, 14) for number, line in enumerate(names))
    path.write_bytes(raw_pdf(lines, box=(0, 0, 288, 216)))
    document = read_pdf(path, ocr=OCR)
    assert document.pages[0].text.split() == " ".join(names).split()
    assert document.pages[0].ocr_confidence is None
    assert notices(document) == {}
    assert notices(parse_pdf(path)) == {"pages_doubtful": (1,)}


def test_a_giant_page_is_drawn_within_the_cap(tmp_path: Path, sent: list[tuple[int, ...]]) -> None:
    path = tmp_path / "giant.pdf"
    path.write_bytes(raw_pdf("0 0 150000 150000 re f", box=(0, 0, 200_000, 200_000)))
    read_pdf(path, ocr=OCR)
    ((rows, columns),) = sent
    assert rows * columns <= MOST_PIXELS


def test_a_picture_that_cannot_be_read_costs_only_its_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(image: Any) -> Scan:
        raise RuntimeError("odd picture")

    monkeypatch.setattr(readers, "reader", lambda options, threads: read)
    document = read_pdf(scan(tmp_path / "scan.pdf", picture(tmp_path), "Text of the second page"), ocr=OCR)
    assert [page.text for page in document.pages] == ["", "Text of the second page"]
    assert notices(document)["pages_failed"] == (1,)


def test_pages_come_in_order_however_long_their_pictures_take(
    tmp_path: Path, sent: list[tuple[int, ...]]
) -> None:
    image = picture(tmp_path)
    path = scan(tmp_path / "scan.pdf", "one", image, "three", image, image, "six")
    document = read_pdf(path, ocr=OcrOptions(threads=2))
    assert [page.text for page in document.pages] == ["one", "", "three", "", "", "six"]
    assert len(sent) == 3


def test_finished_pages_are_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = scan(tmp_path / "scan.pdf", picture(tmp_path))
    options = OcrOptions(threads=1, work=str(tmp_path / "work"))
    first = read_pdf(path, ocr=options)

    def read(image: Any) -> Scan:
        raise AssertionError("read again")

    monkeypatch.setattr(readers, "reader", lambda options, threads: read)
    again = read_pdf(path, ocr=options)
    assert [page.text for page in again.pages] == [page.text for page in first.pages] == [TEXT]
    assert (again.pages[0].boxes == first.pages[0].boxes).all()


def test_a_damaged_kept_page_is_read_again(tmp_path: Path) -> None:
    path = scan(tmp_path / "scan.pdf", picture(tmp_path))
    options = OcrOptions(threads=1, work=str(tmp_path / "work"))
    read_pdf(path, ocr=options)
    (kept,) = (tmp_path / "work").iterdir()
    kept.write_bytes(kept.read_bytes()[:100])
    assert read_pdf(path, ocr=options).pages[0].text == TEXT


def test_the_picture_of_a_page_is_gray(tmp_path: Path) -> None:
    path = tmp_path / "red.pdf"
    path.write_bytes(raw_pdf("1 0 0 rg 0 0 100 100 re f", box=(0, 0, 100, 100)))
    with PdfFile(path) as file, file.page(1) as page:
        image = gray(page, 72)
    assert image.shape == (100, 100)
    assert abs(int(image[50, 50]) - 76) <= 1

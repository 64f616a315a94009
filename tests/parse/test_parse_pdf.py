from __future__ import annotations

from pathlib import Path

import numpy as np
import pikepdf
import pytest
from tests.parse.builders import raw_pdf, show

from pincite.errors import DamagedFileError, PasswordNeededError
from pincite.parse.hidden import INVISIBLE, SHOWN
from pincite.parse.pdf import PdfFile


def save(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "file.pdf"
    path.write_bytes(data)
    return path


def test_characters_with_geometry(tmp_path: Path) -> None:
    path = save(
        tmp_path, raw_pdf(show(100, 692, "Hi ", size=20, font="F2") + show(100, 600, "code", font="F3"))
    )
    with PdfFile(path) as file:
        glyphs = file.glyphs(1)
    assert "".join(map(chr, glyphs.codes)).replace(" ", "") == "Hicode"
    assert (glyphs.width, glyphs.height) == (612, 792)
    x0, y0, x1, y1 = glyphs.ink[0]
    assert 100 <= x0 < x1 < 116
    assert 84 < y0 < y1 <= 100.5, "y counts from the top, the baseline is at 100"
    assert glyphs.origin[0] == pytest.approx([100, 100], abs=0.01)
    fonts = [glyphs.fonts[index] for index in glyphs.font]
    assert [font.bold for font in fonts] == [True, False]
    assert [font.mono for font in fonts] == [False, True]
    assert glyphs.size == pytest.approx([20, 10])


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_rotated_pages_are_seen_as_displayed(tmp_path: Path, turn: int) -> None:
    path = save(
        tmp_path, raw_pdf(show(100, 700, "A", size=30), box=(10, 20, 410, 820), page=f"/Rotate {turn}")
    )
    with PdfFile(path) as file:
        glyphs = file.glyphs(1)
    assert (glyphs.width, glyphs.height) == ((400, 800) if turn % 180 == 0 else (800, 400))
    assert glyphs.angle.tolist() == [turn]
    # The letter's origin is 90 from the left and 120 from the top of the page before it is turned.
    expected = {0: (90, 120), 90: (680, 90), 180: (310, 680), 270: (120, 310)}[turn]
    assert glyphs.origin[0] == pytest.approx(expected, abs=0.01)
    assert (glyphs.ink[:, :2] < glyphs.ink[:, 2:]).all()


def test_spaces_that_only_pdfium_sees_are_left_out(tmp_path: Path) -> None:
    path = save(tmp_path, raw_pdf("BT /F1 10 Tf 72 700 Td [(Pump)-600(was)] TJ ET"))
    with PdfFile(path) as file:
        assert "".join(map(chr, file.glyphs(1).codes)) == "Pumpwas"


def test_invisible_text_is_marked(tmp_path: Path) -> None:
    path = save(tmp_path, raw_pdf(show(72, 700, "seen") + "3 Tr\n" + show(72, 650, "unseen")))
    with PdfFile(path) as file:
        glyphs = file.glyphs(1)
    assert glyphs.hidden.tolist() == [SHOWN] * 4 + [INVISIBLE] * 6


def test_outline_labels_and_metadata(tmp_path: Path) -> None:
    objects = [
        "<< /First 4 0 R /Last 4 0 R /Count 1 >>",
        "<< /Title <FEFF00CD006E> /Parent 3 0 R /First 5 0 R /Last 5 0 R /Dest [1 /XYZ 0 500 0] >>",
        "<< /Title (Below) /Parent 4 0 R /Dest [0 /Fit] >>",
    ]
    catalog = "/Outlines 3 0 R /PageLabels << /Nums [0 << /S /r /St 3 >> 1 << /S /D /P (A-) >>] >>"
    path = save(tmp_path, raw_pdf(show(72, 700, "a"), show(72, 700, "b"), catalog=catalog, objects=objects,
                                  info="/Title (Some Title)"))  # fmt: skip
    with PdfFile(path) as file:
        assert [(mark.title, mark.level, mark.page_index) for mark in file.outline()] == [
            ("Ín", 1, 2),
            ("Below", 2, 1),
        ]
        assert [file.page_label(index) for index in (1, 2)] == ["iii", "A-1"]
        assert file.metadata("Title") == "Some Title"
        assert file.metadata("Author") == ""


def test_an_outline_that_loops_ends(tmp_path: Path) -> None:
    objects = [
        "<< /First 4 0 R /Last 4 0 R /Count 1 >>",
        "<< /Title (Again) /Parent 3 0 R /Next 4 0 R /First 4 0 R /Dest [0 /Fit] >>",
    ]
    path = save(tmp_path, raw_pdf(show(72, 700, "a"), catalog="/Outlines 3 0 R", objects=objects))
    with PdfFile(path) as file:
        assert len(file.outline()) <= 2


@pytest.mark.parametrize("revision", [4, 6])
def test_passwords(tmp_path: Path, revision: int) -> None:
    plain = save(tmp_path, raw_pdf(show(72, 700, "secret")))
    open_path, locked = tmp_path / "open.pdf", tmp_path / "locked.pdf"
    with pikepdf.open(plain) as pdf:
        pdf.save(open_path, encryption=pikepdf.Encryption(user="", owner="x", R=revision))
        pdf.save(locked, encryption=pikepdf.Encryption(user="pässwört", owner="x", R=revision))
    with PdfFile(open_path) as file:
        assert len(file.glyphs(1).codes) == 6
    with PdfFile(locked, "pässwört") as file:
        assert len(file.glyphs(1).codes) == 6
    for wrong in (None, "", "other"):
        with pytest.raises(PasswordNeededError) as caught:
            PdfFile(locked, wrong)
        assert "--password" in caught.value.remedy


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(DamagedFileError, match="no pages"):
        PdfFile(save(tmp_path, raw_pdf()))
    with pytest.raises(DamagedFileError, match="damaged or incomplete"):
        PdfFile(save(tmp_path, b"%PDF-1.7\nnothing of use"))


def test_a_page_without_text(tmp_path: Path) -> None:
    with PdfFile(save(tmp_path, raw_pdf("0 0 m 10 10 l S"))) as file:
        glyphs = file.glyphs(1)
    assert glyphs.codes.shape == (0,)
    assert glyphs.ink.shape == glyphs.cells.shape == (0, 4)
    assert np.size(glyphs.size) == 0

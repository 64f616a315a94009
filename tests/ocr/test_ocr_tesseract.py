from __future__ import annotations

import stat
from pathlib import Path

import numpy as np
import pytest

from pincite.errors import ModelMissingError, ParserCrashedError
from pincite.ocr.tesseract import Tesseract

TABLE = "\t".join(
    "level page_num block_num par_num line_num word_num left top width height conf text".split()
) + "".join(
    "\n" + row.replace(" ", "\t", 11)
    for row in (
        "1 1 0 0 0 0 0 0 400 300 -1 ",
        "5 1 1 1 1 1 40 50 100 20 96.5 Привет,",
        "5 1 1 1 1 2 150 50 60 20 90.5 мир",
        "5 1 1 1 2 1 40 90 30 20 80 И",
        "5 1 2 1 1 1 200 200 80 20 95 سلام",
    )
)


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program that answers as Tesseract with Russian and Arabic does."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "table.tsv").write_text(TABLE, encoding="utf-8")
    path = folder / "tesseract"
    path.write_text(
        f'#!/bin/sh\nif [ "$1" = --list-langs ]; then printf "List of languages (2):\\nara\\nrus\\n"; exit 0; fi\n'
        f'echo "$@" > "{folder}/call"\ncat "{folder}/table.tsv"\n',
        encoding="utf-8",
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}:/bin:/usr/bin")
    return path


IMAGE = np.full((300, 400), 255, np.uint8)


def test_words_become_lines_with_a_box_a_letter(program: Path) -> None:
    scan = Tesseract(("ru", "ar"), 200).read(IMAGE)
    assert (scan.width, scan.height) == (400, 300)
    first, second, third = scan.lines
    assert (first.text, second.text, third.text) == ("Привет, мир", "И", "سلام")
    assert first.confidence == pytest.approx((0.965 * 7 + 0.905 * 3) / 10)
    assert first.cells[0].tolist() == pytest.approx([40, 50, 40 + 100 / 7, 70])
    assert first.cells[7].tolist() == pytest.approx([140, 50, 150, 70])
    assert first.cells[-1][2] == 210
    # The first letter of an Arabic word is its rightmost.
    assert third.cells[0][2] == 280
    assert third.cells[-1][0] == 200


def test_the_program_is_told_languages_and_resolution(program: Path) -> None:
    Tesseract(("ru", "ar"), 200).read(IMAGE)
    call = (program.parent / "call").read_text(encoding="utf-8")
    assert "-l rus+ara" in call
    assert "--dpi 200" in call


def test_a_missing_program_or_language_is_named_with_a_remedy(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ModelMissingError, match="no data for ukr") as caught:
        Tesseract(("ru", "uk"), 200)
    assert "tesseract-ocr-ukr" in caught.value.remedy
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(ModelMissingError, match="needs the program Tesseract") as caught:
        Tesseract(("ru",), 200)
    assert "--no-ocr" in caught.value.remedy


def test_a_program_that_fails(program: Path) -> None:
    reads = Tesseract(("ru",), 200)
    program.write_text("#!/bin/sh\nexit 3\n", encoding="utf-8")
    with pytest.raises(ParserCrashedError, match="Tesseract failed"):
        reads.read(IMAGE)

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pikepdf
import pytest
from typer.testing import Result

from parse.scanning import LINES, picture, scan, sloped
from pincite.domain import Page
from pincite.parse import glyphless, parse_pdf

Run = Callable[..., Result]
TEXT = " ".join(LINES)


def frame(page: Page, word: str) -> tuple[float, ...]:
    start = page.text.index(word)
    (found,) = page.rectangles(start, start + len(word))
    return found[1:]


@pytest.mark.parametrize("turn", [0, 90])
def test_a_searchable_copy_reads_as_the_scan(tmp_path: Path, turn: int, run_json: Callable[..., Any]) -> None:
    image = sloped(picture(tmp_path), 2)
    path = scan(tmp_path / "scan.pdf", np.ascontiguousarray(np.rot90(image, -turn // 90)), "A page with text")
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        pdf.pages[0].Rotate = turn
        pdf.save(path)
    answer = run_json("ocr", str(path))
    assert [page["page"] for page in answer["pages"]] == [1]
    copy = tmp_path / "scan.ocr.pdf"
    assert copy.read_bytes().startswith(path.read_bytes()), "the original is kept byte for byte"
    first, second = parse_pdf(copy).pages
    assert first.text.split() == TEXT.split()
    assert first.ocr_confidence is None
    assert second.text == "A page with text"
    x0, y0, x1, y1 = frame(first, "tenant")
    height, width = (image if turn == 0 else np.rot90(image, -2 * turn // 90)).shape
    shown = np.rot90(image, -2 * turn // 90) if turn else image
    inside = shown[int(y0 * height) : int(y1 * height), int(x0 * width) : int(x1 * width)]
    assert (inside < 128).mean() > 0.08


def test_pictures_become_searchable_pdfs(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "page.png"
    path.write_bytes(cv2.imencode(".png", picture(tmp_path))[1].tobytes())
    assert run("ocr", str(path), "-o", str(tmp_path / "page.pdf")).exit_code == 0
    assert parse_pdf(tmp_path / "page.pdf").pages[0].text == TEXT
    assert sorted(file.name for file in tmp_path.iterdir()) == ["drawn.pdf", "page.pdf", "page.png"]


def test_calls_that_make_no_sense(tmp_path: Path, run: Run) -> None:
    path = scan(tmp_path / "scan.pdf", "text")
    assert run("ocr", str(tmp_path / "none.pdf")).exit_code == 2
    assert run("ocr", str(path), "-o", str(path)).exit_code == 2
    assert run("ocr", str(path), "-o", str(path), "--force").exit_code == 2
    assert run("ocr", str(path), "--pages", "3-1").exit_code == 2
    refused = run("ocr", str(path), "--ocr-language", "klingon")
    assert refused.exit_code == 2
    assert "klingon" in refused.output
    (tmp_path / "odd.png").write_bytes(b"\x89PNG\r\n\x1a\nnothing")
    assert run("ocr", str(tmp_path / "odd.png")).exit_code == 1
    assert sorted(file.name for file in tmp_path.iterdir()) == ["odd.png", "scan.pdf"]


def test_the_map_of_the_font_tells_every_letter() -> None:
    cmap = glyphless.to_unicode(["a", "本", "𝒳"])
    assert "<0001> <0061>" in cmap
    assert "<0002> <672C>" in cmap
    assert "<0003> <D835DCB3>" in cmap
    assert "3 beginbfchar" in cmap

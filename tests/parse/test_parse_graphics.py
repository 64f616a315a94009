"""Rules, boxes and images of a page."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.parse.builders import raw_pdf, show

from pincite.parse.graphics import luminance
from pincite.parse.pdf import Glyphs, PdfFile


def read(tmp_path: Path, content: str, **more: object) -> Glyphs:
    path = tmp_path / "file.pdf"
    path.write_bytes(raw_pdf(content, **more))  # type: ignore[arg-type]
    with PdfFile(path) as file:
        return file.glyphs(1)


def test_rules_from_strokes_and_thin_boxes(tmp_path: Path) -> None:
    graphics = read(
        tmp_path, "1 w 100 692 m 300 692 l S 100 592 200 0.5 re f 400 700 m 400 500 l S 500 500 1 200 re f"
    ).graphics
    assert graphics.horizontal == pytest.approx(
        np.array([[100, 100, 300, 100], [100, 199.5, 300, 200]]), abs=1.1
    )
    assert graphics.vertical == pytest.approx(np.array([[400, 92, 400, 292], [500, 92, 501, 292]]), abs=1.1)
    assert not len(graphics.fills)


def test_a_grid_drawn_at_once_gives_each_of_its_lines(tmp_path: Path) -> None:
    graphics = read(tmp_path, "100 600 200 100 re 100 650 m 300 650 l 200 600 m 200 700 l S").graphics
    assert graphics.horizontal[:, 1] == pytest.approx([92, 142, 192], abs=1.1)
    assert graphics.vertical[:, 0] == pytest.approx([100, 200, 300], abs=1.1)


def test_pieces_of_a_rule_are_one(tmp_path: Path) -> None:
    pieces = " ".join(f"{x} 600 m {x + 50} 600 l S" for x in range(100, 300, 50))
    graphics = read(tmp_path, pieces + " 350 600 m 400 600 l S").graphics
    assert graphics.horizontal[:, [0, 2]] == pytest.approx(np.array([[100, 300], [350, 400]]), abs=1.1)


def test_curves_and_slanted_lines_are_no_rules(tmp_path: Path) -> None:
    graphics = read(
        tmp_path, "100 600 m 150 640 200 650 300 600 c S 100 500 m 300 520 l 400 520 l S"
    ).graphics
    assert not len(graphics.horizontal)
    assert not len(graphics.vertical)


def test_filled_boxes_know_their_color_and_turn(tmp_path: Path) -> None:
    content = "0 g 50 600 100 50 re f" + show(60, 620, "white") + "0.9 0.9 1 rg 200 600 100 50 re f"
    glyphs = read(tmp_path, content)
    graphics = glyphs.graphics
    assert graphics.fills == pytest.approx(np.array([[50, 142, 150, 192], [200, 142, 300, 192]]), abs=0.01)
    assert luminance(graphics.colors) == pytest.approx([0, 0.907], abs=0.01)
    assert graphics.fill_order[0] < glyphs.painted[0] < graphics.fill_order[1]


def test_forms_are_placed_where_they_are_drawn(tmp_path: Path) -> None:
    form = "100 0 50 20 re f 0 0 m 80 0 l S"
    objects = [
        f"<< /Type /XObject /Subtype /Form /BBox [0 0 200 200] /Length {len(form)} >>\nstream\n{form}\nendstream"
    ]
    path = tmp_path / "file.pdf"
    data = raw_pdf("q 2 0 0 2 100 300 cm /X Do Q", objects=objects)
    path.write_bytes(data.replace(b"/Resources <<", b"/Resources << /XObject << /X 3 0 R >>"))
    with PdfFile(path) as file:
        graphics = file.glyphs(1).graphics
    assert graphics.fills == pytest.approx(np.array([[300, 452, 400, 492]]), abs=0.01)
    assert graphics.horizontal == pytest.approx(np.array([[100, 492, 260, 492]]), abs=1.1)


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_drawings_are_seen_as_displayed(tmp_path: Path, turn: int) -> None:
    glyphs = read(tmp_path, "100 700 200 50 re f 0 5 m 100 5 l S", page=f"/Rotate {turn}")
    expected = {90: (700, 100, 750, 300), 180: (312, 700, 512, 750), 270: (42, 312, 92, 512)}[turn]
    assert glyphs.graphics.fills == pytest.approx(np.array([expected]), abs=0.01)
    upright = glyphs.graphics.turned(glyphs.width, glyphs.height, turn)
    assert upright.fills == pytest.approx(np.array([[100, 42, 300, 92]]), abs=0.01)
    assert upright.horizontal == pytest.approx(np.array([[0, 787, 100, 787]]), abs=1.1)

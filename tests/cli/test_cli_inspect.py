"""`pincite inspect`: a file or a document, as text, as JSON and as a picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from tests.parse.builders import raw_pdf, show
from tests.support.samples import PAPERS
from typer.testing import Result

from pincite.cli.page_picture import CELL, COLOURS, HIDDEN, draw_page
from pincite.domain import BOX_UNIT, Block, BlockKind, Cell, HiddenText, Page, Rectangle, Table

Run = Callable[..., Result]
HEAT_PUMPS = PAPERS / "heat-pumps.pdf"


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    path = tmp_path / "odd.pdf"
    hidden = "BT 3 Tr /F1 10 Tf 72 600 Td (The deposit is really 1) Tj ET"
    path.write_bytes(raw_pdf(show(72, 700, "Deposit: 900") + hidden, "", page="/Rotate 90"))
    return path


def page_of(lines: list[tuple[str, tuple[float, float, float, float]]], kind: BlockKind, **more: Any) -> Page:
    """A page with one block whose characters share their line's box."""
    text = "".join(line for line, _ in lines)
    boxes = [np.array(box) * BOX_UNIT for line, box in lines for _ in line]
    block = Block(kind, 0, len(text), **more)
    return Page(1, "1", text, 600, 800, np.array(boxes).round().astype(np.uint16), (block,))


def test_a_file_as_text(run: Run) -> None:
    result = run("inspect", HEAT_PUMPS, "--page", 2)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0].startswith("Air-Source Heat Pumps")
    assert lines[1].startswith("6 pages, read in ")
    assert lines[3].startswith("page 212 (page 2 of the file): 595 × 842 points, language en")
    assert any(line.endswith("heading 2  2.3 Planning consent") for line in lines)
    assert "  in 2 Houses and Equipment › 2.3 Planning consent" in lines
    assert any("page number, not searched  212" in line for line in lines)


def test_all_pages(run: Run) -> None:
    result = run("inspect", HEAT_PUMPS)
    assert sum(line.startswith("page 21") for line in result.stdout.splitlines()) == 6


def test_hidden_text_and_notices(run: Run, run_json: Callable[..., Any], odd: Path) -> None:
    result = run("inspect", odd)
    assert "  hidden (invisible): The deposit is really 1" in result.stdout.splitlines()
    assert "turned by 90°" in result.stdout
    assert "1 page without text (page 2)" in result.stdout
    seen = run_json("inspect", odd)
    assert [notice["code"] for notice in seen["notices"]] == ["pages_without_text", "hidden_text"]
    first, second = seen["read"]
    assert first["rotation"] == 90
    assert [block["text"] for block in first["blocks"]] == ["Deposit: 900"]
    assert [(run["text"], run["reason"]) for run in first["hidden"]] == [
        ("The deposit is really 1", "invisible")
    ]
    assert (second["blocks"], second["hidden"]) == ([], [])


def test_pages_without_text_stay_unread_when_pictures_are_not(
    run_json: Callable[..., Any], odd: Path
) -> None:
    seen = run_json("inspect", odd, "--no-ocr", "--page", 2)
    assert [(page["index"], page["blocks"], page["ocr_confidence"]) for page in seen["read"]] == [
        (2, [], None)
    ]


def test_a_document_of_the_library(run: Run, run_json: Callable[..., Any], sample_library: Path) -> None:
    seen = run_json("inspect", "heat-pumps.pdf", "--page", 1, library=sample_library)
    assert seen["seconds"] is None
    assert seen["pages"] == 6
    stored = run_json("show", "heat-pumps.pdf", "--page", 1, library=sample_library)
    texts = [stored["text"][block["start"] : block["end"]] for block in stored["blocks"]]
    assert [block["text"] for block in seen["read"][0]["blocks"]] == texts


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((HEAT_PUMPS, "--page", 7), "6 pages, no page 7"),
        ((HEAT_PUMPS, "--picture", "all.png"), "a picture shows one page"),
        ((HEAT_PUMPS, "--page", 1, "--picture", "page.nothing"), "not the name of a picture"),
        ((HEAT_PUMPS, "--page", 1, "--picture", "nowhere/page.png"), "cannot be written"),
        (("nothing.pdf",), "no"),
    ],
)
def test_what_cannot_be_shown(
    run: Run, arguments: tuple[object, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("inspect", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_picture(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "page.png"
    result = run("inspect", HEAT_PUMPS, "--page", 2, "--picture", out)
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[-1] == f"picture: {out}"
    with Image.open(out) as picture:
        assert picture.width == pytest.approx(595.28 * 1.5, abs=2)
        colours = {colour for _, colour in picture.convert("RGB").getcolors(1 << 24) or []}
    assert {COLOURS[BlockKind.PARAGRAPH], COLOURS[BlockKind.HEADING], COLOURS[BlockKind.FOOTNOTE]} <= colours


def test_every_kind_has_a_colour() -> None:
    assert set(COLOURS) == set(BlockKind)


def test_a_block_that_goes_on_in_the_next_column_has_two_frames() -> None:
    left, right = (0.1, 0.8, 0.4, 0.82), (0.6, 0.1, 0.9, 0.12)
    below = (0.1, 0.84, 0.4, 0.86)
    page = page_of([("one ", left), ("two ", below), ("three", right)], BlockKind.PARAGRAPH)
    frames = page.frames(page.blocks[0])
    assert [tuple(round(value, 2) for value in frame[1:]) for frame in frames] == [
        (0.1, 0.8, 0.4, 0.86),
        right,
    ]


def test_cells_and_hidden_text_are_framed() -> None:
    lines = [("one", (0.1, 0.1, 0.2, 0.12)), ("two", (0.5, 0.1, 0.6, 0.12))]
    table = Table((Cell(0, 0, 0, 3), Cell(0, 1, 3, 6)))
    page = page_of(lines, BlockKind.TABLE, table=table)
    white = np.full((800, 600, 3), 255, np.uint8)
    hidden = [HiddenText("x", "invisible", Rectangle(1, 0.1, 0.5, 0.2, 0.6)), HiddenText("y", "off the page")]
    picture = np.asarray(draw_page(white, page, hidden))
    assert picture.shape[0] > 800, "the legend is below the page"
    assert tuple(picture[440, 58]) == HIDDEN, "two pixels to the left of it"
    assert tuple(picture[88, 298]) == CELL
    assert tuple(picture[400, 300]) == (255, 255, 255)

"""Text that a reader of the page does not see."""

from __future__ import annotations

from pathlib import Path

from tests.parse.builders import raw_pdf, show

from pincite.domain import ParsedDocument
from pincite.parse import parse_pdf

WHITE, BLACK = "1 1 1 rg ", "0 0 0 rg "
SEEN = show(72, 700, "Deposit: 900")


def parse(tmp_path: Path, *contents: str, **options: object) -> ParsedDocument:
    path = tmp_path / "file.pdf"
    path.write_bytes(raw_pdf(*contents, **options))  # type: ignore[arg-type]
    return parse_pdf(path)


def hidden_reasons(document: ParsedDocument) -> list[str]:
    return [notice.message for notice in document.notices if notice.code == "hidden_text"]


def picture(x: float, y: float, width: float, height: float) -> str:
    """A grey image at a place."""
    return f"q {width} 0 0 {height} {x} {y} cm BI /W 1 /H 1 /CS /G /BPC 8 ID \xaa EI Q "


def test_hidden_text_is_left_out_and_reported(tmp_path: Path) -> None:
    content = (
        SEEN
        + show(-500, 700, "far away")
        + WHITE
        + show(72, 600, "The deposit is 2")
        + BLACK
        + show(72, 550, "The deposit is 3", size=0.5)
        + "3 Tr\n"
        + show(72, 650, "The deposit is really 1")
    )
    document = parse(tmp_path, content, show(72, 700, "all to be seen"))
    assert document.pages[0].text == "Deposit: 900"
    (notice,) = document.notices
    assert (notice.code, notice.pages) == ("hidden_text", (1,))
    assert notice.message == (
        "1 page with hidden text, which is left out: invisible, of the colour of what it stands on, "
        "off the page, too small to read."
    )


def test_white_text_on_something_dark_is_read(tmp_path: Path) -> None:
    # A plain box, and a shape of many curves of which only its picture tells where it is dark.
    box = "0 0 0.4 rg 60 690 300 30 re f "
    curves = "".join(f"{60 + 10 * n} 650 {65 + 10 * n} 655 {70 + 10 * n} 650 c " for n in range(30))
    shape = f"60 620 m 60 650 l {curves} 360 620 l f "
    content = box + shape + WHITE + show(72, 700, "White on blue") + show(72, 630, "White on a shape")
    document = parse(tmp_path, content)
    assert document.pages[0].text.split("\n\n") == ["White on blue", "White on a shape"]
    assert document.notices == ()


def test_white_text_on_a_picture_is_read(tmp_path: Path) -> None:
    content = picture(0, 0, 612, 792) + WHITE + show(72, 700, "A slide's title", size=30)
    assert parse(tmp_path, content).pages[0].text == "A slide's title"


def test_dark_text_on_a_dark_box_is_hidden(tmp_path: Path) -> None:
    content = SEEN + "0.1 0.1 0.1 rg 60 590 300 30 re f 0.12 0.1 0.1 rg" + show(72, 600, "blacked out")
    document = parse(tmp_path, content)
    assert document.pages[0].text == "Deposit: 900"
    assert "of the colour of what it stands on" in hidden_reasons(document)[0]


def test_text_under_a_box_or_picture_drawn_later_is_hidden(tmp_path: Path) -> None:
    content = (
        SEEN
        + show(72, 600, "under a bar")
        + show(72, 500, "under a picture")
        + "0 0 0 rg 60 590 300 30 re f "
        + picture(60, 490, 300, 30)
        + show(72, 400, "The end.")
    )
    document = parse(tmp_path, content)
    assert document.pages[0].text.split("\n\n") == ["Deposit: 900", "The end."]
    assert hidden_reasons(document) == [
        "1 page with hidden text, which is left out: covered by what is drawn over it."
    ]


def test_text_under_a_highlight_is_read(tmp_path: Path) -> None:
    state = "/ExtGState << /M << /BM /Multiply >> >>"
    content = SEEN + "/M gs 1 1 0 rg 60 690 300 30 re f"
    document = parse(tmp_path, content, resources=state)
    assert document.pages[0].text == "Deposit: 900"
    assert document.notices == ()


def test_the_text_layer_of_a_scan_is_read(tmp_path: Path) -> None:
    layer = show(72, 650, "The deposit is 900")
    over = picture(0, 0, 612, 792) + "3 Tr\n" + layer
    below = layer + picture(0, 0, 612, 792)
    stamped = show(500, 20, "B-7") + over
    document = parse(tmp_path, over, below, stamped)
    assert [page.text for page in document.pages[:2]] == ["The deposit is 900"] * 2
    assert "The deposit is 900" in document.pages[2].text
    assert document.notices == ()


def test_invisible_text_on_a_page_with_its_own_text_is_no_text_layer(tmp_path: Path) -> None:
    content = picture(0, 0, 612, 792) + show(72, 700, "Deposit: 900, due on signing") + "3 Tr\n"
    document = parse(tmp_path, content + show(72, 650, "The deposit is really 1"))
    assert document.pages[0].text == "Deposit: 900, due on signing"
    assert len(hidden_reasons(document)) == 1


def test_a_page_of_nothing_but_invisible_text_has_no_text(tmp_path: Path) -> None:
    document = parse(tmp_path, "3 Tr\n" + SEEN)
    assert document.pages[0].text == ""
    assert {notice.code for notice in document.notices} >= {"hidden_text", "pages_without_text"}

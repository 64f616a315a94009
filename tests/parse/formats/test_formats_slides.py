from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from pincite.domain import BlockKind, DocumentKind, ParsedDocument
from pincite.errors import ParseLimitError
from pincite.parse.files import read_file
from pincite.parse.formats.slide_order import Placed, in_reading_order
from pincite.tables import read_table
from support.office_files import kinds, relations, shape, slides, texts, xml

BLANK, TITLE_ONLY, TITLE_AND_CONTENT = 6, 5, 1


def made(path: Path, fill: Callable[[Any], None]) -> ParsedDocument:
    """A presentation that a function fills, read."""
    presentation = Presentation()
    fill(presentation)
    presentation.save(str(path))
    return read_file(path)


def slide(presentation: Any, layout: int, title: str = "") -> Any:
    new = presentation.slides.add_slide(presentation.slide_layouts[layout])
    if title:
        new.shapes.title.text = title
    return new


def box(shapes: Any, text: str, x: float, y: float, width: float = 2, height: float = 0.5) -> Any:
    new = shapes.add_textbox(Inches(x), Inches(y), Inches(width), Inches(height))
    new.text_frame.text = text
    return new


def test_a_slide_is_a_page_with_title_and_levels(tmp_path: Path) -> None:
    def fill(presentation: Any) -> None:
        first = slide(presentation, 0, "Water supply")
        first.placeholders[1].text = "Annual review"
        body = slide(presentation, TITLE_AND_CONTENT, "Goals").placeholders[1].text_frame
        body.text = "Less leakage"
        for text, level in (("Find leaks", 1), ("More sensors", 0)):
            paragraph = body.add_paragraph()
            paragraph.text, paragraph.level = text, level

    document = made(tmp_path / "a.pptx", fill)
    assert document.title == "Water supply"
    assert document.facts.kind is DocumentKind.SLIDES
    assert [page.label for page in document.pages] == ["slide 1", "slide 2"]
    assert kinds(document.pages[0]) == [
        (BlockKind.HEADING, "Water supply"),
        (BlockKind.PARAGRAPH, "Annual review"),
    ]
    assert [(block.kind, block.level) for block in document.pages[1].blocks] == [
        (BlockKind.HEADING, 1), (BlockKind.LIST_ITEM, 1), (BlockKind.LIST_ITEM, 2), (BlockKind.LIST_ITEM, 1),
    ]  # fmt: skip
    assert document.pages[1].blocks[1].section == ("Goals",)


def test_shapes_are_read_by_place_not_by_age(tmp_path: Path) -> None:
    def fill(presentation: Any) -> None:
        new = slide(presentation, TITLE_ONLY, "Title")
        box(new.shapes, "lower right", 5, 4)
        box(new.shapes, "upper right", 5, 2)
        box(new.shapes, "lower left", 1, 4)
        box(new.shapes, "upper left", 1, 2)
        group = new.shapes.add_group_shape()
        box(group.shapes, "second in the group", 1, 6.5)
        box(group.shapes, "first in the group", 1, 6)

    assert texts(made(tmp_path / "a.pptx", fill)) == [
        "Title", "upper left", "upper right", "lower left", "lower right", "first in the group",
        "second in the group",
    ]  # fmt: skip


def test_columns_are_read_one_after_another() -> None:
    placed = [
        Placed(6, 2, 9, 7, "right"), Placed(1, 4, 4, 7, "left below"), Placed(1, 2, 4, 3.9, "left above"),
        Placed(0, 0, 9, 1, "across"),
    ]  # fmt: skip
    assert in_reading_order(placed) == ["across", "left above", "left below", "right"]


def test_tables_of_slides(tmp_path: Path) -> None:
    def fill(presentation: Any) -> None:
        new = slide(presentation, BLANK)
        grid = new.shapes.add_table(3, 3, Inches(1), Inches(1), Inches(5), Inches(2)).table
        for place, text in enumerate(("Town", "Length", "", "Graz", "12", "a", "Linz", "15", "b")):
            grid.cell(*divmod(place, 3)).text = text
        grid.cell(0, 1).merge(grid.cell(0, 2))

    document = made(tmp_path / "a.pptx", fill)
    [page] = document.pages
    [block] = page.blocks
    assert block.table is not None
    assert page.text == "Town\tLength\nGraz\t12\ta\nLinz\t15\tb"
    assert [row.reading() for row in read_table(page.text, block, block.table, None)[0]][1:] == [
        "Graz: Length 12; Length a",
        "Linz: Length 15; Length b",
    ]


def test_charts_are_tables(tmp_path: Path) -> None:
    def fill(presentation: Any) -> None:
        # Its package says its types only in part.
        data: Any = CategoryChartData()  # type: ignore[no-untyped-call]
        data.categories = ["May", "June"]
        data.add_series("North", (1.5, 2))
        data.add_series("South", (3, None))
        new = slide(presentation, BLANK)
        frame = new.shapes.add_chart(
            XL_CHART_TYPE.COLUMN_CLUSTERED, Inches(1), Inches(1), Inches(5), Inches(3), data
        )
        frame.chart.has_title = True
        frame.chart.chart_title.text_frame.text = "Flow"

    assert texts(made(tmp_path / "a.pptx", fill)) == ["Flow", "North\tSouth\nMay\t1.5\t3\nJune\t2"]


def test_notes_stand_below_the_slide(tmp_path: Path) -> None:
    def fill(presentation: Any) -> None:
        new = slide(presentation, TITLE_ONLY, "Plan")
        new.notes_slide.notes_text_frame.text = "Say this slowly."

    [page] = made(tmp_path / "a.pptx", fill).pages
    assert kinds(page) == [
        (BlockKind.HEADING, "Plan"),
        (BlockKind.HEADING, "Notes"),
        (BlockKind.PARAGRAPH, "Say this slowly."),
    ]
    assert page.blocks[-1].section == ("Plan", "Notes")


def test_slides_come_in_the_order_in_which_they_are_shown(tmp_path: Path) -> None:
    def fill(presentation: Any) -> None:
        for title in ("one", "two", "three"):
            slide(presentation, TITLE_ONLY, title)
        entries = presentation.slides._sldIdLst
        entries.insert(0, entries[-1])
        presentation.slides[1].element.set("show", "0")

    document = made(tmp_path / "a.pptx", fill)
    assert texts(document) == ["three", "one", "two"]
    [notice] = document.notices
    assert (notice.code, notice.pages) == ("hidden_slides", (2,))


def test_a_slide_without_a_title_stands_under_no_heading(tmp_path: Path) -> None:
    def fill(presentation: Any) -> None:
        slide(presentation, TITLE_ONLY, "First")
        box(slide(presentation, BLANK).shapes, "Alone", 1, 1)
        slide(presentation, BLANK)

    document = made(tmp_path / "a.pptx", fill)
    assert document.pages[1].blocks[0].section == ()
    [notice] = document.notices
    assert (notice.code, notice.pages) == ("slides_without_text", (3,))


def test_numbered_items_show_their_numbers(tmp_path: Path) -> None:
    listed = (
        ("buy", 0, "arabicPeriod"),
        ("pump", 1, "alphaLcParenR"),
        ("pipe", 1, "alphaLcParenR"),
        ("build", 0, "arabicPeriod"),
    )
    items = "".join(
        f'<a:p><a:pPr lvl="{level}"><a:buAutoNum type="{form}"/></a:pPr><a:r><a:t>{text}</a:t></a:r></a:p>'
        for text, level, form in listed
    )
    shapes = f"<p:sp><p:nvSpPr><p:nvPr/></p:nvSpPr><p:txBody>{items}</p:txBody></p:sp>"
    assert texts(read_file(slides(tmp_path / "a.pptx", shapes))) == [
        "1. buy",
        "a) pump",
        "b) pipe",
        "2. build",
    ]


def test_diagrams_say_what_their_shapes_say(tmp_path: Path) -> None:
    frame = (
        "<p:graphicFrame><p:nvGraphicFramePr/><a:graphic><a:graphicData><dgm:relIds r:dm='d1'/></a:graphicData>"
        "</a:graphic></p:graphicFrame>"
    )
    points = "".join(
        f"<dgm:pt><dgm:t><a:p><a:r><a:t>{text}</a:t></a:r></a:p></dgm:t></dgm:pt>"
        for text in ("Plan", "", "Do")
    )
    more: dict[str, str | bytes] = {
        "ppt/slides/_rels/slide0.xml.rels": relations({"d1": ("diagramData", "../diagrams/data1.xml")}),
        "ppt/diagrams/data1.xml": xml("dgm:dataModel", f"<dgm:ptLst>{points}</dgm:ptLst>"),
    }
    assert texts(read_file(slides(tmp_path / "a.pptx", frame, more=more))) == ["Plan", "Do"]


def test_groups_in_one_another(tmp_path: Path) -> None:
    deep = "<p:grpSp>" * 100 + shape("deep", 0, 0) + "</p:grpSp>" * 100
    assert texts(read_file(slides(tmp_path / "a.pptx", deep))) == ["deep"]
    deeper = "<p:grpSp>" * 1000 + shape("deep", 0, 0) + "</p:grpSp>" * 1000
    with pytest.raises(ParseLimitError, match="nested too deeply"):
        read_file(slides(tmp_path / "b.pptx", deeper))


def test_a_thousand_shapes_over_one_another(tmp_path: Path) -> None:
    shapes = "".join(shape(f"s{number}", number % 50, number // 50) for number in range(1000))
    assert len(texts(read_file(slides(tmp_path / "a.pptx", shapes)))) == 1000


def test_values_of_charts_are_shown_as_their_format_says(tmp_path: Path) -> None:
    def fill(presentation: Any) -> None:
        data: Any = CategoryChartData(number_format="0%")  # type: ignore[no-untyped-call]
        data.categories = [date(2024, 3, 5)]
        data.add_series("Share", (0.25,))
        slide(presentation, BLANK).shapes.add_chart(
            XL_CHART_TYPE.LINE, Inches(1), Inches(1), Inches(5), Inches(3), data
        )

    assert texts(made(tmp_path / "a.pptx", fill)) == ["Share\n2024-03-05\t25%"]


def test_a_frame_of_one_cell_is_text(tmp_path: Path) -> None:
    def fill(presentation: Any) -> None:
        grid = (
            slide(presentation, BLANK)
            .shapes.add_table(1, 1, Inches(1), Inches(1), Inches(5), Inches(2))
            .table
        )
        grid.cell(0, 0).text = "In a frame."

    [page] = made(tmp_path / "a.pptx", fill).pages
    assert kinds(page) == [(BlockKind.PARAGRAPH, "In a frame.")]

from __future__ import annotations

from pathlib import Path

from pincite.domain import BlockKind, DocumentKind
from pincite.parse.files import read_file
from support.odf_files import frame, odf, p, page
from support.office_files import codes, kinds, texts


def test_slides_with_titles_levels_and_notes(tmp_path: Path) -> None:
    inner = f"<text:list><text:list-item>{p('find leaks')}</text:list-item></text:list>"
    outline = f"<text:list><text:list-item>{p('less leakage')}{inner}</text:list-item></text:list>"
    said = frame(p("Say this slowly."), more='presentation:class="notes"')
    notes = f"<presentation:notes>{said}</presentation:notes>"
    body = page(
        frame(outline, 1, 5, 'presentation:class="outline"')
        + frame(p("Water supply"), 1, 1, 'presentation:class="title"') + notes
    )  # fmt: skip
    body += page(
        frame(p("right"), 8, 3)
        + frame(p("left"), 1, 3)
        + frame(p("7"), 0, 9, 'presentation:class="page-number"')
    )
    document = read_file(odf(tmp_path / "a.odp", "presentation", body))
    assert document.title == "Water supply"
    assert document.facts.kind is DocumentKind.SLIDES
    assert [one.label for one in document.pages] == ["slide 1", "slide 2"]
    assert kinds(document.pages[0]) == [
        (BlockKind.HEADING, "Water supply"),
        (BlockKind.LIST_ITEM, "less leakage"),
        (BlockKind.LIST_ITEM, "find leaks"),
        (BlockKind.HEADING, "Notes"),
        (BlockKind.PARAGRAPH, "Say this slowly."),
    ]
    assert [block.level for block in document.pages[0].blocks] == [1, 1, 2, 2, 0]
    assert texts(document)[5:] == ["left", "right"]


def test_tables_groups_pictures_and_comments(tmp_path: Path) -> None:
    cells = "".join(
        f"<table:table-row><table:table-cell>{p(a)}</table:table-cell><table:table-cell>{p(b)}</table:table-cell>"
        "</table:table-row>"
        for a, b in (("Town", "Length"), ("Graz", "12"))
    )
    table = f'<draw:frame svg:y="2cm"><table:table table:use-first-row-styles="true">{cells}</table:table></draw:frame>'
    group = f"<draw:g>{frame(p('below'), 0, 7)}{frame(p('above'), 0, 6)}</draw:g>"
    picture = '<draw:frame svg:y="20cm"><draw:image/><svg:title>The dam</svg:title></draw:frame>'
    shape = f'<draw:custom-shape draw:transform="rotate (1) translate (1cm 15cm)">{p("in a shape")}</draw:custom-shape>'
    comment = f"<office:annotation><dc:creator>Anna Berg</dc:creator>{p('Sure?')}</office:annotation>"
    document = read_file(
        odf(tmp_path / "a.odp", "presentation", page(picture + shape + group + table + comment))
    )
    assert kinds(document.pages[0]) == [
        (BlockKind.TABLE, "Town\tLength\nGraz\t12"),
        (BlockKind.PARAGRAPH, "above"),
        (BlockKind.PARAGRAPH, "below"),
        (BlockKind.PARAGRAPH, "in a shape"),
        (BlockKind.CAPTION, "The dam"),
        (BlockKind.COMMENT, "Anna Berg: Sure?"),
    ]
    assert codes(document) == ["pictures_not_read"]


def test_hidden_and_empty_slides_are_told(tmp_path: Path) -> None:
    automatic = (
        '<style:style style:name="d" style:family="drawing-page"><style:drawing-page-properties '
        'presentation:visibility="hidden"/></style:style>'
    )
    empty = frame(p("Click to add text"), more='presentation:class="outline" presentation:placeholder="true"')
    body = page(frame(p("kept")), 'draw:style-name="d"') + page(empty)
    document = read_file(odf(tmp_path / "a.odp", "presentation", body, automatic=automatic))
    assert texts(document) == ["kept"]
    assert [(notice.code, notice.pages) for notice in document.notices] == [
        ("hidden_slides", (1,)), ("slides_without_text", (2,)),
    ]  # fmt: skip

from __future__ import annotations

from pathlib import Path

import pytest

from pincite.domain import BlockKind
from pincite.errors import DamagedFileError, ParseLimitError
from pincite.parse.files import read_file
from pincite.tables import read_table
from support.odf_files import NAMES, cell, grid, odf, p
from support.office_files import codes, kinds, texts


def test_headings_paragraphs_and_tables_in_order(tmp_path: Path) -> None:
    body = (
        p("House rules", "Title")
        + '<text:h text:outline-level="1">Noise</text:h>'
        + p("Quiet<text:s text:c='2'/>from<text:tab/>ten<text:line-break/>on.")
        + grid(cell("5") + cell("7"), head=cell("May") + cell("June"))
        + '<text:section><text:h text:outline-level="2">Music</text:h></text:section>'
        + p("co\u00adop")
    )
    document = read_file(odf(tmp_path / "a.odt", "text", body))
    assert document.title == "House rules"
    [page] = document.pages
    assert page.label == "section House rules"
    assert kinds(page) == [
        (BlockKind.HEADING, "House rules"),
        (BlockKind.HEADING, "Noise"),
        (BlockKind.PARAGRAPH, "Quiet from ten on."),
        (BlockKind.TABLE, "May\tJune\n5\t7"),
        (BlockKind.HEADING, "Music"),
        (BlockKind.PARAGRAPH, "coop"),
    ]
    assert page.blocks[-1].section == ("Noise", "Music")
    assert page.blocks[3].table is not None
    assert page.blocks[3].table.head_rows == 1


def test_lists_and_headings_show_their_numbers(tmp_path: Path) -> None:
    named = (
        '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" '
        'style:num-suffix="." text:start-value="2"/><text:list-level-style-number text:level="2" '
        'style:num-format="a" style:num-suffix=")" text:display-levels="2"/></text:list-style>'
        '<text:outline-style><text:outline-level-style text:level="1" style:num-format="I"/></text:outline-style>'
    )

    def listed(*items: str, more: str = "") -> str:
        inner = "".join(f"<text:list-item>{item}</text:list-item>" for item in items)
        return f'<text:list text:style-name="L" {more}>{inner}</text:list>'

    inner = f"<text:list><text:list-item>{p('pump')}</text:list-item></text:list>"
    body = (
        '<text:h text:outline-level="1">Plan</text:h>'
        + listed(
            f"<text:list-item>{p('buy')}{inner}</text:list-item>",
            f"<text:list-item>{p('build')}</text:list-item>",
        )
        + listed(p("buy") + inner, p("build"))
        + listed(p("run"), more='text:continue-numbering="true"')
        + listed(p("again") + p("and more"))
    )
    document = read_file(odf(tmp_path / "a.odt", "text", body, named=named))
    assert texts(document) == ["I Plan", "2. buy", "2.a) pump", "3. build", "4. run", "2. again", "and more"]
    assert [block.level for block in document.pages[0].blocks] == [1, 1, 2, 1, 1, 1, 1]


def test_merged_cells_are_read_with_their_heads(tmp_path: Path) -> None:
    covered = "<table:covered-table-cell/>"
    body = grid(
        cell("May", 'table:number-rows-spanned="2"') + cell("10") + cell("20"),
        covered + cell("11") + cell("21"),
        head=cell("") + cell("Sales", 'table:number-columns-spanned="2"') + covered,
    )
    [page] = read_file(odf(tmp_path / "a.odt", "text", body)).pages
    [block] = page.blocks
    assert block.table is not None
    assert [row.reading() for row in read_table(page.text, block, block.table, None)[0]][1:] == [
        "May: Sales 10; Sales 20",
        "May: Sales 11; Sales 21",
    ]


def test_notes_and_comments_stand_below(tmp_path: Path) -> None:
    note = (
        '<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>'
        f"{p('For adults.')}</text:note-body></text:note>"
    )
    comment = f"<office:annotation><dc:creator>Anna Berg</dc:creator>{p('Is it?')}</office:annotation>"
    document = read_file(
        odf(tmp_path / "a.odt", "text", p(f"The limit{note} is{comment} 5 mg.") + p("Next."))
    )
    assert kinds(document.pages[0]) == [
        (BlockKind.PARAGRAPH, "The limit is 5 mg."),
        (BlockKind.FOOTNOTE, "1 For adults."),
        (BlockKind.COMMENT, "Anna Berg: Is it?"),
        (BlockKind.PARAGRAPH, "Next."),
    ]


def test_frames_pictures_and_objects(tmp_path: Path) -> None:
    frame = f"<draw:frame><draw:text-box>{p('In the box.')}</draw:text-box></draw:frame>"
    picture = '<draw:frame><draw:image xlink:href="Pictures/1.png"/><svg:desc>Map</svg:desc></draw:frame>'
    formula = '<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>'
    chart = '<draw:frame><draw:object xlink:href="./Object 2"/></draw:frame>'
    more = {
        "Object 1/content.xml": '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mi>x</mi>'
        '<annotation encoding="StarMath 5.0">x = {a} over {b}</annotation></semantics></math>',
        "Object 2/content.xml": f"<office:document-content {NAMES}><office:body><office:chart>"
        f"{grid(cell('May') + cell('7'), head=cell('') + cell('North'))}</office:chart></office:body>"
        "</office:document-content>",
    }
    body = p(f"Before {frame}after.") + p(picture) + p(formula) + p(chart) + p("End.")
    document = read_file(odf(tmp_path / "a.odt", "text", body, more=more))
    assert kinds(document.pages[0]) == [
        (BlockKind.PARAGRAPH, "Before after."),
        (BlockKind.PARAGRAPH, "In the box."),
        (BlockKind.CAPTION, "Map"),
        (BlockKind.FORMULA, "x = {a} over {b}"),
        (BlockKind.TABLE, "North\nMay\t7"),
        (BlockKind.PARAGRAPH, "End."),
    ]
    assert codes(document) == ["pictures_not_read"]


def test_contents_hidden_text_code_and_captions(tmp_path: Path) -> None:
    automatic = (
        '<style:style style:name="T1" style:family="text"><style:text-properties text:display="none"/></style:style>'
        '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Preformatted_20_Text"/>'
        '<style:style style:name="P2" style:family="paragraph" style:parent-style-name="Table"/>'
    )
    named = '<style:style style:name="Table" style:family="paragraph" style:parent-style-name="Caption"/>'
    body = (
        f"<text:table-of-content><text:index-body>{p('Fees 3')}</text:index-body></text:table-of-content>"
        + p('Shown<text:span text:style-name="T1"> hidden</text:span>')
        + f'<text:section text:display="none">{p("secret")}</text:section>'
        + p("if x:", "P1") + p('<text:s text:c="4"/>y = 1', "P1") + p("Table 1: Fees", "P2")
        + grid(cell("Child") + cell("5"), cell("Adult") + cell("8"), head=cell("Kind") + cell("Fee"))
    )  # fmt: skip
    document = read_file(odf(tmp_path / "a.odt", "text", body, automatic=automatic, named=named))
    assert kinds(document.pages[0]) == [
        (BlockKind.CONTENTS, "Fees 3"),
        (BlockKind.PARAGRAPH, "Shown"),
        (BlockKind.CODE, "if x:\n    y = 1"),
        (BlockKind.CAPTION, "Table 1: Fees"),
        (BlockKind.TABLE, "Kind\tFee\nChild\t5\nAdult\t8"),
    ]
    [notice] = document.notices
    assert (notice.code, notice.message) == (
        "hidden_text",
        "Text that the file hides was left out: 2 passages.",
    )


def test_headers_with_tables(tmp_path: Path) -> None:
    masters = (
        f'<style:master-page style:name="Standard"><style:header>{p("Confidential")}'
        f"{grid(cell('Document') + cell('QM-17'), cell('Version') + cell('4'))}</style:header></style:master-page>"
        f'<style:master-page style:name="Unused"><style:footer>{p("Never shown")}</style:footer></style:master-page>'
    )
    document = read_file(odf(tmp_path / "a.odt", "text", p("Text."), masters=masters))
    assert document.pages[1].label == "headers and footers"
    assert kinds(document.pages[1]) == [
        (BlockKind.RUNNING_HEAD, "Confidential"),
        (BlockKind.TABLE, "Document\tQM-17\nVersion\t4"),
    ]


def test_tables_in_one_another(tmp_path: Path) -> None:
    inner = grid(cell("x") + cell("1"), cell("y") + cell("2"))
    body = grid(cell("Name") + cell("Value"), cell("Set") + cell(inner), cell("Rest") + cell("z"))
    document = read_file(odf(tmp_path / "a.odt", "text", body))
    assert texts(document) == ["Name\tValue\nSet\nRest\tz", "x\t1\ny\t2"]
    deep = "<table:table><table:table-row><table:table-cell>" * 1000 + p("deep")
    deep += "</table:table-cell></table:table-row></table:table>" * 1000
    with pytest.raises(ParseLimitError, match="nested too deeply"):
        read_file(odf(tmp_path / "b.odt", "text", deep))


def test_properties(tmp_path: Path) -> None:
    meta = (
        f"<office:document-meta {NAMES}><office:meta><dc:title>Rules of the house</dc:title><meta:initial-creator>"
        "Anna Berg</meta:initial-creator><meta:creation-date>2021-03-04T10:00:00</meta:creation-date></office:meta>"
        "</office:document-meta>"
    )
    document = read_file(odf(tmp_path / "a.odt", "text", p("x"), more={"meta.xml": meta}))
    assert (document.title, document.authors, document.year) == ("Rules of the house", ("Anna Berg",), 2021)


def test_damage_and_macros_are_told(tmp_path: Path) -> None:
    more: dict[str, str | bytes] = {"styles.xml": "<a", "Basic/Standard/Module1.xml": "x"}
    document = read_file(odf(tmp_path / "a.odt", "text", p("Text."), more=more))
    assert texts(document) == ["Text."]
    assert codes(document) == ["macros_not_run", "parts_unreadable"]
    with pytest.raises(DamagedFileError, match=r"content\.xml|Document is empty"):
        read_file(odf(tmp_path / "b.odt", "text", "", more={"content.xml": b""}))

from __future__ import annotations

from pathlib import Path

import pytest

from pincite.domain import BlockKind, ParsedDocument
from pincite.errors import ParseLimitError
from pincite.parse.files import read_file
from pincite.parse.formats.rtf import paragraphs_of
from pincite.tables import read_table
from support.office_files import codes, kinds, texts

STYLES = r"{\stylesheet{\ql Normal;}{\s1\outlinelevel0\b berschrift 1;}{\s2\sbasedon1\outlinelevel1 Eigene;}" \
    r"{\*\cs3\additive Standardschrift;}{\s4 Title;}{\s5 caption;}{\s6 toc 1;}}"  # fmt: skip


def rtf(folder: Path, body: str, head: str = r"\ansi\ansicpg1252") -> ParsedDocument:
    """RTF with this body, read."""
    path = folder / "a.rtf"
    path.write_bytes(b"{\\rtf1" + head.encode() + b"\n" + body.encode("latin-1") + b"}")
    return read_file(path)


def row(*cells: str, look: str = "", edges: tuple[int, ...] = (1000, 2000, 3000)) -> str:
    ends = "".join(rf"\cellx{edge}" for edge in edges)
    return rf"\trowd{look}{ends}\pard\intbl " + "".join(rf"{cell}\cell " for cell in cells) + r"\row" + "\n"


def rows(document: ParsedDocument) -> list[str]:
    [page] = document.pages
    block = next(block for block in page.blocks if block.table is not None)
    assert block.table is not None
    return [one.reading() for one in read_table(page.text, block, block.table, None)[0]]


def test_headings_and_paragraphs(tmp_path: Path) -> None:
    body = (
        STYLES + r"{\info{\title House rules}{\author Anna Berg}{\creatim\yr2021\mo3}}"
        r"\pard\s4 The house\par\pard\s1 Noise\par\pard\plain Quiet {\b from} ten\line on.\par"
        r"\pard\s2 Music\par\pard Soft.\par\pard\outlinelevel0 End\par"
    )
    document = rtf(tmp_path, body)
    assert (document.title, document.authors, document.year) == ("House rules", ("Anna Berg",), 2021)
    assert [(entry.title, entry.level) for entry in document.outline] == [
        ("The house", 1), ("Noise", 1), ("Music", 2), ("End", 1),
    ]  # fmt: skip
    assert texts(document) == ["The house", "Noise", "Quiet from ten on.", "Music", "Soft.", "End"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (r"caf\'e9 \u8217?s \u8364\'80 \u-10179?\u-8704?", "café ’s € 😀"),
        (r"{\uc2\u12354\'82\'a0 b}\uc0\u8212 c", "あ b—c"),
        (r"{\fonttbl{\f0\fnil\fcharset0 Arial;}{\f1\fcharset204 Arial Cyr;}{\f2\fcharset128 MS;}}"
         r"\f1 \'ef\'f0\'e8\f2  \'93\'fa\'96\'7b\f0  \'e9", "при 日本 é"),
        (r"{\fonttbl{\f3\ftech\fcharset2 Symbol;}}{\f3\'b1}5 {\f3\u-3919?}", "±5 ±"),
        (r"co\_op, fin\-ancial\~aid\emdash\'93x\'94\rdblquote", "co-op, financial aid—“x””"),
        (r"{\upr{\'3f}{\*\ud{\u1087 ?}}}!", "п!"),
        (r"a\{b\}\\c\bin4 }{}} d", r"a{b}\c d"),
    ],
)  # fmt: skip
def test_characters(tmp_path: Path, body: str, expected: str) -> None:
    assert texts(rtf(tmp_path, body + r"\par")) == [expected]


def test_the_code_page_of_the_file(tmp_path: Path) -> None:
    assert texts(rtf(tmp_path, r"\'e6\'f3\'b3w\par", r"\ansi\ansicpg1250")) == ["ćółw"]
    assert texts(rtf(tmp_path, r"\'8e\par", r"\mac")) == ["é"]
    assert texts(rtf(tmp_path, r"\'e9\par", r"\ansi\ansicpg99999")) == ["é"]


def test_what_is_no_text_is_left_out(tmp_path: Path) -> None:
    body = (
        r"{\*\generator Word;}{\colortbl;\red0;}Before {\*\unknown gone {deeper}}"
        r"{\field{\*\fldinst HYPERLINK x}{\fldrslt the link}}{\pict\pngblip 89504e47}{\*\bkmkstart x}\par"
        r"{\*\shppict{\pict{\*\picprop{\sp{\sn wzDescription}{\sv Map of the site}}}ffd8}}"
        r"{\nonshppict{\pict 0102}}\par{\v secret}Shown\par"
    )
    document = rtf(tmp_path, body)
    assert kinds(document.pages[0]) == [
        (BlockKind.PARAGRAPH, "Before the link"),
        (BlockKind.CAPTION, "Map of the site"),
        (BlockKind.PARAGRAPH, "Shown"),
    ]
    assert sorted(codes(document)) == ["hidden_text", "pictures_not_read"]
    assert any("2 pictures" in notice.message for notice in document.notices)


def test_tables_with_heads_and_merged_cells(tmp_path: Path) -> None:
    body = (
        r"\pard Before\par" + row("Month", "Sales", look=r"\trhdr", edges=(1000, 3000))
        + row("", "North", "South", look=r"\trhdr", edges=(1000, 2000, 3000))
        + r"\trowd\clvmgf\cellx1000\cellx2005\cellx3000\pard\intbl May\cell 10\cell 20\cell\row"
        + r"\trowd\clvmrg\cellx1000\cellx1995\cellx3000\pard\intbl \cell 11\par twice\cell 21\cell\row"
        + r"\pard After\par"
    )  # fmt: skip
    document = rtf(tmp_path, body)
    assert texts(document) == [
        "Before", "Month\tSales\nNorth\tSouth\nMay\t10\t20\n11 twice\t21", "After",
    ]  # fmt: skip
    assert rows(document)[1:] == [
        "May: Sales North 10; Sales South 20",
        "May: Sales North 11 twice; Sales South 21",
    ]


def test_a_form_of_cells(tmp_path: Path) -> None:
    document = rtf(
        tmp_path, row("Name:", "Anna Berg", edges=(1000, 2000)) + row("Born:", "", edges=(1000, 2000))
    )
    assert rows(document) == ["Name: Anna Berg", "Born"]


def test_cells_of_a_table_within_a_cell_stay_in_it(tmp_path: Path) -> None:
    body = (
        r"\trowd\cellx1000\cellx2000\pard\intbl\itap2 x\nestcell y\nestcell{\*\nesttableprops\trowd\cellx500\cellx700"
        r"\nestrow}\pard\intbl out\cell b\cell\row\pard\intbl c\cell d\cell\row\pard End\par"
    )
    assert texts(rtf(tmp_path, body)) == ["x y out\tb\nc\td", "End"]


def test_notes_comments_and_changes(tmp_path: Path) -> None:
    body = (
        r"{\*\revtbl{Unknown;}{Bo Chen;}}The limit{\super\chftn{\footnote\pard\plain\chftn  For adults.}} is"
        r"{\footnote\ftnalt See the list.} {\*\atnid AB}{\*\atnauthor Anna Berg}\chatn"
        r"{\*\annotation{\*\atnref 1}Is it?}"
        r"{\deleted\revauthdel1 5}{\revised\revauth1 7} mg.\par Next.\par"
    )
    document = rtf(tmp_path, body)
    assert kinds(document.pages[0]) == [
        (BlockKind.PARAGRAPH, "The limit is 7 mg."),
        (BlockKind.COMMENT, "deleted by Bo Chen: 5"),
        (BlockKind.FOOTNOTE, "1 For adults."),
        (BlockKind.FOOTNOTE, "i See the list."),
        (BlockKind.COMMENT, "Anna Berg: Is it?"),
        (BlockKind.PARAGRAPH, "Next."),
    ]
    [notice] = document.notices
    assert notice.code == "tracked_changes"
    assert "2 tracked changes by Bo Chen" in notice.message


def test_lists_headers_boxes_and_captions(tmp_path: Path) -> None:
    body = (
        STYLES + r"{\header Confidential\par " + row("Document", "QM-17", edges=(1000, 2000))
        + row("Version", "4", edges=(1000, 2000)) + r"}"
        r"{\listtext\pard\plain 1.\tab}\pard\ls1 buy\par{\listtext\'b7\tab}\pard\ls2\ilvl1 pump\par"
        r"\pard\plain Box{\shp{\*\shpinst{\shptxt\pard In the box.\par}}{\shprslt gone}} here.\par"
        r"\pard\s6 Fees 3\par\pard\s5 Table 1: Fees\par"
    )  # fmt: skip
    document = rtf(tmp_path, body)
    assert [kinds(page) for page in document.pages] == [
        [
            (BlockKind.LIST_ITEM, "1. buy"), (BlockKind.LIST_ITEM, "pump"), (BlockKind.PARAGRAPH, "Box here."),
            (BlockKind.PARAGRAPH, "In the box."), (BlockKind.CONTENTS, "Fees 3"),
            (BlockKind.CAPTION, "Table 1: Fees"),
        ],
        [(BlockKind.RUNNING_HEAD, "Confidential"), (BlockKind.TABLE, "Document\tQM-17\nVersion\t4")],
    ]  # fmt: skip
    assert document.pages[0].blocks[1].level == 2


def test_bold_lines_are_headings_where_no_style_is(tmp_path: Path) -> None:
    document = rtf(tmp_path, r"{\b Term of notice}\par Three months.\par")
    assert kinds(document.pages[0])[0] == (BlockKind.HEADING, "Term of notice")


def test_what_follows_the_end_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "more.rtf"
    path.write_bytes(b"{\\rtf1 One.\\par}}}more\x00\x00")
    assert texts(read_file(path)) == ["One."]


def test_deep_groups(tmp_path: Path) -> None:
    assert texts(rtf(tmp_path, "{" * 5000 + "deep" + "}" * 5000)) == ["deep"]
    with pytest.raises(ParseLimitError, match="nested too deeply"):
        rtf(tmp_path, "{" * 20_000)


def test_paragraphs_for_other_readers() -> None:
    assert paragraphs_of(rb"{\rtf1 One.\par Two.\par}", "mail.msg") == ["One.", "Two."]

from __future__ import annotations

import tracemalloc
import zipfile
from pathlib import Path

import pytest

from pincite.domain import BlockKind, ParsedDocument
from pincite.errors import DamagedFileError, ParseLimitError, UnsupportedFileError
from pincite.parse.files import read_file
from pincite.tables import read_table
from support.office_files import codes, kinds, packed, paragraph, relations, run, table, texts, word, xml

STYLES = (
    '<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Eigene"><w:name w:val="Eigene"/><w:basedOn w:val="berschrift1"/>'
    '<w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>'
    '<w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Beschriftung"><w:name w:val="caption"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="TOC1"><w:name w:val="toc 1"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Quelltext"><w:name w:val="Source Code"/></w:style>'
    '<w:style w:type="character" w:styleId="Geheim"><w:name w:val="Secret"/><w:rPr><w:vanish/></w:rPr></w:style>'
)


def rows(document: ParsedDocument) -> list[str]:
    """Each row of the first table as it is read out."""
    for page in document.pages:
        for block in page.blocks:
            if block.table is not None:
                return [row.reading() for row in read_table(page.text, block, block.table, None)[0]]
    return []


def test_a_form_whose_words_are_only_in_cells(tmp_path: Path) -> None:
    body = table([["Name:", "Anna Berg"], ["Born:", ""], ["Town:", "Graz"]])
    document = read_file(word(tmp_path / "form.docx", body))
    assert texts(document) == ["Name:\tAnna Berg\nBorn:\nTown:\tGraz"]
    assert rows(document) == ["Name: Anna Berg", "Born", "Town: Graz"]


def test_headings_by_style_in_any_language(tmp_path: Path) -> None:
    body = (
        paragraph("Pump station", "Titel") + paragraph("Betrieb", "berschrift1") + paragraph("Text.")
        + paragraph("Wartung", "Eigene") + paragraph("Mehr.")
        + paragraph("Anhang", properties='<w:outlineLvl w:val="0"/>') + paragraph("Ende.")
    )  # fmt: skip
    document = read_file(word(tmp_path / "h.docx", body, styles=STYLES))
    assert document.title == "Pump station"
    assert [(entry.title, entry.level) for entry in document.outline] == [
        ("Pump station", 1), ("Betrieb", 1), ("Wartung", 2), ("Anhang", 1),
    ]  # fmt: skip
    page = document.pages[0]
    assert page.label == "section Pump station"
    sections = {page.text[block.start : block.end]: block.section for block in page.blocks}
    assert sections["Mehr."] == ("Betrieb", "Wartung")
    assert sections["Ende."] == ("Anhang",)


def test_short_bold_lines_are_headings_where_no_style_is(tmp_path: Path) -> None:
    body = f"<w:p>{run('Term of notice', '<w:b/>')}</w:p>" + paragraph("Three months.")
    [page] = read_file(word(tmp_path / "bold.docx", body)).pages
    assert kinds(page) == [(BlockKind.HEADING, "Term of notice"), (BlockKind.PARAGRAPH, "Three months.")]


def test_long_sections_begin_pages_that_say_where_they_are(tmp_path: Path) -> None:
    body = "".join(
        paragraph(name, "berschrift1") + paragraph(f"Words of {name}. " * 150) * 4
        for name in ("Fees", "Term")
    )
    document = read_file(word(tmp_path / "long.docx", body, styles=STYLES))
    assert [page.label for page in document.pages] == [
        "section Fees", "section Fees, part 2", "section Term", "section Term, part 2",
    ]  # fmt: skip


def test_lists_show_the_numbers_that_word_shows(tmp_path: Path) -> None:
    numbering = (
        '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="decimal"/>'
        '<w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/>'
        '<w:lvlText w:val="%1.%2)"/></w:lvl></w:abstractNum>'
        '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="o"/></w:lvl>'
        '</w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="0"/></w:num>'
        '<w:num w:numId="8"><w:abstractNumId w:val="1"/></w:num>'
        '<w:num w:numId="9"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/>'
        "</w:lvlOverride></w:num>"
    )

    def item(text: str, number: int, level: int = 0) -> str:
        return paragraph(
            text, properties=f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>'
        )

    body = item("Buy", 7) + item("pump", 7, 1) + item("pipe", 7, 1) + item("Build", 7) + item("dot", 8)
    body += item("Again", 9)
    [page] = read_file(word(tmp_path / "list.docx", body, numbering=numbering)).pages
    assert [text for _, text in kinds(page)] == [
        "3. Buy", "3.a) pump", "3.b) pipe", "4. Build", "dot", "1. Again",
    ]  # fmt: skip
    assert [block.level for block in page.blocks] == [1, 2, 2, 1, 1, 1]
    assert {block.kind for block in page.blocks} == {BlockKind.LIST_ITEM}


def test_headers_and_footers_stand_on_a_page_of_their_own(tmp_path: Path) -> None:
    header = paragraph("Confidential") + table([["Document", "QM-17"], ["Version", "4"]])
    body = paragraph("Text.") + (
        '<w:sectPr><w:headerReference w:type="default" r:id="header1"/>'
        '<w:footerReference w:type="default" r:id="footer1"/></w:sectPr>'
    )
    document = read_file(
        word(tmp_path / "head.docx", body, header1=header, footer1=paragraph("Page 1 of 3") * 2)
    )
    first, last = document.pages
    assert first.text == "Text."
    assert last.label == "headers and footers"
    assert kinds(last) == [
        (BlockKind.RUNNING_HEAD, "Confidential"),
        (BlockKind.TABLE, "Document\tQM-17\nVersion\t4"),
        (BlockKind.RUNNING_HEAD, "Page 1 of 3"),
    ]


def test_notes_and_comments_stand_below_what_they_belong_to(tmp_path: Path) -> None:
    body = (
        f"<w:p>{run('The limit is 5 mg')}<w:r><w:footnoteReference w:id='2'/></w:r>{run('.')}"
        f"<w:r><w:commentReference w:id='0'/></w:r></w:p>"
        f"<w:p>{run('Other')}<w:r><w:endnoteReference w:id='2'/></w:r></w:p>"
    )
    document = read_file(
        word(
            tmp_path / "notes.docx",
            body,
            footnotes=f'<w:footnote w:id="2">{paragraph("For adults.")}</w:footnote>',
            endnotes=f'<w:endnote w:id="2">{paragraph("See the list.")}</w:endnote>',
            comments=f'<w:comment w:id="0" w:author="Anna Berg">{paragraph("Is it?")}</w:comment>',
        )
    )
    assert kinds(document.pages[0]) == [
        (BlockKind.PARAGRAPH, "The limit is 5 mg."),
        (BlockKind.FOOTNOTE, "1 For adults."),
        (BlockKind.COMMENT, "Anna Berg: Is it?"),
        (BlockKind.PARAGRAPH, "Other"),
        (BlockKind.FOOTNOTE, "i See the list."),
    ]


def test_tracked_changes_are_shown_as_such(tmp_path: Path) -> None:
    body = (
        f"<w:p>{run('The fee is ')}<w:del w:author='Bo Chen'><w:r><w:delText>5</w:delText></w:r></w:del>"
        f"<w:ins w:author='Anna Berg'>{run('7')}</w:ins>{run(' euros')}</w:p>"
        f"<w:p><w:pPr><w:rPr><w:del w:author='Bo Chen'/></w:rPr></w:pPr>{run('One ')}</w:p>{paragraph('line.')}"
        f"<w:p><w:moveFrom w:author='Bo Chen'>{run('moved')}</w:moveFrom></w:p>"
        f"<w:p><w:moveTo w:author='Bo Chen'>{run('moved')}</w:moveTo></w:p>"
    )
    document = read_file(word(tmp_path / "changes.docx", body))
    assert kinds(document.pages[0]) == [
        (BlockKind.PARAGRAPH, "The fee is 7 euros"),
        (BlockKind.COMMENT, "deleted by Bo Chen: 5"),
        (BlockKind.PARAGRAPH, "One line."),
        (BlockKind.PARAGRAPH, "moved"),
    ]
    [notice] = document.notices
    assert notice.code == "tracked_changes"
    assert "3 tracked changes by Bo Chen, Anna Berg" in notice.message


def test_fields_show_their_results(tmp_path: Path) -> None:
    field = (
        "<w:p><w:r><w:fldChar w:fldCharType='begin'/></w:r><w:r><w:instrText>IF </w:instrText></w:r>"
        "<w:r><w:fldChar w:fldCharType='begin'/></w:r><w:r><w:instrText>REF x</w:instrText></w:r>"
        f"<w:r><w:fldChar w:fldCharType='separate'/></w:r>{run('inner code')}"
        "<w:r><w:fldChar w:fldCharType='end'/></w:r>"
        f"<w:r><w:fldChar w:fldCharType='separate'/></w:r>{run('shown')}<w:r><w:fldChar w:fldCharType='end'/></w:r>"
        f"<w:fldSimple w:instr='DATE'>{run(' today')}</w:fldSimple><w:hyperlink r:id='x'>{run(' linked')}</w:hyperlink>"
        "<w:r><w:fldChar w:fldCharType='begin'><w:ffData><w:checkBox><w:default w:val='0'/><w:checked/></w:checkBox>"
        "</w:ffData></w:fldChar></w:r><w:r><w:fldChar w:fldCharType='end'/></w:r></w:p>"
    )
    assert texts(read_file(word(tmp_path / "fields.docx", field))) == ["shown today linked☒"]


def test_content_controls_without_an_entry_are_empty(tmp_path: Path) -> None:
    body = (
        f"<w:sdt><w:sdtPr/><w:sdtContent>{paragraph('Filled in.')}</w:sdtContent></w:sdt>"
        f"<w:p>{run('Name: ')}<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>{run('Click here')}"
        "</w:sdtContent></w:sdt></w:p>"
    )
    assert texts(read_file(word(tmp_path / "sdt.docx", body))) == ["Filled in.", "Name:"]


def test_signs_within_words(tmp_path: Path) -> None:
    body = (
        "<w:p><w:r><w:t>co</w:t><w:noBreakHyphen/><w:t>op fin</w:t><w:softHyphen/><w:t>an\u00adcial</w:t><w:tab/>"
        "<w:t>A</w:t><w:br/><w:t>B </w:t><w:sym w:font='Wingdings' w:char='F0FC'/>"
        "<w:sym w:font='Symbol' w:char='F0B1'/></w:r></w:p>"
    )
    assert texts(read_file(word(tmp_path / "signs.docx", body))) == ["co-op financial A B ✓±"]


def test_hidden_text_is_left_out_and_told(tmp_path: Path) -> None:
    shown = '<w:vanish w:val="0"/>'
    secret = '<w:rStyle w:val="Geheim"/>'
    body = (
        f"<w:p>{run('Shown ')}{run('hidden', '<w:vanish/>')}{run('secret', secret)}"
        f"{run('again', secret + shown)}</w:p>"
    )
    document = read_file(word(tmp_path / "hidden.docx", body, styles=STYLES))
    assert texts(document) == ["Shown again"]
    assert codes(document) == ["hidden_text"]


def test_equations_are_written_on_a_line(tmp_path: Path) -> None:
    def m(text: str) -> str:
        return f"<m:r><m:t>{text}</m:t></m:r>"

    equation = (
        f"<m:oMath>{m('x=')}<m:f><m:num>{m('a+b')}</m:num><m:den>{m('2')}</m:den></m:f>{m('+')}"
        f"<m:sSup><m:e>{m('y')}</m:e><m:sup>{m('2')}</m:sup></m:sSup>{m('+')}"
        f"<m:rad><m:radPr><m:degHide/></m:radPr><m:deg/><m:e>{m('z')}</m:e></m:rad>"
        f"<m:nary><m:naryPr><m:chr m:val='∑'/></m:naryPr><m:sub>{m('i=1')}</m:sub><m:sup>{m('n')}</m:sup>"
        f"<m:e>{m('i')}</m:e></m:nary><m:d><m:e>{m('k')}</m:e></m:d></m:oMath>"
    )
    body = f"<w:p><m:oMathPara>{equation}</m:oMathPara></w:p><w:p>{run('Where ')}<m:oMath>{m('k=1')}</m:oMath></w:p>"
    [page] = read_file(word(tmp_path / "math.docx", body)).pages
    assert kinds(page) == [
        (BlockKind.FORMULA, "x=(a+b)/2+y^2+√(z)∑_(i=1)^n i(k)"),
        (BlockKind.PARAGRAPH, "Where k=1"),
    ]


def test_pictures_are_told_and_what_is_said_of_them_is_read(tmp_path: Path) -> None:
    def picture(said: str) -> str:
        return (
            f"<w:p><w:r><w:drawing><wp:inline><wp:docPr id='1' name='p' descr='{said}'/><a:graphic><pic:pic>"
            "<a:blip/></pic:pic></a:graphic></wp:inline></w:drawing></w:r></w:p>"
        )

    body = (
        picture("Map of the site") + picture("A pump. Description automatically generated") + picture("a.png")
    )
    document = read_file(word(tmp_path / "pictures.docx", body))
    assert kinds(document.pages[0]) == [(BlockKind.CAPTION, "Map of the site"), (BlockKind.CAPTION, "A pump")]
    assert [notice.message for notice in document.notices] == [
        "Text within pictures was not read (3 pictures); what is said of them is."
    ]


def test_captions_contents_and_code(tmp_path: Path) -> None:
    body = (
        paragraph("Fees 3", "TOC1") + paragraph("Table 1: Fees", "Beschriftung")
        + table([["Kind", "Fee"], ["Child", "5"], ["Adult", "8"]]) + paragraph("if x:", "Quelltext")
        + paragraph("    y = 1", "Quelltext") + paragraph("End.")
    )  # fmt: skip
    document = read_file(word(tmp_path / "kinds.docx", body, styles=STYLES))
    assert kinds(document.pages[0]) == [
        (BlockKind.CONTENTS, "Fees 3"),
        (BlockKind.CAPTION, "Table 1: Fees"),
        (BlockKind.TABLE, "Kind\tFee\nChild\t5\nAdult\t8"),
        (BlockKind.CODE, "if x:\n    y = 1"),
        (BlockKind.PARAGRAPH, "End."),
    ]
    assert rows(document)[1:] == ["Child: Fee 5", "Adult: Fee 8"]


def test_merged_cells_and_marked_heads(tmp_path: Path) -> None:
    def cell(text: str, properties: str = "") -> str:
        return f"<w:tc><w:tcPr>{properties}</w:tcPr>{paragraph(text)}</w:tc>"

    head = "<w:trPr><w:tblHeader/></w:trPr>"
    tall, wide = '<w:vMerge w:val="restart"/>', '<w:gridSpan w:val="2"/>'
    body = (
        f"<w:tbl><w:tr>{head}{cell('', tall)}{cell('Sales', wide)}</w:tr>"
        f"<w:tr>{head}{cell('', '<w:vMerge/>')}{cell('North')}{cell('South')}</w:tr>"
        f"<w:tr>{cell('May', tall)}{cell('10')}{cell('20')}</w:tr>"
        f"<w:tr>{cell('', '<w:vMerge/>')}{cell('11')}{cell('21')}</w:tr></w:tbl>"
    )
    document = read_file(word(tmp_path / "merged.docx", body))
    assert rows(document)[1:] == [
        "May: Sales North 10; Sales South 20",
        "May: Sales North 11; Sales South 21",
    ]


def test_a_table_over_pages_keeps_its_heads(tmp_path: Path) -> None:
    lines = [
        ["Item", "Price", "Stock"],
        *([f"Pump {number} " + "x" * 60, str(number), "9"] for number in range(300)),
    ]
    document = read_file(word(tmp_path / "big.docx", table(lines)))
    assert len(document.pages) == 4
    tables = [block.table for page in document.pages for block in page.blocks]
    assert [one.continued for one in tables if one] == [False, True, True, True]
    heads, found = None, []
    for page in document.pages:
        [block] = page.blocks
        assert block.table is not None
        taken, heads = read_table(page.text, block, block.table, heads)
        found += [row.reading() for row in taken]
    assert found[191].endswith("Price 190; Stock 9")
    assert len(found) == 301


def test_a_table_that_only_places_text_is_text(tmp_path: Path) -> None:
    inner = table([["a", "1"], ["b", "2"]])
    body = table([["<w:p/>" + inner + paragraph("Below.")]]) + table([["Only one cell", ""]])
    document = read_file(word(tmp_path / "layout.docx", body))
    assert texts(document) == ["a\t1\nb\t2", "Below.", "Only one cell"]


def test_charts_are_tables(tmp_path: Path) -> None:
    chart = xml(
        "c:chartSpace",
        "<c:chart><c:title><a:p><a:r><a:t>Flow</a:t></a:r></a:p></c:title><c:plotArea><c:barChart><c:ser>"
        "<c:tx><c:strRef><c:strCache><c:pt idx='0'><c:v>North</c:v></c:pt></c:strCache></c:strRef></c:tx>"
        "<c:cat><c:strRef><c:strCache><c:pt idx='0'><c:v>May</c:v></c:pt><c:pt idx='1'><c:v>June</c:v></c:pt>"
        "</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:pt idx='0'><c:v>0.30000000000000004</c:v>"
        "</c:pt><c:pt idx='1'><c:v>7</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea>"
        "</c:chart>",
    )
    body = (
        "<w:p><w:r><w:drawing><wp:inline><a:graphic><c:chart r:id='chart1'/></a:graphic></wp:inline></w:drawing>"
        "</w:r></w:p>"
    )
    path = word(tmp_path / "chart.docx", body, {"word/chart1.xml": chart}, chart1="")
    with zipfile.ZipFile(path) as file:
        assert file.namelist().count("word/chart1.xml") == 1
    document = read_file(path)
    assert texts(document) == ["Flow", "North\nMay\t0.3\nJune\t7"]
    assert rows(document)[1:] == ["May: North 0.3", "June: North 7"]


def test_properties_are_believed_when_they_are_sane(tmp_path: Path) -> None:
    def core(title: str, creator: str) -> str:
        return (
            '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
            'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">'
            f"<dc:title>{title}</dc:title><dc:creator>{creator}</dc:creator>"
            "<dcterms:created>2021-03-04T10:00:00Z</dcterms:created></cp:coreProperties>"
        )

    document = read_file(
        word(
            tmp_path / "a.docx",
            paragraph("x"),
            {"docProps/core.xml": core("Rules of the house", "Anna Berg;Bo Chen")},
        )
    )
    assert (document.title, document.authors, document.year) == (
        "Rules of the house",
        ("Anna Berg", "Bo Chen"),
        2021,
    )
    document = read_file(
        word(
            tmp_path / "b.docx",
            paragraph("x"),
            {"docProps/core.xml": core("Microsoft Word - a.doc", "admin")},
        )
    )
    assert (document.title, document.authors) == ("", ())


def test_a_document_of_python_docx(tmp_path: Path) -> None:
    import docx

    made = docx.Document()
    made.add_heading("Report", 0)
    made.add_paragraph("Some text.")
    made.add_paragraph("one", style="List Bullet")
    made.add_paragraph("two", style="List Number")
    grid = made.add_table(2, 2, style="Light Grid Accent 1")
    for place, text in enumerate(("Item", "Count", "Pump", "many")):
        grid.cell(*divmod(place, 2)).text = text
    made.save(str(tmp_path / "made.docx"))
    document = read_file(tmp_path / "made.docx")
    assert kinds(document.pages[0]) == [
        (BlockKind.HEADING, "Report"),
        (BlockKind.PARAGRAPH, "Some text."),
        (BlockKind.LIST_ITEM, "one"),
        (BlockKind.LIST_ITEM, "1. two"),
        (BlockKind.TABLE, "Item\tCount\nPump\tmany"),
    ]
    assert rows(document)[1:] == ["Pump: Count many"]
    assert document.year is None


def test_the_strict_form_is_read(tmp_path: Path) -> None:
    body = (
        '<w:document xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main"><w:body>'
        f"{paragraph('Strict.')}</w:body></w:document>"
    )
    assert texts(read_file(word(tmp_path / "s.docx", "", {"word/document.xml": body}))) == ["Strict."]


def test_the_main_part_may_have_another_name(tmp_path: Path) -> None:
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": relations({"d": ("officeDocument", "/word/document2.xml")}),
        "word/document2.xml": xml("w:document", f"<w:body>{paragraph('Found.')}</w:body>"),
    }
    assert texts(read_file(packed(tmp_path / "other.docx", parts))) == ["Found."]


def test_a_damaged_part_is_told_and_the_rest_kept(tmp_path: Path) -> None:
    path = word(tmp_path / "damaged.docx", paragraph("Text."), {"word/styles.xml": "<w:styles><"}, styles="")
    document = read_file(path)
    assert texts(document) == ["Text."]
    [notice] = document.notices
    assert notice.code == "parts_unreadable"
    assert "word/styles.xml" in notice.message


def test_a_cut_off_main_part_is_read_up_to_the_cut(tmp_path: Path) -> None:
    whole = xml("w:document", f"<w:body>{paragraph('One.')}{paragraph('Two.')}</w:body>")
    path = word(tmp_path / "cut.docx", "", {"word/document.xml": whole[: whole.index("Two")]})
    document = read_file(path)
    assert texts(document)[0] == "One."
    assert codes(document) == ["parts_unreadable"]


def test_a_bomb_is_refused_by_its_real_size(tmp_path: Path) -> None:
    path = tmp_path / "bomb.docx"
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file,
        file.open("word/document.xml", "w") as part,
    ):
        part.write(b"<w:document xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'>")
        for _ in range(300):
            part.write(b"a" * (1 << 20))
    tracemalloc.start()
    try:
        with pytest.raises(ParseLimitError, match="200 times its size"):
            read_file(path)
        assert tracemalloc.get_traced_memory()[1] < 150 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "entity",
    ['<!ENTITY x SYSTEM "file:///etc/passwd">', '<!ENTITY a "aaaa"><!ENTITY x "&a;&a;&a;&a;">'],
)
def test_entities_are_not_read(tmp_path: Path, entity: str) -> None:
    part = (
        f"<!DOCTYPE d [{entity}]>"
        '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>'
        f"{paragraph('&x;')}</w:body></w:document>"
    )
    with pytest.raises(DamagedFileError, match="entities of its own"):
        read_file(word(tmp_path / "entity.docx", "", {"word/document.xml": part}))


def test_nothing_outside_is_fetched(tmp_path: Path) -> None:
    rels = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="h" '
        'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/header" TargetMode="External" '
        'Target="file:///etc/passwd"/></Relationships>'
    )
    body = paragraph("Text.") + '<w:sectPr><w:headerReference r:id="h"/></w:sectPr>'
    document = read_file(word(tmp_path / "out.docx", body, {"word/_rels/document.xml.rels": rels}))
    assert texts(document) == ["Text."]


def test_sixty_tables_in_one_another_are_read(tmp_path: Path) -> None:
    body = "<w:tbl><w:tr><w:tc>" * 60 + paragraph("deep") + "</w:tc></w:tr></w:tbl>" * 60
    assert texts(read_file(word(tmp_path / "deep.docx", body))) == ["deep"]


def test_an_encrypted_document_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "locked.docx"
    path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2000))
    with pytest.raises(UnsupportedFileError):
        read_file(path)


def test_halves_of_characters_are_read_past(tmp_path: Path) -> None:
    path = word(tmp_path / "a.docx", paragraph("before &#xD800;&#57343; after &#x20AC;"))
    with zipfile.ZipFile(path) as made:
        parts = {name: made.read(name) for name in made.namelist()}
    parts["word/_rels/document.xml.rels"] = relations({"a&#xD83D;": ("image", "x.png")}).encode()
    assert texts(read_file(packed(path, parts))) == ["before \ufffd\ufffd after \u20ac"]

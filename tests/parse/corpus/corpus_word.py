"""Word documents."""

from __future__ import annotations

from pathlib import Path

from tests.parse.corpus.corpus_entry import (
    LOG_IN,
    MACROS,
    TRACKED_CHANGES,
    Entry,
    cut,
    locked,
    page,
    read,
    refused,
    swollen,
)
from tests.support.office_files import packed, paragraph, run, table, word, xml

from pincite.domain import Notice
from pincite.domain import formats as media
from pincite.errors import (
    DamagedFileError,
    ParseLimitError,
    UnsupportedFileError,
)

_STYLES = '<w:style w:type="paragraph" w:styleId="h1"><w:name w:val="heading 1"/></w:style>'
_ENTITY = '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
_BOX = f"<w:txbxContent>{paragraph('In the box.')}</w:txbxContent>"


def _changes(path: Path) -> Path:
    deleted = "<w:del w:author='Bo Chen'><w:r><w:delText>5</w:delText></w:r></w:del>"
    inserted = f"<w:ins w:author='Bo Chen'>{run('7')}</w:ins>"
    return word(path, f"<w:p>{run('The fee is ')}{deleted}{inserted}{run(' euros.')}</w:p>")


def _notes(path: Path) -> Path:
    body = (
        f"<w:p>{run('The limit is 5 mg')}<w:r><w:footnoteReference w:id='2'/></w:r>{run('.')}"
        f"<w:r><w:commentReference w:id='0'/></w:r></w:p>{paragraph('Next.')}"
    )
    return word(
        path,
        body,
        footnotes=f'<w:footnote w:id="2">{paragraph("For adults.")}</w:footnote>',
        comments=f'<w:comment w:id="0" w:author="Anna Berg">{paragraph("Is it?")}</w:comment>',
    )


def _box(path: Path) -> Path:
    drawing = (
        "<w:drawing><wp:anchor><wp:docPr id='1' name='Box'/>"
        f"<wps:wsp><wps:txbx>{_BOX}</wps:txbx></wps:wsp></wp:anchor></w:drawing>"
    )
    old = f"<w:pict><v:shape><v:textbox>{_BOX}</v:textbox></v:shape></w:pict>"
    both = f"<mc:Choice Requires='wps'>{drawing}</mc:Choice><mc:Fallback>{old}</mc:Fallback>"
    run_of_it = f"<w:r><mc:AlternateContent>{both}</mc:AlternateContent></w:r>"
    return word(path, f"<w:p>{run('Before')}{run_of_it}{run(' after.')}</w:p>{paragraph('Next.')}")


def _merged(path: Path) -> Path:
    def merged(text: str, properties: str = "") -> str:
        return f"<w:tc><w:tcPr>{properties}</w:tcPr>{paragraph(text)}</w:tc>"

    tall, wide = '<w:vMerge w:val="restart"/>', '<w:gridSpan w:val="2"/>'
    rows = (
        merged("Month", tall) + merged("Sales", wide),
        merged("", "<w:vMerge/>") + merged("North") + merged("South"),
        merged("May") + merged("10") + merged("20"),
    )
    return word(path, f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in rows)}</w:tbl>")


def _nested(path: Path) -> Path:
    inner = "<w:p/>" + table([["x", "1"], ["y", "2"]])
    return word(path, table([["Name", "Value"], ["Set", inner], ["Rest", "z"]]))


def _header(path: Path) -> Path:
    reference = '<w:sectPr><w:headerReference w:type="default" r:id="header1"/></w:sectPr>'
    header = paragraph("Confidential") + table([["Document", "QM-17"], ["Version", "4"]])
    return word(path, paragraph("Text.") + reference, header1=header)


def _picture(path: Path) -> Path:
    drawing = (
        "<w:drawing><wp:inline><wp:docPr id='1' name='p' descr='Map of the site'/><a:graphic><pic:pic><a:blip/>"
        "</pic:pic></a:graphic></wp:inline></w:drawing>"
    )
    return word(path, f"<w:p><w:r>{drawing}</w:r></w:p>{paragraph('Text.')}")


WORD: tuple[Entry, ...] = (
    read(
        "a table between paragraphs",
        "order.docx",
        lambda path: word(path, paragraph("First.") + table([["a", "b"], ["c", "d"]]) + paragraph("Last.")),
        page("part 1", ("paragraph", "First."), ("table", "a\tb\nc\td"), ("paragraph", "Last.")),
    ),
    read(
        "a form whose words are only in cells",
        "form.docx",
        lambda path: word(path, table([["Name:", "Anna Berg"], ["Born:", ""], ["Town:", "Graz"]])),
        page("part 1", ("table", "Name:\tAnna Berg\nBorn:\nTown:\tGraz")),
    ),
    read(
        "sections that are pages",
        "sections.docx",
        lambda path: word(
            path,
            "".join(
                paragraph(name, "h1") + paragraph(f"Words of {name}. " * 40).replace(". <", ".<")
                for name in ("Fees", "Term")
            ),
            styles=_STYLES,
        ),
        page("section Fees", ("heading", "Fees"), ("paragraph", ("Words of Fees. " * 40).strip())),
        page("section Term", ("heading", "Term"), ("paragraph", ("Words of Term. " * 40).strip())),
    ),
    read(
        "tracked changes",
        "changes.docx",
        _changes,
        page("part 1", ("paragraph", "The fee is 7 euros."), ("comment", "deleted by Bo Chen: 5")),
        notices=[TRACKED_CHANGES],
    ),
    read(
        "a footnote and a comment",
        "notes.docx",
        _notes,
        page(
            "part 1",
            ("paragraph", "The limit is 5 mg."),
            ("footnote", "1 For adults."),
            ("comment", "Anna Berg: Is it?"),
            ("paragraph", "Next."),
        ),
    ),
    read(
        "a text box in two forms",
        "box.docx",
        _box,
        page("part 1", ("paragraph", "Before after."), ("paragraph", "In the box."), ("paragraph", "Next.")),
    ),
    read(
        "merged cells",
        "merged.docx",
        _merged,
        page("part 1", ("table", "Month\tSales\nNorth\tSouth\nMay\t10\t20")),
    ),
    read(
        "a table within a table",
        "nested.docx",
        _nested,
        page("part 1", ("table", "Name\tValue\nSet\nRest\tz"), ("table", "x\t1\ny\t2")),
    ),
    read(
        "a table in the header",
        "header.docx",
        _header,
        page("part 1", ("paragraph", "Text.")),
        page(
            "headers and footers",
            ("running_head", "Confidential"),
            ("table", "Document\tQM-17\nVersion\t4"),
        ),
    ),
    read(
        "scripts of many directions, and letters in two forms",
        "scripts.docx",
        lambda path: word(
            path,
            paragraph("דמי השכירות הם 417 ש״ח.")
            + paragraph("إيجار الشقة 900 يورو.")
            + paragraph("押金为九百元。")
            + paragraph("ค่าเช่าเดือนละสี่ร้อยบาท")
            + paragraph("Cafe\u0301 of\u00adfice"),
        ),
        page(
            "part 1",
            ("paragraph", "דמי השכירות הם 417 ש״ח."),
            ("paragraph", "إيجار الشقة 900 يورو."),
            ("paragraph", "押金为九百元。"),
            ("paragraph", "ค่าเช่าเดือนละสี่ร้อยบาท"),
            ("paragraph", "Café office"),
        ),
    ),
    read(
        "a picture of which something is said",
        "picture.docx",
        _picture,
        page("part 1", ("caption", "Map of the site"), ("paragraph", "Text.")),
        notices=[
            Notice(
                "pictures_not_read",
                "Text within pictures was not read (1 picture); what is said of them is.",
            )
        ],
    ),
    read(
        "hidden text",
        "hidden.docx",
        lambda path: word(path, f"<w:p>{run('Shown')}{run(' hidden', '<w:vanish/>')}</w:p>"),
        page("part 1", ("paragraph", "Shown")),
        notices=[Notice("hidden_text", "Text that the file hides was left out: 1 passage.")],
    ),
    read(
        "macros",
        "macros.docm",
        lambda path: word(path, paragraph("Text."), {"word/vbaProject.bin": b"\xd0\xcf"}),
        page("part 1", ("paragraph", "Text.")),
        notices=[MACROS],
    ),
    read(
        "an RTF file of that name",
        "letter.docx",
        r"{\rtf1\ansi The fee is 417.\par}",
        page("part 1", ("paragraph", "The fee is 417.")),
        media_type=media.RTF,
    ),
    read(
        "no text at all",
        "blank.docx",
        lambda path: word(path, ""),
        page("part 1"),
        notices=[Notice("no_text", "The file holds no text.")],
    ),
    refused("nothing", "empty.docx", b"", DamagedFileError, "empty.docx is empty"),
    refused(
        "cut in half",
        "cut.docx",
        cut(_notes),
        DamagedFileError,
        "cut.docx is damaged: it has not the parts of Word document",
    ),
    refused(
        "an archive of that name",
        "archive.docx",
        lambda path: packed(path, {"a.txt": "Text."}),
        DamagedFileError,
        "archive.docx is damaged: it has not the parts of Word document",
    ),
    refused(
        "encrypted",
        "locked.docx",
        locked,
        UnsupportedFileError,
        "locked.docx is an Office file that is encrypted, which is not read",
    ),
    refused(
        "a page of a server",
        "report.docx",
        LOG_IN,
        UnsupportedFileError,
        "report.docx is an HTML page, not a Word document",
    ),
    refused(
        "a part of 300 MB in 300 KB",
        "bomb.docx",
        swollen(lambda path: word(path, ""), "word/document.xml", "<w:document>"),
        ParseLimitError,
        "bomb.docx is refused: it unpacks to more than 200 times its size",
        isolated=True,
    ),
    refused(
        "an entity that takes in a file",
        "entity.docx",
        lambda path: word(
            path, "", {"word/document.xml": _ENTITY + xml("w:document", "<w:body/>").split("?>")[1]}
        ),
        DamagedFileError,
        "entity.docx is damaged: it declares entities of its own, which are not read",
    ),
    refused(
        "a thousand tables in one another",
        "deep.docx",
        lambda path: word(
            path, "<w:tbl><w:tr><w:tc>" * 1000 + paragraph("x") + "</w:tc></w:tr></w:tbl>" * 1000
        ),
        ParseLimitError,
        "deep.docx is refused: its parts are nested too deeply",
    ),
)

"""OpenDocument texts, RTF and old Word documents."""

from __future__ import annotations

import struct
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from tests.parse.corpus.corpus_entry import MACROS, TRACKED_CHANGES, Entry, cut, page, read, refused
from tests.support.compound_file import write_compound_file
from tests.support.odf_files import cell, grid, odf, p
from tests.support.office_files import paragraph, word

from pincite.domain import Notice
from pincite.errors import DamagedFileError, ParseLimitError, PasswordNeededError, UnsupportedFileError

_STYLES = '<w:style w:type="paragraph" w:styleId="h1"><w:name w:val="heading 1"/></w:style>'


def _odt_changes(path: Path) -> Path:
    def region(identifier: str, kind: str, author: str, text: str = "") -> str:
        about = f"<office:change-info><dc:creator>{author}</dc:creator></office:change-info>"
        return (
            f'<text:changed-region text:id="{identifier}"><text:{kind}>{about}{text}</text:{kind}>'
            "</text:changed-region>"
        )

    regions = region("d", "deletion", "Bo Chen", p("5")) + region("i", "insertion", "Bo Chen")
    text = (
        'The fee is <text:change text:change-id="d"/><text:change-start text:change-id="i"/>7'
        '<text:change-end text:change-id="i"/> euros.'
    )
    return odf(path, "text", f"<text:tracked-changes>{regions}</text:tracked-changes>{p(text)}")


def _odt_notes(path: Path) -> Path:
    note = (
        '<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>'
        f"{p('For adults.')}</text:note-body></text:note>"
    )
    comment = f"<office:annotation><dc:creator>Anna Berg</dc:creator>{p('Is it?')}</office:annotation>"
    box = f"<draw:frame><draw:text-box>{p('In the box.')}</draw:text-box></draw:frame>"
    return odf(path, "text", p(f"The limit{note} is{comment} 5 mg.") + p(f"Before {box}after."))


def _odt_locked(path: Path) -> Path:
    manifest = (
        '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><m:file-entry m:full-path='
        '"content.xml"><m:encryption-data/></m:file-entry></m:manifest>'
    )
    return odf(path, "text", "", more={"META-INF/manifest.xml": manifest, "content.xml": b"\x00\x12"})


def _old(path: Path, flags: int = 0, streams: Mapping[str, bytes] = MappingProxyType({})) -> Path:
    text = struct.pack("<HHHHHH", 0xA5EC, 193, 0, 0, 0, flags)
    return write_compound_file(path, {"WordDocument": text, **streams})


def _old_with_program(path: Path) -> None:
    """With a script in place of LibreOffice, which gives a document of one sentence."""
    _old(path, streams={"Macros/VBA": b"x"})
    made = word(path.with_name("made.docx"), paragraph("Fees", "h1") + paragraph("417."), styles=_STYLES)
    program = path.with_name("soffice")
    program.write_text(
        f"#!{sys.executable} -S\nimport pathlib, shutil, sys\n"
        "folder = pathlib.Path(sys.argv[sys.argv.index('--outdir') + 1])\nfolder.mkdir(exist_ok=True)\n"
        f"shutil.copy({str(made)!r}, folder / (pathlib.Path(sys.argv[-1]).stem + '.docx'))\n"
    )
    program.chmod(0o755)


def _rtf(body: str, head: str = r"\ansi\ansicpg1252") -> bytes:
    return b"{\\rtf1" + head.encode() + b"\n" + body.encode("latin-1") + b"}"


def _rtf_row(*cells: str, look: str = "", edges: tuple[int, ...] = (1000, 2000, 3000)) -> str:
    ends = "".join(rf"\cellx{edge}" for edge in edges)
    return rf"\trowd{look}{ends}\pard\intbl " + "".join(rf"{one}\cell " for one in cells) + r"\row" + "\n"


_ODT = (
    read(
        "headings, a list and a table",
        "rules.odt",
        lambda path: odf(
            path,
            "text",
            '<text:h text:outline-level="1">Noise</text:h>'
            + p("Quiet<text:s text:c='2'/>from<text:tab/>ten.")
            + f"<text:list><text:list-item>{p('buy')}</text:list-item></text:list>"
            + grid(cell("5") + cell("7"), head=cell("May") + cell("June"))
            + p("Last."),
        ),
        page(
            "section Noise",
            ("heading", "Noise"),
            ("paragraph", "Quiet from ten."),
            ("list_item", "buy"),
            ("table", "May\tJune\n5\t7"),
            ("paragraph", "Last."),
        ),
    ),
    read(
        "a footnote, a comment and a text box",
        "notes.odt",
        _odt_notes,
        page(
            "part 1",
            ("paragraph", "The limit is 5 mg."),
            ("footnote", "1 For adults."),
            ("comment", "Anna Berg: Is it?"),
            ("paragraph", "Before after."),
            ("paragraph", "In the box."),
        ),
    ),
    read(
        "tracked changes",
        "changes.odt",
        _odt_changes,
        page("part 1", ("paragraph", "The fee is 7 euros."), ("comment", "deleted by Bo Chen: 5")),
        notices=[TRACKED_CHANGES],
    ),
    read(
        "macros and a damaged part",
        "macros.odt",
        lambda path: odf(
            path, "text", p("Text."), more={"styles.xml": "<a", "Basic/Standard/Module1.xml": "x"}
        ),
        page("part 1", ("paragraph", "Text.")),
        notices=[
            MACROS,
            Notice(
                "parts_unreadable",
                "Parts of the file are damaged and were read only as far as possible: styles.xml.",
            ),
        ],
    ),
    refused("encrypted", "locked.odt", _odt_locked, PasswordNeededError, "locked.odt is encrypted"),
    refused("nothing", "empty.odt", b"", DamagedFileError, "empty.odt is empty"),
    refused(
        "cut in half",
        "cut.odt",
        cut(_odt_notes),
        DamagedFileError,
        "cut.odt is damaged: it has not the parts of OpenDocument text",
    ),
)

_RTF = (
    read(
        "headings and letters of several code pages",
        "letters.rtf",
        _rtf(
            r"{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset204 Arial Cyr;}}{\stylesheet{\s1\outlinelevel0 heading 1;}}"
            r"\pard\s1 Fees\par\pard caf\'e9 \u8364?5 {\f1\'ef\'f0\'e8} \u1513?\u1500?\u1493?\u1501?\par"
        ),
        page("section Fees", ("heading", "Fees"), ("paragraph", "café €5 при שלום")),
    ),
    read(
        "merged cells",
        "merged.rtf",
        _rtf(
            r"\pard Before\par"
            + _rtf_row("Month", "Sales", look=r"\trhdr", edges=(1000, 3000))
            + _rtf_row("", "North", "South", look=r"\trhdr")
            + _rtf_row("May", "10", "20")
            + r"\pard After\par"
        ),
        page(
            "part 1",
            ("paragraph", "Before"),
            ("table", "Month\tSales\nNorth\tSouth\nMay\t10\t20"),
            ("paragraph", "After"),
        ),
    ),
    read(
        "a footnote, a comment and a change",
        "notes.rtf",
        _rtf(
            r"{\*\revtbl{Unknown;}{Bo Chen;}}The limit{\super\chftn{\footnote\pard\plain\chftn  For adults.}} is "
            r"{\*\atnid AB}{\*\atnauthor Anna Berg}\chatn{\*\annotation{\*\atnref 1}Is it?}"
            r"{\deleted\revauthdel1 5}{\revised\revauth1 7} mg.\par"
        ),
        page(
            "part 1",
            ("paragraph", "The limit is 7 mg."),
            ("comment", "deleted by Bo Chen: 5"),
            ("footnote", "1 For adults."),
            ("comment", "Anna Berg: Is it?"),
        ),
        notices=[TRACKED_CHANGES],
    ),
    read(
        "cut within a group",
        "cut.rtf",
        rb"{\rtf1\ansi One.\par {\i Two",
        page("part 1", ("paragraph", "One."), ("paragraph", "Two")),
        notices=[Notice("file_ends_early", "The file ends in the middle; what there is of it was read.")],
    ),
    refused(
        "twenty thousand groups in one another",
        "deep.rtf",
        _rtf("{" * 20_000),
        ParseLimitError,
        "deep.rtf is refused: its parts are nested too deeply",
    ),
)

_DOC = (
    read(
        "as LibreOffice gives it, with macros",
        "old.doc",
        _old_with_program,
        page("section Fees", ("heading", "Fees"), ("paragraph", "417.")),
        notices=[MACROS],
    ),
    refused(
        "without LibreOffice",
        "old.doc",
        _old,
        UnsupportedFileError,
        "old.doc is an old Word document, which is read only with LibreOffice, and that is not installed",
    ),
    refused(
        "encrypted",
        "locked.doc",
        lambda path: _old(path, 0x0100),
        PasswordNeededError,
        "locked.doc is encrypted",
    ),
    refused(
        "cut within its directory",
        "cut.doc",
        cut(_old),
        UnsupportedFileError,
        "cut.doc is an old Office file of an unknown kind, which is not read",
    ),
)

TEXT_DOCUMENTS: tuple[Entry, ...] = (*_ODT, *_RTF, *_DOC)

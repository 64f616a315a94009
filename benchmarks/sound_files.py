"""Small sound files of every format but PDF, to be damaged: `python -m benchmarks.fuzz` reads what becomes of them."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from email.message import EmailMessage

SENTENCES = (
    "The inspection interval is twelve months and the fee is 417 euros per year.",
    "Whoever reports a leak calls the control room first.",
    "Ανάγνωση, чтение, 読書, קריאה and قراءة stand on one line.",
)
ROWS = (("Pump", "Flow", "Price"), ("A-1", "12.5", "417"), ("B-2", "7.25", "1,204"), ("C-3", "0.5", "96"))


def sound_files() -> Iterator[tuple[str, bytes]]:
    """Ending and content of each file."""
    for ending, make in _MAKERS.items():
        yield ending, make()


def word() -> bytes:
    """A Word document with headings, a list and a table."""
    import docx

    document = docx.Document()
    document.add_heading("1 Upkeep", 1)
    for sentence in SENTENCES:
        document.add_paragraph(sentence)
    document.add_paragraph("First thing", style="List Bullet")
    table = document.add_table(len(ROWS), 3)
    for row, texts in zip(table.rows, ROWS, strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    document.sections[0].footer.paragraphs[0].text = "Page footer"
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def slides() -> bytes:
    """Two slides with a table and notes."""
    import pptx
    from pptx.util import Inches

    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = "Upkeep"
    slide.placeholders[1].text = "\n".join(SENTENCES)
    slide.notes_slide.notes_text_frame.text = "Say this slowly."
    second = deck.slides.add_slide(deck.slide_layouts[5])
    table = second.shapes.add_table(len(ROWS), 3, Inches(1), Inches(2), Inches(6), Inches(2)).table
    for number, texts in enumerate(ROWS):
        for column, text in enumerate(texts):
            table.cell(number, column).text = text
    out = io.BytesIO()
    deck.save(out)
    return out.getvalue()


def workbook() -> bytes:
    """Two sheets with formats, a merged cell, a formula and a comment."""
    import xlsxwriter

    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        sheet = book.add_worksheet("Prices")
        for number, texts in enumerate(ROWS):
            sheet.write_row(number, 0, texts)
        sheet.write_number(5, 2, 0.125, book.add_format({"num_format": "0.0%"}))
        sheet.write_formula(6, 2, "=SUM(C2:C4)", None, 1717)
        sheet.merge_range(8, 0, 8, 2, "Merged over three")
        sheet.write_comment(1, 1, "Measured twice")
        book.add_worksheet("Empty")
    return out.getvalue()


def _packed(members: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in members.items():
            file.writestr(name, text)
    return out.getvalue()


_ODF = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"'
)


def _table(cell: str) -> str:
    rows = "".join(
        "<table:table-row>" + "".join(cell.format(text) for text in row) + "</table:table-row>"
        for row in ROWS
    )
    return f'<table:table table:name="Prices">{rows}</table:table>'


def _open_document(kind: str, body: str) -> bytes:
    content = (
        f'<?xml version="1.0"?><office:document-content {_ODF}><office:body>{body}</office:body>'
        "</office:document-content>"
    )
    return _packed({"mimetype": f"application/vnd.oasis.opendocument.{kind}", "content.xml": content})


_CELL = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'


def open_text() -> bytes:
    """An OpenDocument text."""
    paragraphs = "".join(f"<text:p>{sentence}</text:p>" for sentence in SENTENCES)
    heading = '<text:h text:outline-level="1">1 Upkeep</text:h>'
    return _open_document("text", f"<office:text>{heading}{paragraphs}{_table(_CELL)}</office:text>")


def open_sheet() -> bytes:
    """An OpenDocument spreadsheet."""
    return _open_document("spreadsheet", f"<office:spreadsheet>{_table(_CELL)}</office:spreadsheet>")


def open_slides() -> bytes:
    """An OpenDocument presentation."""
    boxes = "".join(
        f"<draw:frame><draw:text-box><text:p>{sentence}</text:p></draw:text-box></draw:frame>"
        for sentence in SENTENCES
    )
    page = f'<draw:page draw:name="One">{boxes}</draw:page>'
    return _open_document("presentation", f"<office:presentation>{page}</office:presentation>")


def book() -> bytes:
    """An EPUB of two chapters with a table of contents."""
    chapter = '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>{}</body></html>'
    text = "".join(f"<p>{sentence}</p>" for sentence in SENTENCES)
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Upkeep</dc:title><dc:creator>Ann</dc:creator></metadata>'
        '<manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>'
        '<item id="b" href="b.xhtml" media-type="application/xhtml+xml"/></manifest>'
        '<spine><itemref idref="b"/><itemref idref="a"/></spine></package>'
    )
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>'
        '<rootfile full-path="o.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
    )
    return _packed(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": container,
            "o.opf": package,
            "a.xhtml": chapter.format(f"<h1>Second</h1>{text}"),
            "b.xhtml": chapter.format(
                f"<h1>First</h1>{text}<table><tr><th>a</th></tr><tr><td>1</td></tr></table>"
            ),
        }
    )


def page() -> bytes:
    """An HTML page with a list, a table and hidden words."""
    rows = "".join("<tr>" + "".join(f"<td>{text}</td>" for text in row) + "</tr>" for row in ROWS)
    return (
        f"<!doctype html><html><head><title>Upkeep</title></head><body><nav>Home</nav><main><h1>Upkeep</h1>"
        f"<p>{'</p><p>'.join(SENTENCES)}</p><ul><li>one<ul><li>two</li></ul></li></ul><table>{rows}</table>"
        f"<pre>x = 1</pre><p hidden>no</p></main></body></html>"
    ).encode()


def saved_page() -> bytes:
    """An HTML page as browsers save it in one file."""
    message = EmailMessage()
    message["From"] = "<Saved by a browser>"
    message["Subject"] = "Upkeep"
    message["Date"] = "Tue, 03 Mar 2026 10:00:00 +0100"
    message["Snapshot-Content-Location"] = "https://example.org/"
    message.make_related()
    part = EmailMessage()
    part.set_content(page().decode(), subtype="html")
    part["Content-Location"] = "https://example.org/"
    message.attach(part)
    return message.as_bytes()


def mail() -> bytes:
    """An e-mail in two forms with an attachment."""
    message = EmailMessage()
    message["From"] = "Ann <ann@example.org>"
    message["To"] = "Bo <bo@example.org>"
    message["Subject"] = "Upkeep"
    message["Date"] = "Tue, 03 Mar 2026 10:00:00 +0100"
    message.set_content("\n\n".join(SENTENCES))
    message.add_alternative(page().decode(), subtype="html")
    message.add_attachment(delimited(), maintype="text", subtype="csv", filename="prices.csv")
    return message.as_bytes()


def rich_text() -> bytes:
    """An RTF file with a table and a note."""
    cells = "".join(
        r"\trowd\cellx2000\cellx4000\cellx6000 " + "".join(rf"\intbl {text}\cell " for text in row) + r"\row "
        for row in ROWS
    )
    body = r"\par ".join(SENTENCES[:2])
    return (
        r"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}{\stylesheet{\s1 heading 1;}}{\pard\s1\outlinelevel0 Upkeep\par}"
        rf"\pard {body}{{\footnote A note.}}\par \u8364?\'e9 {cells}}}"
    ).encode("latin-1")


def delimited() -> bytes:
    """A CSV file."""
    return "\r\n".join(",".join(f'"{text}"' for text in row) for row in ROWS * 20).encode()


def tabbed() -> bytes:
    """A TSV file in UTF-16."""
    return "\n".join("\t".join(row) for row in ROWS).encode("utf-16")


def records() -> bytes:
    """A nested JSON file."""
    flat = [dict(zip(ROWS[0], row, strict=True)) for row in ROWS[1:]]
    return json.dumps(
        {"title": "Upkeep", "text": SENTENCES, "pumps": flat, "deep": [[[{"a": None}]]]}
    ).encode()


def record_lines() -> bytes:
    """A JSON Lines file."""
    return b"\n".join(json.dumps(dict(zip(ROWS[0], row, strict=True))).encode() for row in ROWS[1:])


def notebook() -> bytes:
    """A notebook with text, code and output."""
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": ["# Upkeep\n", SENTENCES[0]]},
        {
            "cell_type": "code",
            "metadata": {},
            "execution_count": 1,
            "source": "x = 1\nprint(x)",
            "outputs": [{"output_type": "stream", "name": "stdout", "text": ["1\n"]}],
        },
    ]
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}).encode()


def marked_up() -> bytes:
    """A Markdown file with fences, a table and a note."""
    table = "\n".join("| " + " | ".join(row) + " |" for row in (ROWS[0], ("---",) * 3, *ROWS[1:]))
    body = "\n\n".join(SENTENCES)
    head, fence = "---\ntitle: Upkeep\n---\n# One", "```py\n# no heading\n```"
    return f"{head}\n\n{body}[^1]\n\n{fence}\n\n{table}\n\n[^1]: Note.\n".encode()


def typeset() -> bytes:
    """A LaTeX source."""
    rows = r" \\ ".join(" & ".join(row) for row in ROWS)
    return (
        r"\documentclass{article}\title{Upkeep}\author{Ann}\begin{document}\maketitle\section{One}"
        f"{SENTENCES[0]}\\footnote{{A note.}} $a^2 + b$ % no\n"
        rf"\begin{{tabular}}{{lll}}{rows}\end{{tabular}}\begin{{itemize}}\item one\end{{itemize}}\end{{document}}"
    ).encode()


def source() -> bytes:
    """A Python module."""
    body = '    def start(self) -> None:\n        """Start it."""\n        self.on = True\n'
    return f'"""Upkeep."""\n\n\nclass Pump:\n{body}'.encode()


def plain() -> bytes:
    """Plain text in an encoding of the West."""
    return ("UPKEEP\n======\n\n" + "\n\n".join(SENTENCES[:2]) + "\n\n\nÜbergabe: später.\n").encode("cp1252")


def picture() -> bytes:
    """A small picture."""
    from PIL import Image

    out = io.BytesIO()
    Image.new("RGB", (64, 32), "white").save(out, "PNG")
    return out.getvalue()


_MAKERS: dict[str, Callable[[], bytes]] = {
    ".docx": word,
    ".pptx": slides,
    ".xlsx": workbook,
    ".odt": open_text,
    ".ods": open_sheet,
    ".odp": open_slides,
    ".epub": book,
    ".html": page,
    ".mhtml": saved_page,
    ".eml": mail,
    ".rtf": rich_text,
    ".csv": delimited,
    ".tsv": tabbed,
    ".json": records,
    ".jsonl": record_lines,
    ".ipynb": notebook,
    ".md": marked_up,
    ".tex": typeset,
    ".py": source,
    ".txt": plain,
    ".png": picture,
}

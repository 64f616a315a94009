"""Plain text, source code and notebooks."""

from __future__ import annotations

import json

from tests.parse.corpus.corpus_entry import Entry, page, read, refused
from tests.support.notebooks import cell, notebook

from pincite.domain import Notice
from pincite.domain import formats as media
from pincite.errors import DamagedFileError, UnsupportedFileError

_TEXT = (
    read(
        "paragraphs between empty lines",
        "plain.txt",
        "\n\nFirst paragraph, wrapped\nover two lines.\n\n\n\nSecond.\n",
        page(
            "lines 3–8", ("paragraph", "First paragraph, wrapped\nover two lines."), ("paragraph", "Second.")
        ),
    ),
    read(
        "line ends of old machines",
        "mac.txt",
        "One.\r\rTwo.\r",
        page("lines 1–3", ("paragraph", "One."), ("paragraph", "Two.")),
    ),
    read(
        "UTF-16 with its mark",
        "wide.txt",
        "Größe: 5 €".encode("utf-16"),
        page("line 1", ("paragraph", "Größe: 5 €")),
    ),
    read(
        "a mark of byte order, a zero byte, a soft hyphen, an accent of its own",
        "signs.txt",
        b"\xef\xbb\xbfab\x00cd co\xc2\xadop cafe\xcc\x81",
        page("line 1", ("paragraph", "abcd coop café")),
    ),
    read(
        "Cyrillic of old programs",
        "russian.txt",
        "Съешь же ещё этих мягких французских булок, да выпей чаю.".encode("koi8_r"),
        page("line 1", ("paragraph", "Съешь же ещё этих мягких французских булок, да выпей чаю.")),
    ),
    read(
        "Chinese of old programs",
        "chinese.txt",
        "今天天气很好，我们去公园散步。".encode("gb18030"),
        page("line 1", ("paragraph", "今天天气很好，我们去公园散步。")),
    ),
    read(
        "Thai, and directions within a line",
        "thai.txt",
        "ค่าเช่าเดือนละสี่ร้อยบาท\n\nדמי השכירות הם 417 ש״ח (EUR 105).\n",
        page(
            "lines 1–3",
            ("paragraph", "ค่าเช่าเดือนละสี่ร้อยบาท"),
            ("paragraph", "דמי השכירות הם 417 ש״ח (EUR 105)."),
        ),
    ),
    read(
        "UTF-8 to which a line of another encoding was added",
        "joined.txt",
        "Öl und Größe, Übergang und Straße.\n\n".encode() + "Später.\n".encode("cp1252"),
        page("lines 1–3", ("paragraph", "Öl und Größe, Übergang und Straße."), ("paragraph", "Sp\ufffdter.")),
        notices=[
            Notice("undecoded", "Some bytes of the file are no text; each shows as a replacement mark.")
        ],
    ),
    read(
        "headings, items, columns, fields and contents",
        "kinds.txt",
        "The Guide\n=========\n\nItems:\n- first\n- second\n  goes on\n\n"
        "Region      2023   2024\nNorth         10     20\n\nFrom: Ann\nTo: Ben\nDate: Friday\n\n"
        "1. Scope .......... 3\n2. Fees ........... 4\n",
        page(
            "lines 1–17",
            ("heading", "The Guide"),
            ("running_head", "========="),
            ("paragraph", "Items:"),
            ("list_item", "- first"),
            ("list_item", "- second\n  goes on"),
            ("code", "Region      2023   2024\nNorth         10     20"),
            ("paragraph", "From: Ann"),
            ("paragraph", "To: Ben"),
            ("paragraph", "Date: Friday"),
            ("contents", "1. Scope .......... 3\n2. Fees ........... 4"),
        ),
    ),
    read(
        "form feeds and running heads",
        "rfc.txt",
        "".join(
            f"RFC 2119          Key Words          March 1997\n\n{text}\n\n\nBradner      [Page {number}]\n\f"
            for number, text in enumerate(("One sentence that", "goes on here.", "The end."), start=1)
        ),
        page(
            "lines 1–6",
            ("running_head", "RFC 2119          Key Words          March 1997"),
            ("paragraph", "One sentence that"),
            ("running_head", "Bradner      [Page 1]"),
        ),
        page(
            "lines 7–12",
            ("running_head", "RFC 2119          Key Words          March 1997"),
            ("paragraph", "goes on here."),
            ("running_head", "Bradner      [Page 2]"),
        ),
        page(
            "lines 13–18",
            ("running_head", "RFC 2119          Key Words          March 1997"),
            ("paragraph", "The end."),
            ("running_head", "Bradner      [Page 3]"),
        ),
    ),
    read(
        "a word without an end",
        "endless.txt",
        "x" * 50_000,
        page("line 1, part 1", ("paragraph", "x" * 20_000)),
        page("line 1, part 2", ("paragraph", "x" * 20_000)),
        page("line 1, part 3", ("paragraph", "x" * 10_000)),
    ),
    read(
        "words about PDFs",
        "header.txt",
        "The file begins with %PDF-1.4, they say.\n",
        page("line 1", ("paragraph", "The file begins with %PDF-1.4, they say.")),
    ),
    refused("nothing", "empty.txt", b"", DamagedFileError, "empty.txt is empty"),
    refused(
        "white space alone",
        "white.txt",
        "\n  \n\t\n",
        DamagedFileError,
        "white.txt holds nothing but white space",
    ),
    refused(
        "a program of that name",
        "program.txt",
        b"\x7fELF" + bytes(200),
        UnsupportedFileError,
        "program.txt is a program, which is not read",
    ),
    refused(
        "bytes of no format",
        "bytes.txt",
        bytes(range(256)) * 4,
        UnsupportedFileError,
        "bytes.txt is of an unknown format, which is not read",
    ),
    refused(
        "a compressed archive of that name",
        "archive.txt",
        b"\x1f\x8b\x08" + bytes(50),
        UnsupportedFileError,
        "archive.txt is a gzip archive, which is not read",
    ),
)

_SOURCE = (
    read(
        "definitions of Python",
        "pump.py",
        '"""Pumps."""\n\n\nclass Pump:\n    # a remark\n    def start(self):\n        return 1\n',
        page(
            "lines 1–7",
            ("code", '"""Pumps."""'),
            ("code", "class Pump:"),
            ("code", "    # a remark\n    def start(self):\n        return 1"),
        ),
    ),
    read(
        "settings in sections, with an accent of its own",
        "server.toml",
        "[server]\nname = 'cafe\u0301'\n\n[server.tls]\nkey = 'x'\n",
        page("lines 1–5", ("code", "[server]\nname = 'café'"), ("code", "[server.tls]\nkey = 'x'")),
    ),
    read(
        "a program on one line",
        "small.js",
        "var a=1;" * 3_000,
        page("line 1, part 1", ("code", "var a=1;" * 2_499 + "var")),
        page("line 1, part 2", ("code", "a=1;" + "var a=1;" * 500)),
        notices=[
            Notice(
                "endless_lines",
                "The file has lines of more than 20,000 characters, as programs write them.",
                (1, 2),
            )
        ],
    ),
    read(
        "XML that is named so",
        "pumps.xml",
        '<?xml version="1.0"?>\n<pumps>\n  <pump fee="417"/>\n</pumps>\n',
        page("lines 1–4", ("code", '<?xml version="1.0"?>\n<pumps>\n  <pump fee="417"/>\n</pumps>')),
    ),
    refused(
        "nothing but line ends",
        "blank.py",
        "\n\n",
        DamagedFileError,
        "blank.py holds nothing but white space",
    ),
)

_TABLE = "<table><tr><th></th><th>price</th></tr><tr><th>pump</th><td>12</td></tr></table>"
_NOTEBOOK = (
    read(
        "text, code and outputs of many kinds",
        "pumps.ipynb",
        notebook(
            cell("markdown", ["# Pumps\n", "\n", "Text with $a_b$.\n"]),
            cell("code", ""),
            cell(
                "code",
                "print(1)",
                outputs=[
                    {"output_type": "stream", "name": "stdout", "text": ["10 %\r", "100 %\n", "done\n"]},
                    {
                        "output_type": "execute_result",
                        "data": {"text/html": [_TABLE], "text/plain": ["price"]},
                    },
                    {
                        "output_type": "display_data",
                        "data": {"image/png": "iVBOR", "text/plain": ["<Figure>"]},
                    },
                    {
                        "output_type": "error",
                        "ename": "E",
                        "evalue": "v",
                        "traceback": ["\u001b[31mE\u001b[0m: v"],
                    },
                ],
            ),
        ),
        page("cell 1", ("heading", "Pumps"), ("paragraph", "Text with a_b.")),
        page(
            "cell 3",
            ("code", "print(1)"),
            ("code", "100 %\ndone"),
            ("table", "price\npump\t12"),
            ("code", "<Figure>"),
            ("code", "E: v"),
        ),
        notices=[Notice("pictures_not_read", "Pictures that the code put out are not read.", (2,))],
    ),
    read(
        "an output that only a program can show",
        "plot.ipynb",
        notebook(
            cell(
                "code",
                "plot()",
                outputs=[
                    {
                        "output_type": "display_data",
                        "data": {"application/vnd.plotly.v1+json": {"data": []}},
                    }
                ],
            )
        ),
        page("cell 1", ("code", "plot()")),
        notices=[
            Notice("outputs_not_read", "Outputs in forms that only a program can show are not read.", (1,))
        ],
    ),
    read(
        "the form of old versions",
        "old.ipynb",
        json.dumps(
            {
                "nbformat": 3,
                "worksheets": [{"cells": [{"cell_type": "code", "input": ["x = 1"], "outputs": []}]}],
            }
        ),
        page("cell 1", ("code", "x = 1")),
    ),
    refused(
        "JSON without cells",
        "data.ipynb",
        '{"a": 1}',
        DamagedFileError,
        "data.ipynb is no notebook: it has no cells",
    ),
    refused(
        "cut in half",
        "cut.ipynb",
        '{"cells": [',
        DamagedFileError,
        "cut.ipynb is damaged: it is not JSON (Expecting value: line 1 column 12 (char 11))",
    ),
    refused(
        "cells without a word",
        "blank.ipynb",
        notebook(cell("code", " ")),
        DamagedFileError,
        "blank.ipynb has no text: its cells are empty",
    ),
    read(
        "a list, by its content, of a name that says nothing",
        "parts",
        '[{"id": 1, "n": 5}, {"id": 2, "n": 7}]',
        page("records 1–2", ("table", "id\tn\n1\t5\n2\t7")),
        media_type=media.JSON,
    ),
)

TEXTS: tuple[Entry, ...] = (*_TEXT, *_SOURCE, *_NOTEBOOK)

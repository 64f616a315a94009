"""CSV, TSV, JSON, JSON Lines and Parquet."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pyarrow as pa
from pyarrow import parquet
from tests.parse.builders import raw_pdf, show
from tests.parse.corpus.corpus_entry import LOG_IN, Entry, cut, page, read, refused

from pincite.domain import Notice
from pincite.domain import formats as media
from pincite.errors import DamagedFileError, ParseLimitError, UnsupportedFileError


def _parquet(path: Path, count: int = 2) -> None:
    table = pa.table(
        {
            "id": list(range(1, count + 1)),
            "day": [dt.date(2020, 12, 31)] * count,
            "price": [number * 1.5 for number in range(1, count + 1)],
            "more": [{"a": [1, 2]}] * count,
            "none": pa.array([None] * count, pa.string()),
            "raw": [b"\x00\x01"] * count,
        }
    )
    parquet.write_table(table, path)


_CSV = (
    read(
        "a header and rows",
        "parts.csv",
        "id,name,price\n1,Pump,1.50\n2,Valve,7\n",
        page("rows 1–2", ("table", "id\tname\tprice\n1\tPump\t1.50\n2\tValve\t7")),
    ),
    read(
        "more rows than a page has",
        "long.csv",
        "id,name\n" + "".join(f"{number},Part {number}\n" for number in range(1, 61)),
        page(
            "rows 1–50",
            ("table", "\n".join(["id\tname", *(f"{number}\tPart {number}" for number in range(1, 51))])),
        ),
        page("rows 51–60", ("table", "\n".join(f"{number}\tPart {number}" for number in range(51, 61)))),
    ),
    read(
        "UTF-16 with its mark",
        "wide.csv",
        "Größe;Preis €\r\nklein;1,50\r\ngroß;2,50\r\n".encode("utf-16"),
        page("rows 1–2", ("table", "Größe\tPreis €\nklein\t1,50\ngroß\t2,50")),
    ),
    read(
        "UTF-16 without a mark",
        "unmarked.csv",
        "Größe;Preis €\r\nklein;1,50\r\ngroß;2,50\r\n".encode("utf-16-le"),
        page("rows 1–2", ("table", "Größe\tPreis €\nklein\t1,50\ngroß\t2,50")),
    ),
    read(
        "the encoding of Excel in the West",
        "excel.csv",
        "Größe;Preis €\r\nklein;1,50\r\ngroß;2,50\r\n".encode("cp1252"),
        page("rows 1–2", ("table", "Größe\tPreis €\nklein\t1,50\ngroß\t2,50")),
    ),
    read(
        "a mark of byte order before the first name",
        "marked.csv",
        b"\xef\xbb\xbfid,name\n1,Pump\n",
        page("row 1", ("table", "id\tname\n1\tPump")),
    ),
    read(
        "Excel's own line about the delimiter",
        "bars.csv",
        "sep=|\na|b\n1|2\n3|4\n",
        page("rows 1–2", ("table", "a\tb\n1\t2\n3\t4")),
    ),
    read(
        "quotes, and a line end within them",
        "quoted.csv",
        'id,text\n1,"two\r\nlines, and ""quotes"""\n2,plain\n',
        page("rows 1–2", ("table", 'id\ttext\n1\ttwo lines, and "quotes"\n2\tplain')),
    ),
    read(
        "a quote that is never closed",
        "unclosed.csv",
        'id,size,n\n1,"3 inch,7\n2,4 cm,8\n3,5 cm,9\n',
        page("rows 1–3", ("table", 'id\tsize\tn\n1\t"3 inch\t7\n2\t4 cm\t8\n3\t5 cm\t9')),
        notices=[
            Notice(
                "unclosed_quote",
                "A quote that begins in line 2 is not closed: it was read as a character.",
            )
        ],
    ),
    read(
        "rows of several lengths",
        "ragged.csv",
        "a,b,c\n1,2,3\n4,5\n6,7,8,9\n\n,,\n10,11,12\n",
        page("rows 1–5", ("table", "a\tb\tc\n1\t2\t3\n4\t5\n6\t7\t8\t9\n10\t11\t12")),
        notices=[Notice("ragged_rows", "1 row has more cells than the header names.")],
    ),
    read(
        "no header",
        "bare.csv",
        "Pump,12,2020-01-01\nValve,7,2020-02-01\n",
        page("rows 1–2", ("table", "Pump\t12\t2020-01-01\nValve\t7\t2020-02-01")),
    ),
    read(
        "formulas that somebody planted",
        "formulas.csv",
        'id,name\n1,=HYPERLINK("http://x.example")\n2,@SUM(1)\n',
        page("rows 1–2", ("table", 'id\tname\n1\t=HYPERLINK("http://x.example")\n2\t@SUM(1)')),
    ),
    read(
        "zero bytes, and bytes that are no text",
        "broken.csv",
        b"name,price\nPu\x00mp,1\n" + "Öl,2\nÜbergang,3\nStraße,4\nGröße,5\n".encode() + b"\xff,6\n",
        page(
            "rows 1–6", ("table", "name\tprice\nPump\t1\nÖl\t2\nÜbergang\t3\nStraße\t4\nGröße\t5\n\ufffd\t6")
        ),
        notices=[
            Notice("characters_unreadable", "Some characters could not be decoded; they are shown as \ufffd.")
        ],
    ),
    read(
        "a cell longer than a page",
        "essay.csv",
        f"id,text,n\n1,{'The needle lies here. ' * 500},5\n2,short,6\n",
        page("row 1", ("table", "id\ttext\tn\n1\t5")),
        page("row 1", ("paragraph", ("The needle lies here. " * 363).strip())),
        page("rows 1–2", ("paragraph", ("The needle lies here. " * 137).strip()), ("table", "2\tshort\t6")),
    ),
    read(
        "nothing but delimiters",
        "commas.csv",
        ",,,\n,,,\n",
        page("no rows"),
        notices=[Notice("no_text", "No record has any text.", (1,))],
    ),
    read(
        "a PDF of that name",
        "report.csv",
        raw_pdf(show(72, 700, "The fee is 417.")),
        page("1", ("paragraph", "The fee is 417.")),
        media_type=media.PDF,
    ),
    refused("nothing", "empty.csv", b"", DamagedFileError, "empty.csv is empty"),
    read(
        "tabs in UTF-16, scripts of many directions",
        "scripts.tsv",
        "שם\tמחיר\nמשאבה\t417\n泵\t900\nปั๊ม\t12\n".encode("utf-16"),
        page("rows 1–3", ("table", "שם\tמחיר\nמשאבה\t417\n泵\t900\nปั๊ม\t12")),
    ),
    read(
        "commas within cells",
        "parts.tab",
        "name\tplace\nPump, small\tRoom 1, left\nValve\tRoom 2\n",
        page("rows 1–2", ("table", "name\tplace\nPump, small\tRoom 1, left\nValve\tRoom 2")),
    ),
    refused("nothing", "empty.tsv", b"", DamagedFileError, "empty.tsv is empty"),
)

_JSON = (
    read(
        "a list of records",
        "parts.json",
        '[{"id": 1, "at": {"city": "Bonn"}, "tags": ["a", "b"]}, {"id": 2, "at": {"city": "Ulm"}, "tags": []}]',
        page("records 1–2", ("table", "id\tat.city\ttags\n1\tBonn\ta, b\n2\tUlm")),
    ),
    read(
        "values in one another, under their names",
        "pump.json",
        '{"name": "Pump", "price": 1.50, "data": {"deep": {"x": 1e400, "none": null}, "ok": true}}',
        page(
            "path $",
            ("table", "name\tPump\nprice\t1.50"),
            ("heading", "data"),
            ("heading", "deep"),
            ("table", "x\t1e400"),
            ("table", "ok\ttrue"),
        ),
    ),
    read(
        "a list within an object",
        "stock.json",
        '{"title": "Parts", "stock": {"items": [{"id": 1, "n": 5}, {"id": 2, "n": 7}]}}',
        page(
            "path $",
            ("table", "title\tParts"),
            ("heading", "stock"),
            ("heading", "items"),
            ("table", "id\tn\n1\t5\n2\t7"),
        ),
    ),
    read(
        "a name that occurs twice",
        "twice.json",
        '{"t": 1, "t": 2}',
        page("path $", ("table", "t\t1\nt\u2032\t2")),
        notices=[
            Notice("names_repeated", "Some names occur twice in an object; the later are marked with \u2032.")
        ],
    ),
    read(
        "a number that is none, as Python writes it",
        "nan.json",
        '{"mean": NaN, "most": Infinity, "least": -Infinity}',
        page("path $", ("table", "mean\tNaN\nmost\tInfinity\nleast\t-Infinity")),
    ),
    read(
        "half a pair, and a zero byte",
        "halves.json",
        '{"t": "\\ud800 tail", "z": "a\\u0000b"}',
        page("path $", ("table", "t\t\ufffd tail\nz\tab")),
    ),
    read(
        "UTF-16 with its mark",
        "wide.json",
        '{"Größe": "klein", "値段": "九百"}'.encode("utf-16"),
        page("path $", ("table", "Größe\tklein\n値段\t九百")),
    ),
    read(
        "lists of lists",
        "grid.json",
        '{"grid": [[1, 2], [3, 4]]}',
        page("path $.grid", ("heading", "grid"), ("table", "1\t2\n3\t4")),
    ),
    read(
        "places on a map",
        "towns.geojson",
        '{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"name": "Graz"}, "geometry": '
        '{"type": "Point", "coordinates": [15.44, 47.07]}}]}',
        page(
            "path $",
            ("table", "type\tFeatureCollection"),
            ("heading", "features"),
            (
                "table",
                "type\tproperties.name\tgeometry.type\tgeometry.coordinates\nFeature\tGraz\tPoint\t15.44, 47.07",
            ),
        ),
    ),
    read(
        "an empty list",
        "none.json",
        "[]",
        page("path $"),
        notices=[Notice("no_text", "It holds no values.", (1,))],
    ),
    read(
        "bytes that are no text",
        "broken.json",
        '{"a": "Öl", "b": "Größe, Straße", "c": "'.encode() + b'\xff"}',
        page("path $", ("table", "a\tÖl\nb\tGröße, Straße\nc\t\ufffd")),
        notices=[
            Notice("characters_unreadable", "Some characters could not be decoded; they are shown as \ufffd.")
        ],
    ),
    read(
        "a list cut within a record",
        "list.json",
        '[{"id": 1, "n": 5}, {"id": 2, "n": 7}, {"id": 3, ',
        page("records 1–2", ("table", "id\tn\n1\t5\n2\t7")),
        page("record 3", ("heading", "record 3"), ("paragraph", '{"id": 3,')),
        notices=[Notice("file_ends_early", "The file ends in the middle; what there is of it was read.")],
    ),
    refused(
        "a second list behind the first",
        "lists.json",
        '[{"id": 1}]\n[{"id": 2}]\n',
        DamagedFileError,
        "lists.json is damaged: something stands behind its end",
    ),
    refused(
        "cut within a value",
        "cut.json",
        '{"a": 1, "b":',
        DamagedFileError,
        "cut.json is damaged: Expecting value (line 1, character 14)",
    ),
    refused(
        "five thousand lists in one another",
        "deep.json",
        '{"a":' * 5000,
        ParseLimitError,
        "the file nests values too deeply to be read",
    ),
    read(
        "a page of a server",
        "report.json",
        LOG_IN,
        page("part 1", ("paragraph", "Please log in.")),
        media_type=media.HTML,
    ),
    read(
        "records, an empty line and a damaged one",
        "log.jsonl",
        '{"id": 1, "n": 5}\n\n{"id": 2, broken\n{"id": 3, "n": 7}\n',
        page("record 1", ("table", "id\tn\n1\t5")),
        page("record 2", ("heading", "record 2"), ("paragraph", '{"id": 2, broken')),
        page("record 3", ("table", "id\tn\n3\t7")),
        notices=[
            Notice("records_damaged", "A line is no valid JSON and kept as written: line 3."),
        ],
    ),
    read(
        "records of several shapes",
        "shapes.ndjson",
        '{"id": 1, "name": "Pump"}\n{"id": 2, "price": 7, "at": {"city": "Ulm"}}\n',
        page("records 1–2", ("table", "id\tname\tprice\tat.city\n1\tPump\n2\t7\tUlm")),
    ),
    refused("nothing", "empty.jsonl", b"", DamagedFileError, "empty.jsonl is empty"),
)

_PARQUET = (
    read(
        "dates, nested values and bytes",
        "parts.parquet",
        _parquet,
        page(
            "rows 1–2",
            (
                "table",
                "id\tday\tprice\tmore\tnone\traw\n"
                '1\t2020-12-31\t1.5\t{"a": [1, 2]}\t(2 bytes)\n2\t2020-12-31\t3\t{"a": [1, 2]}\t(2 bytes)',
            ),
        ),
    ),
    read(
        "no rows",
        "none.parquet",
        lambda path: _parquet(path, 0),
        page("header row", ("table", "id\tday\tprice\tmore\tnone\traw")),
    ),
    refused(
        "cut in half",
        "cut.parquet",
        cut(_parquet),
        DamagedFileError,
        "cut.parquet is damaged: Parquet magic bytes not found in footer. Either the file is corrupted or this is not "
        "a parquet file.",
    ),
    refused(
        "a page of a server",
        "report.parquet",
        LOG_IN,
        UnsupportedFileError,
        "report.parquet is an HTML page, not a Parquet file",
    ),
)

ROWS: tuple[Entry, ...] = (*_CSV, *_JSON, *_PARQUET)

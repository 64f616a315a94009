from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest
from tests.support.rows import codes, numbered, readings, texts

from pincite.domain import BlockKind, ParsedDocument
from pincite.parse.files import read_file, stream_file
from pincite.parse.formats.delimited import delimiter_of


def parsed(tmp_path: Path, content: str | bytes, name: str = "a.csv") -> ParsedDocument:
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_file(path)


def test_rows_are_counted_from_the_first_below_the_header(tmp_path: Path) -> None:
    document = parsed(tmp_path, "id,name,price\n" + "".join(f"{i},Part {i},{i * 2}\n" for i in range(1, 201)))
    assert [page.label for page in document.pages] == [
        "rows 1–50",
        "rows 51–100",
        "rows 101–150",
        "rows 151–200",
    ]
    rows = numbered(document)
    assert rows[1] == "id 1; name Part 1; price 2"
    assert rows[190] == "id 190; name Part 190; price 380"
    assert len(rows) == 200
    assert not document.notices


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    document = parsed(tmp_path, "Größe;Preis €\r\nklein;1,50\r\ngroß;2,50\r\n".encode(encoding))
    assert readings(document) == ["Größe klein; Preis € 1,50", "Größe groß; Preis € 2,50"]


def test_cyrillic_of_old_programs(tmp_path: Path) -> None:
    text = "Название;Цена\n" + "".join(f"Насос центробежный {i};{i}\n" for i in range(1, 30))
    assert readings(parsed(tmp_path, text.encode("cp1251")))[0] == "Название Насос центробежный 1; Цена 1"


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_delimiters(tmp_path: Path, delimiter: str) -> None:
    lines = [["name", "price", "note"], ["Pump", "1.5", "a"], ["Valve", "2.5", "b"]]
    document = parsed(tmp_path, "\n".join(delimiter.join(line) for line in lines))
    assert readings(document) == ["name Pump; price 1.5; note a", "name Valve; price 2.5; note b"]


def test_the_delimiter_of_hard_cases() -> None:
    assert delimiter_of("a;b\n1,5;2,5\n3,5;4,5\n") == ";"
    assert delimiter_of("name,text\nx,one; two; three\ny,four\n") == ","
    assert delimiter_of("only words\nand more\n") == ","
    assert delimiter_of("", "\t") == "\t"


def test_excel_tells_its_delimiter(tmp_path: Path) -> None:
    assert readings(parsed(tmp_path, "sep=|\na|b\n1|2\n"))[0] == "a 1; b 2"


def test_quoted_line_ends_and_delimiters(tmp_path: Path) -> None:
    document = parsed(tmp_path, 'id,text\n1,"two\r\nlines, and ""quotes"""\n2,plain\n')
    assert numbered(document) == {1: 'id 1; text two lines, and "quotes"', 2: "id 2; text plain"}


def test_a_quote_that_is_never_closed_swallows_nothing(tmp_path: Path) -> None:
    document = parsed(tmp_path, 'id,size,n\n1,"3 inch,7\n2,4 cm,8\n3,5 cm,9\n')
    assert readings(document) == ['id 1; size "3 inch; n 7', "id 2; size 4 cm; n 8", "id 3; size 5 cm; n 9"]
    assert codes(document) == ["unclosed_quote"]
    assert "line 2" in document.notices[0].message


def test_without_a_header(tmp_path: Path) -> None:
    document = parsed(tmp_path, "Pump,12,2020-01-01\nValve,7,2020-02-01\n")
    assert numbered(document) == {1: "Pump: 12; 2020-01-01", 2: "Valve: 7; 2020-02-01"}
    assert document.pages[0].label == "rows 1–2"


def test_lines_above_the_header(tmp_path: Path) -> None:
    document = parsed(tmp_path, "# Sales (in millions)\nregion,2018,2019\nNorth,1,2\n")
    assert numbered(document) == {1: "North: 2018 1; 2019 2 (in millions)"}
    assert texts(document, BlockKind.CAPTION) == ["# Sales (in millions)"]


def test_ragged_rows_are_told(tmp_path: Path) -> None:
    document = parsed(tmp_path, "a,b,c\n1,2,3\n4,5\n6,7,8,9\n\n,,\n10,11,12\n")
    assert numbered(document) == {
        1: "a 1; b 2; c 3",
        2: "a 4; b 5",
        3: "a 6; b 7; c 8; 9",
        5: "a 10; b 11; c 12",
    }
    assert codes(document) == ["ragged_rows"]


def test_a_row_that_is_wider_on_a_later_page_keeps_its_heads(tmp_path: Path) -> None:
    lines = [f"{i},Part {i}" for i in range(1, 101)]
    lines[80] += ",more"
    rows = numbered(parsed(tmp_path, "id,name\n" + "\n".join(lines)))
    assert rows[81] == "id 81; name Part 81; more"
    assert rows[90] == "id 90; name Part 90"


def test_zero_bytes_and_surrogates(tmp_path: Path) -> None:
    document = parsed(tmp_path, b"a,b\nx\x00y,2\n\xed\xa0\x80,3\n")
    assert "xy" in document.pages[0].text
    assert "\x00" not in document.pages[0].text
    document.pages[0].text.encode()


def test_characters_that_cannot_be_decoded_are_told(tmp_path: Path) -> None:
    data = "\ufeffname,price\nPump,1\n".encode() + b"\xff,2\n"
    assert codes(parsed(tmp_path, data)) == ["characters_unreadable"]


def test_a_very_long_field(tmp_path: Path) -> None:
    words = "The needle lies here. " * 450_000
    document = parsed(tmp_path, f'id,text,n\n1,"{words}",5\n2,short,6\n')
    assert numbered(document)[2] == "id 2; text short; n 6"
    assert sum(len(text) for text in texts(document, BlockKind.PARAGRAPH)) > 2_100_000
    assert max(len(page.text) for page in document.pages) < 20_000
    assert document.pages[3].label == "row 1"


def test_one_line_without_an_end(tmp_path: Path) -> None:
    document = parsed(tmp_path, "x" * 200_000)
    assert sum(len(page.text) for page in document.pages) == 200_000


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "big.csv"
    with path.open("w", encoding="utf-8") as file:
        file.write("id,name,price\n")
        for number in range(12_000):
            file.write(f"{number},Part with a long name {number},{number}.5\n")
    count = 0

    def emit(_: object) -> None:
        nonlocal count
        count += 1

    tracemalloc.start()
    try:
        stream_file(path, emit)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 240
    assert most < 3_000_000

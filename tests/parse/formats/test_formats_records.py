from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support.rows import codes, numbered, readings, texts

from pincite.domain import BlockKind, ParsedDocument, Span
from pincite.errors import DamagedFileError, ParseLimitError
from pincite.parse.files import read_file
from pincite.parse.formats import records
from pincite.places import place_label


def parsed(tmp_path: Path, content: Any, name: str = "a.json") -> ParsedDocument:
    path = tmp_path / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return read_file(path)


def labels(document: ParsedDocument) -> list[str]:
    return [page.label for page in document.pages]


def items(count: int) -> list[dict[str, Any]]:
    return [{"id": i, "name": f"Part {i}", "at": {"city": "Bonn"}, "tags": ["a", "b"]} for i in range(count)]


def test_a_list_of_records_is_a_table(tmp_path: Path) -> None:
    document = parsed(tmp_path, items(240))
    assert labels(document)[:2] == ["records 1–50", "records 51–100"]
    assert numbered(document)[190] == "id 189; name Part 189; at.city Bonn; tags a, b"


def test_a_list_within_an_object_is_named_by_its_path(tmp_path: Path) -> None:
    document = parsed(tmp_path, {"title": "Parts", "stock": {"items": items(120)}})
    assert labels(document) == [
        "path $", "path $.stock.items[0–49]", "path $.stock.items[50–99]", "path $.stock.items[100–119]"
    ]  # fmt: skip
    page = document.pages[2]
    start = page.text.index("Part 77")
    assert place_label(page, [Span(3, start, start + 7)]) == "path $.stock.items[77]"
    assert page.blocks[0].section == ("stock", "items")


def test_nested_values_stand_under_their_names_in_order(tmp_path: Path) -> None:
    long = "A long description of the pump. " * 20
    document = parsed(
        tmp_path, {"name": "Pump", "about": long, "data": {"deep": {"x": 1.50, "none": None}, "ok": True}}
    )
    blocks = [
        (block.section, page.text[block.start : block.end])
        for page in document.pages
        for block in page.blocks
    ]
    assert blocks == [
        ((), "name\tPump"),
        ((), "about"),
        (("about",), long.strip()),
        ((), "data"),
        (("data",), "deep"),
        (("data", "deep"), "x\t1.5"),
        (("data",), "ok\ttrue"),
    ]
    assert readings(document) == ["name: Pump", "x: 1.5", "ok: true"]
    assert labels(document) == ["path $", "path $.data"]


def test_numbers_stay_as_they_are_written(tmp_path: Path) -> None:
    number = "1" * 5000
    document = parsed(tmp_path, f'{{"a": 1.10, "b": 1e400, "c": 12345678901234567890, "d": {number}}}')
    assert readings(document) == ["a: 1.10", "b: 1e400", "c: 12345678901234567890"]
    assert number in "".join(texts(document, BlockKind.PARAGRAPH))


def test_lists_of_lists_are_tables(tmp_path: Path) -> None:
    document = parsed(tmp_path, {"grid": [[1, 2], [3, 4]]})
    assert readings(document) == ["1; 2", "3; 4"]


def test_records_with_parts_of_their_own(tmp_path: Path) -> None:
    text = "One word after another. " * 30
    document = parsed(
        tmp_path, [{"id": 1, "text": text, "parts": [{"a": 1}, {"a": 2}]}, {"id": 2, "text": text}] * 2
    )
    assert labels(document)[0] == "record 1"
    assert labels(document)[-1] == "record 4"
    assert ("record 1", "parts") in {block.section for block in document.pages[0].blocks}


def test_json_lines_tell_damaged_records(tmp_path: Path) -> None:
    lines = [json.dumps({"id": i, "name": f"Part {i}"}) for i in range(1, 100)]
    lines[9] = '{"id": 10, broken'
    document = parsed(tmp_path, "\n".join(["", *lines]), "a.jsonl")
    rows = numbered(document)
    assert (rows[9], rows[11]) == ("id 9; name Part 9", "id 11; name Part 11")
    assert labels(document) == ["records 1–9", "record 10", "records 11–60", "records 61–99"]
    assert texts(document, BlockKind.PARAGRAPH) == ['{"id": 10, broken']
    assert [notice.message for notice in document.notices] == [
        "A line is no valid JSON and kept as written: line 11."
    ]


def test_lines_in_a_json_file(tmp_path: Path) -> None:
    assert readings(parsed(tmp_path, '{"a": 1}\n{"a": 2}\n')) == ["a 1", "a 2"]


@pytest.mark.parametrize("content", ['"words"', "12", '\ufeff{"a": "words"}'])
def test_small_values(tmp_path: Path, content: str) -> None:
    assert parsed(tmp_path, content).pages[0].text in ("words", "12", "a\twords")


@pytest.mark.parametrize("content", ["[]", "{}", "null"])
def test_nothing_in_it(tmp_path: Path, content: str) -> None:
    assert codes(parsed(tmp_path, content)) == ["no_text"]


@pytest.mark.parametrize("content", ['{"a":', '{"a": 1} x', "[1, ", "{a: 1}"])
def test_damaged_files(tmp_path: Path, content: str) -> None:
    if content == "[1, ":
        document = parsed(tmp_path, content)
        assert document.pages[0].text.startswith("record 1")
        return
    with pytest.raises(DamagedFileError, match="damaged"):
        parsed(tmp_path, content)


@pytest.mark.parametrize("content", ["[" * 5000, '{"a":' * 5000])
def test_deep_nesting_is_refused(tmp_path: Path, content: str) -> None:
    with pytest.raises((ParseLimitError, DamagedFileError)):
        parsed(tmp_path, content)


def test_what_is_nested_deeply_is_kept_as_written(tmp_path: Path) -> None:
    document = parsed(tmp_path, '{"a":' * 150 + '"needle"' + "}" * 150)
    assert "needle" in document.pages[-1].text


def test_a_large_object_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MOST_AT_ONCE", 10_000)
    monkeypatch.setattr(records, "_PIECE", 1000)
    with pytest.raises(ParseLimitError, match="no list"):
        parsed(tmp_path, {"a": "x" * 20_000})
    assert len(numbered(parsed(tmp_path, items(500)))) == 500

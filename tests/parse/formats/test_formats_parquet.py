from __future__ import annotations

import datetime as dt
import sys
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet
from tests.support.rows import codes, numbered

from pincite.errors import DamagedFileError, UnsupportedFileError
from pincite.parse.files import read_file


def write(path: Path, count: int = 200) -> Path:
    table = pa.table(
        {
            "id": list(range(1, count + 1)),
            "name": [f"Part {i}" for i in range(1, count + 1)],
            "day": [dt.date(2020, 1, 1)] * count,
            "price": [i * 1.5 for i in range(1, count + 1)],
            "more": [{"a": [1, 2]}] * count,
            "none": pa.array([None] * count, pa.string()),
            "raw": [b"\x00\x01"] * count,
        }
    )
    parquet.write_table(table, path)
    return path


def test_rows_with_the_names_of_their_columns(tmp_path: Path) -> None:
    document = read_file(write(tmp_path / "a.parquet"))
    assert [page.label for page in document.pages] == [
        "rows 1–50",
        "rows 51–100",
        "rows 101–150",
        "rows 151–200",
    ]
    assert numbered(document)[190] == (
        'id 190; name Part 190; day 2020-01-01; price 285; more {"a": [1, 2]}; raw (2 bytes)'
    )


def test_names_that_look_like_values_are_the_head(tmp_path: Path) -> None:
    parquet.write_table(pa.table({"2018": [2019], "5": [7]}), tmp_path / "a.parquet")
    assert numbered(read_file(tmp_path / "a.parquet")) == {1: "2018 2019; 5 7"}


def test_without_rows(tmp_path: Path) -> None:
    document = read_file(write(tmp_path / "a.parquet", 0))
    assert document.pages[0].label == "header row"
    assert "price" in document.pages[0].text
    parquet.write_table(pa.table({}), tmp_path / "b.parquet")
    assert codes(read_file(tmp_path / "b.parquet")) == ["no_text"]


def test_a_damaged_file(tmp_path: Path) -> None:
    path = write(tmp_path / "a.parquet")
    path.write_bytes(path.read_bytes()[:600])
    with pytest.raises(DamagedFileError, match="damaged"):
        read_file(path)


def test_without_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "a.parquet")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(UnsupportedFileError) as raised:
        read_file(path)
    assert "pincite[parquet]" in raised.value.remedy

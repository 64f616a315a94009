"""The heads of a table where it goes on, on a later page."""

from __future__ import annotations

from pathlib import Path

import pytest

from pincite import Library


def rows(count: int, head: str = "Pump,Flow") -> str:
    return "\n".join([head, *(f"P-{row},{row}.5" for row in range(1, count + 1))])


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library.open(tmp_path / "library")


def test_pages_that_go_on_have_the_heads_of_the_first(library: Library, tmp_path: Path) -> None:
    (tmp_path / "pumps.csv").write_text(rows(3_000), "utf-8")
    with library:
        document = library.add([tmp_path / "pumps.csv"]).added[0].document
        assert document.pages > 50
        first, second, last = (library.page(document.id, index) for index in (1, 2, document.pages))
        assert library.heads_before(document, first) == ()
        assert library.heads_before(document, second) == ("Pump", "Flow")
        assert library.heads_before(document, last) == ("Pump", "Flow"), "further than is looked back"


def test_tables_that_begin_anew_and_pages_without_have_none(library: Library, tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text(
        "# Notes\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nNo table here.\n", "utf-8"
    )
    with library:
        document = library.add([tmp_path / "notes.md"]).added[0].document
        for page in library.pages(document.id):
            assert library.heads_before(document, page) == ()

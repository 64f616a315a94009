"""Documents that are too large for memory come out as others do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from store_builders import chunk_of, document_of, page_of

from pincite.store import Spool, Store, spool

TEXTS = [f"common word{number % 5} only{number}" for number in range(23)]
TABLES = ("pages", "chunks", "chunk_vectors", "chunk_tokens", "postings")


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[tuple[Store, Store]]:
    with Store.open(tmp_path / "one") as one, Store.open(tmp_path / "two") as two:
        yield one, two


def rows(store: Store) -> list[list[tuple[object, ...]]]:
    with sqlite3.connect(store.folder / "library.sqlite3") as connection:
        return [connection.execute(f"SELECT * FROM {table}").fetchall() for table in TABLES]


def test_parts_give_the_same_rows_as_a_whole(
    stores: tuple[Store, Store], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = stores
    one.add_document(document_of(one, tmp_path, *TEXTS), collection="default")
    new = document_of(two, tmp_path, *TEXTS, pages=(), page_terms=[], chunks=[])
    monkeypatch.setattr(spool, "_RUN_PAGES", 4)
    monkeypatch.setattr(spool, "_TERMS_AT_ONCE", 3)
    with two.spool() as spooled:
        for number in range(0, 23, 3):
            part = list(enumerate(TEXTS[number : number + 3], number + 1))
            spooled.add_pages([page_of(index, text) for index, text in part], [text for _, text in part])
            spooled.add_chunks([chunk_of(index, text) for index, text in part])
        assert not list((two.folder / "tmp").iterdir())
        document = two.add_document(new, collection="default", spool=spooled).document
    assert (document.pages, document.chunks) == (23, 23)
    assert rows(two) == rows(one)
    assert two.check(deep=True) == []


def test_parts_must_fit_together(stores: tuple[Store, Store]) -> None:
    with stores[0].spool() as spooled:
        assert isinstance(spooled, Spool)
        spooled.add_pages([page_of(1, "one")], ["one"])
        with pytest.raises(ValueError, match="without a gap"):
            spooled.add_pages([page_of(3, "three")], ["three"])
        with pytest.raises(ValueError, match="2 lists of terms"):
            spooled.add_pages([page_of(2, "two")], ["two", "three"])
        spooled.add_chunks([chunk_of(1, "one")])
        longer = chunk_of(2, "two")
        object.__setattr__(longer, "pooled", np.zeros(9, np.float16))
        with pytest.raises(ValueError, match="one length"):
            spooled.add_chunks([longer])

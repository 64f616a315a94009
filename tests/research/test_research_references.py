"""Entries of lists of references."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite.research.references import Entry, entries, normal_doi
from pincite.store import Store
from support.shelf import Paragraph, reference, shelve


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "library") as store:
        yield store


def read(store: Store, folder: Path, *texts: str) -> list[Entry]:
    shelve(store, folder, "Paper", ["Text."], [Paragraph("References"), *(reference(text) for text in texts)])
    return entries(store.reference_chunks(store.scope()))


def test_each_block_is_an_entry(store: Store, tmp_path: Path) -> None:
    found = read(
        store,
        tmp_path,
        "Greave, O. (2011). Drift. Annals, 12, 4–19. https://doi.org/10.5555/Abc.12.",
        "[2] T. Maddern. Moors. arXiv:1904.01234v2, 2019.",
        "3. Peat board, Yearbook.",
    )
    assert [entry.text.split()[0] for entry in found] == ["Greave,", "T.", "Peat"]
    assert [entry.year for entry in found] == [2011, 2019, 0]
    assert [entry.doi for entry in found] == ["10.5555/abc.12", "", ""]
    assert [entry.arxiv_id for entry in found] == ["", "1904.01234", ""]
    assert {entry.span.page_index for entry in found} == {2}


def test_a_doi_that_was_broken_over_a_line_is_whole(store: Store, tmp_path: Path) -> None:
    (entry,) = read(store, tmp_path, "Greave, O. (2011). Drift. https://doi.org/10.1111/j. 1365-2966.2008.x")
    assert entry.doi == "10.1111/j.1365-2966.2008.x"


def test_a_page_range_is_no_year(store: Store, tmp_path: Path) -> None:
    (entry,) = read(store, tmp_path, "Greave, O. Drift. Annals 12, 1871-1890, 2004.")
    assert entry.year == 2004


@pytest.mark.parametrize("doi", ["10.5555/ABC.1", "https://doi.org/10.5555/abc.1", "10.5555/abc.1)."])
def test_dois_are_compared_in_one_form(doi: str) -> None:
    assert normal_doi(doi) == "10.5555/abc.1"

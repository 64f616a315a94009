"""Which documents hold the same rare things."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite.domain import DocumentFacts, SharedKind
from pincite.research.shared_terms import Link, Reference, find_links, most_documents, wanted
from pincite.store import Store
from support.shelf import reference, shelve

FILLER = (
    "The committee discussed the budget of the year. It was agreed to meet again in March.",
    "Several members asked about the schedule. The chair promised to send a report.",
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "library") as store:
        yield store


def links(store: Store) -> tuple[list[Link], list[Reference]]:
    documents = store.documents_by_pk([pk for pk, _ in store.document_revisions()])
    return find_links(store, store.scope(), documents)


def test_a_name_that_two_documents_hold_links_them(store: Store, tmp_path: Path) -> None:
    shelve(
        store,
        tmp_path,
        "One",
        [FILLER[0]],
        ["The samples were read with the Zeiss Axioskop. We thank Ottoline Greave for her help."],
    )
    shelve(store, tmp_path, "Two", ["Ottoline Greave lent us her Axioskop, and Zeiss its lenses.", FILLER[1]])
    shelve(store, tmp_path, "Three", [*FILLER])
    (link,), references = links(store)
    assert references == []
    assert {thing.text for thing in link.shared} == {"Axioskop", "Ottoline Greave", "Zeiss"}
    assert {thing.kind for thing in link.shared} == {SharedKind.NAME}
    assert {(thing.source.page_index, thing.target and thing.target.page_index) for thing in link.shared} == {
        (2, 1)
    }
    assert link.count == 3
    assert 0 < link.weight <= 1


def test_a_plain_word_counts_where_both_use_it_often(store: Store, tmp_path: Path) -> None:
    often = ["Peat lay on the gneiss.", "Some gneiss was banded.", "Peat grew over it."]
    shelve(store, tmp_path, "One", often)
    shelve(
        store, tmp_path, "Two", [*often[::-1], "The quarry cut the gneiss.", "A drain ran through the peat."]
    )
    third = shelve(
        store, tmp_path, "Three", ["They bought peat for the garden.", "The bust stood on gneiss."]
    )
    shelve(store, tmp_path, "Four", [*FILLER])
    found, _ = links(store)
    assert [{thing.text for thing in link.shared} for link in found] == []  # three of four: not rare
    store.remove_document(third)
    (link,), _ = links(store)
    assert {(thing.kind, thing.text) for thing in link.shared} == {
        (SharedKind.WORD, "gneiss"),
        (SharedKind.WORD, "peat"),
    }
    assert {thing.documents for thing in link.shared} == {2}


def test_parts_of_different_names_are_no_name(store: Store, tmp_path: Path) -> None:
    shelve(store, tmp_path, "One", ["The work was done by Theodoric Ashgrove and by Perpetua Lindqvist."])
    shelve(store, tmp_path, "Two", ["It was paid for by Theodoric Maddern and by Perpetua Okonjo."])
    shelve(store, tmp_path, "Three", [*FILLER])
    assert links(store) == ([], [])


def test_numbers_dates_and_garbage_are_no_links(store: Store, tmp_path: Path) -> None:
    noise = (
        "On 14 September 2019 at 10:45 the xqzrtkvbnw lllllll of 12mm and 3.75 kg was seen, see "
        "https://example.org/zanzibar/quokka and p. xviii of vol. 22."
    )
    shelve(store, tmp_path, "One", [noise])
    shelve(store, tmp_path, "Two", [f"Again: {noise}"])
    shelve(store, tmp_path, "Three", [*FILLER])
    assert links(store) == ([], [])


@pytest.mark.parametrize(
    ("term", "kept"),
    [
        ("krb5_conf", True),
        ("axioskop", True),
        ("hdf5", True),
        ("2019", False),
        ("12th", False),
        ("10_1016", False),
        ("xviii", False),
        ("septemb", False),
        ("settembr", False),
        ("http", False),
        ("furthermor", False),
        ("self_study", False),
        ("state_of_the_art", False),
        ("bcdfghjk", False),
        ("oooo", False),
        ("a" * 41, False),
        ("東京", False),
    ],
)
def test_which_terms_may_be_links(term: str, kept: bool) -> None:
    assert wanted(term) is kept


ENTRY = "Greave, O., & Maddern, T. (2011). Drift of glacial boulders over gneiss. Annals of Northern Geology, 12, 4–19."
SAME = "[7] O. Greave and T. Maddern, “Drift of glacial boulders over gneiss”, Ann. North. Geol., 2011."
OTHER = "Greave, O., & Maddern, T. (2011). Lichens of the islands. Annals of Northern Geology, 12, 33–41."


def test_works_that_two_documents_cite_link_them_in_any_style(store: Store, tmp_path: Path) -> None:
    shelve(store, tmp_path, "One", [FILLER[0]], [reference(ENTRY)])
    shelve(store, tmp_path, "Two", [FILLER[1], reference(SAME)])
    shelve(store, tmp_path, "Three", [*FILLER, reference(OTHER)])
    (link,), _ = links(store)
    (work,) = link.shared
    assert (work.kind, work.documents) == (SharedKind.WORK, 2)
    assert work.text == ENTRY
    assert (work.source.page_index, work.target and work.target.page_index) == (2, 1)


def test_a_doi_decides(store: Store, tmp_path: Path) -> None:
    shelve(store, tmp_path, "One", [reference("Greave (2011). Drift. https://doi.org/10.5555/abc.12")])
    shelve(store, tmp_path, "Two", [reference("O. Greave: On drift, doi:10.5555/ABC.12.")])
    shelve(store, tmp_path, "Three", [reference(f"{ENTRY} https://doi.org/10.5555/x.1")])
    shelve(store, tmp_path, "Four", [reference(f"{ENTRY} https://doi.org/10.5555/x.2")])
    found, _ = links(store)
    assert [(link.source, link.target) for link in found] == [(1, 2)]


def test_a_document_that_names_another_one_cites_it(store: Store, tmp_path: Path) -> None:
    title = "Drift of glacial boulders over gneiss"
    shelve(store, tmp_path, title, [*FILLER])
    shelve(store, tmp_path, "By title", [FILLER[0]], [reference(ENTRY)])
    shelve(store, tmp_path, "By DOI", [reference("Greave (2011). 10.5555/Q.7")])
    shelve(store, tmp_path, "Named", ["Something else."], facts=DocumentFacts(doi="10.5555/q.7"))
    shelve(store, tmp_path, "Lichens", ["Grey."])
    shelve(
        store, tmp_path, "Too short a title", [reference("Maddern (1999). Lichens of the moor. Peat Press.")]
    )
    _, references = links(store)
    assert [(r.source, r.target, r.entry.source.page_index) for r in references] == [(2, 1, 2), (3, 4, 1)]
    assert references[0].entry.text == ENTRY


def test_only_the_documents_in_scope_are_looked_at(store: Store, tmp_path: Path) -> None:
    for number in range(3):
        text = "The Zeiss Axioskop was lent by Ottoline Greave."
        shelve(
            store,
            tmp_path,
            f"Paper {number}",
            [text, f"Paper {number} says no more."],
            collection=f"c{number % 2}",
        )
    scope = store.scope("c0")
    documents = store.documents_by_pk(scope.document_pks or ())
    found, _ = find_links(store, scope, documents)
    assert [(link.source, link.target) for link in found] == [(1, 3)]
    assert links(store) == ([], [])  # all three hold them: nothing is rare


@pytest.mark.parametrize(("documents", "most"), [(0, 2), (2, 2), (9, 3), (27, 7), (250, 12), (10_000, 12)])
def test_what_is_rare_depends_on_how_many_there_are(documents: int, most: int) -> None:
    assert most_documents(documents) == most


def test_an_empty_library_has_no_links(store: Store) -> None:
    assert links(store) == ([], [])

"""The structure of a library."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite.domain import EdgeKind, Graph, Level, NodeKind, SharedKind
from pincite.research.graph import build_graph
from pincite.store import Store
from support.shelf import Paragraph, reference, shelve

LENT = "The Zeiss Axioskop was lent by Ottoline Greave."
ENTRY = "Maddern, T. (2011). Drift of glacial boulders over gneiss. Annals of Northern Geology, 12, 4–19."


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "library") as store:
        yield store


def one(store: Store, folder: Path) -> str:
    return shelve(
        store,
        folder,
        "One",
        [Paragraph("A beginning.", ("Intro",)), Paragraph("How it was done.", ("Methods",))],
        [Paragraph(LENT, ("Methods", "Tools")), Paragraph("The end.", ("Outro",))],
    )


def graph(store: Store, level: Level = Level.DOCUMENTS) -> Graph:
    return build_graph(store, store.scope(), level)


def edges(found: Graph, kind: EdgeKind) -> list[tuple[str, str]]:
    labels = {node.id: node.label for node in found.nodes}
    return [(labels[edge.source], labels[edge.target]) for edge in found.edges if edge.kind is kind]


def test_sections_lie_in_their_order_and_depth(store: Store, tmp_path: Path) -> None:
    one(store, tmp_path)
    found = graph(store, Level.SECTIONS)
    assert edges(found, EdgeKind.CONTAINS) == [
        ("Library", "default"),
        ("default", "One"),
        ("One", "Intro"),
        ("One", "Methods"),
        ("One", "Outro"),
        ("Methods", "Tools"),
    ]
    assert edges(found, EdgeKind.FOLLOWS) == [("Intro", "Methods"), ("Methods", "Outro")]
    methods = next(node for node in found.nodes if node.label == "Methods")
    assert methods.chunks == 2
    assert methods.first is not None
    assert methods.last is not None
    assert (methods.first.page_index, methods.first.page_label) == (1, "i")
    assert (methods.last.page_index, methods.last.page_label) == (2, "ii")


def test_chunks_follow_each_other_within_their_sections(store: Store, tmp_path: Path) -> None:
    one(store, tmp_path)
    found = graph(store, Level.CHUNKS)
    assert ("Tools", LENT) in edges(found, EdgeKind.CONTAINS)
    assert edges(found, EdgeKind.FOLLOWS)[-3:] == [
        ("A beginning.", "How it was done."),
        ("How it was done.", LENT),
        (LENT, "The end."),
    ]
    assert len({node.id for node in found.nodes}) == len(found.nodes)


def test_a_document_in_two_collections_is_one_node(store: Store, tmp_path: Path) -> None:
    name = one(store, tmp_path)
    store.create_collection("second")
    store.create_collection("empty")
    store.add_to_collection(name, "second")
    found = graph(store)
    assert [node.kind for node in found.nodes].count(NodeKind.DOCUMENT) == 1
    assert edges(found, EdgeKind.CONTAINS)[1:] == [
        ("default", "One"),
        ("Library", "second"),
        ("second", "One"),
    ]


def test_links_tell_what_is_shared_and_on_which_printed_page(store: Store, tmp_path: Path) -> None:
    one(store, tmp_path)
    shelve(store, tmp_path, "Two", [LENT], ["Nothing."], [reference(ENTRY)])
    shelve(store, tmp_path, "Drift of glacial boulders over gneiss", ["Boulders."])
    found = graph(store)
    (shares,) = [edge for edge in found.edges if edge.kind is EdgeKind.SHARES]
    assert edges(found, EdgeKind.SHARES) == [("One", "Two")]
    told = {(t.text, t.source.page_label, t.target.page_label) for t in shares.shared if t.target is not None}
    assert told == {("Zeiss Axioskop", "ii", "i"), ("Ottoline Greave", "ii", "i")}
    (cites,) = [edge for edge in found.edges if edge.kind is EdgeKind.CITES]
    assert edges(found, EdgeKind.CITES) == [("Two", "Drift of glacial boulders over gneiss")]
    assert (cites.shared[0].kind, cites.shared[0].source.page_label) == (SharedKind.WORK, "iii")
    assert cites.shared[0].target is None


def test_removing_a_document_removes_its_links(store: Store, tmp_path: Path) -> None:
    one(store, tmp_path)
    two = shelve(store, tmp_path, "Two", [LENT], [reference(ENTRY)])
    third = shelve(store, tmp_path, "Drift of glacial boulders over gneiss", ["Boulders."])
    before = graph(store)
    assert edges(before, EdgeKind.SHARES)
    assert edges(before, EdgeKind.CITES)
    store.remove_document(two)
    after = graph(store)
    assert not edges(after, EdgeKind.SHARES)
    assert not edges(after, EdgeKind.CITES)
    assert not any(two in (node.document, node.id) for node in after.nodes)
    store.remove_document(third)
    assert [node.label for node in graph(store).nodes] == ["Library", "default", "One"]


def test_the_graph_is_the_same_every_time(store: Store, tmp_path: Path) -> None:
    one(store, tmp_path)
    shelve(store, tmp_path, "Two", [LENT], [reference(ENTRY)])
    assert graph(store, Level.CHUNKS) == graph(store, Level.CHUNKS)


def test_an_empty_library_is_a_library(store: Store) -> None:
    assert [node.kind for node in graph(store, Level.CHUNKS).nodes] == [NodeKind.LIBRARY]

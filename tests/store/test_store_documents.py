from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from store_builders import DIMENSIONS, add, chunk_of, document_of, page_of

from pincite.domain import Chunk
from pincite.errors import LibraryBusyError, LibraryError, ModelMismatchError, NotFoundError
from pincite.store import NewChunk, Scope, Store, sqlite
from pincite.store.store import DATABASE

TABLES = (
    "documents",
    "collection_documents",
    "pages",
    "chunks",
    "chunk_vectors",
    "chunk_tokens",
    "postings",
)


def rows(store: Store) -> dict[str, int]:
    connection = sqlite3.connect(store.folder / DATABASE)
    found = {table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in TABLES}
    connection.close()
    return found


def test_a_document_comes_back_as_it_was_added(store: Store, tmp_path: Path) -> None:
    new = document_of(store, tmp_path, "First text.", "", "Third text, longer.")
    result = store.add_document(new, collection="default")
    document = result.document
    assert result.outcome == "added"
    assert store.documents() == [document]
    assert store.document(document.id) == document == store.document_by_sha256(new.sha256)
    assert (document.file_name, document.title, document.authors) == ("paper.txt", "A Title", ("A. Author",))
    assert (document.year, document.language, document.size) == (2020, "en", new.size)
    assert (document.pages, document.chunks, document.collections) == (3, 3, ("default",))
    assert (document.warnings, document.outline) == (new.notices, new.outline)
    assert store.parameters(document.id) == {"tokens": 200}
    for stored, page in zip(store.pages(document.id), new.pages, strict=True):
        assert (stored.index, stored.label, stored.text) == (page.index, page.label, page.text)
        assert (stored.width, stored.height, stored.blocks) == (page.width, page.height, page.blocks)
        assert np.array_equal(stored.boxes, page.boxes)
    chunks = store.chunks([3, 1, 2, 77])
    assert [(chunk.pk, chunk.ordinal, chunk.document_pk) for chunk in chunks] == [
        (3, 2, 1),
        (1, 0, 1),
        (2, 1, 1),
    ]
    assert [chunk.chunk for chunk in chunks] == [new.chunks[number].chunk for number in (2, 0, 1)]
    assert store.token_data([2, 9, 1]) == [b"", b"", b"First text." * 3]
    assert store.check(deep=True) == []


def test_a_document_without_title_or_text_can_be_stored(store: Store, tmp_path: Path) -> None:
    new = document_of(store, tmp_path, title="", chunks=[], pages=(page_of(1, ""),), page_terms=[""])
    document = store.add_document(new, collection="default").document
    assert (document.title, document.chunks, document.pages) == ("paper", 0, 1)
    assert store.pages(document.id)[0].boxes.shape == (0, 4)
    assert store.vectors().matrix.shape == (0, 0)
    assert store.check(deep=True) == []


def test_text_that_no_database_holds_keeps_its_offsets(store: Store, tmp_path: Path) -> None:
    text = "a\0b\ud800c"
    identity = add(
        store, tmp_path, "x", pages=(page_of(1, text),), chunks=[chunk_of(1, text)], title="t\udfff"
    )
    assert store.page(identity, 1).text == "a\ufffdb\ufffdc"
    assert store.chunks([1])[0].chunk.text == "a\ufffdb\ufffdc"
    assert store.document(identity).title == "t\ufffd"


def test_parts_that_do_not_fit_together_are_refused(store: Store, tmp_path: Path) -> None:
    new = document_of(store, tmp_path, "one", "two")
    nan = NewChunk(new.chunks[0].chunk, "x", np.full(DIMENSIONS, np.nan, np.float16), b"")
    flat = NewChunk(new.chunks[0].chunk, "x", np.zeros((2, 2), np.float16), b"")
    wrong = (
        {"pages": new.pages[1:], "page_terms": ["two"]},
        {"page_terms": ["one"]},
        {"chunks": [nan]},
        {"chunks": [flat]},
        {"pages": (replace(new.pages[0], text="longer than its boxes"), new.pages[1])},
    )
    for changes in wrong:
        with pytest.raises(ValueError, match=r"pages|terms|vector|boxes"):
            store.add_document(replace(new, **changes), collection="default")
    assert store.documents() == []
    assert store.revision() == 0


def test_vectors_of_two_encoders_are_not_mixed(store: Store, tmp_path: Path) -> None:
    add(store, tmp_path, "one", name="one.txt")
    longer = NewChunk(Chunk("two", (), ()), "two", np.zeros(DIMENSIONS + 1, np.float16), b"")
    with pytest.raises(ModelMismatchError, match="8 dimensions"):
        add(store, tmp_path, "two", name="two.txt", chunks=[longer])
    assert len(store.documents()) == 1


def test_a_document_is_found_by_id_prefix_or_name(store: Store, tmp_path: Path) -> None:
    first = add(store, tmp_path, "one", name="same.txt")
    second = add(store, tmp_path, "two", name="same.txt")
    third = add(store, tmp_path, "three", name="other.txt")
    assert store.document(third[:12]).id == third
    assert store.document("other.txt").id == third
    with pytest.raises(NotFoundError, match="more than one") as caught:
        store.document("same.txt")
    assert first in caught.value.remedy
    assert second in caught.value.remedy
    for unknown in ("nothing", third[:3], "", "%", "____", third.upper() + "x", "o\0\ud800"):
        with pytest.raises(NotFoundError, match="no document"):
            store.document(unknown)


def test_the_same_bytes_are_one_document_in_several_collections(store: Store, tmp_path: Path) -> None:
    store.create_collection("Law")
    first = store.add_document(document_of(store, tmp_path, "text"), collection="default")
    again = store.add_document(document_of(store, tmp_path, "text", name="copy.txt"), collection="law")
    assert (again.outcome, again.document.id) == ("existing", first.document.id)
    assert again.document.collections == ("default", "Law")
    assert rows(store)["documents"] == 1
    assert not store.remove_from_collection(first.document.id, "default")
    assert store.document(first.document.id).collections == ("Law",)
    with pytest.raises(NotFoundError, match="is not in collection"):
        store.remove_from_collection(first.document.id, "default")
    assert store.add_to_collection(first.document.id, "default")
    assert not store.add_to_collection(first.document.id, "default")
    store.remove_from_collection(first.document.id, "default")
    assert store.remove_from_collection(first.document.id, "LAW")
    assert set(rows(store).values()) == {0}
    assert list((store.folder / "originals").rglob("*.txt")) == []


def test_removing_leaves_no_trace_and_no_key_is_used_twice(store: Store, tmp_path: Path) -> None:
    kept = add(store, tmp_path, "ordinary words", name="kept.txt")
    before = rows(store)
    gone = add(store, tmp_path, "xylophone secrets", "more xylophone", name="gone.txt", title="Xylophone")
    old = store.vectors()
    removed = store.remove_document(gone)
    assert removed.id == gone
    assert rows(store) == before
    assert store.search_chunks([["xylophone"]], Scope(), 5) == []
    assert store.search_pages([["xylophone"]], Scope(), 5) == []
    with pytest.raises(NotFoundError):
        store.document(gone)
    add(store, tmp_path, "newcomer", name="new.txt")
    new = store.vectors()
    assert set(new.chunk_pks.tolist()) & set(old.chunk_pks.tolist()) == {1}
    assert set(new.document_pks.tolist()) & set(old.document_pks.tolist()) == {1}
    assert store.check(deep=True) == []
    store.close()
    for path in store.folder.rglob("*"):
        if path.is_file():
            assert b"xylophone" not in path.read_bytes().lower(), path
    with Store.open(store.folder) as again:
        assert again.document(kept).file_name == "kept.txt"


def test_a_disk_that_fills_up_while_adding_changes_nothing(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = add(store, tmp_path, "kept", name="kept.txt")
    before = rows(store)
    configure = sqlite._configure

    def with_little_room(connection: sqlite3.Connection, read_only: bool) -> None:
        configure(connection, read_only)
        connection.execute("PRAGMA max_page_count=60")

    with monkeypatch.context() as patched:
        patched.setattr(sqlite, "_configure", with_little_room)
        with Store.open(store.folder) as full:
            new = document_of(full, tmp_path, *["many words " * 50] * 100, name="large.txt")
            with pytest.raises(LibraryError, match="disk is full; nothing was changed"):
                full.add_document(new, collection="default")
            assert rows(full) == before
            assert full.discard_original(new.sha256)
    assert store.check(deep=True) == []
    add(store, tmp_path, *["many words " * 50] * 100, name="large.txt")
    store.remove_document(kept)
    assert store.check(deep=True) == []


def test_removing_gives_the_room_back(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add(store, tmp_path, "small", name="small.txt")
    chunk = Chunk("large", (), ())
    large = [NewChunk(chunk, "large", np.zeros(DIMENSIONS, np.float16), b"x" * 100_000)] * 10
    monkeypatch.setattr(sqlite, "RECLAIM_PAGES", 10)
    identity = add(store, tmp_path, "large", name="large.txt", chunks=large)
    store.remove_document(identity)
    assert (store.folder / DATABASE).stat().st_size < 500_000
    assert store.check(deep=True) == []


def test_a_removal_that_cannot_remove_the_file_yet_says_so(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    identity = add(store, tmp_path, "text")

    def busy(_: str) -> bool:
        raise LibraryBusyError("busy")

    with monkeypatch.context() as patched:
        patched.setattr(store, "discard_original", busy)
        with pytest.raises(LibraryBusyError, match="removed, but its original"):
            store.remove_document(identity)
    assert store.documents() == []
    assert [finding.name for finding in store.check()] == ["orphan_originals"]


def test_a_new_version_takes_the_place_of_the_old_under_its_id(store: Store, tmp_path: Path) -> None:
    store.create_collection("law")
    identity = add(store, tmp_path, "old words", name="v1.txt", collection="law")
    revision = store.revision()
    new = document_of(store, tmp_path, "new text", "second page", name="v2.txt")
    result = store.add_document(new, collection="default", replace=identity)
    assert (result.outcome, result.document.id) == ("replaced", identity)
    assert result.document.collections == ("default", "law")
    assert (result.document.file_name, result.document.pages) == ("v2.txt", 2)
    assert store.search_chunks([["old"]], Scope(), 5) == []
    assert [hit.chunk_pk for hit in store.search_chunks([["new"]], Scope(), 5)] == [2]
    assert store.document_revisions() == [(1, revision + 1)]
    assert store.revision() == revision + 1
    assert rows(store)["documents"] == 1
    assert len(list((store.folder / "originals").rglob("*.txt"))) == 1
    assert store.check(deep=True) == []


def test_a_document_made_anew_from_the_same_bytes_keeps_its_original(store: Store, tmp_path: Path) -> None:
    identity = add(store, tmp_path, "some words")
    again = document_of(store, tmp_path, "some words", parameters={"tokens": 100})
    assert store.add_document(again, collection="default", replace=identity).outcome == "replaced"
    assert store.parameters(identity) == {"tokens": 100}
    assert store.original_path(store.document(identity)).is_file()
    assert store.check(deep=True) == []


def test_replacing_by_bytes_that_are_there_already_leaves_one_document(store: Store, tmp_path: Path) -> None:
    store.create_collection("law")
    old = add(store, tmp_path, "old", name="old.txt", collection="law")
    there = add(store, tmp_path, "there", name="there.txt")
    new = document_of(store, tmp_path, "there", name="new.txt")
    result = store.add_document(new, collection="default", replace=old)
    assert (result.outcome, result.document.id) == ("existing", there)
    assert result.document.collections == ("default", "law")
    assert [document.id for document in store.documents()] == [there]
    assert store.check(deep=True) == []


def test_a_replacement_that_fails_leaves_the_old_version(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pincite.store import write

    identity = add(store, tmp_path, "old words", name="v1.txt")
    before, count = store.document(identity), rows(store)
    new = document_of(store, tmp_path, "new text", name="v2.txt")
    insert = write._insert_contents

    def fail_at_the_end(*arguments: object) -> None:
        insert(*arguments)  # type: ignore[arg-type]
        raise RuntimeError("stop")

    with monkeypatch.context() as patched:
        patched.setattr(write, "_insert_contents", fail_at_the_end)
        with pytest.raises(RuntimeError):
            store.add_document(new, collection="default", replace=identity)
    assert store.document(identity) == before
    assert rows(store) == count
    assert len(store.search_chunks([["old"]], Scope(), 5)) == 1
    assert store.original_path(before).is_file()
    assert store.add_document(new, collection="default", replace=identity).outcome == "replaced"


def test_nothing_is_added_to_what_was_removed_meanwhile(store: Store, tmp_path: Path) -> None:
    store.create_collection("law")
    identity = add(store, tmp_path, "old", collection="law")
    new = document_of(store, tmp_path, "new", name="new.txt")
    store.remove_document(identity)
    with pytest.raises(NotFoundError, match="no document"):
        store.add_document(new, collection="law", replace=identity)
    store.delete_collection("law")
    with pytest.raises(NotFoundError, match="no collection"):
        store.add_document(new, collection="law")
    assert store.documents() == []


def test_pages_are_read_one_by_one_or_together(store: Store, tmp_path: Path) -> None:
    a = add(store, tmp_path, "one", "two", name="a.txt")
    b = add(store, tmp_path, "three", name="b.txt")
    assert store.page(a, 2).text == "two"
    found = store.page_many([(a, 1), (b, 1), (a, 1)])
    assert {place: page.text for place, page in found.items()} == {(a, 1): "one", (b, 1): "three"}
    assert store.page_labels([(1, 2), (2, 1), (2, 9), (7, 1)]) == {(1, 2): "p2", (2, 1): "p1"}
    for place in ((a, 3), (a, 0), ("nothing", 1)):
        with pytest.raises(NotFoundError):
            store.page(*place)


def test_neighbours_stay_within_the_document(store: Store, tmp_path: Path) -> None:
    add(store, tmp_path, "a", "b", "c", name="a.txt")
    add(store, tmp_path, "d", name="b.txt")
    texts = [chunk.chunk.text for chunk in store.neighbours(1, 1, 1, 5)]
    assert texts == ["a", "b", "c"]
    assert [chunk.chunk.text for chunk in store.neighbours(2, 0)] == ["d"]
    assert store.neighbours(9, 0) == []


def test_vectors_and_counts_come_by_document(store: Store, tmp_path: Path) -> None:
    for number, texts in enumerate((("a", "bb"), ("ccc",), ("dddd", "eeeee"))):
        add(store, tmp_path, *texts, name=f"{number}.txt")
    store.add_document(
        document_of(store, tmp_path, "ffffff", name="new.txt"), collection="default", replace="0.txt"
    )
    everything = store.vectors()
    assert everything.chunk_pks.tolist() == [3, 4, 5, 6]
    assert everything.document_pks.tolist() == [2, 3, 3, 1]
    assert everything.matrix.dtype == np.float16
    assert everything.matrix.tolist() == [[float(n)] * DIMENSIONS for n in (3, 4, 5, 6)]
    some = store.vectors([1, 2, 99])
    assert (some.chunk_pks.tolist(), some.document_pks.tolist()) == ([3, 6], [2, 1])
    assert some.matrix.tolist() == [[3.0] * DIMENSIONS, [6.0] * DIMENSIONS]
    assert store.vectors([]).matrix.shape == (0, 0)
    counts = store.token_counts([1, 3, 99])
    assert {pk: (ids.tolist(), n.tolist()) for pk, (ids, n) in counts.items()} == {
        1: ([3, 9], [1, 2]),
        3: ([3, 9], [1, 2]),
    }


def test_a_scope_names_documents_and_collections(store: Store, tmp_path: Path) -> None:
    store.create_collection("Law")
    a = add(store, tmp_path, "a", name="a.txt")
    b = add(store, tmp_path, "b", name="b.txt", collection="law")
    assert store.scope() == Scope()
    assert store.scope("LAW").document_pks == (2,)
    assert store.scope("default").document_pks == (1,)
    assert store.scope(None, [b, "a.txt"]) == Scope((1, 2))
    assert store.scope("law", [b]) == Scope((2,))
    assert store.scope(None, []) == Scope(())
    assert store.search_chunks([["a"]], Scope(()), 5) == []
    for collection, documents in (("none", None), (None, ["none"]), ("law", [a])):
        with pytest.raises(NotFoundError):
            store.scope(collection, documents)


def test_a_snapshot_sees_one_state(store: Store, tmp_path: Path) -> None:
    identity = add(store, tmp_path, "ant")
    with Store.open(store.folder) as other:
        with store.snapshot():
            hits = store.search_chunks([["ant"]], store.scope(), 5)
            other.remove_document(identity)
            with store.snapshot():
                assert [chunk.chunk.text for chunk in store.chunks([hit.chunk_pk for hit in hits])] == ["ant"]
            assert store.revision() == 1
            assert len(store.documents()) == 1
        assert store.documents() == []
        assert store.search_chunks([["ant"]], store.scope(), 5) == []


def test_the_revision_rises_with_what_search_sees_and_only_then(store: Store, tmp_path: Path) -> None:
    seen = [store.revision()]

    def risen() -> bool:
        seen.append(store.revision())
        return seen[-1] > seen[-2]

    identity = add(store, tmp_path, "a")
    assert risen()
    store.create_collection("law")
    store.set_meta("encoder", "{}")
    store.add_document(document_of(store, tmp_path, "a"), collection="default")
    assert not risen()
    store.add_to_collection(identity, "law")
    assert risen()
    store.remove_from_collection(identity, "law")
    assert risen()
    store.remove_document(identity)
    assert risen()


def test_facts_are_kept_and_the_first_claim_wins(store: Store) -> None:
    assert store.meta("encoder") is None
    assert store.claim_meta("encoder", "one") == "one"
    assert store.claim_meta("encoder", "two") == "one"
    store.set_meta("encoder", "three")
    assert store.meta("encoder") == "three"
    assert store.meta("created_at")
    with pytest.raises(ValueError, match="counted"):
        store.set_meta("revision", "7")

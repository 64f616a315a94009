from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path

import pytest
from store_builders import add, document_of

from pincite.store import Store
from pincite.store.store import DATABASE


def names(store: Store, *, deep: bool = False) -> set[str]:
    findings = store.check(deep=deep)
    assert all(finding.message and finding.remedy for finding in findings)
    return {finding.name for finding in findings}


def damage(store: Store, *statements: str) -> None:
    connection = sqlite3.connect(store.folder / DATABASE, isolation_level=None)
    for statement in statements:
        assert connection.execute(statement).rowcount > 0
    connection.close()


def test_a_sound_library_has_no_findings(store: Store, tmp_path: Path) -> None:
    assert names(store, deep=True) == set()
    add(store, tmp_path, "one page", "two pages")
    assert names(store) == names(store, deep=True) == set()


@pytest.mark.parametrize(
    ("statement", "name", "deep"),
    [
        ("DELETE FROM documents", "database_damaged", False),
        ("DELETE FROM chunks", "database_damaged", False),
        ("DELETE FROM chunk_vectors WHERE chunk_pk = 2", "wrong_count", False),
        ("DELETE FROM chunk_tokens WHERE chunk_pk = 1", "wrong_count", False),
        ("DELETE FROM pages WHERE page_index = 1", "wrong_count", False),
        ("UPDATE pages SET pk = 77 WHERE pk = 1", "wrong_count", False),
        ("UPDATE documents SET chunk_count = 3", "wrong_count", False),
        ("DELETE FROM postings", "words_missing", False),
        ("DELETE FROM postings WHERE term = 'one'", "words_wrong", True),
        ("UPDATE postings SET chunks = x'00' WHERE term = 'one'", "words_wrong", True),
        ("DELETE FROM collection_documents", "document_without_collection", False),
        ("UPDATE chunk_vectors SET pooled = x'0000' WHERE chunk_pk = 2", "mixed_vectors", False),
        ("UPDATE meta SET value = '1' WHERE key = 'next_chunk'", "counter_behind", False),
        ("UPDATE pages SET text = 'oNe page' WHERE page_index = 1", "spans_wrong", True),
        ("UPDATE pages SET boxes = x'01' WHERE page_index = 1", "geometry_damaged", True),
    ],
)
def test_damage_is_found(store: Store, tmp_path: Path, statement: str, name: str, deep: bool) -> None:
    add(store, tmp_path, "one page", "two pages")
    damage(store, statement)
    assert name in names(store, deep=deep)
    if deep:
        assert names(store) == set()


def test_a_damaged_document_can_be_removed_and_added_again(store: Store, tmp_path: Path) -> None:
    identity = add(store, tmp_path, "one page", "two pages")
    damage(store, "DELETE FROM chunk_vectors WHERE chunk_pk = 2", "UPDATE documents SET chunk_count = 7")
    store.remove_document(identity)
    add(store, tmp_path, "one page", "two pages")
    assert names(store, deep=True) == set()


def test_originals_are_compared_with_documents(store: Store, tmp_path: Path) -> None:
    identity = add(store, tmp_path, "content", name="a.txt")
    path = store.original_path(store.document(identity))
    path.write_bytes(b"changed")
    assert names(store) == set()
    assert names(store, deep=True) == {"original_changed"}
    path.write_bytes(b"shorter")
    path.write_bytes(b"short")
    assert names(store) == {"original_changed"}
    path.unlink()
    assert names(store) == {"original_missing"}


def test_a_document_removed_while_its_library_is_checked_is_no_finding(store: Store, tmp_path: Path) -> None:
    identity = add(store, tmp_path, "content")
    with Store.open(store.folder) as other, store.snapshot():
        assert len(store.documents()) == 1
        other.remove_document(identity)
        assert names(store, deep=True) == set()


def test_what_is_left_over_is_told_and_swept_but_not_what_is_young(store: Store, tmp_path: Path) -> None:
    kept = add(store, tmp_path, "kept", name="kept.txt")
    for name in ("old", "young"):
        document_of(store, tmp_path, name, name=f"{name}.txt")
    for path in (store.folder / "originals").rglob("*.txt"):
        if path.read_bytes() != b"young":
            os.utime(path, (time.time() - 7200, time.time() - 7200))
    (store.folder / "tmp" / "original-dead").write_bytes(b"half")
    found = {(finding.name, finding.severity) for finding in store.check()}
    assert found == {
        ("orphan_originals", "warning"),
        ("orphan_originals", "info"),
        ("leftover_files", "warning"),
    }
    assert len(store.repair()) == 2
    assert store.repair() == []
    left = {path.read_bytes() for path in (store.folder / "originals").rglob("*.txt")}
    assert left == {b"kept", b"young"}
    assert store.original_path(store.document(kept)).is_file()
    assert {(finding.name, finding.severity) for finding in store.check()} == {("orphan_originals", "info")}


def test_a_torn_database_is_found(store: Store, tmp_path: Path) -> None:
    add(store, tmp_path, *[f"page {number} with some words" for number in range(60)])
    store.close()
    path = store.folder / DATABASE
    connection = sqlite3.connect(path)
    (root,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'postings'").fetchone()
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    with path.open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(b"\xff" * size)
    with Store.open(store.folder) as torn:
        assert names(torn, deep=True) == {"database_damaged"}

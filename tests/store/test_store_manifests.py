"""What a signature over a document holds, and what tampering it shows."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st
from store_builders import add, document_of

from pincite.domain import Discrepancy
from pincite.errors import LibraryError, UsageError
from pincite.privacy.signing import SigningKey, given_keys, is_signed, readable_by_others, trusted_keys
from pincite.store import Store, manifests, restore
from pincite.store.manifests import Digests
from pincite.store.tables import chunk_tokens, chunk_vectors, chunks, documents, pages, postings


@pytest.fixture
def signed(store: Store, tmp_path: Path) -> Store:
    """A library with two signed documents."""
    store.signing = True
    add(store, tmp_path, "ant eats", "bee flies", "cat sleeps", name="a.txt")
    add(store, tmp_path, "dog runs", "eel swims", name="b.txt")
    return store


def keys(store: Store) -> dict[str, str]:
    return trusted_keys(store.folder / manifests.KEYS)


def check(store: Store, name: str = "a.txt") -> list[Discrepancy]:
    with store.reading() as connection:
        pk = connection.execute(sa.select(documents.c.pk).where(documents.c.file_name == name)).scalar_one()
        checked = manifests.check(connection, pk, keys(store))
    assert checked.key
    return checked.discrepancies


def tamper(store: Store, *statements: Any) -> None:
    # As who opens the file with other tools: nothing is checked.
    with store.writing() as connection:
        for statement in statements:
            connection.execute(sa.text(statement) if isinstance(statement, str) else statement)


def test_what_was_signed_is_sound(signed: Store) -> None:
    assert check(signed) == []
    assert check(signed, "b.txt") == []
    assert len(keys(signed)) == 1


def test_without_signing_nothing_is_signed(store: Store, tmp_path: Path) -> None:
    add(store, tmp_path, "ant", name="a.txt")
    with store.reading() as connection:
        assert manifests.check(connection, 1, []) == ("", [], 0, 0)
    assert not (store.folder / "keys").exists()


@pytest.mark.parametrize(
    ("statement", "kind", "pages_", "ordinal"),
    [
        ("UPDATE chunks SET text = 'bee stings' WHERE pk = 2", "chunk_changed", (2,), 1),
        ("UPDATE chunks SET section = '[\"Other\"]' WHERE pk = 2", "chunk_changed", (2,), 1),
        ("UPDATE chunks SET overlap = 1 WHERE pk = 2", "chunk_changed", (2,), 1),
        ("UPDATE chunk_vectors SET pooled = zeroblob(16) WHERE chunk_pk = 2", "chunk_changed", (2,), 1),
        ("UPDATE chunk_tokens SET data = x'00' WHERE chunk_pk = 2", "chunk_changed", (2,), 1),
        ("DELETE FROM chunk_vectors WHERE chunk_pk = 2", "chunk_changed", (2,), 1),
        ("UPDATE pages SET text = 'bee stings' WHERE pk = 2", "page_changed", (2,), None),
        ("UPDATE pages SET label = 'x' WHERE pk = 2", "page_changed", (2,), None),
        ("UPDATE pages SET boxes = x'00' WHERE pk = 2", "page_changed", (2,), None),
        ("UPDATE pages SET blocks = '{}' WHERE pk = 2", "page_changed", (2,), None),
        ("DELETE FROM pages WHERE pk = 2", "page_missing", (2,), None),
        ("DELETE FROM postings WHERE term = 'bee'", "words_changed", (), None),
        ("UPDATE postings SET chunks = x'' WHERE term = 'bee'", "words_changed", (), None),
        ("UPDATE documents SET title = 'Other' WHERE pk = 1", "record_changed", (), None),
        ("UPDATE documents SET sha256 = '%s' WHERE pk = 1" % ("0" * 64), "record_changed", (), None),
        ("UPDATE documents SET space = 'other' WHERE pk = 1", "record_changed", (), None),
        ("UPDATE documents SET id = 'other' WHERE pk = 1", "record_changed", (), None),
        ("UPDATE documents SET outline = '[]' WHERE pk = 1", "record_changed", (), None),
        ("UPDATE documents SET chunk_count = 2 WHERE pk = 1", "record_changed", (), None),
        ("UPDATE manifests SET signature = zeroblob(64) WHERE document_pk = 1", "signature_wrong", (), None),
        ("UPDATE manifests SET digests = x'00' WHERE document_pk = 1", "manifest_damaged", (), None),
        ("UPDATE manifests SET version = 9 WHERE document_pk = 1", "manifest_damaged", (), None),
    ],
)  # fmt: skip
def test_what_was_changed_is_named(
    signed: Store, statement: str, kind: str, pages_: tuple[int, ...], ordinal: int | None
) -> None:
    tamper(signed, statement)
    found = check(signed)
    assert [(one.kind, one.pages, one.ordinal) for one in found] == [(kind, pages_, ordinal)]
    assert check(signed, "b.txt") == []


def test_a_chunk_that_was_removed_is_placed_between_its_neighbours(signed: Store) -> None:
    tamper(
        signed,
        "DELETE FROM chunk_vectors WHERE chunk_pk = 2",
        "DELETE FROM chunk_tokens WHERE chunk_pk = 2",
        "DELETE FROM chunks WHERE pk = 2",
    )
    assert [(one.kind, one.ordinal, one.pages) for one in check(signed)] == [("chunk_missing", 1, (1, 3))]


def test_a_chunk_and_a_page_that_were_added(signed: Store) -> None:
    with signed.writing() as connection:
        chunk = connection.execute(sa.select(chunks).where(chunks.c.pk == 1)).one()._asdict()
        connection.execute(chunks.insert(), chunk | {"pk": 90, "ordinal": 3, "text": "planted"})
        connection.execute(chunk_vectors.insert(), {"chunk_pk": 90, "pooled": b"\0" * 16})
        connection.execute(chunk_tokens.insert(), {"chunk_pk": 90, "data": b""})
        page = connection.execute(sa.select(pages).where(pages.c.pk == 1)).one()._asdict()
        connection.execute(pages.insert(), page | {"pk": 90, "page_index": 4})
    found = check(signed)
    assert [(one.kind, one.ordinal, one.pages) for one in found] == [
        ("page_added", None, (4,)),
        ("chunk_added", 3, (1,)),
    ]


def test_chunks_swapped_between_documents(signed: Store) -> None:
    """Search maps a chunk to its document by its key: whole rows change places."""
    tamper(
        signed,
        "UPDATE chunks SET ordinal = 50 WHERE pk = 1",
        "UPDATE chunks SET document_pk = 1, ordinal = 0 WHERE pk = 4",
        "UPDATE chunks SET document_pk = 2, ordinal = 0 WHERE pk = 1",
    )
    assert [(one.kind, one.ordinal) for one in check(signed)] == [("chunk_changed", 0)]
    assert [(one.kind, one.ordinal) for one in check(signed, "b.txt")] == [("chunk_changed", 0)]


def test_two_equal_chunks_that_changed_places(store: Store, tmp_path: Path) -> None:
    store.signing = True
    add(store, tmp_path, "one", "two", name="a.txt")
    tamper(
        store,
        "UPDATE chunks SET ordinal = 9 WHERE pk = 1",
        "UPDATE chunks SET ordinal = 0 WHERE pk = 2",
        "UPDATE chunks SET ordinal = 1 WHERE pk = 1",
    )
    assert {(one.kind, one.ordinal) for one in check(store)} == {("chunk_changed", 0), ("chunk_changed", 1)}


def test_manifests_swapped_between_documents(signed: Store) -> None:
    tamper(
        signed,
        "CREATE TEMP TABLE kept AS SELECT * FROM manifests",
        "UPDATE manifests SET digests = (SELECT digests FROM kept WHERE document_pk = 2), "
        "signature = (SELECT signature FROM kept WHERE document_pk = 2) WHERE document_pk = 1",
    )
    assert {one.kind for one in check(signed)} >= {"record_changed", "words_changed", "page_changed"}


def test_who_recomputes_the_digests_still_lacks_the_key(signed: Store) -> None:
    with signed.writing() as connection:
        connection.execute(sa.text("UPDATE chunks SET text = 'planted' WHERE pk = 1"))
        row = connection.execute(sa.select(manifests.manifests).where(sa.text("document_pk = 1"))).one()
        old = Digests.unpacked(row.digests)
        packed = Digests(old.record, *manifests.stored_contents(connection, 1)).packed()
        connection.execute(
            manifests.manifests.update().where(sa.text("document_pk = 1")), {"digests": packed}
        )
    assert [one.kind for one in check(signed)] == ["signature_wrong"]


def test_who_signs_with_a_key_of_his_own_is_not_trusted(signed: Store, tmp_path: Path) -> None:
    other = SigningKey.of(tmp_path / "elsewhere")
    with signed.writing() as connection:
        connection.execute(sa.text("UPDATE chunks SET text = 'planted' WHERE pk = 1"))
        manifests.sign(connection, 1, manifests.stored_contents(connection, 1), other)
    found = check(signed)
    assert [one.kind for one in found] == ["foreign_key"]
    assert other.public in found[0].message


def test_replacing_signs_anew_and_removing_leaves_nothing(signed: Store, tmp_path: Path) -> None:
    old = signed.document("a.txt")
    signed.add_document(
        document_of(signed, tmp_path, "fox", name="a.txt"), collection="default", replace=old.id
    )
    assert check(signed) == []
    signed.signing = False
    signed.add_document(
        document_of(signed, tmp_path, "gnu", name="a.txt"), collection="default", replace=old.id
    )
    with signed.reading() as connection:
        assert not manifests.is_there(connection, 1)
    signed.remove_document("b.txt")
    with signed.reading() as connection:
        count = connection.execute(sa.select(sa.func.count()).select_from(manifests.manifests)).scalar_one()
    assert count == 0
    assert signed.check(deep=True) == []


def test_digests_of_the_spool_are_those_of_the_database(signed: Store) -> None:
    """Also with words in many runs: they are merged when the spool is closed."""
    with signed.reading() as connection:
        for pk in (1, 2):
            row = connection.execute(
                sa.select(manifests.manifests).where(manifests.manifests.c.document_pk == pk)
            ).one()
            assert manifests.stored_contents(connection, pk) == Digests.unpacked(row.digests)[1:]


def test_many_runs_of_words(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pincite.store.spool._RUN_CHUNKS", 1)
    monkeypatch.setattr("pincite.store.spool._RUN_PAGES", 1)
    store.signing = True
    add(store, tmp_path, "ant bee", "", "bee cat \u00e9 \U0001f600", "ant", name="a.txt")
    assert check(store) == []


def test_a_document_without_pages(store: Store, tmp_path: Path) -> None:
    store.signing = True
    add(store, tmp_path, name="a.txt")
    assert check(store) == []


def test_a_backup_holds_public_keys_and_no_private_one(signed: Store, tmp_path: Path) -> None:
    signed.backup(tmp_path / "backup.tar")
    secret = (signed.folder / "keys" / "manifest.key").read_bytes()
    assert secret not in (tmp_path / "backup.tar").read_bytes()
    folder = tmp_path / "restored"
    restore(tmp_path / "backup.tar", folder)
    with Store.open(folder) as restored:
        assert check(restored) == []
        restored.signing = True
        add(restored, tmp_path, "new", name="c.txt")
        assert check(restored, "c.txt") == []
        assert check(restored) == [], "what the former key signed stays valid"
        assert len(keys(restored)) == 2


_DIGESTS = st.lists(st.binary(min_size=32, max_size=32), max_size=5)


@given(_DIGESTS, _DIGESTS)
def test_digests_survive_packing(of_pages: list[bytes], of_chunks: list[bytes]) -> None:
    digests = Digests(b"r" * 32, b"w" * 32, of_pages, of_chunks)
    assert Digests.unpacked(digests.packed()) == digests


@given(st.binary(max_size=200))
def test_damaged_digests_are_told(data: bytes) -> None:
    try:
        digests = Digests.unpacked(data)
    except ValueError:
        return
    assert digests.packed() == data


# Keys


def test_the_private_key_is_its_owners_only(signed: Store) -> None:
    folder = signed.folder / "keys"
    if os.name != "nt":
        assert stat.S_IMODE((folder / "manifest.key").stat().st_mode) == 0o600
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert not readable_by_others(folder)
    (folder / "manifest.key").chmod(0o644)
    assert readable_by_others(folder) == (os.name != "nt")
    assert sorted(path.name for path in folder.iterdir()) == ["manifest.key", "manifest.pub"]


def test_many_that_make_a_key_at_once_get_the_same(tmp_path: Path) -> None:
    found: list[str] = []
    barrier = threading.Barrier(8)

    def make() -> None:
        barrier.wait()
        found.append(SigningKey.of(tmp_path / "keys").public)

    threads = [threading.Thread(target=make) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(found)) == 1
    assert list(trusted_keys(tmp_path / "keys")) == [found[0]]


def test_a_key_whose_public_half_was_not_written_yet(tmp_path: Path) -> None:
    """The process was killed in between."""
    key = SigningKey.of(tmp_path / "keys")
    (tmp_path / "keys" / "manifest.pub").unlink()
    assert SigningKey.of(tmp_path / "keys").public == key.public
    assert list(trusted_keys(tmp_path / "keys")) == [key.public]


def test_a_damaged_key_is_an_error_with_a_remedy(signed: Store, tmp_path: Path) -> None:
    (signed.folder / "keys" / "manifest.key").write_text("nonsense")
    with pytest.raises(LibraryError, match="is not the key") as error:
        add(signed, tmp_path, "new", name="c.txt")
    assert "remove the file" in error.value.remedy
    assert [document.file_name for document in signed.documents()] == ["a.txt", "b.txt"]
    (signed.folder / "keys" / "manifest.key").unlink()
    add(signed, tmp_path, "new", name="c.txt")
    assert check(signed, "c.txt") == check(signed) == []


def test_signatures(tmp_path: Path) -> None:
    key = SigningKey.of(tmp_path)
    signature = key.sign(b"text")
    assert is_signed(key.public, signature, b"text")
    assert not is_signed(key.public, signature, b"texts")
    assert not is_signed(key.public, b"", b"text")
    assert not is_signed("zz", signature, b"text")


def test_public_keys_that_are_given(tmp_path: Path) -> None:
    key = SigningKey.of(tmp_path)
    assert given_keys(key.public.upper()) == [key.public]
    (tmp_path / "manifest.key").unlink()
    other = SigningKey.of(tmp_path)
    assert given_keys(str(tmp_path / "manifest.pub")) == [key.public, other.public]
    for wrong in ("", "abc", str(tmp_path / "none"), str(tmp_path / "manifest.key")):
        with pytest.raises(UsageError, match="no public key"):
            given_keys(wrong)


def test_words_of_several_documents_do_not_mix(signed: Store) -> None:
    tamper(signed, sa.update(postings).where(postings.c.term == "eel").values(pages=b""))
    assert check(signed) == []
    assert [one.kind for one in check(signed, "b.txt")] == ["words_changed"]

from __future__ import annotations

import hashlib
import io
import json
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from store_builders import add, document_of

from pincite.errors import LibraryDamagedError, LibraryError, LibraryVersionError, UsageError
from pincite.store import Scope, Store, restore
from pincite.store.files import Originals
from support.viewers import make_account

Members = list[tuple[tarfile.TarInfo, bytes]]


def test_a_backup_restores_the_whole_library(store: Store, tmp_path: Path) -> None:
    (store.folder / "settings.toml").write_text("[search]\n")
    store.create_collection("law")
    add(store, tmp_path, "ant", "bee", name="a.pdf", collection="law")
    add(store, tmp_path, "cat", name="b.txt")
    report = store.backup(tmp_path / "backup.tar")
    assert (report.documents, report.chunks, report.originals) == (2, 3, 2)
    assert sorted(path.name for path in tmp_path.glob("*backup*")) == ["backup.tar"]
    folder = tmp_path / "new" / "library"
    assert restore(tmp_path / "backup.tar", folder).documents == 2
    with Store.open(folder) as restored:
        assert restored.documents() == store.documents()
        assert restored.collections() == store.collections()
        assert restored.search_chunks([["bee"]], Scope(), 5) == store.search_chunks([["bee"]], Scope(), 5)
        assert restored.check(deep=True) == []
        add(restored, tmp_path, "dog", name="c.txt")
        with Store.open(folder) as other:
            assert len(other.documents()) == 3
    assert (folder / "settings.toml").read_text() == "[search]\n"
    assert [path.name for path in folder.parent.iterdir()] == ["library"]


def test_a_backup_holds_an_original_of_two_spaces_once(store: Store, tmp_path: Path) -> None:
    ann = store.seen_by(make_account(store, "Ann", first=True))
    bob = store.seen_by(make_account(store, "Bob"))
    for view in (ann, bob):
        add(view, tmp_path, "same", collection=view.default_collection().id)
    report = store.backup(tmp_path / "backup.tar")
    assert (report.documents, report.originals) == (2, 1)
    restore(tmp_path / "backup.tar", tmp_path / "restored")
    with Store.open(tmp_path / "restored") as restored:
        assert restored.check(deep=True) == []
        for view in (ann, bob):
            again = restored.seen_by(view.access.viewer)
            assert again.documents() == view.documents()
            assert again.collections() == view.collections()


def test_an_empty_folder_can_be_restored_into_and_another_not(store: Store, tmp_path: Path) -> None:
    store.backup(tmp_path / "backup.tar")
    folder = tmp_path / "target"
    folder.mkdir()
    restore(tmp_path / "backup.tar", folder)
    with pytest.raises(UsageError, match="not empty"):
        restore(tmp_path / "backup.tar", folder)
    with pytest.raises(UsageError, match="cannot be read"):
        restore(tmp_path / "none.tar", tmp_path / "other")
    assert not (tmp_path / "other").exists()


def test_a_backup_is_not_written_over_a_file_or_into_the_library(store: Store, tmp_path: Path) -> None:
    (tmp_path / "there.tar").write_bytes(b"precious")
    for place in (tmp_path / "there.tar", tmp_path / "no folder" / "b.tar", store.folder / "cache.tar"):
        with pytest.raises(UsageError):
            store.backup(place)
    assert (tmp_path / "there.tar").read_bytes() == b"precious"


def test_a_document_removed_while_the_backup_is_taken_is_not_in_it(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = add(store, tmp_path, "kept", name="kept.txt")
    gone = add(store, tmp_path, "gone", name="gone.txt")
    digest = store.document(gone).sha256
    find = Originals.find

    def remove_first(self: Originals, sha256: str) -> Path | None:
        if sha256 == digest and any(document.id == gone for document in store.documents()):
            with monkeypatch.context() as original:
                original.setattr(Originals, "find", find)
                store.remove_document(gone)
        return find(self, sha256)

    monkeypatch.setattr(Originals, "find", remove_first)
    assert store.backup(tmp_path / "backup.tar").documents == 1
    restore(tmp_path / "backup.tar", tmp_path / "new")
    with Store.open(tmp_path / "new") as restored:
        assert [document.id for document in restored.documents()] == [kept]
        assert restored.check(deep=True) == []


def test_a_library_with_a_missing_or_changed_original_is_not_backed_up_silently(
    store: Store, tmp_path: Path
) -> None:
    path = store.original_path(store.document(add(store, tmp_path, "text")))
    path.write_bytes(b"tExt")
    with pytest.raises(LibraryDamagedError, match="was changed"):
        store.backup(tmp_path / "backup.tar")
    path.unlink()
    with pytest.raises(LibraryDamagedError, match="is missing"):
        store.backup(tmp_path / "backup.tar")
    assert list(tmp_path.glob("*backup*")) == []


def test_a_full_disk_leaves_no_half_backup(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(store, tmp_path, "text")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tarfile.TarFile, "addfile", full)
    with pytest.raises(LibraryError, match="disk is full"):
        store.backup(tmp_path / "backup.tar")
    assert list(tmp_path.glob("*backup*")) == []


def members_of(file: Path) -> Members:
    with tarfile.open(file) as archive:
        return [(member, archive.extractfile(member).read()) for member in archive]  # type: ignore[union-attr]


def write(file: Path, members: Members) -> Path:
    with tarfile.open(file, "w") as archive:
        for info, content in members:
            info.size = len(content) if info.isreg() else 0
            archive.addfile(info, io.BytesIO(content))
    return file


def with_manifest(members: Members, change: Callable[[dict[str, Any]], None]) -> Members:
    manifest = json.loads(members[0][1])
    change(manifest)
    return [(members[0][0], json.dumps(manifest).encode()), *members[1:]]


def smuggled(name: str, content: bytes = b"evil", *, listed: bool) -> Callable[[Members], Members]:
    entry = {"name": name, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()}

    def change(members: Members) -> Members:
        added = [*members, (tarfile.TarInfo(name), content)]
        return with_manifest(added, lambda manifest: manifest["files"].append(entry)) if listed else added

    return change


def link(kind: bytes) -> Callable[[Members], Members]:
    def change(members: Members) -> Members:
        info = tarfile.TarInfo(members[1][0].name)
        info.type, info.linkname = kind, "/etc/passwd"
        return [members[0], (info, b""), *members[2:]]

    return change


def turned(members: Members) -> Members:
    name, content = members[-1]
    return [*members[:-1], (name, content[::-1])]


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(smuggled("../escape.txt", listed=True), id="parent"),
        pytest.param(smuggled("/tmp/escape.txt", listed=True), id="absolute"),
        pytest.param(smuggled("originals/../../escape.txt", listed=True), id="through"),
        pytest.param(smuggled("originals\\..\\escape.txt", listed=True), id="backslash"),
        pytest.param(smuggled("cache/model.bin", listed=True), id="foreign"),
        pytest.param(smuggled("settings.toml", listed=False), id="unlisted"),
        pytest.param(link(tarfile.SYMTYPE), id="symlink"),
        pytest.param(link(tarfile.LNKTYPE), id="hardlink"),
        pytest.param(link(tarfile.DIRTYPE), id="folder"),
        pytest.param(lambda members: [*members, members[-1]], id="twice"),
        pytest.param(lambda members: members[:-1], id="lacking"),
        pytest.param(lambda members: members[1:], id="no manifest"),
        pytest.param(lambda members: [(members[0][0], b"{"), *members[1:]], id="broken manifest"),
        pytest.param(lambda members: with_manifest(members, lambda m: m.pop("counts")), id="no counts"),
        pytest.param(lambda members: with_manifest(members, lambda m: m.update(files=[])), id="no files"),
        pytest.param(turned, id="other bytes"),
    ],
)
def test_a_backup_that_was_tampered_with_restores_nothing(
    store: Store, tmp_path: Path, change: Callable[[Members], Members]
) -> None:
    add(store, tmp_path, "text")
    store.backup(tmp_path / "backup.tar")
    before = sorted(tmp_path.iterdir())
    bad = write(tmp_path / "bad.tar", change(members_of(tmp_path / "backup.tar")))
    with pytest.raises(LibraryDamagedError, match="not a sound Pincite backup"):
        restore(bad, tmp_path / "new")
    assert sorted(tmp_path.iterdir()) == sorted([*before, bad])


@pytest.mark.parametrize("length", [0, 100, 700, 30_000, -600])
def test_a_backup_cut_off_restores_nothing(store: Store, tmp_path: Path, length: int) -> None:
    add(store, tmp_path, "text")
    store.backup(tmp_path / "backup.tar")
    content = (tmp_path / "backup.tar").read_bytes().rstrip(b"\0")
    (tmp_path / "bad.tar").write_bytes(content[:length])
    with pytest.raises(LibraryDamagedError, match="not a sound Pincite backup"):
        restore(tmp_path / "bad.tar", tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_backup_of_a_newer_version_is_left_alone(store: Store, tmp_path: Path) -> None:
    store.backup(tmp_path / "backup.tar")
    for change in ({"schema": "9999"}, {"format": 2}):
        members = members_of(tmp_path / "backup.tar")
        newer = write(tmp_path / "newer.tar", with_manifest(members, lambda m, c=change: m.update(c)))  # type: ignore[misc]
        with pytest.raises(LibraryVersionError, match="newer version"):
            restore(newer, tmp_path / "new")


def test_a_backup_taken_while_others_write_is_of_one_state(store: Store, tmp_path: Path) -> None:
    add(store, tmp_path, "ant", name="a.txt")
    with Store.open(store.folder) as other, other._backend.writing() as connection:
        connection.exec_driver_sql("UPDATE documents SET title = 'half done'")
        document_of(store, tmp_path, "unfinished", name="u.txt")
        report = store.backup(tmp_path / "backup.tar")
    assert report.originals == 1
    restore(tmp_path / "backup.tar", tmp_path / "new")
    with Store.open(tmp_path / "new") as restored:
        assert [document.title for document in restored.documents()] == ["A Title"]
        assert restored.check(deep=True) == []

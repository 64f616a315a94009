from __future__ import annotations

import errno
import hashlib
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import IO, Any

import pytest
from store_builders import add, document_of

from pincite.errors import DocumentError, LibraryError
from pincite.store import Store, files
from pincite.store.files import Scratch, safe_suffix


def files_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_an_original_is_kept_under_its_digest_once(store: Store, tmp_path: Path) -> None:
    content = b"some bytes" * 500_000
    first, second = tmp_path / "a.PDF", tmp_path / "other name.txt"
    first.write_bytes(content)
    second.write_bytes(content)
    digest = hashlib.sha256(content).hexdigest()
    assert store.put_original(first) == (digest, len(content))
    assert store.put_original(second) == (digest, len(content))
    assert files_in(store.folder / "originals") == [store.folder / "originals" / digest[:2] / f"{digest}.pdf"]
    assert files_in(store.folder / "tmp") == []
    assert files_in(store.folder / "originals")[0].read_bytes() == content


def test_a_truncated_original_is_written_again(store: Store, tmp_path: Path) -> None:
    source = tmp_path / "a.txt"
    source.write_bytes(b"0123456789")
    store.put_original(source)
    (kept,) = files_in(store.folder / "originals")
    kept.write_bytes(b"01234")
    store.put_original(source)
    assert kept.read_bytes() == b"0123456789"


@pytest.mark.parametrize(
    ("name", "suffix"),
    [
        ("a.PDF", ".pdf"),
        ("archive.tar.gz", ".gz"),
        ("no suffix", ""),
        ("x.../../escape", ""),
        ("a.p\0df", ""),
        ("a.reallyverylongsuffix", ""),
        ("a.éé", ""),
        ("ж" * 120 + ".docx", ".docx"),
    ],
)
def test_only_plain_suffixes_reach_the_disk(name: str, suffix: str) -> None:
    assert safe_suffix(name) == suffix


def test_a_file_that_cannot_be_read_is_the_files_fault(store: Store, tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match=r"missing\.pdf cannot be read"):
        store.put_original(tmp_path / "missing.pdf")
    with pytest.raises(DocumentError, match="cannot be read"):
        store.put_original(tmp_path)


@pytest.mark.parametrize("digest", ["*", "", "../" * 22, "A" * 64, "0" * 63 + "*"])
def test_only_digests_name_originals(store: Store, tmp_path: Path, digest: str) -> None:
    add(store, tmp_path, "text")
    with pytest.raises(ValueError, match="not a SHA-256"):
        store.discard_original(digest)
    with pytest.raises(ValueError, match="not a SHA-256"):
        add(store, tmp_path, "text", sha256=digest)
    assert store.check() == []


def test_a_full_disk_leaves_no_half_file(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "a.txt"
    source.write_bytes(b"content")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(LibraryError, match="disk is full") as caught:
            store.put_original(source)
    assert caught.value.remedy
    assert files_in(store.folder / "tmp") + files_in(store.folder / "originals") == []
    store.put_original(source)
    assert len(files_in(store.folder / "originals")) == 1


def test_the_original_goes_with_its_document(store: Store, tmp_path: Path) -> None:
    kept = add(store, tmp_path, "one", name="one.txt")
    gone = add(store, tmp_path, "two", name="two.txt")
    assert store.original_path(store.document(kept)).read_bytes() == b"one"
    store.remove_document(gone)
    assert [path.read_bytes() for path in files_in(store.folder / "originals")] == [b"one"]


def test_an_original_without_document_can_be_discarded_and_only_such_a_one(
    store: Store, tmp_path: Path
) -> None:
    new = document_of(store, tmp_path, "text")
    assert store.discard_original(new.sha256)
    assert files_in(store.folder / "originals") == []
    document = store.add_document(document_of(store, tmp_path, "text"), collection="default").document
    assert not store.discard_original(document.sha256)
    assert store.original_path(document).is_file()


def test_an_original_removed_before_its_document_came_is_copied_again(store: Store, tmp_path: Path) -> None:
    changes: dict[str, Any] = {"name": "a.txt"}
    new = document_of(store, tmp_path, "text", source=tmp_path / "a.txt", **changes)
    store.discard_original(new.sha256)
    document = store.add_document(new, collection="default").document
    assert store.original_path(document).read_bytes() == b"text"


def test_without_its_original_no_document_is_added(store: Store, tmp_path: Path) -> None:
    new = document_of(store, tmp_path, "text")
    store.discard_original(new.sha256)
    with pytest.raises(LibraryError, match="is not in the library"):
        store.add_document(new, collection="default")
    changed = document_of(store, tmp_path, "text", source=tmp_path / "paper.txt")
    store.discard_original(changed.sha256)
    (tmp_path / "paper.txt").write_text("other text")
    with pytest.raises(DocumentError, match="changed while"):
        store.add_document(changed, collection="default")
    assert store.documents() == []


def test_leftovers_of_dead_processes_are_swept_and_those_of_living_ones_are_not(
    library: Path, tmp_path: Path
) -> None:
    with Store.open(library):
        pass
    hold = (
        "import sys, pathlib; from pincite.store.files import Scratch\n"
        "with Scratch(pathlib.Path(sys.argv[1])).file('original') as (path, handle):\n"
        "    handle.write(b'half'); handle.flush(); print(path.name, flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", hold, str(library / "tmp")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        name = process.stdout.readline().strip()
        old = library / "tmp" / "new-0123"
        old.mkdir()
        os.utime(old, (time.time() - 7200, time.time() - 7200))
        young = library / "tmp" / "new-4567"
        young.mkdir()
        with Store.open(library, read_only=True):
            assert old.exists()
        with Store.open(library):
            assert sorted(path.name for path in (library / "tmp").iterdir()) == sorted([name, "new-4567"])
            process.kill()
            process.wait()
        with Store.open(library):
            assert [path.name for path in (library / "tmp").iterdir()] == ["new-4567"]


def test_a_scratch_file_is_gone_after_use(tmp_path: Path) -> None:
    with Scratch(tmp_path).file("x") as (path, handle):
        handle.write(b"x")
        assert path.exists()
    assert not path.exists()


def test_a_file_swept_between_its_making_and_its_lock_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = files._lock
    swept: list[int] = []

    def sweep_first(handle: IO[bytes], *, wait: bool) -> bool:
        if wait and not swept:
            swept.append(Scratch(tmp_path).sweep())
        return lock(handle, wait=wait)

    monkeypatch.setattr(files, "_lock", sweep_first)
    with Scratch(tmp_path).file("x") as (path, handle):
        handle.write(b"content")
        handle.flush()
        assert path.read_bytes() == b"content"
    assert swept == [1]

"""Following a folder: the library holds what the folder holds, and is told nothing false by a folder that vanishes."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from small_files import HERON, OSPREY, names, write_pdf

from pincite import Library
from pincite.domain import JobState, Role
from pincite.errors import ConflictError, LibraryBusyError, UsageError
from pincite.ingest import pipeline
from pincite.ingest.following import QUIET_SECONDS, Follower
from pincite.ingest.lookout import Lookout
from pincite.store import Store
from pincite.store.tables import accounts
from pincite.store.watched import Followed, Watched
from support.viewers import make_account


class Folder:
    """A watched folder, and the one who follows it; time is what the test says."""

    def __init__(
        self, library: Library, path: Path, owner: Library | None = None, collection: str | None = None
    ) -> None:
        self.library = library
        self.path = path
        self.now = 0.0
        path.mkdir(parents=True, exist_ok=True)
        self.id = (owner or library).watch(path, collection).id
        self.forget()

    def forget(self) -> None:
        """Another process goes on."""
        found = self.library.store.watched.get(self.id)
        self.follower = Follower(self.library.store, found, lambda: self.now)

    def look(self) -> bool:
        """Look, and once more when all has been quiet for long enough."""
        self.follower.look()
        self.now += QUIET_SECONDS
        waiting = self.follower.look()
        self.now += QUIET_SECONDS
        return self.follower.look() if waiting else waiting

    def follow(self) -> list[str]:
        """Look, and do what there is to do; gives the names of the documents in the collection."""
        self.look()
        self.library.worker().run(once=True)
        return sorted(names(self.library, "default"))

    @property
    def failure(self) -> str:
        return self.library.watched_folder(self.id).failure


@pytest.fixture
def folder(library: Library, tmp_path: Path) -> Folder:
    return Folder(library, tmp_path / "papers")


def test_files_come_change_and_go(folder: Folder) -> None:
    first = write_pdf(folder.path / "heron.pdf", HERON)
    write_pdf(folder.path / "deep" / "osprey.pdf", OSPREY)
    assert folder.follow() == ["heron.pdf", "osprey.pdf"]
    assert not folder.look(), "nothing is waited for"
    identity = folder.library.document("heron.pdf").id
    assert folder.library.jobs(batch=folder.id).items[0].state is JobState.DONE

    write_pdf(first, HERON, "A second page about the pump.")
    assert folder.follow() == ["heron.pdf", "osprey.pdf"]
    changed = folder.library.document("heron.pdf")
    assert (changed.id, changed.pages) == (identity, 2), "a new version of the same document"

    first.unlink()
    assert folder.follow() == ["osprey.pdf"]
    assert folder.library.check(deep=True) == []
    assert list((folder.library.folder / "incoming").iterdir()) == []


def test_what_changed_while_nothing_ran_is_followed(folder: Folder) -> None:
    write_pdf(folder.path / "heron.pdf", HERON)
    gone = write_pdf(folder.path / "osprey.pdf", OSPREY)
    folder.follow()
    gone.unlink()
    write_pdf(folder.path / "new.pdf", "The kestrel.")
    folder.forget()
    assert folder.follow() == ["heron.pdf", "new.pdf"]


def test_what_could_not_be_removed_is_removed_later(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    first, other = (write_pdf(folder.path / f"{name}.pdf", name) for name in ("heron", "osprey"))
    folder.follow()
    first.unlink()

    def busy(*_: object) -> None:
        raise LibraryBusyError("the library is busy")

    with monkeypatch.context() as patched:
        patched.setattr(Store, "remove_from_collection", busy)
        assert folder.follow() == ["heron.pdf", "osprey.pdf"]
    assert folder.follow() == [other.name]


def test_a_renamed_file_is_the_same_document(folder: Folder) -> None:
    before = write_pdf(folder.path / "heron.pdf", HERON)
    folder.follow()
    identity = folder.library.document("heron.pdf").id
    (folder.path / "birds").mkdir()
    before.rename(folder.path / "birds" / "heron (final).pdf")
    assert folder.follow() == ["heron (final).pdf"]
    assert folder.library.document("heron (final).pdf").id == identity
    assert len(folder.library.jobs().items) == 1, "it was not read again"


def test_a_touched_file_is_not_read_again(folder: Folder) -> None:
    file = write_pdf(folder.path / "heron.pdf", HERON)
    folder.follow()
    os.utime(file, ns=(1, 1))
    folder.follow()
    assert len(folder.library.jobs().items) == 1


def test_a_file_that_is_being_written_waits(folder: Folder) -> None:
    file = write_pdf(folder.path / "heron.pdf", HERON)
    whole = file.read_bytes()
    file.write_bytes(whole[:100])
    assert folder.follower.look()
    folder.now += QUIET_SECONDS
    file.write_bytes(whole[:200])
    assert folder.follower.look()
    folder.now += QUIET_SECONDS / 2
    file.write_bytes(whole)
    assert folder.follower.look()
    assert folder.library.jobs().items == ()
    assert folder.follow() == ["heron.pdf"]


def test_what_is_none_of_our_business(folder: Folder, tmp_path: Path) -> None:
    outside = write_pdf(tmp_path / "outside" / "secret.pdf", OSPREY)
    (folder.path / "link.pdf").symlink_to(outside)
    (folder.path / "dead.pdf").symlink_to(tmp_path / "nowhere.pdf")
    (folder.path / "folder-link").symlink_to(outside.parent)
    write_pdf(folder.path / "~$heron.pdf", HERON)
    write_pdf(folder.path / ".heron.pdf", HERON)
    write_pdf(folder.path / "heron.pdf.part", HERON)
    write_pdf(folder.path / ".trash" / "heron.pdf", HERON)
    os.mkfifo(folder.path / "pipe.pdf")
    assert folder.follow() == []
    write_pdf(folder.path / "heron.pdf", HERON)
    (folder.path / "inner.pdf").symlink_to(folder.path / "heron.pdf")
    assert folder.follow() == ["heron.pdf"]


def test_a_folder_that_vanishes_removes_nothing(folder: Folder, tmp_path: Path) -> None:
    write_pdf(folder.path / "heron.pdf", HERON)
    folder.follow()
    folder.path.rename(tmp_path / "unmounted")
    assert folder.follow() == ["heron.pdf"]
    assert "nothing was removed" in folder.failure
    folder.path.mkdir()
    assert folder.follow() == ["heron.pdf"]
    assert "missing at once" in folder.failure
    shutil.rmtree(folder.path)
    (tmp_path / "unmounted").rename(folder.path)
    assert folder.follow() == ["heron.pdf"]
    assert folder.failure == ""


def test_a_document_stays_that_was_added_otherwise_too(folder: Folder, tmp_path: Path) -> None:
    first = write_pdf(folder.path / "heron.pdf", HERON)
    twin = write_pdf(folder.path / "twin.pdf", HERON)
    write_pdf(folder.path / "osprey.pdf", OSPREY)
    folder.follow()
    first.unlink()
    assert len(folder.follow()) == 2, "the other file of the same bytes holds it"

    with folder.library.receiving() as received:
        received.write(twin.read_bytes())
        folder.library.hand_in(received, file_name="mine.pdf", collection="default")
    folder.library.worker().run(once=True)
    twin.unlink()
    assert len(folder.follow()) == 2, "somebody handed it in"
    assert {state.path for state in folder.library.store.watched.files(found(folder)).values()} == {
        "osprey.pdf"
    }


def test_a_document_stays_that_was_added_by_command_too(folder: Folder, tmp_path: Path) -> None:
    followed = write_pdf(folder.path / "heron.pdf", HERON)
    write_pdf(folder.path / "osprey.pdf", OSPREY)
    folder.follow()
    report = folder.library.add(followed)
    assert [entry.document.file_name for entry in report.unchanged] == ["heron.pdf"]
    followed.unlink()
    assert folder.follow() == ["heron.pdf", "osprey.pdf"]
    folder.library.add(folder.path / "osprey.pdf", collection="other")
    (folder.path / "osprey.pdf").unlink()
    write_pdf(folder.path / "third.pdf", HERON, OSPREY)
    assert folder.follow() == ["heron.pdf", "third.pdf"], "it was added to another collection only"
    assert names(folder.library, "other") == ["osprey.pdf"]


def test_a_document_stays_that_a_command_was_adding_when_it_came(
    folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    followed = write_pdf(folder.path / "heron.pdf", HERON)
    write_pdf(folder.path / "osprey.pdf", OSPREY)
    store_document = pipeline.store_document

    def overtaken(*arguments: Any, **named: Any) -> Any:
        folder.follow()
        return store_document(*arguments, **named)

    monkeypatch.setattr(pipeline, "store_document", overtaken)
    folder.library.add(followed)
    followed.unlink()
    assert folder.follow() == ["heron.pdf", "osprey.pdf"]


def test_a_changed_file_leaves_what_others_hold(folder: Folder, library: Library) -> None:
    first = write_pdf(folder.path / "heron.pdf", HERON)
    folder.follow()
    before = library.document("heron.pdf")
    library.create_collection("mine")
    library.add_to_collection(before.id, "mine")
    write_pdf(first, HERON, OSPREY)
    assert folder.follow() == ["heron.pdf"]
    assert library.documents("default")[0].pages == 2
    assert [document.id for document in library.documents("mine")] == [before.id]
    assert library.documents("mine")[0].pages == 1


def test_a_changed_file_leaves_what_its_account_does_not_see(library: Library, tmp_path: Path) -> None:
    ann = library.seen_by(make_account(library.store, "Ann", first=True))
    bob = library.seen_by(make_account(library.store, "Bob"))
    shared, own = ann.create_collection("shared").id, ann.create_collection("own").id
    ann.share(shared, "Bob", Role.EDITOR)
    folder = Folder(library, tmp_path / "papers", bob, shared)
    first = write_pdf(folder.path / "heron.pdf", HERON)
    folder.follow()
    (before,) = ann.documents(shared)
    ann.add_to_collection(before.id, own)
    write_pdf(first, HERON, OSPREY)
    folder.follow()
    assert [document.pages for document in ann.documents(shared)] == [2]
    assert [(document.id, document.pages) for document in ann.documents(own)] == [(before.id, 1)]


def test_a_version_that_cannot_be_read_leaves_the_one_before(folder: Folder) -> None:
    first = write_pdf(folder.path / "heron.pdf", HERON)
    folder.follow()
    first.write_bytes(b"no PDF at all")
    assert folder.follow() == ["heron.pdf"]
    assert folder.library.jobs(state=JobState.FAILED).items[0].file_name == "heron.pdf"
    write_pdf(first, OSPREY)
    assert folder.follow() == ["heron.pdf"]
    assert "osprey" in folder.library.page(folder.library.document("heron.pdf").id, 1).text


def test_a_file_that_goes_before_it_was_read(folder: Folder) -> None:
    first = write_pdf(folder.path / "heron.pdf", HERON)
    write_pdf(folder.path / "osprey.pdf", OSPREY)
    folder.look()
    first.unlink()
    assert folder.follow() == ["osprey.pdf"]


def test_two_that_follow_at_once_hand_in_once(folder: Folder) -> None:
    other = Follower(folder.library.store, found(folder), lambda: folder.now)
    write_pdf(folder.path / "heron.pdf", HERON)
    for _ in range(3):
        folder.follower.look()
        other.look()
        folder.now += QUIET_SECONDS
    assert len(folder.library.jobs().items) == 1
    assert len(list((folder.library.folder / "incoming").iterdir())) == 1


def test_one_worker_of_all_follows(library: Library) -> None:
    now = 0.0

    def clock() -> float:
        return now

    watched = Watched(library.store.jobs.backend, clock)
    assert watched.lead("one", 30)
    assert not watched.lead("two", 30)
    assert watched.lead("one", 30)
    now = 40
    assert watched.lead("two", 30)
    assert not watched.lead("one", 30)


def test_a_folder_waits_while_its_account_is_disabled(library: Library, tmp_path: Path) -> None:
    viewer = make_account(library.store, "Ann", first=True)
    papers = tmp_path / "papers"
    papers.mkdir()
    watched = library.seen_by(viewer).watch(papers)
    lookout = Lookout(library.store)
    failures = []
    for disabled in (False, True, False):
        with library.store.writing() as connection:
            connection.execute(accounts.update().values(disabled=disabled))
        lookout._due.clear()
        lookout._round()
        failures.append(library.watched_folder(watched.id).failure)
    lookout._listen([])
    assert failures == ["", "the account that watches it is disabled", ""]


def test_unwatching_keeps_the_documents(folder: Folder) -> None:
    write_pdf(folder.path / "heron.pdf", HERON)
    folder.follow()
    folder.library.unwatch(str(folder.path))
    assert names(folder.library) == ["heron.pdf"]
    assert folder.library.watched() == []


def test_a_collection_that_was_removed(folder: Folder, library: Library, tmp_path: Path) -> None:
    library.create_collection("papers")
    other = tmp_path / "other"
    other.mkdir()
    identity = library.watch(other, "papers").id
    write_pdf(other / "heron.pdf", HERON)
    library.delete_collection("papers")
    follower = Follower(library.store, library.store.watched.get(identity))
    assert not follower.look()
    assert "collection was removed" in library.watched_folder(identity).failure


@pytest.mark.parametrize("where", ["library", "library/originals", "."])
def test_the_library_itself_is_not_watched(library: Library, tmp_path: Path, where: str) -> None:
    with pytest.raises(UsageError, match="own folder"):
        library.watch(tmp_path / where)


def test_a_folder_is_watched_once(folder: Folder) -> None:
    with pytest.raises(ConflictError):
        folder.library.watch(folder.path / ".")


def found(folder: Folder) -> Followed:
    return folder.library.store.watched.get(folder.id)

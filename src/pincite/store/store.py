"""The library's database and files behind one object."""

from __future__ import annotations

import contextlib
import copy
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

import sqlalchemy as sa

from pincite.domain import Collection, Document, Role, Share, Viewer
from pincite.errors import (
    DocumentError,
    LibraryBusyError,
    LibraryDamagedError,
    LibraryError,
    NotFoundError,
    UsageError,
)
from pincite.privacy.signing import SigningKey
from pincite.store import backup as backups
from pincite.store import check as checks
from pincite.store import collections as sets
from pincite.store import manifests, read, schema, sharing, sqlite, turns, write
from pincite.store.access import EVERYTHING, Access
from pincite.store.codec import storable
from pincite.store.conversations import Conversations
from pincite.store.create import DATABASE, create_library
from pincite.store.files import Originals, Scratch, disk_errors
from pincite.store.incoming import Incoming
from pincite.store.jobs import Jobs
from pincite.store.reader import Reader
from pincite.store.records import (
    AddResult,
    BackupReport,
    Finding,
    NewDocument,
    StoredOriginal,
)
from pincite.store.results import Results
from pincite.store.spool import Spool
from pincite.store.tables import documents, meta
from pincite.store.work import Work

_COUNTED = frozenset({"jobs_version", "next_chunk", "next_page", "revision"})
_ADD_AGAIN = "Add the file again."
_LONGEST_TITLE = 500

OnStored = Callable[[sa.Connection, AddResult], None]
"""What else belongs into the transaction that stores a document."""


class Store(Reader):
    """A library: documents with their pages, chunks, vectors and words, and the original files.

    Usable from several threads at once, and the same library from several processes. Each method is one
    transaction; inside `snapshot()` all reads of a thread see one state. Open it with `Store.open`.

    Attributes:
        folder: The library's folder.
        signing: Whether documents that are added are signed.
    """

    def __init__(self, folder: Path, backend: sqlite.SqliteBackend) -> None:
        super().__init__(backend)
        self.folder = folder
        self.signing = False
        self._scratch = Scratch(folder / "tmp")
        self._originals = Originals(folder / "originals", self._scratch)
        self.work = Work(folder / "work")
        self.results = Results(backend, EVERYTHING)
        self.conversations = Conversations(backend, EVERYTHING)
        self.jobs = Jobs(backend, Incoming(folder / "incoming"))

    @classmethod
    def open(
        cls,
        folder: Path,
        *,
        create: bool = True,
        read_only: bool = False,
        busy_seconds: float = sqlite.BUSY_SECONDS,
    ) -> Self:
        """Open the library in a folder.

        Args:
            folder: The library's folder.
            create: Make a new library when the folder does not exist or is empty.
            read_only: Never write; works on read-only media.
            busy_seconds: How long to wait for another process's transaction.

        Raises:
            NotFoundError: if there is no library and none shall be made.
            UsageError: if the folder holds something else.
            LibraryDamagedError: if the database is not one of Pincite's.
            LibraryVersionError: if a newer Pincite wrote it.
            LibraryBusyError: if another process kept it locked.
        """
        path = folder / DATABASE
        if not path.is_file():
            if read_only or not create:
                raise NotFoundError(f"there is no library in {folder}", "`pincite add FILE` makes one.")
            create_library(folder)
        if sqlite.application_id(path) != sqlite.APPLICATION_ID:
            raise LibraryDamagedError(
                f"{path} is not the database of a Pincite library", "Choose another folder with --library."
            )
        backend = sqlite.SqliteBackend(path, read_only=read_only, busy_seconds=busy_seconds)
        try:
            schema.ensure_current(backend, read_only=read_only)
            store = cls(folder, backend)
            if not read_only:
                with disk_errors(folder):
                    store._originals.folder.mkdir(exist_ok=True)
                    store._scratch.folder.mkdir(exist_ok=True)
                    store._scratch.sweep()
        except BaseException:
            backend.close()
            raise
        return store

    def close(self) -> None:
        """Close all connections; no other thread may be using the store any more."""
        self._backend.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def seen_by(self, viewer: Viewer | None) -> Self:
        """The store as an account sees it: what is not shared with it does not exist. It is closed with this one.

        Connections, snapshots and what is held in memory are those of this one.
        """
        view = copy.copy(self)
        view._access = Access(viewer)
        view.results = Results(self._backend, view._access)
        view.conversations = Conversations(self._backend, view._access)
        return view

    def writing(self, *, wait: bool = True) -> contextlib.AbstractContextManager[sa.Connection]:
        """A transaction that holds the write lock; keep it short, and let no model run within it.

        Args:
            wait: For others that write; else LibraryBusyError is raised at once.
        """
        return self._backend.writing(wait=wait)

    # Originals

    def put_original(self, path: Path) -> StoredOriginal:
        """Copy a file into the library; complete and on the disk when this returns. Idempotent.

        Raises:
            DocumentError: if the file cannot be read.
            LibraryError: if the disk is full or may not be written.
        """
        return self._originals.put(path)

    def original_path(self, document: Document) -> Path:
        """Where the document's original file is.

        Raises:
            NotFoundError: if it is missing, or the document is not there any more.
        """
        if not self._access.everything:
            self.document_by_id(document.id)
        path = self._originals.find(document.sha256)
        if path is None:
            raise NotFoundError(
                f"the original of {document.file_name} is missing from the library", _ADD_AGAIN
            )
        return path

    def discard_original(self, sha256: str) -> bool:
        """Remove an original that no document refers to, e.g. after its file could not be read.

        Returns:
            False when a document does refer to it, and nothing was removed.
        """
        # Under the write lock: else another process could add a document of these bytes in between.
        with self._backend.writing() as connection:
            statement = sa.select(documents.c.pk).where(documents.c.sha256 == sha256).limit(1)
            if connection.execute(statement).first() is not None:
                return False
            self._originals.remove(sha256)
        return True

    # Documents

    @contextlib.contextmanager
    def spool(self) -> Iterator[Spool]:
        """A place for the pages and chunks of a document that is too large for memory; removed at the end."""
        with disk_errors(self.folder):
            # Without a name in the folder, nothing is left of it when the process dies.
            file = tempfile.TemporaryFile(dir=self._scratch.folder)  # noqa: SIM115 - closed below
        with file:
            yield Spool(file, self.folder)

    @contextlib.contextmanager
    def scratch_file(self) -> Iterator[Path]:
        """An empty file in the library's folder, removed at the end, or when the library is opened after a crash."""
        with self._scratch.file("pages") as (path, _):
            yield path

    def add_document(
        self,
        new: NewDocument,
        *,
        collection: str | None,
        replace: str | None = None,
        spool: Spool | None = None,
        on_stored: OnStored | None = None,
    ) -> AddResult:
        """Store a document with everything that belongs to it, visible to others all at once.

        Args:
            new: The document; its original was put by `put_original`.
            collection: Name or id of an existing collection that it shall be in, in whose space it goes; None for those
                of the document that it replaces.
            replace: Id of the document whose content this is to replace; it keeps its id and collections.
                If this fails, the old content stays as it is.
            spool: Holds all pages and chunks, and `new` none.
            on_stored: Called at the end of the transaction; what it raises undoes all of it.

        Returns:
            The document; "existing" when the same bytes were in the space already under another id, where the viewer
            sees them: nobody learns from it what others have. With `replace` that document takes the place of the old
            one, in all its collections.

        Raises:
            NotFoundError: if the collection, or the document to replace, does not exist (any more).
            ForbiddenError: if the viewer is not an editor of the collection, or of the document to replace.
            UsageError: if the document to replace is in another space.
            ModelMismatchError: if its vectors are not as long as those of other documents.
            LibraryBusyError: if another process kept the library locked.
            LibraryError: if the disk is full, or the original is missing.
            ValueError: if the parts of `new` do not fit together.
        """
        if spool is None:
            with self.spool() as own:
                own.add_pages(new.pages, new.page_terms)
                own.add_chunks(new.chunks)
                return self._add_spooled(new, own, collection, replace, on_stored)
        return self._add_spooled(new, spool, collection, replace, on_stored)

    def _add_spooled(
        self,
        new: NewDocument,
        spool: Spool,
        collection: str | None,
        replace: str | None,
        on_stored: OnStored | None,
    ) -> AddResult:
        spool.close()
        row = write.document_row(new, spool)
        key = SigningKey.of(self.folder / manifests.KEYS) if self.signing else None
        retired = None
        outcome: Literal["added", "replaced", "existing"]
        with self._backend.writing() as connection:
            collection_pk = None if collection is None else sets.get(connection, self._access, collection)
            space = None
            if collection_pk is not None:
                self._access.require_in(connection, collection_pk, Role.EDITOR)
                space = sets.space_of(connection, collection_pk)
            target = None if replace is None else self._to_change(connection, replace, space)
            if space is None:
                if target is None:
                    raise ValueError("neither a collection nor a document to replace is named")
                space = read.space_of(connection, target)
            pk = read.same_bytes(connection, self._access, new.sha256, space)
            if target is not None and target != pk:
                retired = read.digest_of(connection, target)
                if retired == new.sha256:  # read again: it stays itself, though others have the same bytes
                    pk, retired = target, None
            if pk is not None and pk != target:
                outcome = "existing"
                changed = collection_pk is not None and sets.put(connection, collection_pk, pk)
                if target is not None:
                    for held in sets.around(connection, target):
                        sets.put(connection, held, pk)
                    write.delete(connection, target)
                if changed or target is not None:
                    write.next_revision(connection)
            else:
                self._ensure_original(new)
                revision = write.next_revision(connection)
                if target is None:
                    outcome, pk = "added", write.insert(connection, row, spool, revision, space)
                else:
                    outcome, pk = "replaced", target
                    write.replace(connection, target, row, spool, revision)
                if collection_pk is not None:
                    sets.put(connection, collection_pk, pk)
                if key is not None:
                    manifests.sign(connection, pk, spool.digests(), key)
            document = read.documents_by_pk(connection, self._access, [pk])[pk]
            result = AddResult(document, outcome, retired)
            if on_stored is not None:
                on_stored(connection, result)
        if retired is not None:
            self.discard_originals([retired])
        return result

    def put_same_bytes(self, sha256: str, collection: str) -> tuple[Document, bool] | None:
        """Put the document of these bytes into a collection, for somebody who has brought these very bytes.

        Returns:
            The document, and whether it is new in the collection; None when the viewer sees none in the collection's
            space.

        Raises:
            NotFoundError: if there is no such collection.
            ForbiddenError: if the viewer is not an editor of it.
        """
        with self.reading() as connection:
            if self._same_bytes(connection, sha256, collection)[1] is None:
                return None
        with self._backend.writing() as connection:
            collection_pk, pk = self._same_bytes(connection, sha256, collection)
            if pk is None:
                return None
            added = sets.put(connection, collection_pk, pk)
            if added:
                write.next_revision(connection)
            return read.documents_by_pk(connection, self._access, [pk])[pk], added

    def _same_bytes(self, connection: sa.Connection, sha256: str, collection: str) -> tuple[int, int | None]:
        collection_pk = sets.get(connection, self._access, collection)
        self._access.require_in(connection, collection_pk, Role.EDITOR)
        space = sets.space_of(connection, collection_pk)
        return collection_pk, read.same_bytes(connection, self._access, sha256, space)

    def _to_change(self, connection: sa.Connection, name: str, space: str | None = None) -> int:
        """Key of a document that the viewer may change, if it is in this space."""
        pk = read.find_document(connection, self._access, name)
        self._access.require_on(connection, pk, Role.EDITOR)
        if space is not None and read.space_of(connection, pk) != space:
            raise UsageError(
                "a document cannot go into a collection that another account made",
                "Add its file to that collection.",
            )
        return pk

    def _ensure_original(self, new: NewDocument) -> None:
        # Another process may have removed the document of the same bytes, and so the file, since it was put.
        if self._originals.find(new.sha256) is not None:
            return
        if new.source is None:
            raise LibraryError(f"the original of {new.file_name} is not in the library", _ADD_AGAIN)
        if self._originals.put(new.source).sha256 != new.sha256:
            raise DocumentError(f"{new.file_name} was changed while it was being added", _ADD_AGAIN)

    def remove_document(self, name: str, *, forget: bool = False) -> Document:
        """Remove a document from the whole library: rows, words, vectors and original.

        A viewer takes it out of all the collections in which it is an editor. It is gone when it is in none.

        Args:
            name: As for `document`.
            forget: Also remove the answers of conversations that quote it, if it is gone.

        Returns:
            What was removed.

        Raises:
            NotFoundError: as for `document`.
            ForbiddenError: if the viewer is no editor of any of its collections.
        """
        with self._backend.writing() as connection:
            pk = self._to_change(connection, name)
            document = read.documents_by_pk(connection, self._access, [pk])[pk]
            for collection_pk, role in self._access.roles_around(connection, pk):
                if role.covers(Role.EDITOR):
                    sets.take_out(connection, collection_pk, pk)
            whole = self._removed_if_in_none(connection, pk, document, forget=forget)
            write.next_revision(connection)
        if whole:
            self.discard_originals([document.sha256])
        return document

    def _removed_if_in_none(
        self, connection: sa.Connection, pk: int, document: Document, *, forget: bool
    ) -> bool:
        if sets.is_member_of_any(connection, pk):
            return False
        write.delete(connection, pk)
        if forget:
            turns.forget_document(connection, document.id)
        return True

    def rename_document(self, name: str, title: str) -> Document:
        """Give a document another title, which stays when it is indexed again.

        Args:
            name: As for `document`.
            title: When empty, the title that was found is shown again.

        Raises:
            NotFoundError: as for `document`.
            ForbiddenError: if the viewer is no editor of any of its collections.
            UsageError: if it cannot be a title.
        """
        clean = " ".join(storable(title).split())
        if len(clean) > _LONGEST_TITLE or not clean.isprintable():
            raise UsageError(
                "this cannot be a title", f"Titles have at most {_LONGEST_TITLE} printable characters."
            )
        with self._backend.writing() as connection:
            pk = self._to_change(connection, name)
            write.rename(connection, pk, clean)
            write.next_revision(connection)  # documents found carry their titles
            return read.documents_by_pk(connection, self._access, [pk])[pk]

    def discard_originals(self, digests: Iterable[str]) -> None:
        """Remove originals that no document refers to any more, after the transaction that removed these.

        Raises:
            LibraryBusyError: if another process kept the library locked.
        """
        # Not within the transaction of the removal: if its commit failed, the document would lack its file.
        try:
            for sha256 in digests:
                self.discard_original(sha256)
        except LibraryBusyError as error:
            raise LibraryBusyError(
                "the document was removed, but its original file could not be yet: the library is busy",
                "`pincite doctor --repair` removes it.",
            ) from error
        self._backend.reclaim()

    # Collections

    def create_collection(self, name: str, *, exist_ok: bool = False) -> Collection:
        """Make a new, empty collection in the viewer's space.

        Args:
            name: Its name; names that differ only in case are the same.
            exist_ok: Give the one that there is already, instead of raising.

        Raises:
            ConflictError: if the name is taken.
            UsageError: if it cannot be a name.
        """
        with self._backend.writing() as connection:
            pk = sets.find(connection, self._access, " ".join(name.split())) if exist_ok else None
            if pk is None:
                pk = sets.create(connection, self._access.space, name)
            return sets.by_pk(connection, self._access, pk)

    def default_collection(self) -> Collection:
        """The viewer's own default collection; made when it is first asked for."""
        with self.reading() as connection:
            pk = sets.find_default(connection, self._access.space)
            if pk is not None:
                return sets.by_pk(connection, self._access, pk)
        with self._backend.writing() as connection:
            pk = sets.create_default(connection, self._access.space)
            return sets.by_pk(connection, self._access, pk)

    def rename_collection(self, name: str, new_name: str) -> None:
        """Give a collection another name.

        Raises:
            NotFoundError: if there is no such collection.
            ForbiddenError: if the viewer is not its owner.
            ConflictError: if the new name is taken.
            UsageError: if the new name cannot be one, or if it is a default collection.
        """
        with self._backend.writing() as connection:
            sets.rename(connection, self._access, name, new_name)
            write.next_revision(connection)  # documents found carry the names of their collections

    def delete_collection(self, name: str) -> int:
        """Remove a collection, and wholly those of its documents that are in no other.

        Returns:
            How many documents were removed.

        Raises:
            NotFoundError: if there is no such collection.
            ForbiddenError: if the viewer is not its owner.
            UsageError: if it is a default collection.
        """
        with self._backend.writing() as connection:
            digests = sharing.remove_documents(connection, sets.delete(connection, self._access, name))
            write.next_revision(connection)
        self.discard_originals(digests)
        return len(digests)

    def add_to_collection(self, document: str, name: str) -> bool:
        """Put a document into one more collection; False when it is in it already.

        Raises:
            NotFoundError: if there is no such document or collection.
            ForbiddenError: if the viewer is not an editor of both.
            UsageError: if they are in different spaces.
        """
        with self._backend.writing() as connection:
            collection_pk = sets.get(connection, self._access, name)
            self._access.require_in(connection, collection_pk, Role.EDITOR)
            pk = self._to_change(connection, document, sets.space_of(connection, collection_pk))
            added = sets.put(connection, collection_pk, pk)
            if added:
                write.next_revision(connection)
        return added

    def move_document(self, document: str, source: str, target: str) -> Document:
        """Take a document out of one collection and put it into another, visible to others all at once.

        Raises:
            NotFoundError: if there is no such document or collection, or it is not in the first.
            ForbiddenError: if the viewer is not an editor of both collections.
            UsageError: if they are in different spaces.
        """
        with self._backend.writing() as connection:
            out, into = (sets.get(connection, self._access, name) for name in (source, target))
            for collection_pk in (out, into):
                self._access.require_in(connection, collection_pk, Role.EDITOR)
            pk = self._to_change(connection, document, sets.space_of(connection, into))
            self._take_out(connection, pk, out)
            sets.put(connection, into, pk)
            write.next_revision(connection)
            return read.documents_by_pk(connection, self._access, [pk])[pk]

    def _take_out(self, connection: sa.Connection, pk: int, collection_pk: int) -> None:
        if not sets.take_out(connection, collection_pk, pk):
            found = read.documents_by_pk(connection, self._access, [pk])[pk]
            name = sets.by_pk(connection, self._access, collection_pk).name
            raise NotFoundError(
                f"{found.file_name} is not in collection {name!r}",
                f"It is in: {', '.join(found.collections)}.",
            )

    def remove_from_collection(self, document: str, name: str, *, forget: bool = False) -> bool:
        """Take a document out of a collection; out of the last one, it is removed wholly.

        Args:
            document: As for `document`.
            name: Of the collection.
            forget: As for `remove_document`, if it is removed wholly.

        Returns:
            Whether it was removed wholly.

        Raises:
            NotFoundError: if there is no such document or collection, or it is not in it.
            ForbiddenError: if the viewer is not an editor of the collection.
        """
        with self._backend.writing() as connection:
            pk = read.find_document(connection, self._access, document)
            found = read.documents_by_pk(connection, self._access, [pk])[pk]
            collection_pk = sets.get(connection, self._access, name)
            self._access.require_in(connection, collection_pk, Role.EDITOR)
            self._take_out(connection, pk, collection_pk)
            whole = self._removed_if_in_none(connection, pk, found, forget=forget)
            write.next_revision(connection)
        if whole:
            self.discard_originals([found.sha256])
        return whole

    # Accounts

    def share(self, collection: str, account_name: str, role: Role) -> Share:
        """Let an account use a collection, or change what it may do.

        Raises:
            NotFoundError: if there is no such collection or account.
            ForbiddenError: if the viewer is not the collection's owner.
            ConflictError: if the collection would be left without an owner.
        """
        with self._backend.writing() as connection:
            return sharing.share(connection, self._access, collection, account_name, role)

    def unshare(self, collection: str, account_id: str) -> None:
        """Take a collection from an account. Owners may do so with all; everybody with themselves.

        Raises:
            NotFoundError: if there is no such collection, or it is not shared with this account.
            ForbiddenError: if the viewer may not do it.
            ConflictError: if the collection would be left without an owner.
        """
        with self._backend.writing() as connection:
            sharing.unshare(connection, self._access, collection, account_id)

    def adopt_everything(self, connection: sa.Connection, account_pk: int) -> None:
        """Give an account, the first of the library, all that is there and nobody's; see `sharing`."""
        sharing.adopt_everything(connection, account_pk)

    def forget_account(self, connection: sa.Connection, account_pk: int) -> list[str]:
        """Remove all that only this account has, before it is removed itself; see `sharing`.

        Gives the digests for `discard_originals`, which is to be called after the transaction.
        """
        return sharing.forget_account(connection, account_pk)

    # Facts about the library

    def set_meta(self, key: str, value: str) -> None:
        """Record a fact about the library.

        Raises:
            ValueError: for a key that the store counts itself.
        """
        if key in _COUNTED:
            raise ValueError(f"{key!r} is counted by the store itself")
        with self._backend.writing() as connection:
            changed = connection.execute(meta.update().where(meta.c.key == key), {"value": value})
            if not changed.rowcount:
                connection.execute(meta.insert(), {"key": key, "value": value})

    def claim_meta(self, key: str, value: str) -> str:
        """Record a fact unless it was recorded before; returns what is recorded now.

        Of two processes that claim at once, both get the same answer. What is recorded already is only read: every
        question claims, and must not wait for the write lock.
        """
        if (recorded := self.meta(key)) is not None:
            return recorded
        with self._backend.writing() as connection:
            found = connection.execute(sa.select(meta.c.value).where(meta.c.key == key)).scalar()
            if found is None:
                connection.execute(meta.insert(), {"key": key, "value": value})
        return value if found is None else found

    # Care

    def check(self, *, deep: bool = False) -> list[Finding]:
        """What is wrong with the library; empty when it is sound.

        Args:
            deep: Also read every page, every word list and every original.
        """
        with self.reading() as connection:
            return checks.run(connection, self._backend, self._originals, self._scratch, deep=deep)

    def repair(self) -> list[str]:
        """Put right what can be without losing anything; returns what was done, in sentences."""
        done = checks.repair(self._backend, self._originals, self._scratch, self.discard_original)
        swept = self.work.sweep()
        return [*done, f"removed the unfinished reading of {swept} file(s)"] if swept else done

    def backup(self, file: Path) -> BackupReport:
        """Write the whole library into one file, consistent while others go on writing.

        Raises:
            UsageError: if the file exists already or its folder does not.
            LibraryError: if the disk is full or may not be written.
        """
        return backups.write(self.folder, self._backend, self._originals, file)

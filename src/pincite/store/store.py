"""The library's database and files behind one object."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

import sqlalchemy as sa

from pincite.domain import Document, Viewer
from pincite.errors import (
    DocumentError,
    LibraryBusyError,
    LibraryDamagedError,
    LibraryError,
    NotFoundError,
)
from pincite.store import backup as backups
from pincite.store import check as checks
from pincite.store import collections as sets
from pincite.store import read, schema, sqlite, turns, write
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

OnStored = Callable[[sa.Connection, AddResult], None]
"""What else belongs into the transaction that stores a document."""


class Store(Reader):
    """A library: documents with their pages, chunks, vectors and words, and the original files.

    Usable from several threads at once, and the same library from several processes. Each method is one
    transaction; inside `snapshot()` all reads of a thread see one state. Open it with `Store.open`.
    """

    def __init__(self, folder: Path, backend: sqlite.SqliteBackend) -> None:
        super().__init__(backend)
        self.folder = folder
        self._scratch = Scratch(folder / "tmp")
        self._originals = Originals(folder / "originals", self._scratch)
        self.work = Work(folder / "work")
        self.results = Results(backend)
        self.conversations = Conversations(backend)
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
        """The store as an account sees it; it is closed with this one."""
        return self

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
            NotFoundError: if it is missing.
        """
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
            if _pk_of_sha256(connection, sha256) is not None:
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
            collection: Name of an existing collection that it shall be in; None for those of the document that it
                replaces.
            replace: Id of the document whose content this is to replace; it keeps its id and collections.
                If this fails, the old content stays as it is.
            spool: Holds all pages and chunks, and `new` none.
            on_stored: Called at the end of the transaction; what it raises undoes all of it.

        Returns:
            The document; "existing" when the same bytes were in the library already under another id. With
            `replace` that document takes the place of the old one, in all its collections.

        Raises:
            NotFoundError: if the collection, or the document to replace, does not exist (any more).
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
        retired = None
        outcome: Literal["added", "replaced", "existing"]
        with self._backend.writing() as connection:
            collection_pk = None if collection is None else sets.get(connection, collection)
            target = None if replace is None else read.find_document(connection, replace)
            pk = _pk_of_sha256(connection, new.sha256)
            if target is not None and target != pk:
                old = read.documents_where(connection, documents.c.pk == target)[target]
                retired = old.sha256
            if pk is not None and pk != target:
                outcome = "existing"
                changed = collection_pk is not None and sets.put(connection, collection_pk, pk)
                if target is not None:
                    for name in old.collections:
                        sets.put(connection, sets.get(connection, name), pk)
                    write.delete(connection, target)
                if changed or target is not None:
                    write.next_revision(connection)
            else:
                self._ensure_original(new)
                revision = write.next_revision(connection)
                if target is None:
                    outcome, pk = "added", write.insert(connection, row, spool, revision)
                else:
                    outcome, pk = "replaced", target
                    write.replace(connection, target, row, spool, revision)
                if collection_pk is not None:
                    sets.put(connection, collection_pk, pk)
            document = read.documents_where(connection, documents.c.pk == pk)[pk]
            result = AddResult(document, outcome, retired)
            if on_stored is not None:
                on_stored(connection, result)
        if retired is not None:
            self._discard_after_commit([retired])
        return result

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

        Args:
            name: As for `document`.
            forget: Also remove the answers of conversations that quote it.

        Returns:
            What was removed.

        Raises:
            NotFoundError: as for `document`.
        """
        with self._backend.writing() as connection:
            pk = read.find_document(connection, name)
            document = read.documents_where(connection, documents.c.pk == pk)[pk]
            write.delete(connection, pk)
            if forget:
                turns.forget_document(connection, document.id)
            write.next_revision(connection)
        self._discard_after_commit([document.sha256])
        return document

    def _discard_after_commit(self, digests: Iterable[str]) -> None:
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

    def create_collection(self, name: str, *, exist_ok: bool = False) -> bool:
        """Make a new, empty collection.

        Args:
            name: Its name; names that differ only in case are the same.
            exist_ok: Do nothing when there is one already, instead of raising.

        Returns:
            Whether it is new.

        Raises:
            UsageError: if the name is taken or cannot be one.
        """
        with self._backend.writing() as connection:
            if exist_ok and sets.find(connection, " ".join(name.split())) is not None:
                return False
            sets.create(connection, name)
        return True

    def rename_collection(self, name: str, new_name: str) -> None:
        """Give a collection another name.

        Raises:
            NotFoundError: if there is no such collection.
            UsageError: if the new name is taken or cannot be one, or if it is the default collection.
        """
        with self._backend.writing() as connection:
            sets.rename(connection, name, new_name)
            write.next_revision(connection)  # documents found carry the names of their collections

    def delete_collection(self, name: str) -> int:
        """Remove a collection, and wholly those of its documents that are in no other.

        Returns:
            How many documents were removed.

        Raises:
            NotFoundError: if there is no such collection.
            UsageError: if it is the default collection.
        """
        with self._backend.writing() as connection:
            orphans = sets.delete(connection, name)
            removed = read.documents_by_pk(connection, orphans)
            for pk in orphans:
                write.delete(connection, pk)
            write.next_revision(connection)
        self._discard_after_commit(document.sha256 for document in removed.values())
        return len(removed)

    def add_to_collection(self, document: str, name: str) -> bool:
        """Put a document into one more collection; False when it is in it already.

        Raises:
            NotFoundError: if there is no such document or collection.
        """
        with self._backend.writing() as connection:
            pk = read.find_document(connection, document)
            added = sets.put(connection, sets.get(connection, name), pk)
            if added:
                write.next_revision(connection)
        return added

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
        """
        with self._backend.writing() as connection:
            pk = read.find_document(connection, document)
            found = read.documents_where(connection, documents.c.pk == pk)[pk]
            if not sets.take_out(connection, sets.get(connection, name), pk):
                raise NotFoundError(
                    f"{found.file_name} is not in collection {name!r}",
                    f"It is in: {', '.join(found.collections)}.",
                )
            whole = not sets.is_member_of_any(connection, pk)
            if whole:
                write.delete(connection, pk)
                if forget:
                    turns.forget_document(connection, found.id)
            write.next_revision(connection)
        if whole:
            self._discard_after_commit([found.sha256])
        return whole

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


def _pk_of_sha256(connection: sa.Connection, sha256: str) -> int | None:
    return connection.execute(sa.select(documents.c.pk).where(documents.c.sha256 == sha256)).scalar()

"""Putting documents into a library, changing them and taking them out."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Literal

import sqlalchemy as sa

from pincite.domain import Document, Role
from pincite.errors import DocumentError, LibraryBusyError, LibraryError, NotFoundError, UsageError
from pincite.privacy.signing import SigningKey
from pincite.store import collections as sets
from pincite.store import manifests, read, turns, write
from pincite.store.codec import storable
from pincite.store.files import Originals, Scratch, disk_errors
from pincite.store.records import AddResult, NewDocument, StoredOriginal
from pincite.store.searching import Searching
from pincite.store.spool import Spool
from pincite.store.sqlite import SqliteBackend
from pincite.store.tables import documents
from pincite.store.work import Work

_ADD_AGAIN = "Add the file again."
_LONGEST_TITLE = 500

OnStored = Callable[[sa.Connection, AddResult], None]
"""What else belongs into the transaction that stores a document."""


class Writer(Searching):
    """The documents of `Store` and their originals. What the viewer's role does not cover is refused."""

    def __init__(self, folder: Path, backend: SqliteBackend) -> None:
        super().__init__(backend)
        self.folder = folder
        self.signing = False
        self._scratch = Scratch(folder / "tmp")
        self._originals = Originals(folder / "originals", self._scratch)
        self.work = Work(folder / "work")

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

    @contextlib.contextmanager
    def scratch_folder(self) -> Iterator[Path]:
        """An empty folder in the library's folder, removed at the end."""
        with self._scratch.subfolder("unpacked") as path:
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
            collection_pk, target, space = self._where_to(connection, collection, replace)
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

    def _where_to(
        self, connection: sa.Connection, collection: str | None, replace: str | None
    ) -> tuple[int | None, int | None, str]:
        """Keys of the collection and of the document to replace, both of which the viewer may change; their space."""
        collection_pk, space = None, None
        if collection is not None:
            collection_pk = sets.get(connection, self._access, collection)
            self._access.require_in(connection, collection_pk, Role.EDITOR)
            space = sets.space_of(connection, collection_pk)
        target = None if replace is None else self._to_change(connection, replace, space)
        if space is not None:
            return collection_pk, target, space
        if target is None:
            raise ValueError("neither a collection nor a document to replace is named")
        return None, target, read.space_of(connection, target)

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

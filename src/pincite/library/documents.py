"""Adding, listing and removing documents and collections."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.domain import Collection, Document, Page
from pincite.ingest.files import expand
from pincite.ingest.report import AddReport, OnProgress
from pincite.library.base import Base
from pincite.library.places import compiled_cache
from pincite.store.conversations import QuotedIn
from pincite.terms import ANALYSIS_VERSION

if TYPE_CHECKING:
    from pincite.parse import Ocr

DEFAULT_COLLECTION = "default"


class Documents(Base):
    """What is in a library."""

    def add(
        self,
        paths: Iterable[str | os.PathLike[str]] | str | os.PathLike[str],
        *,
        collection: str = DEFAULT_COLLECTION,
        password: str | None = None,
        ocr: bool = True,
        ocr_language: str | None = None,
        reindex: bool = False,
        progress: OnProgress | None = None,
    ) -> AddReport:
        """Add files, folders and patterns. Files that are there already are skipped, failing ones reported.

        Each file becomes visible all at once when it is done; a run that was broken off is continued by
        running it again.

        Args:
            paths: What to add.
            collection: Made if it does not exist.
            password: For encrypted files.
            ocr: Whether pages that have no text, or text that is not what they show, are read from their picture; the
                setting `ocr.enabled` may forbid it. They are reported in the document's warnings either way.
            ocr_language: Languages of such pictures, as in "ru,en"; as set when None.
            reindex: Read and index again what is there already.
            progress: Told each step.

        Raises:
            UsageError: if a path does not exist or a language is unknown.
            ModelError: if the encoder, or what is needed to read pictures, cannot be used.
            LibraryError: if the library cannot be used.
        """
        from pincite.ingest.pipeline import Pipeline

        files = expand([paths] if isinstance(paths, (str, os.PathLike)) else paths)
        self._store.create_collection(collection, exist_ok=True)
        self._store.claim_meta("analysis", ANALYSIS_VERSION)
        return Pipeline(
            self._store,
            self._encoder,
            self.settings,
            collection=collection,
            password=password,
            ocr=self._ocr(ocr_language) if ocr else None,
            reindex=reindex,
            progress=progress,
        ).run(files)

    def _ocr(self, language: str | None) -> Ocr | None:
        from pincite.ocr.languages import codes
        from pincite.parse import Ocr

        settings = self.settings.ocr
        if language is not None:
            settings = settings.model_copy(update={"languages": language})
        codes(settings.languages)  # an unknown one must end the call before the first file
        return Ocr(settings, compiled_cache()) if settings.enabled else None

    def documents(self, collection: str | None = None) -> list[Document]:
        """All documents, or those of a collection, in the order in which they were added.

        Raises:
            NotFoundError: if there is no such collection.
        """
        return self._store.documents(collection)

    def document(self, name: str) -> Document:
        """The document with this id, unique beginning of an id, or file name.

        Raises:
            NotFoundError: if there is none, or more than one.
        """
        return self._store.document(name)

    def pages(self, document: str) -> list[Page]:
        """All pages of a document.

        Raises:
            NotFoundError: as for `document`.
        """
        return self._store.pages(document)

    def page(self, document: str, index: int) -> Page:
        """One page of a document, counted from 1.

        Raises:
            NotFoundError: if there is no such document or page.
        """
        return self._store.page(document, index)

    def original(self, document: Document) -> Path:
        """The document's original file within the library.

        Raises:
            NotFoundError: if it is missing.
        """
        return self._store.original_path(document)

    def remove(self, document: str, *, collection: str | None = None, forget: bool = False) -> Document:
        """Remove a document with all that was made of it, or only from a collection.

        Answers of conversations that quote it stay, with their quotes, marked as of a document that is gone; see
        `quoted_in`. With `forget` these are removed as well, and every trace of it is gone.

        Args:
            document: As for `document`.
            collection: When given, the document stays in its other collections, if it has any.
            forget: Whether to remove the answers that quote it, if it is removed wholly.

        Raises:
            NotFoundError: if there is no such document or collection.
        """
        if collection is None:
            return self._store.remove_document(document, forget=forget)
        found = self._store.document(document)
        self._store.remove_from_collection(found.id, collection, forget=forget)
        return found

    def quoted_in(self, document: Document) -> QuotedIn:
        """How many answers of conversations quote a document, whether or not it is still in the library."""
        return self._store.conversations.quoted_in(document.id)

    # Collections

    def collections(self) -> list[Collection]:
        """All collections with their number of documents."""
        return self._store.collections()

    def create_collection(self, name: str) -> None:
        """Make an empty collection.

        Raises:
            UsageError: if the name is taken or not usable.
        """
        self._store.create_collection(name)

    def rename_collection(self, name: str, new_name: str) -> None:
        """Rename a collection.

        Raises:
            NotFoundError: if there is none of this name.
            UsageError: if the new name is taken or not usable.
        """
        self._store.rename_collection(name, new_name)

    def delete_collection(self, name: str) -> int:
        """Delete a collection, and the documents that are in no other one; gives their number.

        Answers of conversations that quote these stay, as with `remove`.

        Raises:
            NotFoundError: if there is none of this name.
        """
        return self._store.delete_collection(name)

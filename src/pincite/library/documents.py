"""Adding, listing and removing documents."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.domain import Document, Listed, Page
from pincite.errors import UsageError
from pincite.ingest.files import expand
from pincite.ingest.report import AddReport, OnProgress
from pincite.library.places import compiled_cache
from pincite.library.sharing import Sharing
from pincite.search.similar import SimilarDocument
from pincite.store.conversations import QuotedIn
from pincite.store.listing import DocumentCounts, Sort
from pincite.terms import ANALYSIS_VERSION

if TYPE_CHECKING:
    from pincite.parse import Ocr

DEFAULT_COLLECTION = "default"
MOST_SIMILAR = 100


class Documents(Sharing):
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
            collection: Name or id; made if it does not exist.
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
            ForbiddenError: if the viewer is not an editor of the collection.
        """
        from pincite.ingest.pipeline import Pipeline

        files = expand([paths] if isinstance(paths, (str, os.PathLike)) else paths)
        self._store.create_collection(collection, exist_ok=True)
        self._store.renew_analysis(ANALYSIS_VERSION)
        report = Pipeline(
            self._store,
            self._encoder,
            self.settings,
            collection=collection,
            password=password,
            ocr=self._ocr(ocr_language) if ocr else None,
            reindex=reindex,
            progress=progress,
        ).run(files)
        self._store.renew_analysis(ANALYSIS_VERSION)
        return report

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

    def document_by_id(self, identity: str) -> Document:
        """The document with exactly this id: for those who are given one by strangers.

        Raises:
            NotFoundError: if there is none.
        """
        return self._store.document_by_id(identity)

    def find_documents(
        self,
        *,
        collection: str | None = None,
        words: str = "",
        language: str | None = None,
        kind: str | None = None,
        warnings: bool | None = None,
        sort: Sort = "added",
        descending: bool = True,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Listed[Document]:
        """A part of a sorted list of documents.

        Args:
            collection: Only of this collection.
            words: Only those that hold all of these words, or beginnings and parts of them, in title, authors or file
                name.
            language: Only of this language, as in `Document.language`.
            kind: Only of this kind, as in `DocumentFacts.kind`.
            warnings: Only those with warnings, or only those without.
            sort: By what: "added", "title", "year" (documents without one come before the oldest), "pages" or "size".
            descending: Whether the highest comes first.
            limit: At most so many, 1 to 200.
            cursor: `Listed.next` of the part before, asked for in the same order.

        Raises:
            NotFoundError: if there is no such collection.
            UsageError: if the order, the limit or the cursor makes no sense.
        """
        return self._store.find_documents(
            collection=collection,
            words=words,
            language=language,
            kind=kind,
            warnings=warnings,
            sort=sort,
            descending=descending,
            limit=limit,
            cursor=cursor,
        )

    def count_documents(self, collection: str | None = None) -> DocumentCounts:
        """How many documents there are in all, of each kind and language, and with warnings.

        Args:
            collection: Only of this collection.

        Raises:
            NotFoundError: if there is no such collection.
        """
        return self._store.count_documents(collection)

    def rename_document(self, document: str, title: str) -> Document:
        """Give a document another title, which stays when it is indexed again.

        Args:
            document: As for `document`.
            title: When empty, the title that was found is shown again.

        Raises:
            NotFoundError: as for `document`.
            ForbiddenError: if the viewer is no editor of any of its collections.
            UsageError: if it cannot be a title.
        """
        return self._store.rename_document(document, title)

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

    def similar(self, document: str, limit: int = 10) -> list[SimilarDocument]:
        """The documents that are about the same as a document, the most similar first.

        Args:
            document: As for `document`. One without text resembles none.
            limit: At most so many, 1 to 100.

        Raises:
            NotFoundError: as for `document`.
            UsageError: if the limit makes no sense.
            ModelError: if the encoder cannot be used.
        """
        if not 1 <= limit <= MOST_SIMILAR:
            raise UsageError(f"the limit is {limit}", f"Ask for 1 to {MOST_SIMILAR} documents.")
        return self._engine.similar(document, limit)

    def original(self, document: Document) -> Path:
        """The document's original file within the library.

        Raises:
            NotFoundError: if it is missing.
        """
        return self._store.original_path(document)

    def remove(self, document: str, *, collection: str | None = None, forget: bool = False) -> Document:
        """Remove a document with all that was made of it, or only from a collection.

        Through the eyes of an account it is taken out of the collections in which that is an editor, and is gone when
        it is in none.

        Answers of conversations that quote it stay, with their quotes, marked as of a document that is gone; see
        `quoted_in`. With `forget` these are removed as well, and every trace of it is gone.

        Args:
            document: As for `document`.
            collection: When given, the document stays in its other collections, if it has any.
            forget: Whether to remove the answers that quote it, if it is removed wholly.

        Raises:
            NotFoundError: if there is no such document or collection.
            ForbiddenError: if the viewer may not do it.
        """
        if collection is None:
            return self._store.remove_document(document, forget=forget)
        found = self._store.document(document)
        self._store.remove_from_collection(found.id, collection, forget=forget)
        return found

    def quoted_in(self, document: Document) -> QuotedIn:
        """How many answers of conversations quote a document, whether or not it is still in the library."""
        return self._store.conversations.quoted_in(document.id)

"""`Library`: everything Pincite does, for the command line, the server and other programs alike."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Self

from pincite.answer.ask import answer_quoted
from pincite.config import Settings, load_settings
from pincite.domain import Answer, Collection, Document, Page, Passage
from pincite.encode.contract import Encoder
from pincite.errors import LibraryVersionError, ModelMissingError, UsageError
from pincite.ingest.files import expand
from pincite.ingest.report import AddReport, OnProgress
from pincite.search.engine import Engine, Retrieval, Stages
from pincite.store import BackupReport, Finding, Store, restore
from pincite.terms import ANALYSIS_VERSION

if TYPE_CHECKING:
    from pincite.encode.cross import CrossEncoder
    from pincite.parse import Ocr

LIBRARY_VARIABLE = "PINCITE_LIBRARY"
DEFAULT_COLLECTION = "default"
MOST_PASSAGES = 1000


def default_folder() -> Path:
    """The library used when none is named: $PINCITE_LIBRARY, else a folder in the user's data folder."""
    from platformdirs import user_data_path

    chosen = os.environ.get(LIBRARY_VARIABLE)
    return Path(chosen) if chosen else user_data_path("pincite") / "library"


def compiled_cache() -> Path:
    """Folder of compiled models, shared by all libraries: a model's code is 60 MB and the same for each."""
    from platformdirs import user_cache_path

    return user_cache_path("pincite") / "compiled"


class Library:
    """A library of documents in a folder. Safe to use from several threads, and by several processes at once.

    Use `Library.open`; it is a context manager.
    """

    def __init__(self, folder: Path, store: Store, settings: Settings) -> None:
        self.folder = folder
        self.settings = settings
        self._store = store
        self._lock = threading.Lock()
        self._loaded_encoder: Encoder | None = None
        self._loaded_cross: CrossEncoder | None = None
        self._engine = Engine(store, self._encoder, settings.search, self._cross_encoder)

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str] | None = None,
        *,
        create: bool = True,
        settings: Mapping[str, Any] | None = None,
    ) -> Self:
        """Open a library, or make a new one.

        Args:
            path: Its folder; `default_folder()` when None.
            create: Whether to make it if it does not exist.
            settings: Settings that win over the library's file and the environment, by section, e.g.
                `{"search": {"candidates": 50}}`.

        Raises:
            SettingsError: if a setting is wrong.
            NotFoundError: if there is no library and `create` is false.
            LibraryError: if it cannot be used.
        """
        folder = Path(path) if path is not None else default_folder()
        loaded = load_settings(folder, overrides=settings)
        return cls(folder, Store.open(folder, create=create), loaded)

    def close(self) -> None:
        """Release the library's files."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # Documents

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

    def remove(self, document: str, *, collection: str | None = None) -> Document:
        """Remove a document with every trace of it, or only from a collection.

        Args:
            document: As for `document`.
            collection: When given, the document stays in its other collections, if it has any.

        Raises:
            NotFoundError: if there is no such document or collection.
        """
        if collection is None:
            return self._store.remove_document(document)
        found = self._store.document(document)
        self._store.remove_from_collection(found.id, collection)
        return found

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

        Raises:
            NotFoundError: if there is none of this name.
        """
        return self._store.delete_collection(name)

    # Questions

    def search(
        self,
        question: str,
        *,
        k: int = 10,
        collection: str | None = None,
        documents: Sequence[str] | None = None,
        lexical: bool = True,
        dense: bool = True,
        page: bool = True,
        rerank: bool = True,
        precise: bool = False,
        fusion: Literal["weighted", "rrf"] | None = None,
    ) -> list[Passage]:
        """Find the passages that fit a question best. See `retrieve` for timings.

        Args:
            question: Any text; none of it is query syntax.
            k: How many, 1 to 1000.
            collection: Only in this collection.
            documents: Only in these documents.
            lexical: Whether BM25 takes part.
            dense: Whether vectors take part.
            page: Whether the BM25 of whole pages takes part in reranking.
            rerank: Whether late interaction orders the candidates.
            precise: Whether the cross-encoder of the settings orders the first of them.
            fusion: How BM25 and vectors are combined; as set when None.

        Raises:
            UsageError: if k or the combination of stages makes no sense.
            NotFoundError: if a collection or document does not exist.
            ModelError: if a model is needed and cannot be used.
        """
        stages = Stages(lexical=lexical, dense=dense, page=page, rerank=rerank, precise=precise)
        return self.retrieve(
            question, k=k, collection=collection, documents=documents, stages=stages, fusion=fusion
        ).passages

    def retrieve(
        self,
        question: str,
        *,
        k: int = 10,
        collection: str | None = None,
        documents: Sequence[str] | None = None,
        stages: Stages | None = None,
        fusion: Literal["weighted", "rrf"] | None = None,
    ) -> Retrieval:
        """As `search`, with the time of every stage and the token comparison behind the ranking."""
        stages = stages or Stages()
        if not 1 <= k <= MOST_PASSAGES:
            raise UsageError(f"k is {k}", f"Ask for 1 to {MOST_PASSAGES} passages.")
        if not (stages.lexical or stages.dense):
            raise UsageError("both searches are switched off", "Leave the lexical or the dense search on.")
        if fusion not in (None, "weighted", "rrf"):
            raise UsageError(f"there is no fusion {fusion!r}", 'Choose "weighted" or "rrf".')
        self._check_precise(stages)
        self._check_analysis()
        return self._engine.search(question, k, self._store.scope(collection, documents), stages, fusion)

    def ask(
        self,
        question: str,
        *,
        mode: Literal["quoted"] = "quoted",
        collection: str | None = None,
        documents: Sequence[str] | None = None,
        precise: bool = False,
    ) -> Answer:
        """Answer a question from the documents, or refuse.

        Args:
            question: Any text.
            mode: "quoted": verbatim sentences.
            collection: Only from this collection.
            documents: Only from these documents.
            precise: As for `search`.

        Raises:
            UsageError: if the mode does not exist.
            NotFoundError: if a collection or document does not exist.
            ModelError: if the encoder cannot be used.
        """
        if mode != "quoted":
            raise UsageError(f"there is no mode {mode!r}", 'This version answers in mode "quoted".')
        stages = Stages(precise=precise)
        self._check_precise(stages)
        self._check_analysis()
        return answer_quoted(
            question,
            store=self._store,
            engine=self._engine,
            scope=self._store.scope(collection, documents),
            settings=self.settings.answer,
            stages=stages,
        )

    # Care

    def check(self, *, deep: bool = False) -> list[Finding]:
        """Look for damage; `deep` also reads every original and every quotable sentence."""
        findings = self._store.check(deep=deep)
        return [*findings, *self._check_encoder()]

    def repair(self) -> list[str]:
        """Remove leftovers that belong to nothing; gives what was removed."""
        return self._store.repair()

    def backup(self, file: str | os.PathLike[str]) -> BackupReport:
        """Write the whole library into one file, while others may go on using it.

        Raises:
            LibraryError: if the file cannot be written.
        """
        return self._store.backup(Path(file))

    @staticmethod
    def restore(file: str | os.PathLike[str], path: str | os.PathLike[str] | None = None) -> None:
        """Make a library from a backup.

        Args:
            file: Written by `backup`.
            path: A folder that does not exist or is empty; `default_folder()` when None.

        Raises:
            UsageError: if the folder is not empty.
            LibraryError: if the backup is damaged; nothing is left then.
        """
        restore(Path(file), Path(path) if path is not None else default_folder())

    # Models

    def _encoder(self) -> Encoder:
        with self._lock:
            if self._loaded_encoder is None:
                encoder = self._load_encoder()
                mine = json.dumps(encoder.identity.as_dict(), sort_keys=True)
                recorded = self._store.claim_meta("encoder", mine)
                encoder.identity.require(json.loads(recorded))
                self._loaded_encoder = encoder
            return self._loaded_encoder

    def _load_encoder(self) -> Encoder:
        chosen = self.settings.encoder
        cache = compiled_cache()
        if chosen.name == "minilm":
            from pincite.encode.minilm import load_minilm

            precision = None if chosen.precision == "auto" else chosen.precision
            return load_minilm(precision=precision, streams=chosen.streams, cache=cache)
        from pincite.encode.onnx import load_onnx_encoder

        return load_onnx_encoder(self._model_folder(chosen.name), streams=chosen.streams, cache=cache)

    def _cross_encoder(self) -> CrossEncoder:
        with self._lock:
            if self._loaded_cross is None:
                from pincite.encode.cross import OnnxCrossEncoder

                folder = self._model_folder(self.settings.search.cross_encoder)
                self._loaded_cross = OnnxCrossEncoder(folder, cache=compiled_cache())
            return self._loaded_cross

    def _model_folder(self, name: str) -> Path:
        from pincite.encode.model_files import models_home

        for folder in (Path(name).expanduser(), models_home() / name):
            if folder.is_dir():
                return folder
        raise ModelMissingError(
            f"there is no model folder {name!r}", "Give the path of a folder with an ONNX model."
        )

    def _check_precise(self, stages: Stages) -> None:
        if stages.precise and not self.settings.search.cross_encoder:
            raise UsageError(
                "precise mode needs a cross-encoder",
                "Set `search.cross_encoder` to the folder of an ONNX cross-encoder.",
            )

    def _check_analysis(self) -> None:
        recorded = self._store.meta("analysis")  # recorded when documents are added; questions only read
        if recorded not in (None, ANALYSIS_VERSION):
            raise LibraryVersionError(
                "the library's search terms were made by another version of Pincite",
                "Index the documents again: `pincite add --reindex`.",
            )

    def _check_encoder(self) -> list[Finding]:
        from pincite.errors import PinciteError

        try:
            self._encoder()
        except PinciteError as error:
            return [Finding("encoder", "error", error.message, error.remedy)]
        return []

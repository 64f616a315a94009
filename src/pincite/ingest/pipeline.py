"""Adding files: hash, parse in isolation (ahead), index, store; a failing file never stops the rest."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from pincite.config import Settings
from pincite.domain import Document
from pincite.encode.contract import Encoder
from pincite.errors import DocumentError, ParseLimitError, PinciteError
from pincite.ingest.files import digest
from pincite.ingest.holding import name_within, not_added, too_deep
from pincite.ingest.report import AddedFile, AddReport, FailedFile, OnProgress, Progress, Stage
from pincite.ingest.storing import Source, index_reading, store_document
from pincite.parse import Ocr, ParseJob, ParserPool, Reading
from pincite.parse.formats.containers import MOST_DEPTH, may_hold_files
from pincite.privacy.pii import Redactor
from pincite.store import Store
from pincite.store.codec import storable


class Pipeline:
    """Adds files to one collection of a library.

    Args:
        store: The library.
        encoder: Gives the encoder; called only when a file really has to be indexed.
        settings: All settings.
        collection: Name of an existing collection.
        password: For encrypted files.
        ocr: How to read pictures of pages; None to leave them unread.
        reindex: Whether documents that are there already are read and indexed again.
        progress: Told each step.
    """

    def __init__(
        self,
        store: Store,
        encoder: Callable[[], Encoder],
        settings: Settings,
        *,
        collection: str,
        password: str | None = None,
        ocr: Ocr | None = None,
        reindex: bool = False,
        progress: OnProgress | None = None,
    ) -> None:
        self._store = store
        self._encoder = encoder
        self._settings = settings
        self._collection = collection
        self._password = password
        self._ocr = ocr
        self._reindex = reindex
        self._progress = progress or (lambda _: None)
        self._redactor = Redactor.of_settings(settings.privacy, store.folder)
        self._report = AddReport()
        self._files: Sequence[Path] = ()
        self._digests: dict[Path, str] = {}
        self._numbers: dict[Path, int] = {}
        self._repeats: dict[Path, list[Path]] = {}
        self._names: dict[Path, str] = {}

    def run(self, files: Sequence[Path]) -> AddReport:
        """Add the files.

        Raises:
            LibraryError: if the library itself cannot be used any more; what was added stays.
            ModelError: if the encoder cannot be used.
        """
        begin = time.monotonic()
        self._store.work.sweep()
        with (
            ParserPool(self._settings.parse, ocr=self._ocr, scratch=self._store.scratch_file) as pool,
            contextlib.ExitStack() as folders,
        ):
            self._files = [one for path in files for one in self._with_held(pool, path, path.name, folders)]
            self._numbers = {path: number for number, path in enumerate(self._files, start=1)}
            for reading in pool.readings(self._jobs()):
                try:
                    self._add(reading)
                except (DocumentError, OSError) as error:
                    self._failed(reading.job.path, error)
        self._settle_repeats()
        self._report.seconds = time.monotonic() - begin
        return self._report

    def _with_held(
        self, pool: ParserPool, path: Path, name: str, folders: contextlib.ExitStack, depth: int = 0
    ) -> Iterator[Path]:
        """The file, or those that it holds; a message and its attachments."""
        folder, unpacked = Path(), None
        try:
            if path.is_file() and may_hold_files(path, name):
                folder = folders.enter_context(self._store.scratch_folder())
                unpacked = pool.unpack(path, name, folder)
            if unpacked is not None and unpacked.whole and depth >= MOST_DEPTH:
                raise too_deep(name)
        except DocumentError as error:
            self._failed(path, error)
            return
        except OSError:
            unpacked = None  # whoever reads it next says why
        if unpacked is None or not unpacked.whole:
            yield path
        for member in () if unpacked is None else unpacked.members:
            held, shown = folder / member.file, name_within(name, member.name)
            self._names[held] = shown
            yield from self._with_held(pool, held, shown, folders, depth + 1)
        for inner, why in () if unpacked is None else unpacked.left_out:
            self._report.left_out.append(
                FailedFile(Path(name_within(name, inner)), not_added(name, inner, why))
            )

    def _shown(self, path: Path) -> Path:
        """What the user knows a file as: its path, or for one in an archive its name there."""
        return Path(self._names[path]) if path in self._names else path

    def _name(self, path: Path) -> str:
        return self._names.get(path, path.name)

    def _jobs(self) -> Iterator[ParseJob]:
        """The files that must be parsed; the others are reported at once."""
        first: dict[str, Path] = {}
        for path in self._files:
            try:
                sha256 = digest(path)
            except PinciteError as error:
                self._failed(path, error)
                continue
            if sha256 in first:
                # Parsed already in this run; whether it succeeded is only known later.
                self._repeats.setdefault(first[sha256], []).append(path)
                continue
            first[sha256] = path
            self._digests[path] = sha256
            if not self._reindex and self._known(path, sha256):
                continue
            yield ParseJob(path, self._password, str(self._store.work.of(sha256)), self._name(path))

    def _settle_repeats(self) -> None:
        """Files whose bytes another file of this run had: unchanged if that one is in, else failed like it."""
        failures = {entry.path: entry.error for entry in self._report.failed}  # by what is shown
        for first, others in self._repeats.items():
            for path in others:
                if self._shown(first) in failures:
                    self._failed(path, failures[self._shown(first)])
                else:
                    self._known(path, self._digests[first])

    def _known(self, path: Path, sha256: str) -> bool:
        known = self._store.put_same_bytes(sha256, self._collection)
        if known is None:
            return False
        document, put = known
        if not put:
            self._hold(document)
        note = (
            ""
            if document.file_name == storable(self._name(path))
            else f"same content as {document.file_name}"
        )
        if put:
            note = "; ".join(filter(None, [note, f"now also in {self._collection!r}"]))
        self._report.unchanged.append(AddedFile(self._shown(path), document, note))
        self._tell("done", path)
        return True

    def _hold(self, document: Document) -> None:
        """It was added by hand as well: it stays when the file goes that a watched folder brought."""
        self._store.watched.disown(document.id, self._store.collection(self._collection).id)

    def _add(self, reading: Reading) -> None:
        path = reading.job.path
        source = Source(path, self._digests[path], self._name(path))

        def step(stage: Stage, chunks: int, pages_done: int, pages: int) -> None:
            self._tell(stage, path, chunks, pages_done, pages)

        with self._store.spool() as spool:
            new = index_reading(
                reading,
                source,
                spool,
                encoder=self._encoder,
                settings=self._settings,
                redactor=self._redactor,
                step=step,
            )
            existing = (
                self._store.document_by_sha256(source.sha256, self._collection) if self._reindex else None
            )
            result = store_document(
                self._store,
                source,
                new,
                spool,
                collection=self._collection,
                replace=existing.id if existing else None,
            )
            if result.outcome == "existing":  # it came from elsewhere meanwhile
                self._hold(result.document)
            entry = AddedFile(self._shown(path), result.document)
            (self._report.unchanged if result.outcome == "existing" else self._report.added).append(entry)
            self._tell("done", path, pages=spool.page_count)

    def _failed(self, path: Path, error: Exception) -> None:
        if isinstance(error, OSError):
            error = DocumentError(
                f"{path} cannot be read: {error.strerror}", "Check the file and add it again."
            )
        if path in self._digests and not isinstance(error, ParseLimitError):
            # With a higher limit the next run goes on where this one stopped; nothing else helps with these bytes.
            self._store.work.remove(self._digests[path])
        assert isinstance(error, PinciteError)  # noqa: S101 - callers catch nothing else
        self._report.failed.append(FailedFile(self._shown(path), error))
        self._tell("done", path)

    def _tell(self, stage: Stage, path: Path, chunks: int = 0, pages_done: int = 0, pages: int = 0) -> None:
        number = self._numbers.get(path, 0)
        self._progress(
            Progress(stage, self._shown(path), number, len(self._files), chunks, pages_done, pages)
        )
